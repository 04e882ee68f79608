import DiptychEngine
import Foundation

/// A folder of this process for what a target writes, in memory where there is such a place.
struct FuzzFolder: Sendable {
  let path: String

  init(_ name: String) throws {
    path = "\(Self.ownFolder)/\(name)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    Self.removeAtExit()
  }

  private static var ownFolder: String { "\(EphemeralLibrary.base)/diptych-fuzz-\(getpid())" }

  private static func removeAtExit() {
    atexit {
      try? FileManager.default.removeItem(atPath: FuzzFolder.ownFolder)
    }
  }

  /// Removes what is in it.
  func empty() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
      try? FileManager.default.removeItem(atPath: path + "/" + name)
    }
  }

  func write(_ bytes: [UInt8], to name: String) {
    _ = FileManager.default.createFile(atPath: path + "/" + name, contents: Data(bytes))
  }
}
