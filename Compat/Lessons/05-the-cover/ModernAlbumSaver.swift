import Foundation
import Photos
import UIKit

/// Saves a photo, then puts it into the application's album, in three change blocks.
public final class ModernAlbumSaver {
  /// Where the photo goes.
  public enum Place: Sendable {
    /// After the members.
    case append
    /// Before the members: the photo becomes the cover.
    case insert
    /// Before the members, by the placeholder that was kept from the first block.
    case insertPlaceholder
  }

  let place: Place
  let album: ModernAppAlbum
  /// Tells the user something.
  let say: (String) -> Void

  /// Makes a saver for the album of a title.
  public init(title: String, place: Place, say: @escaping (String) -> Void) {
    self.place = place
    album = ModernAppAlbum(title: title, say: say)
    self.say = say
  }

  // MARK: Save and find the album

  /// Saves the photo and puts it into the album; each step tells the user what became of it.
  public func save(_ image: UIImage) {
    save(image, finding: album.find)
  }

  func save(_ image: UIImage, finding find: () -> PHAssetCollection?) {
    var placeholder: PHObjectPlaceholder?
    do {
      try PHPhotoLibrary.shared().performChangesAndWait {
        let request = PHAssetChangeRequest.creationRequestForAsset(from: image)
        placeholder = request.placeholderForCreatedAsset
      }
    } catch {
      return say("could not save")
    }
    guard let placeholder, let collection = find() else { return }
    add(placeholder, to: collection)
  }

  // MARK: Add to the album

  private func add(_ placeholder: PHObjectPlaceholder, to collection: PHAssetCollection) {
    let assets = PHAsset.fetchAssets(
      withLocalIdentifiers: [placeholder.localIdentifier], options: nil)
    do {
      try PHPhotoLibrary.shared().performChangesAndWait {
        let request = PHAssetCollectionChangeRequest(for: collection)
        switch self.place {
        case .append: request?.addAssets(assets)
        case .insert: request?.insertAssets(assets, at: IndexSet(integer: 0))
        case .insertPlaceholder:
          request?.insertAssets([placeholder] as NSArray, at: IndexSet(integer: 0))
        }
      }
      say("saved")
    } catch {
      say("could not save")
    }
  }
}
