import DiptychEngine
import Foundation

extension PHCollection {
  /// Returns the user's albums and folders at the root, in the user's order, as a mix of
  /// ``PHAssetCollection`` and ``PHCollectionList`` (P28, P64).
  public class func fetchTopLevelUserCollections(
    with options: PHFetchOptions?
  ) -> PHFetchResult<PHCollection> {
    Fetcher(.resolve(), options).collections(in: .children(of: nil))
  }

  /// Returns the albums and folders directly in a folder, in the folder's order (P29, P65);
  /// of a list of moments its moments, of a transient list what it was made of (P77).
  public class func fetchCollections(
    in collectionList: PHCollectionList, options: PHFetchOptions?
  ) -> PHFetchResult<PHCollection> {
    guard let reference = collectionList.reference else { return PHFetchResult() }
    let fetcher = Fetcher(reference.scope, options)
    if let collections = collectionList.transientCollections {
      return fetcher.collections(among: collections)
    }
    if let list = collectionList.momentList {
      return fetcher.collections(in: .moments(DateInterval(start: list.start, end: list.end)))
    }
    return fetcher.collections(in: .children(of: reference.uuid))
  }
}
