import DiptychEngine
import Foundation

extension PHCollectionList {
  /// Returns the folder that holds a collection, or an empty result at the root (P79).
  public class func fetchCollectionListsContaining(
    _ collection: PHCollection, options: PHFetchOptions?
  ) -> PHFetchResult<PHCollectionList> {
    guard let reference = collection.reference else { return PHFetchResult() }
    let parent = try? reference.scope.library.read { transaction in
      try transaction.collection(reference.uuid)?.parent
        .flatMap { try transaction.collection(row: $0)?.uuid }
    }
    return Fetcher(reference.scope, options)
      .collections(in: .identifiers((parent ?? nil).map { [$0] } ?? []))
  }

  /// Returns the folders with these identifiers; texts that are no identifier of a folder are left
  /// out (P35).
  public class func fetchCollectionLists(
    withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
  ) -> PHFetchResult<PHCollectionList> {
    Fetcher(.resolve(), options)
      .collections(in: .identifiers(identifiers.compactMap(Identifiers.folderUUID)))
  }

  /// Returns the user's folders wherever they are nested, in the user's order.
  public class func fetchCollectionLists(
    with collectionListType: PHCollectionListType, subtype: PHCollectionListSubtype,
    options: PHFetchOptions?
  ) -> PHFetchResult<PHCollectionList> {
    Fetcher(.resolve(), options).collections(in: .kinds([.folder]))
  }
}
