import Photos

/// Saves pictures into an album, as applications do since iOS 9.
final class ModernSaver {
  init() {}

  func save(_ picture: Data, to title: String) throws {
    try PHPhotoLibrary.shared().performChangesAndWait {
      let asset = PHAssetCreationRequest.forAsset()
      asset.addResource(with: .photo, data: picture, options: nil)
    }
  }
}
