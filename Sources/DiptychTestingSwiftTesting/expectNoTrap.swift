import DiptychTesting
import Testing

/// Runs code of which a trap, where Apple raises an exception, is a recorded issue at the line of the
/// call instead of the end of the process (decision 40).
///
///     @Test(.photoLibrary) func picksTheFirst() async throws {
///       try await expectNoTrap { _ = Picker().first() }
///     }
///
/// - Parameters:
///   - library: The library that is in force for the code; the test's own when nil.
///   - sourceLocation: Where a trap is reported.
///   - body: The code, which runs on a thread of its own; see
///     `TestPhotoLibrary.recordingTraps(_:)`.
/// - Throws: What `body` throws.
public func expectNoTrap(
  in library: TestPhotoLibrary? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @Sendable () async throws -> Void
) async throws {
  do {
    try await (library ?? .current).recordingTraps(body)
  } catch let trap as RecordedTrap {
    Issue.record("\(trap)", sourceLocation: sourceLocation)
  }
}
