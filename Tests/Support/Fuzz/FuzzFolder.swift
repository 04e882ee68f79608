import DiptychEngine
import Foundation

/// A folder of this process for what a target writes, in memory where there is such a place.
struct FuzzFolder: Sendable {
  let path: String

  init(_ name: String) throws {
    _ = Self.leftoversAreGone
    path = "\(Self.ownFolder)/\(name)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    Self.removeAtExit()
  }

  private static let prefix = "diptych-fuzz-"
  private static var ownFolder: String { "\(EphemeralLibrary.base)/\(prefix)\(getpid())" }

  /// A crash leaves its folder behind; the next process takes it away.
  private static let leftoversAreGone: Void = {
    let base = EphemeralLibrary.base
    for name in (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
    where name.hasPrefix(prefix) {
      guard let process = pid_t(name.dropFirst(prefix.count)), kill(process, 0) != 0, errno == ESRCH
      else { continue }
      try? FileManager.default.removeItem(atPath: base + "/" + name)
    }
  }()

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
