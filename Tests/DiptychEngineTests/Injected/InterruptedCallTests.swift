import DiptychPlatform
import Foundation
import Testing

@testable import DiptychEngine

/// A signal that interrupts a call is nothing that anybody notices: the call is made again.
struct InterruptedCallTests {
  /// Interrupts each attempt at a call twice before it lets one through.
  private final class Interruptions: Sendable {
    private let attempts = Lock<[String: Int]>([:])

    func interrupts(_ call: String) -> Bool {
      attempts.withLock { attempts in
        attempts[call, default: 0] += 1
        return attempts[call, default: 0] % 3 != 0
      }
    }

    /// The names of the calls that were let through.
    var made: Set<String> { Set(attempts.withLock { $0.filter { $0.value >= 3 }.keys }) }
  }

  @Test(arguments: [true, false])
  func everyCall(_ hasLinks: Bool) throws {
    let folder = try TemporaryFolder()
    let interruptions = Interruptions()
    var configuration = Fixtures.configuration(in: folder)
    configuration.systemCalls = InterceptedSystemCalls(
      RealSystemCalls(durable: true, isInterrupted: { interruptions.interrupts($0) })
    ) { call in
      if case .link = call, !hasLinks { return .fail(EPERM) }
      return .proceed
    }
    let library = try Library.open(configuration)
    let assets = try library.seedPictures(20)
    let file = folder.path + "/saved.png"
    try Fixtures.picture(30).write(to: URL(fileURLWithPath: file))
    let saved = try library.user.save(file, as: .photo)
    let picture = ResourceDraft(role: .photo, content: .data(try Fixtures.picture(31)))
    try library.commit(.replaceOriginal(assets[0], picture))
    try library.user.delete([assets[1]])
    try library.user.purge([assets[1]])
    #expect(try library.verify() == [])
    let copy = folder.path + "/Copy.diptych"
    _ = try library.backup(to: copy)
    let dump = try library.dump(.exact)
    library.close()
    let reopened = try Library.open(configuration)
    #expect(try reopened.dump(.exact) == dump)
    #expect(try reopened.uuids(AssetQuery(.library)).contains(saved))
    reopened.close()
    configuration.folder = copy
    let opened = try Library.open(configuration)
    defer { opened.close() }
    #expect(try opened.verify() == [])
    #expect(try opened.dump(.exact) == dump)
    let expected: Set<String> = [
      "open", "read", "write", "fsync", "syncfs", "unlink", "mkdir", "rmdir", "opendir", "readdir",
      "flock", "fcntl F_OFD_SETLK", "stat", "fstat", "statfs",
    ]
    #expect(expected.union([hasLinks ? "link" : "rename"]).subtracting(interruptions.made) == [])
  }
}
