import Foundation
import Photos
import UIKit

/// Saves one photo or video through change blocks.
public final class ModernSaver {
  /// Makes a saver.
  public init() {}

  // MARK: A picture

  /// 1c: a picture, asynchronously.
  public func save(_ image: UIImage, completion: @escaping @Sendable (Bool, Error?) -> Void) {
    PHPhotoLibrary.shared().performChanges(
      {
        PHAssetChangeRequest.creationRequestForAsset(from: image)
      }, completionHandler: completion)
  }

  // MARK: A picture, waiting

  /// 1d: a picture, waiting. The placeholder's identifier finds the asset once the block is
  /// through; on error there is nothing to find.
  public func saveAndWait(_ image: UIImage) -> PHFetchResult<PHAsset>? {
    var identifier: String?
    do {
      try PHPhotoLibrary.shared().performChangesAndWait {
        let request = PHAssetChangeRequest.creationRequestForAsset(from: image)
        identifier = request.placeholderForCreatedAsset?.localIdentifier
      }
    } catch {
      return nil
    }
    return identifier.map { PHAsset.fetchAssets(withLocalIdentifiers: [$0], options: nil) }
  }

  /// Whether the fetch gave exactly the saved asset.
  public static func isFound(_ result: PHFetchResult<PHAsset>?) -> Bool {
    result?.count == 1
  }

  // MARK: The bytes of a file

  /// The bytes of a file, kept as they are.
  public func save(_ data: Data, completion: @escaping @Sendable (Bool, Error?) -> Void) {
    PHPhotoLibrary.shared().performChanges(
      {
        let request = PHAssetCreationRequest.forAsset()
        request.addResource(with: .photo, data: data, options: nil)
      }, completionHandler: completion)
  }

  // MARK: A video

  /// A video file.
  public func saveVideo(at url: URL, completion: @escaping @Sendable (Bool, Error?) -> Void) {
    PHPhotoLibrary.shared().performChanges(
      {
        PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: url)
      }, completionHandler: completion)
  }
}
