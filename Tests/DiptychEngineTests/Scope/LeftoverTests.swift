import Foundation
import Testing

@testable import DiptychEngine

/// What test processes that died leave in memory-backed storage.
struct LeftoverTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The number of a process that has ended.
  private func endedProcess() throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/true")
    try process.run()
    process.waitUntilExit()
    return process.processIdentifier
  }

  private func makeLibrary(_ name: String) throws -> Library {
    var configuration = Fixtures.configuration(in: folder)
    configuration.folder = "\(folder.path)/\(name)/Library.diptych"
    return try Library.open(configuration)
  }

  /// Only a closed library of a process that is gone is removed.
  @Test func onlyClosedLibrariesOfEndedProcessesGo() throws {
    let ended = try endedProcess()
    let names = [
      "closed": "diptych-\(ended)-\(UUID().uuidString)",
      "open": "diptych-\(ended)-\(UUID().uuidString)",
      "alive": "diptych-\(getpid())-\(UUID().uuidString)",
      "elsewhere": "diptych-\(ended)-Holidays",
    ]
    let kept = try makeLibrary(try #require(names["open"]))
    for key in ["closed", "alive", "elsewhere"] {
      try makeLibrary(try #require(names[key])).close()
    }
    let empty = "diptych-\(ended)-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/\(empty)", withIntermediateDirectories: true)
    let link = "diptych-\(ended)-\(UUID().uuidString)"
    let target = "\(folder.path)/\(try #require(names["elsewhere"]))"
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/\(link)", withDestinationPath: target)

    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    EphemeralLibrary.removeLeftovers(in: folder.path, RealSystemCalls(durable: false))
    let after = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(before).subtracting(after) == [try #require(names["closed"])])
    #expect(try kept.verify().isEmpty)
    kept.close()
    EphemeralLibrary.removeLeftovers(in: folder.path, RealSystemCalls(durable: false))
    let rest = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(after).subtracting(rest) == [try #require(names["open"])])
  }
}
