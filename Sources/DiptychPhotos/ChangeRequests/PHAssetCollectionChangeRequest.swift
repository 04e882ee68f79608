import DiptychEngine
import DiptychPlatform
import Foundation

/// A request to create, change or delete albums, made inside a change block.
///
/// Indexes count in the fetch result given to `init(for:assets:)`, else in what a fetch of the
/// album without options shows (decision 12). Errors come out as the block's: 3300 for an album
/// that cannot be changed, such as a smart album (decision 34), 3301 for indexes that do not fit.
public class PHAssetCollectionChangeRequest: PHChangeRequest {
  private let collection: CollectionRequest
  private let basis: AlbumBasis

  required init(_ collection: CollectionRequest, _ basis: AlbumBasis) {
    self.collection = collection
    self.basis = basis
    super.init(context: collection.context)
  }

  // MARK: Creating and deleting

  /// Requests a new album, empty and at the end of the root (P118). Other albums may have the same
  /// title (P75), and it may be empty (decision 9); one of more than 4,096 bytes or with a NUL
  /// fails the block with 3300.
  @discardableResult
  public class func creationRequestForAssetCollection(withTitle title: String) -> Self {
    self.init(.create(.album, title: title), .defaultView)
  }

  /// Stands for the new album inside the block and after it; on a request for an existing album,
  /// for that album. Reading it after the block has returned ends the process, where Apple raises
  /// (P88).
  public var placeholderForCreatedAssetCollection: PHObjectPlaceholder {
    collection.placeholder
  }

  /// Requests that albums are deleted; their assets stay (P107). The user is asked once for each
  /// block, and a refusal fails it with 3072.
  public class func deleteAssetCollections(_ assetCollections: any NSFastEnumeration) {
    CollectionRequest.delete(assetCollections, .album)
  }

  // MARK: Changing

  /// Requests changes of an album; nil for an object that is in no library (P98).
  public convenience init?(for assetCollection: PHAssetCollection) {
    self.init(for: assetCollection, assets: nil)
  }

  /// Requests changes of an album whose indexes count in `assets`, a fetch of its members; nil for
  /// an object that is in no library. Members that have left the album since are passed over
  /// (P110). Each method of the request counts in what those before it made of `assets`, removals
  /// and additions by object included (P90).
  public convenience init?(
    for assetCollection: PHAssetCollection, assets: PHFetchResult<PHAsset>?
  ) {
    guard let request = CollectionRequest.change(assetCollection) else { return nil }
    let rows = assets?.plainContents?.rows(in: request.context.library)
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("modern-basis-ignored") {
        self.init(request, .defaultView)
        return
      }
    #endif
    self.init(request, rows.map { .rows(FetchedMembers($0)) } ?? .defaultView)
  }

  /// The title, at first the album's. Setting it renames the album (P119).
  public var title: String {
    get { collection.title }
    set { collection.rename(newValue) }
  }

  /// Requests that assets are appended; one that is a member keeps its place (decision 10).
  /// - Parameter assets: Assets, placeholders, or both.
  public func addAssets(_ assets: any NSFastEnumeration) {
    edit { .add(try uuids(assets)) }
  }

  /// Requests that the n-th asset lands at the n-th smallest index of the final list (P111, C11).
  /// Counts that differ, and an asset that is a member, fail the block with 3301 (P112).
  public func insertAssets(_ assets: any NSFastEnumeration, at indexes: IndexSet) {
    edit { .insert(try uuids(assets), indexes) }
  }

  /// Requests that assets leave the album; they stay in the library (P106).
  public func removeAssets(_ assets: any NSFastEnumeration) {
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("modern-lost-removal") {
        return edit { .remove(Array(try uuids(assets).dropLast())) }
      }
    #endif
    edit { .remove(try uuids(assets)) }
  }

  /// Requests that the members at the indexes leave the album (P116).
  public func removeAssets(at indexes: IndexSet) {
    #if DIPTYCH_PLANTED_FAULTS
      let indexes = isPlanted("modern-first-index-only") ? IndexSet(indexes.prefix(1)) : indexes
    #endif
    edit { .removeAt(indexes) }
  }

  /// Requests that the assets take the places of those at the indexes; one that is a member already
  /// moves (P115).
  public func replaceAssets(
    at indexes: IndexSet, withAssets assets: any NSFastEnumeration
  ) {
    edit { .replaceAt(indexes, try uuids(assets)) }
  }

  /// Requests that the members at the indexes are taken out, then put in before `toIndex` of what
  /// is left (P114).
  public func moveAssets(at fromIndexes: IndexSet, to toIndex: Int) {
    #if DIPTYCH_PLANTED_FAULTS
      let toIndex = isPlanted("modern-move-off-by-one") ? max(0, toIndex - 1) : toIndex
    #endif
    edit { .moveAt(fromIndexes, to: toIndex) }
  }

  private func uuids(_ assets: any NSFastEnumeration) throws -> [UUID] {
    try RequestedObjects.uuids(assets, [.asset], in: context.library)
  }

  private func edit(_ make: () throws -> AlbumEdit) {
    do {
      guard let uuid = collection.editableUUID else { throw CollectionRequest.notEditable }
      _ = context.append(.editAlbum(uuid, try make(), basis))
    } catch {
      _ = context.append(.refused(LibraryError.wrapping(error)))
    }
  }
}
