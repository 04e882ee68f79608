import DiptychEngine
import Foundation

/// Whether the volume of a library can do what originals and the log need.
enum VolumeCheck {
  static func finding(_ path: String) -> Finding {
    let system = RealSystemCalls(durable: false)
    let folder = nearestFolder(path, system)
    do {
      guard try !system.isOnNetwork(folder) else {
        return Finding(
          "volume",
          "\(folder) is on a network file system, where the log cannot work. Choose a folder on "
            + "a disk of this machine.", isProblem: true)
      }
      guard access(folder, W_OK) == 0 else {
        return Finding(
          "volume", "\(folder) cannot be written. Check its permissions.", isProblem: true)
      }
      let links = try hasHardLinks(folder, system)
      return Finding(
        "volume",
        links
          ? "\(folder) is on a disk of this machine that has hard links."
          : "\(folder) is on a volume without hard links, which a library needs. Choose another.",
        isProblem: !links)
    } catch {
      return Finding(
        "volume", "\(folder) cannot be examined: \(error). Check its permissions.",
        isProblem: true)
    }
  }

  /// The folder at the path, or the nearest one above it that is there.
  private static func nearestFolder(_ path: String, _ system: RealSystemCalls) -> String {
    var folder = URL(fileURLWithPath: path).standardizedFileURL.path
    while folder != "/", (try? system.status(folder))?.kind != .folder {
      folder = folder.parentPath
    }
    return folder
  }

  /// Tries it with an empty file, which is removed again.
  private static func hasHardLinks(
    _ folder: String, _ system: RealSystemCalls
  ) throws(SystemCallError) -> Bool {
    let place = "\(folder)/.diptych-doctor-\(ProcessInfo.processInfo.processIdentifier)"
    try system.makeFolder(place)
    defer {
      try? system.unlink(place + "/a")
      try? system.unlink(place + "/b")
      try? system.removeFolder(place)
    }
    system.close(try system.open(place + "/a", .create))
    do {
      try system.link(place + "/a", place + "/b")
      return true
    } catch  where [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(error.number) {
      return false
    }
  }
}
