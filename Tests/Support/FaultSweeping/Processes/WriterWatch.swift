import CFaultVFS
import DiptychEngine
import DiptychPlatform
import Foundation

/// Looks whether the database and its log are written only by the holder of the writer's lock. That
/// lock is exclusive among processes, so commits and checkpoints of two never overlap then.
package final class WriterWatch: Sendable {
  private struct State {
    /// Libraries of this process that hold the lock: at most one, unless the lock is broken.
    var holders = 0
    var writes = 0
    var checkpoints = 0
    var violation: String?
  }

  private static let writerByte: Int64 = 0
  private let state = Lock(State())

  package init() {}

  /// Writes to the log, writes to the database, and the first that came without the lock.
  package var findings: (writes: Int, checkpoints: Int, violation: String?) {
    state.withLock { ($0.writes, $0.checkpoints, $0.violation) }
  }

  /// What libraries are given, over `calls`.
  package func systemCalls(_ calls: any SystemCalls) -> any SystemCalls {
    InterceptedSystemCalls(
      calls,
      before: { call in
        if case .unlockByte(_, Self.writerByte) = call {
          self.state.withLock { $0.holders -= 1 }
        }
        return .proceed
      },
      after: { call, result in
        guard case .tryLockByte(_, Self.writerByte, true) = call, result == 1 else { return }
        self.state.withLock { state in
          state.holders += 1
          if state.holders > 1 { state.violation = "two hold the writer's lock" }
        }
      })
  }

  /// Has SQLite's file layer ask this watch.
  package func attach() throws {
    try FaultVFS.use { event in
      switch event.call {
      case DIPTYCH_VFS_WRITE, DIPTYCH_VFS_TRUNCATE, DIPTYCH_VFS_SYNC, DIPTYCH_VFS_DELETE: break
      default: return 0
      }
      guard let path = event.path else { return 0 }
      self.state.withLock { state in
        if path.hasSuffix("-wal") { state.writes += 1 } else { state.checkpoints += 1 }
        if state.holders != 1 {
          state.violation = state.violation ?? "\(path) is written without the writer's lock"
        }
      }
      return 0
    }
  }
}
