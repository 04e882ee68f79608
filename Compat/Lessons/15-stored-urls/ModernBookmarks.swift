import Foundation
import Photos

/// Shows the photos that the user marked in earlier runs, and replaces the stored URLs for good.
public final class ModernBookmarks {
  /// What to store from now on, in the order of the old list; nil where the photo is gone.
  public private(set) var identifiers: [String?] = []
  /// What the application stored: `assets-library://asset/asset.JPG?id=…&ext=JPG`.
  let stored: [URL]

  /// Makes the bookmarks from what was stored.
  public init(stored: [URL]) {
    self.stored = stored
  }

  // MARK: Look them up

  /// Asks for each URL by itself: one fetch of many URLs leaves out what is gone and keeps no order.
  public func load() -> [PHAsset?] {
    let assets = stored.map { url in
      PHAsset.fetchAssets(withALAssetURLs: [url], options: nil).firstObject
    }
    identifiers = assets.map { $0?.localIdentifier }
    return assets
  }
}
