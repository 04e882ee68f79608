import DiptychAssetsLibrary
import DiptychEngine
import DiptychPlatform
import Foundation

/// Does actions as an application written for AssetsLibrary does them, one call after another.
struct LegacyPlayer {
  let home: StoryLibrary
  private var library: ALAssetsLibrary { home.legacy }

  init(_ home: StoryLibrary) {
    self.home = home
  }

  /// - Parameter usesUIKit: Whether bitmaps are saved by the UIKit function.
  func play(_ action: Action, usesUIKit: Bool) async -> [String] {
    switch action {
    case .saveBitmap(let sketch, let turned):
      guard let bitmap = sketch.bitmap else { return [] }
      let image = CGImage(bitmap: bitmap)
      let orientation = Self.orientation(turned)
      guard !usesUIKit else { return [await saveWithUIKit(image, turned)] }
      return [
        await save {
          library.writeImage(
            toSavedPhotosAlbum: image, orientation: orientation, completionBlock: $0)
        }
      ]
    case .saveBytes(let picture):
      return [
        await save {
          library.writeImageData(
            toSavedPhotosAlbum: picture.bytes, metadata: nil, completionBlock: $0)
        }
      ]
    case .saveVideo(let picture):
      return [
        await save {
          library.writeVideoAtPath(toSavedPhotosAlbum: picture.url, completionBlock: $0)
        }
      ]
    case .saveModified(let picture, let name):
      return [
        await withAsset(name) { asset, completion in
          if picture.isCalledVideo {
            asset.writeModifiedVideoAtPath(
              toSavedPhotosAlbum: picture.url, completionBlock: completion)
          } else {
            asset.writeModifiedImageData(
              toSavedPhotosAlbum: picture.bytes, metadata: nil, completionBlock: completion)
          }
        }
      ]
    case .setContent(let name, let picture):
      return [
        await withAsset(name) { asset, completion in
          if picture.isCalledVideo {
            asset.setVideoAtPath(picture.url, completionBlock: completion)
          } else {
            asset.setImageData(picture.bytes, metadata: nil, completionBlock: completion)
          }
        }
      ]
    case .makeAlbum(let title): return [await makeAlbum(title)]
    case .findOrMakeAlbum(let title):
      let made = await makeAlbum(title)
      return [made == "nil" ? await findAlbum(title) : made]
    case .editAlbum(let name, .add(let assets), _): return await add(assets, to: name)
    case .batch(let parts):
      var texts: [String] = []
      for part in parts { texts += await play(part, usesUIKit: usesUIKit) }
      return texts
    default: return ["no such call"]
    }
  }

  /// Uses the library once, for nothing.
  func touch() async {
    await withCheckedContinuation { continuation in
      library.asset(
        for: nil, resultBlock: { _ in continuation.resume() },
        failureBlock: { _ in continuation.resume() })
    }
  }

  /// The old API numbers orientations in another order than EXIF.
  private static func orientation(_ turned: Int) -> ALAssetOrientation {
    let order: [ALAssetOrientation] = [
      .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
    ]
    return order[turned - 1]
  }

  // MARK: Saving

  private typealias Completion = (URL?, (any Error)?) -> Void

  private func save(_ start: (@escaping Completion) -> Void) async -> String {
    await withCheckedContinuation { continuation in
      start { url, error in continuation.resume(returning: Self.text(url, error)) }
    }
  }

  private func saveWithUIKit(_ image: CGImage, _ turned: Int) async -> String {
    let picture = UIImage(
      cgImage: image, scale: 1, orientation: ModernPlayer.orientation(turned))
    return await withCheckedContinuation { continuation in
      UIImageWriteToSavedPhotosAlbum(picture) { _, error in
        continuation.resume(returning: error.map { Self.text(nil, $0) } ?? "done")
      }
    }
  }

  private func withAsset(
    _ name: Name, _ body: @escaping (ALAsset, @escaping Completion) -> Void
  ) async -> String {
    await withCheckedContinuation { continuation in
      library.asset(
        for: Self.assetURL(home.id(name, .asset)),
        resultBlock: { asset in
          guard let asset else { return continuation.resume(returning: "nil") }
          body(asset) { url, error in continuation.resume(returning: Self.text(url, error)) }
        },
        failureBlock: { continuation.resume(returning: Self.text(nil, $0)) })
    }
  }

  // MARK: Albums

  private func makeAlbum(_ title: String) async -> String {
    await withCheckedContinuation { continuation in
      library.addAssetsGroupAlbum(
        withName: title,
        resultBlock: { continuation.resume(returning: Self.text($0)) },
        failureBlock: { continuation.resume(returning: Self.text(nil, $0)) })
    }
  }

  private func findAlbum(_ title: String) async -> String {
    // Some systems make the closing call after a stop, too (L32).
    let isFound = Lock(false)
    return await withCheckedContinuation { continuation in
      library.enumerateGroups(
        withTypes: ALAssetsGroupType(ALAssetsGroupAlbum),
        using: { group, stop in
          guard !isFound.withLock({ $0 }) else { return }
          guard let group else { return continuation.resume(returning: "nil") }
          guard group.value(forProperty: ALAssetsGroupPropertyName) as? String == title else {
            return
          }
          isFound.withLock { $0 = true }
          stop?.pointee = true
          continuation.resume(returning: Self.text(group))
        },
        failureBlock: { continuation.resume(returning: Self.text(nil, $0)) })
    }
  }

  private func add(_ assets: [Name], to album: Name) async -> [String] {
    let url = Identifiers.groupURL(home.id(album, .collection))
    let failure = Lock<String?>(nil)
    let found: LegacyObject<ALAssetsGroup>? = await LegacyObject.handedOver { hand in
      library.group(
        for: url, resultBlock: hand,
        failureBlock: { error in
          failure.withLock { $0 = Self.text(nil, error) }
          hand(nil)
        })
    }
    if let failure = failure.withLock({ $0 }) { return [failure] }
    // An application may hold objects of what is gone.
    let uuid = home.id(album, .collection)
    if let found { home.groups[uuid] = found }
    var texts: [String] = []
    for name in assets {
      let asset = home.id(name, .asset)
      if let found = await self.asset(asset) { home.legacyAssets[asset] = found }
      let object = home.legacyAssets[asset]?.object
      texts.append(home.groups[uuid]?.object.add(object) == true ? "true" : "false")
    }
    return texts
  }

  private func asset(_ uuid: UUID) async -> LegacyObject<ALAsset>? {
    await LegacyObject.handedOver { hand in
      library.asset(
        for: Self.assetURL(uuid), resultBlock: hand, failureBlock: { _ in hand(nil) })
    }
  }

  // MARK: Texts

  /// Of a URL the id counts (L104).
  static func assetURL(_ uuid: UUID) -> URL? {
    Identifiers.assetURL(uuid, typeIdentifier: "public.jpeg")
  }

  private static func text(_ url: URL?, _ error: (any Error)?) -> String {
    if let error {
      let error = error as NSError
      return error.domain == ALAssetsLibraryErrorDomain
        ? "error \(error.code)" : "error of \(error.domain)"
    }
    return Identifiers.uuid(of: url).map { "asset \($0.uuidString)" } ?? "nil"
  }

  private static func text(_ group: ALAssetsGroup?) -> String {
    guard let group else { return "nil" }
    let id = group.value(forProperty: ALAssetsGroupPropertyPersistentID) as? String
    return "album \(id ?? "without identifier")"
  }
}
