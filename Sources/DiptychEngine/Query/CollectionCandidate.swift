import Foundation

/// What predicates and sort keys read of a collection, for one that no query finds.
package struct CollectionCandidate: Sendable {
  /// Its local identifier.
  package var localIdentifier: String
  /// Its title, if it has one.
  package var title: String?
  /// The earliest creation date of what it shows.
  package var earliest: Date?
  /// The latest creation date of what it shows.
  package var latest: Date?
  /// How many assets it shows.
  package var count: Int

  /// Makes one of values.
  package init(
    localIdentifier: String, title: String?, earliest: Date? = nil, latest: Date? = nil,
    count: Int = 0
  ) {
    self.localIdentifier = localIdentifier
    self.title = title
    self.earliest = earliest
    self.latest = latest
    self.count = count
  }
}

extension CollectionItem {
  /// The identifier by which Photos knows it (P58, P59).
  func localIdentifier(in library: Library) -> String {
    switch self {
    case .stored(let record) where record.kind.isFolder: Identifiers.folder(record.uuid)
    case .stored(let record): Identifiers.album(record.uuid)
    case .smart(let album): Identifiers.album(album.uuid(library: library.uuid))
    case .moment(let moment): Identifiers.moment(moment.uuid)
    case .momentList(let list): Identifiers.folder(list.uuid)
    }
  }
}
