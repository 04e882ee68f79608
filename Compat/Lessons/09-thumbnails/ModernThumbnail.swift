import Foundation
import Photos
import UIKit

/// Loads the small picture of a photo, for a cell of a grid.
public final class ModernThumbnail {
  private var request = PHInvalidImageRequestID

  /// Makes a loader.
  public init() {}

  // MARK: Ask for the picture

  /// Calls twice, on the main queue: soon with a rough picture, then with the real one, which is
  /// the last. Show both; a spinner ends with the last one only.
  public func load(_ identifier: String, update: @escaping (UIImage?, _ isLast: Bool) -> Void) {
    let assets = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil)
    guard let asset = assets.firstObject else { return update(nil, true) }
    let options = PHImageRequestOptions()
    options.deliveryMode = .opportunistic
    options.resizeMode = .exact
    options.isNetworkAccessAllowed = true
    request = PHImageManager.default().requestImage(
      for: asset, targetSize: CGSize(width: 150, height: 150), contentMode: .aspectFill,
      options: options
    ) { picture, info in
      let isDegraded = info?[PHImageResultIsDegradedKey] as? Bool ?? false
      update(picture, !isDegraded)
    }
  }

  // MARK: Give it up

  /// A cell that is used again calls this first; otherwise the picture of the old photo comes late
  /// and stands in the new cell. AssetsLibrary had nothing to give up.
  public func cancel() {
    PHImageManager.default().cancelImageRequest(request)
  }
}
