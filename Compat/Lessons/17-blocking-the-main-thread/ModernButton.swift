import Foundation
import Photos
import UIKit

/// What a "Save" button does on the main queue.
public final class ModernButton {
  /// Makes the button's action.
  public init() {}

  // MARK: Save without waiting

  /// Returns at once. The completion comes on a background queue, so the hop to the main queue is
  /// part of the port.
  public func tapped(_ image: UIImage, completion: @escaping (Bool) -> Void) {
    PHPhotoLibrary.shared().performChanges(
      { PHAssetChangeRequest.creationRequestForAsset(from: image) },
      completionHandler: { success, _ in
        DispatchQueue.main.async { completion(success) }
      })
  }

  // MARK: Save and wait

  /// Works, and nothing else runs on the main queue until it is done: no touch, no frame, and while
  /// the system asks for permission, not for as long as the user reads.
  public func tappedAndWaits(_ image: UIImage) -> Bool {
    do {
      try PHPhotoLibrary.shared().performChangesAndWait {
        PHAssetChangeRequest.creationRequestForAsset(from: image)
      }
      return true
    } catch {
      return false
    }
  }
}
