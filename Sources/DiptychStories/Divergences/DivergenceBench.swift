import DiptychAssetsLibrary
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia

/// A library on which half of a divergence is shown, with the calls that the halves need.
final class DivergenceBench: Sendable {
  let library: Library
  let scope: LibraryScope
  /// Objects of the old API live only as long as it (L18).
  let legacy = ALAssetsLibrary()
  /// The group object of the Camera Roll, once it was asked for.
  let cameraRoll = Lock<LegacyObject<ALAssetsGroup>?>(nil)

  init(_ access: AccessPreset, _ profile: BehaviorProfile) throws {
    library = try EphemeralLibrary.open { configuration in
      configuration.clock = VirtualClock()
      configuration.identifiers = SeededIdentifiers(seed: "divergences")
      configuration.client = "App"
      configuration.language = "en"
      configuration.profile = profile
    }
    try library.access.set(access, "App")
    scope = LibraryScope(library: library, client: "App", isOrdered: true, name: "divergence")
  }

  static let photo = Picture.turned
  static let movie = Picture.movie

  /// A photo that the user saved.
  @discardableResult
  func given(_ picture: Picture = photo) throws -> UUID {
    try library.otherApp("Camera").save(picture.bytes, named: picture.fileName)
  }

  // MARK: The old API

  func write(
    _ start: (ALAssetsLibrary, @escaping (URL?, (any Error)?) -> Void) -> Void
  ) async -> (url: URL?, code: Int?) {
    await withCheckedContinuation { continuation in
      start(legacy) { url, error in
        continuation.resume(returning: (url, (error as NSError?)?.code))
      }
    }
  }

  @discardableResult
  func saveLegacy(_ picture: Picture = photo) async -> (url: URL?, code: Int?) {
    await write {
      $0.writeImageData(toSavedPhotosAlbum: picture.bytes, metadata: nil, completionBlock: $1)
    }
  }

  func group(titled title: String) async -> LegacyObject<ALAssetsGroup>? {
    await withCheckedContinuation { continuation in
      legacy.addAssetsGroupAlbum(
        withName: title,
        resultBlock: { continuation.resume(returning: $0.map(LegacyObject.init)) },
        failureBlock: { _ in continuation.resume(returning: nil) })
    }
  }

  func asset(_ uuid: UUID) async throws -> ALAsset {
    let found: LegacyObject<ALAsset>? = await withCheckedContinuation { continuation in
      legacy.asset(
        for: LegacyPlayer.assetURL(uuid),
        resultBlock: { continuation.resume(returning: $0.map(LegacyObject.init)) },
        failureBlock: { _ in continuation.resume(returning: nil) })
    }
    guard let asset = found?.object else { throw Self.missing }
    return asset
  }

  /// What a walk over the groups was told: each name, `nil` at the end, or the error's code.
  func walk(_ types: UInt32 = ALAssetsGroupAll) async -> [String] {
    let calls = Lock<[String]>([])
    await withCheckedContinuation { continuation in
      legacy.enumerateGroups(
        withTypes: ALAssetsGroupType(types),
        using: { group, _ in
          let name = group?.value(forProperty: ALAssetsGroupPropertyName) as? String
          calls.withLock { $0.append(name ?? "nil") }
          if group == nil { continuation.resume() }
        },
        failureBlock: { error in
          calls.withLock { $0.append("\((error as NSError?)?.code ?? 0)") }
          continuation.resume()
        })
    }
    return calls.withLock { $0 }
  }

  // MARK: The new API

  func change(_ block: @escaping () -> Void) throws {
    try PHPhotoLibrary.shared().performChangesAndWait(block)
  }

  /// The number of the error of a change block.
  func code(of block: @escaping () -> Void) -> String {
    do {
      try change(block)
      return "no error"
    } catch {
      return "\((error as NSError).code)"
    }
  }

  func makeAlbum(_ title: String) throws -> PHAssetCollection {
    try change {
      PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
    }
    let albums = PHAssetCollection.fetchAssetCollections(
      with: .album, subtype: .albumRegular, options: nil)
    guard let album = albums.lastObject else { throw Self.missing }
    return album
  }

  func saveModern(_ picture: Picture = photo) throws {
    try change {
      PHAssetCreationRequest.forAsset().addResource(with: .photo, data: picture.bytes, options: nil)
    }
  }

  func asset() throws -> PHAsset {
    guard let asset = PHAsset.fetchAssets(with: nil).firstObject else { throw Self.missing }
    return asset
  }

  // MARK: The result

  /// The number of albums.
  var albumCount: String {
    get throws {
      let count = try library.read { try $0.collectionTree() }.count
      return "\(count) album\(count == 1 ? "" : "s")"
    }
  }

  /// A field of the first asset in the dump of the state.
  func field(_ name: String) throws -> String {
    try library.dump(.state).objects.first { $0.name == "a1" }?.value(name) ?? "none"
  }

  private static var missing: LibraryError {
    LibraryError(.objectGone, "What the check has made is not there. Run it by itself.")
  }
}
