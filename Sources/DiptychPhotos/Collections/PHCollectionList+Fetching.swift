import DiptychEngine
import Foundation

extension PHCollectionList {
  /// Returns the folder that holds a collection, or an empty result at the root (P79); of a moment
  /// the month and the year.
  public class func fetchCollectionListsContaining(
    _ collection: PHCollection, options: PHFetchOptions?
  ) -> PHFetchResult<PHCollectionList> {
    guard let reference = collection.reference else { return PHFetchResult() }
    let fetcher = Fetcher(reference.scope, options)
    if case .moment = reference.kind {
      return fetcher.collections(in: .momentListsContaining(reference.uuid))
    }
    return fetcher.collections(in: .parent(of: reference.uuid))
  }

  /// Returns the folders with these identifiers, or the lists of moments; texts that are no
  /// identifier of either are left out. The first one says which is meant (P35).
  public class func fetchCollectionLists(
    withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
  ) -> PHFetchResult<PHCollectionList> {
    let fetcher = Fetcher(.resolve(), options)
    let uuids = identifiers.compactMap(Identifiers.folderUUID)
    let folders: PHFetchResult<PHCollectionList> = fetcher.collections(
      in: .identifiers(uuids, .folder))
    // A folder that the application does not see is as good as none. What finds neither stays a fetch
    // of folders, which may be seen later on.
    guard folders.count == 0, !fetcher.sees(.identifiers(uuids, .folder)),
      fetcher.sees(.momentListIdentifiers(uuids))
    else { return folders }
    return fetcher.collections(in: .momentListIdentifiers(uuids))
  }

  /// Returns the lists of a type: the user's folders wherever they are nested, in the user's order,
  /// or the lists of moments by date. There are no smart folders here: that type finds nothing.
  public class func fetchCollectionLists(
    with collectionListType: PHCollectionListType, subtype: PHCollectionListSubtype,
    options: PHFetchOptions?
  ) -> PHFetchResult<PHCollectionList> {
    let fetcher = Fetcher(.resolve(), options)
    switch (collectionListType, subtype) {
    case (.folder, .regularFolder), (.folder, .any):
      return fetcher.collections(in: .kinds([.folder]))
    case (.momentList, .momentListYear), (.momentList, .any):
      return fetcher.collections(in: .momentLists(.year, containing: nil))
    case (.momentList, .momentListCluster):
      return fetcher.collections(in: .momentLists(.month, containing: nil))
    default:
      return fetcher.collections(in: .kinds([]))
    }
  }

  // MARK: Moments

  /// Returns the lists of moments of a kind, by date: years, or clusters, which are months here.
  /// Another kind finds nothing. Deprecated by Apple since iOS 13.
  public class func fetchMomentLists(
    with momentListSubtype: PHCollectionListSubtype, options: PHFetchOptions?
  ) -> PHFetchResult<PHCollectionList> {
    fetchCollectionLists(with: .momentList, subtype: momentListSubtype, options: options)
  }

  /// Returns the list of a kind that holds a moment. Deprecated by Apple since iOS 13.
  public class func fetchMomentLists(
    with momentListSubtype: PHCollectionListSubtype, containingMoment moment: PHAssetCollection,
    options: PHFetchOptions?
  ) -> PHFetchResult<PHCollectionList> {
    guard let reference = moment.reference, let day = moment.moment else { return PHFetchResult() }
    let span: MomentList.Span
    switch momentListSubtype {
    case .momentListYear: span = .year
    case .momentListCluster: span = .month
    default: return PHFetchResult()
    }
    return Fetcher(reference.scope, options)
      .collections(in: .momentLists(span, containing: day.start))
  }

  // MARK: Transient lists

  /// Makes a list of collections in memory, in the order given, each once. It can be passed to
  /// `PHCollection.fetchCollections(in:options:)`, is found by no fetch, and cannot be changed
  /// (P77).
  public class func transientCollectionList(
    with collections: [PHCollection], title: String?
  ) -> PHCollectionList {
    var seen: Set<PHCollection> = []
    let scope = collections.lazy.compactMap(\.reference?.scope).first ?? .resolve()
    return PHCollectionList(
      transient: collections.filter { seen.insert($0).inserted }, title: title, scope)
  }

  /// Makes a list of the collections of a fetch result in memory, as the form with an array does.
  public class func transientCollectionList(
    withCollectionsFetchResult fetchResult: PHFetchResult<PHCollection>, title: String?
  ) -> PHCollectionList {
    transientCollectionList(with: (0..<fetchResult.count).map { fetchResult[$0] }, title: title)
  }
}
