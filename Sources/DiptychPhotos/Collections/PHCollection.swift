import DiptychEngine
import DiptychPlatform
import Foundation

/// An album or a folder as it was when it was fetched. It does not hold its members: fetch them
/// (P63).
open class PHCollection: PHObject, @unchecked Sendable {
  // Sendable for the reason that PHObject states.

  /// Nil for smart albums, and for a client's own object.
  let record: CollectionRecord?

  /// Makes a collection that denotes nothing, for subclasses that stand in for real ones in tests.
  public override init() {
    record = nil
    super.init()
  }

  init(_ record: CollectionRecord?, reference: ObjectReference) {
    self.record = record
    super.init(reference: reference)
  }

  /// Whether assets can be members: of albums, yes (P78).
  open var canContainAssets: Bool { false }

  /// Whether collections can be members: of folders, yes (P78).
  open var canContainCollections: Bool { false }

  /// The user's title of an album or folder; for a smart album the system's name for it (P73).
  open var localizedTitle: String? { record?.title }

  /// When title or members last changed; nil for a smart album.
  open var modificationDate: Date? { record?.modified }

  /// Whether an operation is allowed (P97): on albums and folders of the user all are, on others
  /// only deleting members from the library (P99, C14); on transient ones nothing is (P77).
  open func canPerform(_ anOperation: PHCollectionEditOperation) -> Bool {
    if isEditable { return true }
    guard let reference, reference.kind == .album || reference.kind == .moment else { return false }
    return anOperation == .deleteContent
  }

  /// Whether the user or an application made it and may change it.
  var isEditable: Bool { record?.kind.isEditable ?? false }

  package override func predicateValue(forKeyPath keyPath: String) -> PredicateValue? {
    switch keyPath {
    case "localizedTitle", "title": localizedTitle.map { .string($0) } ?? .null
    default: super.predicateValue(forKeyPath: keyPath)
    }
  }

  /// The objects for what a fetch found, with their counts and dates, from the same snapshot.
  static func make(
    _ items: [CollectionItem], _ scope: LibraryScope, _ transaction: ReadTransaction
  ) throws -> [PHCollection] {
    let albums: [Int64] = items.compactMap { item in
      if case .stored(let record) = item, !record.kind.isFolder { return record.row }
      return nil
    }
    let figures = try transaction.albumFigures(albums, as: scope.client)
    return items.map { item in
      switch item {
      case .stored(let record) where record.kind.isFolder: PHCollectionList(record, scope)
      case .stored(let record):
        PHAssetCollection(record, figures[record.row] ?? AlbumFigures(), scope)
      case .smart(let album): PHAssetCollection(album, scope)
      case .moment(let moment): PHAssetCollection(moment, scope)
      case .momentList(let list): PHCollectionList(list, scope)
      }
    }
  }
}

extension PHCollection {
  /// The identifier of an album or folder that the library stores; nil for smart albums, moments and
  /// what is in memory only.
  var storedUUID: UUID? { record?.uuid }

  /// What predicates and sort keys read of it, as the object says it: a snapshot's values, or those
  /// of a client's own subclass.
  var candidate: CollectionCandidate {
    var candidate = CollectionCandidate(localIdentifier: localIdentifier, title: localizedTitle)
    if let collection = self as? PHAssetCollection {
      (candidate.earliest, candidate.latest) = (collection.startDate, collection.endDate)
      candidate.count = collection.estimatedAssetCount
    } else if let list = self as? PHCollectionList {
      (candidate.earliest, candidate.latest) = (list.startDate, list.endDate)
    }
    return candidate
  }
}
