import CFaultVFS
import DiptychPlatform
import Foundation

/// SQLite's file layer with a hook before each call. Libraries opened with ``name`` use it; there is
/// one hook for the process.
package enum FaultVFS {
  /// What a library's configuration calls the layer.
  package static let name = "diptych-fault"

  /// One call of SQLite to its file layer. The bytes are valid during the call only.
  package struct Event {
    package let call: diptych_vfs_call
    /// Nil for a file without a name.
    package let path: String?
    /// Bytes from the start; the new length for a truncation.
    package let offset: Int64
    /// What is to be written.
    package let bytes: UnsafeRawBufferPointer?
    /// Whether an open makes the file.
    package let creates: Bool
  }

  /// Gives SQLite's code for a call that is to fail, or 0.
  package typealias Hook = @Sendable (Event) -> Int32

  /// For a write, writes the first half and fails.
  package static let halfWritten: Int32 = 522

  /// A closure that is read out of a generic box gains a layer each time, so it stands in a class.
  private final class Holder: Sendable {
    let hook: Hook
    init(_ hook: @escaping Hook) { self.hook = hook }
  }

  private static let holder = Lock<Holder?>(nil)

  /// Registers the layer and sets its hook; nil lets every call pass.
  package static func use(_ hook: Hook?) throws {
    holder.withLock { $0 = hook.map(Holder.init) }
    let code = diptych_vfs_register { event in
      guard let event, let holder = FaultVFS.holder.withLock({ $0 }) else { return 0 }
      let raw = event.pointee
      return holder.hook(
        Event(
          call: raw.call, path: raw.path.map { String(cString: $0) }, offset: raw.offset,
          bytes: raw.bytes.map { UnsafeRawBufferPointer(start: $0, count: Int(raw.count)) },
          creates: raw.creates != 0))
    }
    guard code == 0 else { throw SweepFailure("SQLite takes no second file layer: \(code).") }
  }
}

/// Why a sweep cannot go on.
package struct SweepFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
