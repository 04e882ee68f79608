import DiptychEngine
import DiptychPlatform
import Foundation

extension PHAssetCollection {
  /// Returns the albums with these identifiers; texts that are no identifier of an album are left
  /// out. Identifiers of moments are a list of their own: the first one says which is meant (P35).
  public class func fetchAssetCollections(
    withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
  ) -> PHFetchResult<PHAssetCollection> {
    let fetcher = Fetcher(.resolve(), options)
    for identifier in identifiers {
      if Identifiers.albumUUID(identifier) != nil { break }
      guard Identifiers.momentUUID(identifier) != nil else { continue }
      return fetcher.collections(
        in: .momentIdentifiers(identifiers.compactMap(Identifiers.momentUUID)))
    }
    return fetcher.collections(
      in: .identifiers(identifiers.compactMap(Identifiers.albumUUID), .album))
  }

  /// Returns the albums of a type: user albums wherever they are nested, in the user's order (P30,
  /// P66), smart albums in a fixed one, also when they are empty (P70), moments by date.
  ///
  /// A subtype that does not belong to the type finds every smart album, in the profile of iOS 18
  /// nothing (P67, P68, decision 33); where the profile says so it ends the process, as new systems
  /// raise (C63). Smart albums of kinds that this library does not have, such as those made on a
  /// Mac, are not found; neither is Recently Deleted (P69).
  public class func fetchAssetCollections(
    with type: PHAssetCollectionType, subtype: PHAssetCollectionSubtype, options: PHFetchOptions?
  ) -> PHFetchResult<PHAssetCollection> {
    let fetcher = Fetcher(.resolve(), options)
    switch type {
    case .album:
      guard let kinds = subtype.albumKinds else {
        return fetcher.collections(in: mismatch(type, subtype, fetcher.scope.library.profile))
      }
      return fetcher.collections(in: .kinds(kinds))
    case .smartAlbum:
      guard subtype == .any || subtype.albumKinds == nil else {
        return fetcher.collections(in: mismatch(type, subtype, fetcher.scope.library.profile))
      }
      return fetcher.collections(in: .smartAlbums(subtype.smartAlbums))
    case .moment:
      return fetcher.collections(in: .moments(nil))
    }
  }

  /// What a type and a subtype find that do not belong together (decision 33).
  private class func mismatch(
    _ type: PHAssetCollectionType, _ subtype: PHAssetCollectionSubtype, _ profile: BehaviorProfile
  ) -> CollectionQuery.Range {
    switch profile.mismatchedSubtype {
    case .findsSmartAlbums: return .smartAlbums(SmartAlbum.allCases)
    case .findsNothing: return .smartAlbums([])
    case .raises:
      raise(
        "NSInvalidArgumentException",
        reason: "The asset collection type \(type.rawValue) does not have the subtype "
          + "\(subtype.rawValue).",
        remedy: "Pass .any, or a subtype of this type.")
    }
  }

  /// Returns the albums that hold an asset, in the user's order, or the moment that it belongs to.
  /// Smart albums are never found this way (P72).
  public class func fetchAssetCollectionsContaining(
    _ asset: PHAsset, with type: PHAssetCollectionType, options: PHFetchOptions?
  ) -> PHFetchResult<PHAssetCollection> {
    guard let reference = asset.reference else { return PHFetchResult() }
    let fetcher = Fetcher(reference.scope, options)
    switch type {
    case .album: return fetcher.collections(in: .containing(reference.uuid))
    case .moment: return fetcher.collections(in: .momentContaining(reference.uuid))
    case .smartAlbum: return PHFetchResult()
    }
  }

  /// Returns the albums that group URLs of the AssetsLibrary framework name. Deprecated by Apple
  /// since iOS 16.
  public class func fetchAssetCollections(
    withALAssetGroupURLs assetGroupURLs: [URL], options: PHFetchOptions?
  ) -> PHFetchResult<PHAssetCollection> {
    Fetcher(.resolve(), options)
      .collections(in: .identifiers(assetGroupURLs.compactMap { Identifiers.uuid(of: $0) }, .album))
  }

  // MARK: Moments

  /// Returns the moments of the library, one for each day of its time zone on which an asset was
  /// taken, in ascending order (decision 32). Deprecated by Apple since iOS 13 (P82). O(*n*) in the
  /// assets.
  public class func fetchMoments(with options: PHFetchOptions?)
    -> PHFetchResult<PHAssetCollection>
  {
    Fetcher(.resolve(), options).collections(in: .moments(nil))
  }

  /// Returns the moments of a list of moments, in ascending order; none for another list.
  /// Deprecated by Apple since iOS 13.
  public class func fetchMoments(
    inMomentList momentList: PHCollectionList, options: PHFetchOptions?
  ) -> PHFetchResult<PHAssetCollection> {
    guard let reference = momentList.reference, let list = momentList.momentList else {
      return PHFetchResult()
    }
    return Fetcher(reference.scope, options)
      .collections(in: .moments(DateInterval(start: list.start, end: list.end)))
  }

  // MARK: Transient collections

  /// Makes a collection of assets in memory, in the order given, each once. It can be passed to
  /// `PHAsset.fetchAssets(in:options:)` and to transient lists, is found by no fetch, and cannot be
  /// changed (P77). Assets that denote nothing are left out, and so are those of another library
  /// than the first one's.
  public class func transientAssetCollection(
    with assets: [PHAsset], title: String?
  ) -> PHAssetCollection {
    let scope = assets.lazy.compactMap(\.reference?.scope).first ?? .resolve()
    let rows = assets.compactMap { asset -> Int64? in
      guard asset.reference?.scope.library === scope.library else { return nil }
      return asset.row
    }
    return transient(rows, title, scope)
  }

  /// Makes a collection of the assets of a fetch result in memory, as the form with an array does.
  public class func transientAssetCollection(
    withAssetFetchResult fetchResult: PHFetchResult<PHAsset>, title: String?
  ) -> PHAssetCollection {
    if let scope = fetchResult.firstObject?.reference?.scope,
      let rows = fetchResult.plainContents?.rows(in: scope.library)
    {
      return transient(rows, title, scope)
    }
    return transientAssetCollection(
      with: (0..<fetchResult.count).map { fetchResult[$0] }, title: title)
  }

  private class func transient(
    _ rows: [Int64], _ title: String?, _ scope: LibraryScope
  ) -> PHAssetCollection {
    var seen: Set<Int64> = []
    let rows = rows.filter { seen.insert($0).inserted }
    let figures = try? scope.library.read { try $0.figures(of: rows, as: scope.client) }
    return PHAssetCollection(
      transient: rows, figures ?? AlbumFigures(), title: title, scope)
  }
}
