import CFaultVFS
import DiptychEngine
import DiptychPlatform
import Foundation

/// Ends or stops the process at the n-th call that changes the volume.
package final class CallTrap: Sendable {
  /// What happens at the call, before it is made.
  package enum Action: String, CaseIterable, Sendable {
    /// The process ends.
    case die
    /// The process ends half-way through a write; only writes are counted.
    case half
    /// The process stops until somebody wakes it.
    case stop
  }

  private let action: Action
  /// The call at which it happens.
  private let call: Int
  private let count = Lock(0)

  /// - Parameter call: Counted from 1.
  package init(_ action: Action, call: Int) {
    self.action = action
    self.call = call
  }

  /// How many calls there were so far.
  package var calls: Int { count.withLock { $0 } }

  /// What a library is given, over `calls`.
  package func systemCalls(_ calls: any SystemCalls) -> any SystemCalls {
    InterceptedSystemCalls(
      calls,
      before: { call in
        if case .write(let descriptor, let bytes) = call {
          self.pass {
            _ = Foundation.write(descriptor, bytes.baseAddress, bytes.count / 2)
          }
        } else if Self.changes(call) {
          self.pass(nil)
        }
        return .proceed
      })
  }

  /// Has SQLite's file layer ask this trap.
  package func attach() throws {
    try FaultVFS.use { event in
      switch event.call {
      case DIPTYCH_VFS_WRITE:
        self.pass {
          guard let path = event.path, let bytes = event.bytes else { return }
          let descriptor = Foundation.open(path, O_WRONLY | O_CLOEXEC)
          _ = pwrite(descriptor, bytes.baseAddress, bytes.count / 2, off_t(event.offset))
        }
      case DIPTYCH_VFS_TRUNCATE, DIPTYCH_VFS_SYNC, DIPTYCH_VFS_DELETE: self.pass(nil)
      case DIPTYCH_VFS_OPEN: if event.creates { self.pass(nil) }
      default: break
      }
      return 0
    }
  }

  /// Counts a call. `writeHalf` is given for a write and writes its first half.
  private func pass(_ writeHalf: (() -> Void)?) {
    if action == .half, writeHalf == nil { return }
    let isIt = count.withLock { count in
      count += 1
      return count == call
    }
    guard isIt else { return }
    switch action {
    case .die: kill(getpid(), SIGKILL)
    case .half:
      writeHalf?()
      kill(getpid(), SIGKILL)
    case .stop: raise(SIGSTOP)
    }
  }

  /// Whether the call changes the volume. Of the 256 folders for originals the first and the last
  /// one count.
  private static func changes(_ call: SystemCall) -> Bool {
    switch call {
    case .open(_, .create), .sync, .syncVolume, .link, .rename, .unlink, .removeFolder: return true
    case .makeFolder(let path):
      let parts = path.split(separator: "/")
      guard parts.count > 1, parts[parts.count - 2] == "originals" else { return true }
      return ["00", "ff"].contains(parts[parts.count - 1])
    default: return false
    }
  }
}
