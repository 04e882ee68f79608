import DiptychEngine
import DiptychPlatform
import Foundation

/// A request to create, change or delete folders, or to arrange the root, made inside a change
/// block.
///
/// Indexes count in the children as they are when the change is carried out; those of
/// `removeChildCollections(at:)` count in the fetch result that the request was made with, if it was
/// made with one (P110), and in what the methods called before have made of it (decision 240). Errors come out as the block's: 3300 for a folder put into itself (P80),
/// 3301 for indexes that do not fit.
public class PHCollectionListChangeRequest: PHChangeRequest {
  private let collection: CollectionRequest
  /// The children as the request counts them; nil if it was made without a fetch result.
  private let children: WorkingChildren?

  required init(
    _ collection: CollectionRequest, children: PHFetchResult<PHCollection>? = nil
  ) {
    self.collection = collection
    self.children = children.map { WorkingChildren($0, isRoot: collection.isRoot) }
    super.init(context: collection.context)
  }

  // MARK: Creating and deleting

  /// Requests a new folder, empty and at the end of the root. A title of more than 4,096 bytes or
  /// with a NUL fails the block with 3300.
  @discardableResult
  public class func creationRequestForCollectionList(withTitle title: String) -> Self {
    self.init(.create(.folder, title: title))
  }

  /// Stands for the new folder inside the block and after it; on a request for an existing folder,
  /// for that folder. Reading it after the block has returned ends the process, where Apple raises
  /// (P88).
  public var placeholderForCreatedCollectionList: PHObjectPlaceholder {
    collection.placeholder
  }

  /// Requests that folders are deleted with all collections below them; the assets stay (P108). The
  /// user is asked once for each block, and a refusal fails it with 3072.
  public class func deleteCollectionLists(_ collectionLists: any NSFastEnumeration) {
    CollectionRequest.delete(collectionLists, .folder)
  }

  // MARK: Changing

  /// Requests changes of a folder; nil for an object that is in no library (P98).
  public convenience init?(for collectionList: PHCollectionList) {
    guard let request = CollectionRequest.change(collectionList) else { return nil }
    self.init(request)
  }

  /// Requests changes of a folder whose children were fetched as `childCollections`; nil for an
  /// object that is in no library.
  public convenience init?(
    for collectionList: PHCollectionList, childCollections: PHFetchResult<PHCollection>
  ) {
    guard let request = CollectionRequest.change(collectionList) else { return nil }
    self.init(request, children: childCollections)
  }

  /// Requests changes of the root, whose children were fetched as `childCollections` (P120). The
  /// root has no title: setting one fails the block with 3300.
  public convenience init?(
    forTopLevelCollectionListUserCollections childCollections: PHFetchResult<PHCollection>
  ) {
    self.init(.root(), children: childCollections)
  }

  /// The title, at first the folder's. Setting it renames the folder.
  public var title: String {
    get { collection.title }
    set { collection.rename(newValue) }
  }

  /// Requests that collections move to the end of the folder (P81).
  /// - Parameter collections: Albums, folders, placeholders of either, or a mix.
  public func addChildCollections(_ collections: any NSFastEnumeration) {
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("modern-children-reversed") {
        return edit { .add(try uuids(collections).reversed()) }
      }
    #endif
    edit { .add(try uuids(collections)) }
    children?.add(collections)
  }

  /// Requests that the n-th collection lands at the n-th smallest index of the final list. Counts
  /// that differ fail the block with 3301.
  public func insertChildCollections(
    _ collections: any NSFastEnumeration, at indexes: IndexSet
  ) {
    edit { .insert(try uuids(collections), indexes) }
    children?.insert(collections, at: indexes)
  }

  /// Requests that collections leave the folder for the end of the root.
  public func removeChildCollections(_ collections: any NSFastEnumeration) {
    edit { .remove(try uuids(collections)) }
    children?.remove(collections)
  }

  /// Requests that the collections at the indexes leave the folder for the end of the root.
  public func removeChildCollections(at indexes: IndexSet) {
    guard let children else { return edit { .removeAt(indexes) } }
    edit {
      guard indexes.allSatisfy({ $0 < children.objects.count }) else {
        throw LibraryError(
          .indexMismatch, "The indexes do not fit the children. Fetch them again.")
      }
      let removed = indexes.map { children.objects[$0] } as NSArray
      children.remove(removed)
      return .remove(try uuids(removed))
    }
  }

  /// Requests that the collections take the places of those at the indexes.
  public func replaceChildCollections(
    at indexes: IndexSet, withChildCollections collections: any NSFastEnumeration
  ) {
    edit { .replaceAt(indexes, try uuids(collections)) }
    children?.replace(indexes, with: collections)
  }

  /// Requests that the collections at the indexes are taken out, then put in before `toIndex` of
  /// what is left.
  public func moveChildCollections(at indexes: IndexSet, to toIndex: Int) {
    edit { .moveAt(indexes, to: toIndex) }
    children?.move(indexes, to: toIndex)
  }

  private func uuids(_ list: any NSFastEnumeration) throws(LibraryError) -> [UUID] {
    try RequestedObjects.uuids(list, [.album, .folder], in: context.library)
  }

  private func edit(_ make: () throws -> FolderEdit) {
    do {
      guard collection.isRoot || collection.editableUUID != nil else {
        throw CollectionRequest.notEditable
      }
      _ = context.append(.editFolder(collection.editableUUID, try make()))
    } catch {
      _ = context.append(.refused(LibraryError.wrapping(error)))
    }
  }
}
