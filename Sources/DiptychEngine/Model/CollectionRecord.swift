import Foundation

/// What a stored collection is. Smart albums are queries and never stored.
package enum CollectionKind: Int, Sendable, CaseIterable {
  case album = 0
  case folder = 1
  case synced = 2
  case imported = 3
  case event = 4
  case faces = 5
  case ownStream = 6
  case shared = 7

  package var isFolder: Bool { self == .folder }
  /// Whether the user or an application made it and may change it.
  package var isEditable: Bool { self == .album || self == .folder }

  /// Where the assets come from that a sync, a camera kit or a stream brings into it.
  package var memberSource: AssetSource {
    switch self {
    case .album, .folder, .imported: .userLibrary
    case .synced, .event, .faces: .synced
    case .ownStream: .ownStream
    case .shared: .shared
    }
  }
}

/// One album or folder as a transaction saw it.
package struct CollectionRecord: Hashable, Sendable {
  package var row: Int64
  package var uuid: UUID
  package var kind: CollectionKind
  package var title: String
  /// The row of the folder that holds it, or nil at the root.
  package var parent: Int64?
  package var rank: Int64
  package var creator: String
  package var created: Date
  package var modified: Date

  static let columns =
    "c.id, c.uuid, c.kind, c.title, c.parent, c.rank, c.creator, c.created, c.modified"

  init(_ row: borrowing Row) {
    self.row = row.integer(0)
    uuid = row.uuid(1)
    kind = CollectionKind(rawValue: row.int(2)) ?? .album
    title = row.text(3)
    parent = row.isNull(4) ? nil : row.integer(4)
    rank = row.integer(5)
    creator = row.text(6)
    created = row.date(7)
    modified = row.date(8)
  }
}
