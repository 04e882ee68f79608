import Foundation
import Photos
import UIKit

/// The same job today: find the album by its title, else make it. Titles are never reserved.
public final class ModernReservedNameSaver {
  let store: NameStore
  /// Tells the user something.
  let say: (String) -> Void

  /// Makes a saver for the album of the stored name.
  public init(store: NameStore, say: @escaping (String) -> Void) {
    self.store = store
    self.say = say
  }

  // MARK: Make the album, else look for it

  /// Saves the image into the album, in one change block.
  public func save(_ image: UIImage) {
    guard let album = ModernAppAlbum(title: store.name).find() else { return }
    do {
      try PHPhotoLibrary.shared().performChangesAndWait {
        let request = PHAssetChangeRequest.creationRequestForAsset(from: image)
        guard let placeholder = request.placeholderForCreatedAsset else { return }
        PHAssetCollectionChangeRequest(for: album)?.addAssets([placeholder] as NSArray)
      }
      say("saved")
    } catch {
      say("could not save")
    }
  }
}
