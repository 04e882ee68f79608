import AssetsLibrary
import Foundation
import UIKit

/// Loads the small picture of a photo, for a cell of a grid.
public final class LegacyThumbnail {
  let library = ALAssetsLibrary()

  /// Makes a loader, with a library object that lives as long as it does.
  public init() {}

  // MARK: Ask for the picture

  /// Calls once, with a square picture of the size that the system chose, already upright.
  public func load(_ url: URL, completion: @escaping (UIImage?) -> Void) {
    library.asset(
      for: url,
      resultBlock: { asset in
        let picture = asset?.thumbnail()?.takeUnretainedValue()
        completion(picture.map { UIImage(cgImage: $0) })
      },
      failureBlock: { _ in completion(nil) })
  }
}
