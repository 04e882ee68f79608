import DiptychTesting
import XCTest

/// Runs code of which a trap, where Apple raises an exception, fails the test at the line of the call
/// instead of ending the process (decision 40).
///
///     func testPicksTheFirst() async throws {
///       try await expectNoTrap { _ = Picker().first() }
///     }
///
/// - Parameters:
///   - library: The library that is in force for the code; the test's own when nil.
///   - file: The file that a trap is reported in.
///   - line: The line that a trap is reported at.
///   - body: The code, which runs on a thread of its own; see
///     `TestPhotoLibrary.recordingTraps(_:)`.
/// - Throws: What `body` throws.
public func expectNoTrap(
  in library: TestPhotoLibrary? = nil, file: StaticString = #filePath, line: UInt = #line,
  _ body: @escaping @Sendable () async throws -> Void
) async throws {
  do {
    try await (library ?? .current).recordingTraps(body)
  } catch let trap as RecordedTrap {
    XCTFail("\(trap)", file: file, line: line)
  }
}
