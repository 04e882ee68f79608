import AssetsLibrary
import Foundation
import UIKit

/// Saves one photo or video the way applications did until iOS 8.
public final class LegacySaver {
  // The library must live as long as anything that came from it.
  let library = ALAssetsLibrary()

  /// Makes a saver.
  public init() {}

  /// 1a: the UIKit function. It hands back no URL and no identifier.
  public func saveWithUIKit(_ image: UIImage, completion: @escaping (Error?) -> Void) {
    UIImageWriteToSavedPhotosAlbum(image) { _, error in
      completion(error)
    }
  }

  /// 1b: a bitmap, with its orientation beside it.
  public func save(_ image: UIImage, completion: @escaping (URL?, Error?) -> Void) {
    library.writeImage(
      toSavedPhotosAlbum: image.cgImage,
      orientation: ALAssetOrientation(rawValue: image.imageOrientation.rawValue) ?? .up,
      completionBlock: completion)
  }

  /// 1b: a bitmap without metadata. The orientation is lost: nothing carries it.
  public func saveWithoutMetadata(
    _ image: UIImage, completion: @escaping (URL?, Error?) -> Void
  ) {
    library.writeImage(
      toSavedPhotosAlbum: image.cgImage, metadata: nil, completionBlock: completion)
  }

  /// 1b: the bytes of a file, kept as they are or with metadata that wins over the file's own.
  public func save(
    _ data: Data, metadata: [AnyHashable: Any]? = nil,
    completion: @escaping (URL?, Error?) -> Void
  ) {
    library.writeImageData(
      toSavedPhotosAlbum: data, metadata: metadata, completionBlock: completion)
  }

  /// 1b: a video file.
  public func saveVideo(at url: URL, completion: @escaping (URL?, Error?) -> Void) {
    guard library.videoAtPathIs(compatibleWithSavedPhotosAlbum: url) else {
      return completion(nil, nil)
    }
    library.writeVideoAtPath(toSavedPhotosAlbum: url, completionBlock: completion)
  }
}
