import CFaultVFS
import DiptychEngine
import Foundation

/// What a faulty machine does.
package enum FaultKind: String, CaseIterable, Sendable {
  /// The disk reports a failure: any call.
  case failure
  /// The volume is full: calls that need room.
  case full
  /// The process may open no more files.
  case handles
  /// A write stops half-way; through the seam it says so and can go on, below SQLite it fails.
  case half
  /// Memory is not given.
  case memory

  /// The kinds that calls fail by.
  package static let ofCalls: [FaultKind] = [.failure, .full, .handles, .half]

  /// What becomes of a call of the engine; nil when this kind leaves such calls alone.
  func verdict(on call: SystemCall) -> InterceptedSystemCalls.Verdict? {
    switch (self, call) {
    // These have no way to fail.
    case (_, .close), (_, .unlockByte), (_, .pause): nil
    case (.failure, _): .fail(EIO)
    case (.full, _): call.takesSpace ? .fail(ENOSPC) : nil
    case (.handles, .open), (.handles, .list): .fail(EMFILE)
    case (.half, .write(_, let bytes)) where bytes.count > 1: .shorten(bytes.count / 2)
    default: nil
    }
  }

  /// SQLite's code for a call of SQLite that fails; nil as above.
  func code(for event: FaultVFS.Event) -> Int32? {
    let ioFailure: Int32 = 10
    let full: Int32 = 13
    let cannotOpen: Int32 = 14
    switch (self, event.call) {
    case (_, DIPTYCH_VFS_CLOSE): return nil
    case (.failure, DIPTYCH_VFS_OPEN): return cannotOpen
    case (.failure, _): return ioFailure | Self.detail(event.call) << 8
    case (.full, DIPTYCH_VFS_WRITE): return full
    case (.full, DIPTYCH_VFS_OPEN): return event.creates ? cannotOpen : nil
    case (.handles, DIPTYCH_VFS_OPEN): return cannotOpen
    case (.half, DIPTYCH_VFS_WRITE): return FaultVFS.halfWritten
    default: return nil
    }
  }

  /// The number that SQLite's extended codes carry for a call.
  private static func detail(_ call: diptych_vfs_call) -> Int32 {
    switch call {
    case DIPTYCH_VFS_READ: 1
    case DIPTYCH_VFS_WRITE: 3
    case DIPTYCH_VFS_SYNC: 4
    case DIPTYCH_VFS_TRUNCATE: 6
    case DIPTYCH_VFS_SIZE: 7
    case DIPTYCH_VFS_DELETE: 10
    case DIPTYCH_VFS_ACCESS: 13
    case DIPTYCH_VFS_LOCK: 15
    case DIPTYCH_VFS_MAP_LOCK: 20
    case DIPTYCH_VFS_MAP: 21
    default: 0
    }
  }
}
