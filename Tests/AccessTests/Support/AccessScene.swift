import DiptychAssetsLibrary
import DiptychEngine
import DiptychPhotos
import Foundation

/// A planted library, and objects that the application had fetched before the user changed the
/// access: the only way to play calls of objects for who may fetch none.
struct AccessScene: Sendable {
  let library: SecretLibrary
  let held: HeldObjects
  let legacy: HeldLegacyObjects

  /// Fetches everything, then lets the user decide.
  static func prepare(_ library: SecretLibrary, for state: AccessState) async throws -> AccessScene
  {
    try library.set(.authorized)
    let scene = AccessScene(
      library: library, held: try HeldObjects(library),
      legacy: try await HeldLegacyObjects(library))
    if state != .authorized { try library.set(state) }
    library.engine.access.setStanding(state == .authorized || state == .limited ? .allow : .refuse)
    return scene
  }

  /// Runs a change block and notes how it ended.
  func change(_ out: Witness, _ block: @escaping () -> Void) {
    do {
      try PHPhotoLibrary.shared().performChangesAndWait(block)
    } catch {
      out.note(error)
    }
  }
}

/// Objects of Photos.
final class HeldObjects: Sendable {
  /// Every asset, hidden ones too; none of them was read yet.
  let assets: PHFetchResult<PHAsset>
  let photo: PHAsset
  let video: PHAsset
  let live: PHAsset
  let hidden: PHAsset
  let selected: PHAsset
  let own: PHAsset
  let theirAlbum: PHAssetCollection
  let ownAlbum: PHAssetCollection
  let everything: PHAssetCollection
  let theirFolder: PHCollectionList
  let ownFolder: PHCollectionList
  /// The day of an unseen photo, and one of the selection.
  let secretDay: PHAssetCollection
  let visibleDay: PHAssetCollection
  let secretYear: PHCollectionList
  let visibleYear: PHCollectionList
  let secretResource: PHAssetResource
  let visibleResource: PHAssetResource
  /// The state before the first change.
  let start: PHPersistentChangeToken

  /// Why an object cannot be had.
  struct Missing: Error {}

  init(_ library: SecretLibrary) throws {
    let options = PHFetchOptions()
    options.includeHiddenAssets = true
    assets = PHAsset.fetchAssets(with: options)
    photo = try Self.asset(library.photo)
    video = try Self.asset(library.video)
    live = try Self.asset(library.live)
    hidden = try Self.asset(library.hidden)
    selected = try Self.asset(library.selected)
    own = try Self.asset(library.own)
    theirAlbum = try Self.album(library.theirAlbum)
    ownAlbum = try Self.album(library.ownAlbum)
    everything = try Self.first(
      PHAssetCollection.fetchAssetCollections(
        with: .smartAlbum, subtype: .smartAlbumUserLibrary, options: nil))
    theirFolder = try Self.folder(library.theirFolder)
    ownFolder = try Self.folder(library.ownFolder)
    secretDay = try Self.day(photo)
    visibleDay = try Self.day(selected)
    let years = PHCollectionList.fetchMomentLists(with: .momentListYear, options: nil)
    secretYear = try Self.first(years)
    guard let last = years.lastObject else { throw Missing() }
    visibleYear = last
    secretResource = try Self.resource(photo)
    visibleResource = try Self.resource(selected)
    start = try Self.token(library)
  }

  /// An unseen asset that was not read before the access changed.
  var unread: PHAsset { assets.object(at: 0) }

  /// A result that was not read yet, as another call would have it.
  var unreadResult: PHFetchResult<PHAsset> { assets }

  private static func first<Kind: PHObject>(_ result: PHFetchResult<Kind>) throws -> Kind {
    guard let first = result.firstObject else { throw Missing() }
    return first
  }

  private static func asset(_ uuid: UUID) throws -> PHAsset {
    try first(PHAsset.fetchAssets(withLocalIdentifiers: [Identifiers.asset(uuid)], options: nil))
  }

  private static func album(_ uuid: UUID) throws -> PHAssetCollection {
    try first(
      PHAssetCollection.fetchAssetCollections(
        withLocalIdentifiers: [Identifiers.album(uuid)], options: nil))
  }

  private static func folder(_ uuid: UUID) throws -> PHCollectionList {
    try first(
      PHCollectionList.fetchCollectionLists(
        withLocalIdentifiers: [Identifiers.folder(uuid)], options: nil))
  }

  private static func day(_ asset: PHAsset) throws -> PHAssetCollection {
    try first(
      PHAssetCollection.fetchAssetCollectionsContaining(asset, with: .moment, options: nil))
  }

  private static func resource(_ asset: PHAsset) throws -> PHAssetResource {
    guard let resource = PHAssetResource.assetResources(for: asset).first else { throw Missing() }
    return resource
  }

  /// A token as it is read from an archive of an early time.
  private static func token(_ library: SecretLibrary) throws -> PHPersistentChangeToken {
    let coder = NSKeyedArchiver(requiringSecureCoding: true)
    coder.encode(NSString(string: library.engine.uuid.uuidString), forKey: "library")
    coder.encode(Int64(0), forKey: "token")
    coder.finishEncoding()
    let decoder = try NSKeyedUnarchiver(forReadingFrom: coder.encodedData)
    guard let token = PHPersistentChangeToken(coder: decoder) else { throw Missing() }
    return token
  }
}

/// Objects of AssetsLibrary.
final class HeldLegacyObjects: Sendable {
  let library = ALAssetsLibrary()
  let photo: ALAsset
  let video: ALAsset
  let selected: ALAsset
  let own: ALAsset
  let theirAlbum: ALAssetsGroup
  let ownAlbum: ALAssetsGroup
  let roll: ALAssetsGroup
  let secretFile: ALAssetRepresentation
  let visibleFile: ALAssetRepresentation

  init(_ planted: SecretLibrary) async throws {
    photo = try await Self.asset(planted.photo, "png", library)
    video = try await Self.asset(planted.video, "mp4", library)
    selected = try await Self.asset(planted.selected, "png", library)
    own = try await Self.asset(planted.own, "png", library)
    theirAlbum = try await Self.group(planted.theirAlbum, library)
    ownAlbum = try await Self.group(planted.ownAlbum, library)
    roll = try await Self.group(
      SmartAlbum.userLibrary.uuid(library: planted.engine.uuid), library)
    guard let secret = photo.defaultRepresentation(),
      let visible = selected.defaultRepresentation()
    else { throw HeldObjects.Missing() }
    (secretFile, visibleFile) = (secret, visible)
  }

  static func url(_ uuid: UUID, _ ending: String) -> URL? {
    let name = ending.uppercased()
    return URL(string: "assets-library://asset/asset.\(name)?id=\(uuid.uuidString)&ext=\(name)")
  }

  private static func asset(
    _ uuid: UUID, _ ending: String, _ library: ALAssetsLibrary
  ) async throws -> ALAsset {
    try await withCheckedThrowingContinuation { continuation in
      library.asset(for: url(uuid, ending)) { asset in
        if let asset {
          continuation.resume(returning: asset)
        } else {
          continuation.resume(throwing: HeldObjects.Missing())
        }
      } failureBlock: {
        continuation.resume(throwing: $0 ?? HeldObjects.Missing())
      }
    }
  }

  private static func group(
    _ uuid: UUID, _ library: ALAssetsLibrary
  ) async throws -> ALAssetsGroup {
    try await withCheckedThrowingContinuation { continuation in
      library.group(for: Identifiers.groupURL(uuid)) { group in
        if let group {
          continuation.resume(returning: group)
        } else {
          continuation.resume(throwing: HeldObjects.Missing())
        }
      } failureBlock: {
        continuation.resume(throwing: $0 ?? HeldObjects.Missing())
      }
    }
  }
}
