import AssetsLibrary
import Foundation
import UIKit

/// What a "Save" button does on the main queue.
public final class LegacyButton {
  let library = ALAssetsLibrary()

  /// Makes the button's action.
  public init() {}

  // MARK: Save without waiting

  /// Returns at once; the result comes later, on the main queue. In between the interface works.
  public func tapped(_ image: UIImage, completion: @escaping (Bool) -> Void) {
    library.writeImage(toSavedPhotosAlbum: image.cgImage, orientation: .up) { url, _ in
      completion(url != nil)
    }
  }
}
