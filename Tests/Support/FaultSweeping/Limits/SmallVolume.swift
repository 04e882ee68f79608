import DiptychEngine
import DiptychPlatform
import Foundation

/// A small file system in memory with little room left.
package final class SmallVolume: Sendable {
  /// Where it is mounted.
  package let folder: URL

  /// Bytes.
  private static let size = 24 << 20

  /// A volume that another process has mounted.
  package init(mountedAt folder: URL) {
    self.folder = folder
  }

  /// Mounts one.
  /// - Returns: Nil where this process may mount nothing.
  package convenience init?(at folder: URL) {
    self.init(mountedAt: folder)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard mount("diptych", folder.path, "tmpfs", 0, "size=\(Self.size)") == 0 else {
      return nil
    }
  }

  /// Unmounts it.
  package func close() {
    umount2(folder.path, Int32(MNT_DETACH))
    try? FileManager.default.removeItem(at: folder)
  }

  private var ballast: String { folder.appendingPathComponent("ballast").path }

  /// Leaves room for so many pages.
  fileprivate func fill(leaving pages: Int) throws {
    var status = statvfs()
    guard statvfs(folder.path, &status) == 0 else {
      throw SweepFailure("The small volume cannot be asked for its room.")
    }
    let filled = max(0, Int(status.f_bavail) - pages) * Int(status.f_frsize)
    let descriptor = open(ballast, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    guard posix_fallocate(descriptor, 0, off_t(max(1, filled))) == 0 else {
      throw SweepFailure("The small volume cannot be filled.")
    }
  }

  fileprivate func empty() { unlink(ballast) }

  private func close(_ descriptor: Int32) { _ = Foundation.close(descriptor) }
}

/// So little room that a volume is full on the way.
struct LittleRoom: Disturbance {
  let name = "a full volume"
  let kind = FaultKind.full
  let counted: Int? = nil
  let volume: SmallVolume
  private let unnoticed = Lock(0)

  init(_ volume: SmallVolume) {
    self.volume = volume
    // A process that ended on the way left it full.
    volume.empty()
  }

  func begin(_ n: Int) throws { try volume.fill(leaving: n - 1) }

  func end(_ isSuccess: Bool) -> String? {
    volume.empty()
    return unnoticed.withLock { unnoticed in
      unnoticed = isSuccess ? unnoticed + 1 : 0
      if unnoticed < 3 { return "the volume" }
      unnoticed = 0
      return nil
    }
  }
}

extension FaultSweep {
  /// A sweep of what the system really refuses: open files, long files, and, on a small volume, room.
  /// - Parameters:
  ///   - sampling: Which points are tried.
  ///   - volume: Nil where none can be mounted.
  ///   - folder: Where libraries are made when there is none.
  package static func limits(
    _ sampling: Sampling, volume: SmallVolume?, folder: URL
  ) -> FaultSweep {
    let interruptions = InterruptedCalls()
    var disturbances: [any Disturbance] = [
      FewHandles(), ShortFiles(), SignalStorm(), interruptions,
    ]
    if let volume { disturbances.append(LittleRoom(volume)) }
    return FaultSweep(
      disturbances, systemCalls: interruptions.systemCalls, sampling: sampling,
      folder: volume?.folder ?? folder)
  }
}
