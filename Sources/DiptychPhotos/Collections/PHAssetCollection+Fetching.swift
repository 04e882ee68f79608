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
  /// A subtype that does not belong to the type finds every smart album (P68, decision 33); under
  /// the quirk of iOS 18 nothing (P67), and under one of its own it raises (C63). Smart albums of
  /// kinds that the library does not tell apart, such as self portraits, are not found.
  public class func fetchAssetCollections(
    with type: PHAssetCollectionType, subtype: PHAssetCollectionSubtype, options: PHFetchOptions?
  ) -> PHFetchResult<PHAssetCollection> {
    let fetcher = Fetcher(.resolve(), options)
    switch (type, subtype.albumKinds) {
    case (.album, let kinds?): return fetcher.collections(in: .kinds(kinds))
    case (.smartAlbum, let kinds) where kinds == nil || subtype == .any:
      return fetcher.collections(in: .smartAlbums(subtype.smartAlbums))
    case (.album, nil), (.smartAlbum, _): return mismatch(type, subtype, fetcher)
    }
  }

  /// What a subtype of the other type finds.
  private class func mismatch(
    _ type: PHAssetCollectionType, _ subtype: PHAssetCollectionSubtype, _ fetcher: Fetcher
  ) -> PHFetchResult<PHAssetCollection> {
    let profile = fetcher.scope.library.profile
    if profile.mismatchedSubtypeRaises {
      raise(
        "NSInvalidArgumentException",
        reason: "The subtype \(subtype.rawValue) does not belong to the type \(type.rawValue).",
        remedy: "Fetch with a subtype of the type, or with any.")
    }
    return fetcher.collections(
      in: .smartAlbums(profile.mismatchedSubtypeFindsNothing ? [] : SmartAlbum.allCases))
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
