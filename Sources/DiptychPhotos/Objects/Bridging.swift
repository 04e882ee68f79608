import DiptychEngine
import Foundation

// What the bridge between the two APIs needs of this one; nothing of it is public.

extension PHObject {
  /// Which object this is, and in which library (decision 42); nil for one that denotes nothing,
  /// such as a mock.
  package var bridged: (uuid: UUID, scope: LibraryScope)? {
    reference.map { ($0.uuid, $0.scope) }
  }
}
