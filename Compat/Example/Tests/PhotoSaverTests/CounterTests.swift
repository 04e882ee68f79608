import DiptychTestingXCTest
import Foundation
import XCTest

@testable import PhotoSaver

/// The observers, with XCTest: each test has a library of its own in force.
final class CounterTests: PhotoLibraryTestCase {
  override func makeLibrary() throws -> TestPhotoLibrary {
    try TestPhotoLibrary { for seed in 1...3 { Photo(.jpeg(seed: seed)) } }
  }

  func testBothFollowTheUser() async throws {
    let old = try await counts { seen in
      let counter = LegacyCounter()
      counter.changed = { seen.add($0) }
      counter.start { seen.add($0) }
      return counter
    }
    let new = try await counts { seen in
      let counter = ModernCounter()
      counter.changed = { seen.add($0) }
      seen.add(counter.start())
      return counter
    }
    // Each begins with what the one before has left.
    XCTAssertEqual(old, [3, 4, 3])
    XCTAssertEqual(new, [3, 4, 3])
  }

  /// What a counter tells while another application saves a photo and the user deletes it.
  private func counts(_ start: (Seen) -> AnyObject) async throws -> [Int] {
    let seen = Seen()
    let counter = start(seen)
    // Nothing has to be waited for by the clock: a library knows when it has nothing left to do.
    await library.settle()
    try library.otherApp("Camera").save(Photo(.png(), named: "new.png"))
    await library.settle()
    try library.user.delete("new.png")
    await library.settle()
    try library.user.purge("new.png")
    await library.settle()
    withExtendedLifetime(counter) {}
    return seen.all
  }
}

/// Numbers that come on several queues.
private final class Seen: @unchecked Sendable {
  // Sendable because the lock guards the only state.
  private let lock = NSLock()
  private var numbers: [Int] = []

  func add(_ number: Int) { lock.withLock { numbers.append(number) } }
  var all: [Int] { lock.withLock { numbers } }
}
