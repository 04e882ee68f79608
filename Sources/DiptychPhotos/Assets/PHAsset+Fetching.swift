import DiptychEngine
import DiptychPlatform
import Foundation

extension PHAsset {
  /// Returns the assets of the user's library, in order of arrival unless the options sort (P27,
  /// decision 2).
  ///
  /// Without read access every fetch finds nothing (P173), and makes the system ask if nothing was
  /// decided (P172). O(*n*) in the assets found.
  public class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
    Fetcher(.resolve(), options).assets(in: .library)
  }

  /// Returns the assets of one media type, in order of arrival unless the options sort.
  public class func fetchAssets(
    with mediaType: PHAssetMediaType, options: PHFetchOptions?
  ) -> PHFetchResult<PHAsset> {
    Fetcher(.resolve(), options).assets(in: .library, where: mediaType.condition)
  }

  /// Returns the members of an album in the album's order (P23), or what a smart album shows in
  /// order of arrival (P24), unless the options sort (P26).
  public class func fetchAssets(
    in assetCollection: PHAssetCollection, options: PHFetchOptions?
  ) -> PHFetchResult<PHAsset> {
    guard let (scope, range) = assetCollection.assetRange else { return PHFetchResult() }
    return Fetcher(scope, options).assets(in: range)
  }

  /// Returns the assets with these identifiers, hidden ones included (P34), each once (P33), in
  /// order of arrival unless the options sort (P31). Texts that are no identifier of an asset in
  /// the library are left out (P32, C26).
  public class func fetchAssets(
    withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
  ) -> PHFetchResult<PHAsset> {
    Fetcher(.resolve(), options)
      .assets(in: .identifiers(identifiers.compactMap(Identifiers.assetUUID)))
  }

  /// Returns the representative and the user's picks of a burst, in order of arrival; every asset of
  /// it with `includeAllBurstAssets` (P41, C69). A text that is no identifier of a burst finds
  /// nothing.
  public class func fetchAssets(
    withBurstIdentifier burstIdentifier: String, options: PHFetchOptions?
  ) -> PHFetchResult<PHAsset> {
    let fetcher = Fetcher(.resolve(), options)
    guard let burst = UUID(written: burstIdentifier) else {
      return fetcher.assets(in: .rows([]))
    }
    return fetcher.assets(in: .burst(burst))
  }

  /// Returns the assets that URLs of the AssetsLibrary framework name (P36). Deprecated by Apple
  /// since iOS 11.
  public class func fetchAssets(
    withALAssetURLs assetURLs: [URL], options: PHFetchOptions?
  ) -> PHFetchResult<PHAsset> {
    Fetcher(.resolve(), options)
      .assets(in: .identifiers(assetURLs.compactMap { Identifiers.uuid(of: $0) }))
  }

  /// Returns the picture that stands for a collection: the first of an album or moment, the last of
  /// a smart album (decision 13); an empty result if there is none, nil for an object that is in no
  /// library (P37). The options filter, but do not sort.
  public class func fetchKeyAssets(
    in assetCollection: PHAssetCollection, options: PHFetchOptions?
  ) -> PHFetchResult<PHAsset>? {
    guard let (scope, range) = assetCollection.assetRange else { return nil }
    return Fetcher(scope, options).keyAsset(in: range, isLast: assetCollection.isSmart)
  }
}
