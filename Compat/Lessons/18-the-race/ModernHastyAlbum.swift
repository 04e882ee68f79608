import Foundation
import Photos
import UIKit

/// An album that is made in the initializer. The initializer returns before the album is there.
public final class ModernHastyAlbum {
  let title: String
  /// Tells the user something.
  let say: (String) -> Void
  private let made = DispatchGroup()

  // MARK: Begin to make the album

  /// Begins to make the album; the completion comes later, on a background queue.
  public init(title: String, say: @escaping (String) -> Void) {
    self.title = title
    self.say = say
    made.enter()
    PHPhotoLibrary.shared().performChanges(
      { PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title) },
      completionHandler: { [made] _, _ in made.leave() })
  }

  private var album: PHAssetCollection? {
    let options = PHFetchOptions()
    options.predicate = NSPredicate(format: "title == %@", title)
    return PHAssetCollection.fetchAssetCollections(
      with: .album, subtype: .albumRegular, options: options
    ).firstObject
  }

  // MARK: Save at once

  /// Looks at the album as it is now. Right after the initializer there is none, so nothing is
  /// saved, and no call has failed.
  public func save(_ image: UIImage, completion: @escaping () -> Void) {
    guard let album else {
      say("no album")
      return completion()
    }
    PHPhotoLibrary.shared().performChanges(
      {
        let request = PHAssetChangeRequest.creationRequestForAsset(from: image)
        guard let placeholder = request.placeholderForCreatedAsset else { return }
        PHAssetCollectionChangeRequest(for: album)?.addAssets([placeholder] as NSArray)
      },
      completionHandler: { success, _ in
        self.say(success ? "saved" : "could not save")
        completion()
      })
  }

  // MARK: Save when the album is there

  /// Waits for the completion first, without blocking anybody.
  public func saveWhenReady(_ image: UIImage, completion: @escaping () -> Void) {
    made.notify(queue: .main) { self.save(image, completion: completion) }
  }
}
