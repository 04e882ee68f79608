import Foundation
import Photos
import UIKit

/// The three steps of saving into an album, each through Photos.
public final class ModernSteps {
  /// Makes the steps.
  public init() {}

  // MARK: Save

  /// Saves and gives the local identifier.
  public func save(_ image: UIImage) -> String? {
    ModernSaver().saveAndWait(image)?.firstObject?.localIdentifier
  }

  // MARK: Find the album

  /// Finds the album or makes it.
  public func album(titled title: String) {
    _ = ModernAppAlbum(title: title).find()
  }

  // MARK: Add to the album

  /// Adds the photo to the album.
  public func add(_ identifier: String, toAlbumTitled title: String) -> Bool {
    let assets = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil)
    guard let album = ModernAppAlbum(title: title).find() else { return false }
    do {
      try PHPhotoLibrary.shared().performChangesAndWait {
        PHAssetCollectionChangeRequest(for: album)?.addAssets(assets)
      }
      return true
    } catch {
      return false
    }
  }
}
