import DiptychEngine
import DiptychPlatform
import Foundation

/// A folder of albums and folders, or a list of moments, as it was when it was fetched; or a
/// transient list of collections.
open class PHCollectionList: PHCollection, @unchecked Sendable {
  // Sendable for the reason that PHObject states.

  private enum Content {
    case folder
    case moments(MomentList)
    case transient([PHCollection], title: String?)
  }

  private let content: Content

  /// Makes a folder that denotes nothing, for subclasses that stand in for real ones in tests.
  public override init() {
    content = .folder
    super.init()
  }

  init(_ record: CollectionRecord, _ scope: LibraryScope) {
    content = .folder
    super.init(
      record, reference: ObjectReference(scope: scope, kind: .folder, uuid: record.uuid))
  }

  init(_ list: MomentList, _ scope: LibraryScope) {
    content = .moments(list)
    super.init(nil, reference: ObjectReference(scope: scope, kind: .momentList, uuid: list.uuid))
  }

  /// A list in memory only. Its identifier follows from what it holds, and finds nothing.
  init(transient collections: [PHCollection], title: String?, _ scope: LibraryScope) {
    content = .transient(collections, title: title)
    let names = collections.map(\.localIdentifier)
    let text = "\(scope.library.uuid.uuidString) transient list \(names) \(title ?? "")"
    super.init(
      nil,
      reference: ObjectReference(scope: scope, kind: .transientList, uuid: UUID(hashing: text)))
  }

  /// Always true (P78).
  open override var canContainCollections: Bool { true }

  /// The user's title of a folder; the year of a list of moments of one year, nil for a month's.
  open override var localizedTitle: String? {
    switch content {
    case .folder: super.localizedTitle
    case .moments(let list): list.title
    case .transient(_, let title): title
    }
  }

  /// Folder or list of moments; a transient list is a folder.
  open var collectionListType: PHCollectionListType {
    if case .moments = content { return .momentList }
    return .folder
  }

  /// A regular folder, or the moments of a year or of a month.
  open var collectionListSubtype: PHCollectionListSubtype {
    guard case .moments(let list) = content else { return .regularFolder }
    return list.span == .year ? .momentListYear : .momentListCluster
  }

  /// The earliest creation date in a list of moments; nil for folders.
  open var startDate: Date? { momentList?.earliest }

  /// The latest creation date in a list of moments; nil for folders.
  open var endDate: Date? { momentList?.latest }

  /// The names of the places of a list of moments; see
  /// ``PHAssetCollection/localizedLocationNames``.
  open var localizedLocationNames: [String] { [] }

  /// The month or year that a list of moments is.
  var momentList: MomentList? {
    if case .moments(let list) = content { return list }
    return nil
  }

  /// The collections of a transient list.
  var transientCollections: [PHCollection]? {
    if case .transient(let collections, _) = content { return collections }
    return nil
  }

  package override func predicateValue(forKeyPath keyPath: String) -> PredicateValue? {
    switch keyPath {
    case "startDate": startDate.map { .date($0) } ?? .null
    case "endDate": endDate.map { .date($0) } ?? .null
    default: super.predicateValue(forKeyPath: keyPath)
    }
  }
}
