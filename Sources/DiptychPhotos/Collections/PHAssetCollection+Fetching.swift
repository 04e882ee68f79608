import DiptychEngine
import Foundation

extension PHAssetCollection {
  /// Returns the albums with these identifiers; texts that are no identifier of an album are left
  /// out (P35).
  public class func fetchAssetCollections(
    withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
  ) -> PHFetchResult<PHAssetCollection> {
    Fetcher(.resolve(), options)
      .collections(in: .identifiers(identifiers.compactMap(Identifiers.albumUUID)))
  }

  /// Returns the albums of a type: user albums wherever they are nested, in the user's order (P30,
  /// P66), smart albums in a fixed one, also when they are empty (P70).
  ///
  /// A subtype that does not belong to the type finds every smart album (P68, decision 33). Smart
  /// albums of kinds that the library does not tell apart, such as self portraits, are not found.
  public class func fetchAssetCollections(
    with type: PHAssetCollectionType, subtype: PHAssetCollectionSubtype, options: PHFetchOptions?
  ) -> PHFetchResult<PHAssetCollection> {
    let fetcher = Fetcher(.resolve(), options)
    switch type {
    case .album:
      guard let kinds = subtype.albumKinds else {
        return fetcher.collections(in: .smartAlbums(SmartAlbum.allCases))
      }
      return fetcher.collections(in: .kinds(kinds))
    case .smartAlbum:
      return fetcher.collections(in: .smartAlbums(subtype.smartAlbums))
    }
  }

  /// Returns the albums that hold an asset, in the user's order. Smart albums are never found this
  /// way (P72).
  public class func fetchAssetCollectionsContaining(
    _ asset: PHAsset, with type: PHAssetCollectionType, options: PHFetchOptions?
  ) -> PHFetchResult<PHAssetCollection> {
    guard let reference = asset.reference, type == .album else { return PHFetchResult() }
    return Fetcher(reference.scope, options).collections(in: .containing(reference.uuid))
  }

  /// Returns the albums that group URLs of the AssetsLibrary framework name. Deprecated by Apple
  /// since iOS 16.
  public class func fetchAssetCollections(
    withALAssetGroupURLs assetGroupURLs: [URL], options: PHFetchOptions?
  ) -> PHFetchResult<PHAssetCollection> {
    Fetcher(.resolve(), options)
      .collections(in: .identifiers(assetGroupURLs.compactMap { Identifiers.uuid(of: $0) }))
  }
}
