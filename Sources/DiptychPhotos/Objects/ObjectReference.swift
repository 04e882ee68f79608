import DiptychEngine
import Foundation

/// A library object by identity alone: in which library, of what kind, with which identifier.
struct ObjectReference: Hashable, Sendable {
  /// Smart albums count as albums.
  enum Kind: Sendable {
    case asset, album, folder, moment, momentList
    /// Collections in memory only.
    case transient, transientList
  }

  /// The library that made the object, and on whose behalf (decision 42).
  let scope: LibraryScope
  let kind: Kind
  let uuid: UUID

  var localIdentifier: String {
    switch kind {
    case .asset: Identifiers.asset(uuid)
    case .album, .transient: Identifiers.album(uuid)
    case .folder, .momentList, .transientList: Identifiers.folder(uuid)
    case .moment: Identifiers.moment(uuid)
    }
  }

  static func == (left: Self, right: Self) -> Bool {
    left.uuid == right.uuid && left.kind == right.kind
      && left.scope.library === right.scope.library
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(uuid)
  }
}
