import AssetsLibrary
import Foundation
import UIKit

/// Saves one photo or video the way applications did until iOS 8.
public final class LegacySaver {
  // The library must live as long as anything that came from it.
  let library = ALAssetsLibrary()

  /// Makes a saver.
  public init() {}

  // MARK: The UIKit function

  /// 1a: the UIKit function. It hands back no URL and no identifier.
  public func saveWithUIKit(_ image: UIImage, completion: @escaping (Error?) -> Void) {
    #if canImport(ObjectiveC)
      let target = SaveTarget(completion)
      UIImageWriteToSavedPhotosAlbum(image, target, #selector(SaveTarget.image), nil)
    #else
      // Linux has no selectors, so Diptych has a form with a closure.
      UIImageWriteToSavedPhotosAlbum(image) { _, error in
        completion(error)
      }
    #endif
  }

  // MARK: A picture

  /// 1b: a bitmap, with its orientation beside it.
  public func save(_ image: UIImage, completion: @escaping (URL?, Error?) -> Void) {
    library.writeImage(
      toSavedPhotosAlbum: image.cgImage,
      orientation: ALAssetOrientation(rawValue: image.imageOrientation.rawValue) ?? .up,
      completionBlock: completion)
  }

  // MARK: A picture without metadata

  /// 1b: a bitmap without metadata. The orientation is lost: nothing carries it.
  public func saveWithoutMetadata(
    _ image: UIImage, completion: @escaping (URL?, Error?) -> Void
  ) {
    library.writeImage(
      toSavedPhotosAlbum: image.cgImage, metadata: nil, completionBlock: completion)
  }

  // MARK: The bytes of a file

  /// 1b: the bytes of a file, kept as they are or with metadata that wins over the file's own.
  public func save(
    _ data: Data, metadata: [AnyHashable: Any]? = nil,
    completion: @escaping (URL?, Error?) -> Void
  ) {
    library.writeImageData(
      toSavedPhotosAlbum: data, metadata: metadata, completionBlock: completion)
  }

  // MARK: A video

  /// 1b: a video file.
  public func saveVideo(at url: URL, completion: @escaping (URL?, Error?) -> Void) {
    guard library.videoAtPathIs(compatibleWithSavedPhotosAlbum: url) else {
      return completion(nil, nil)
    }
    library.writeVideoAtPath(toSavedPhotosAlbum: url, completionBlock: completion)
  }
}

#if canImport(ObjectiveC)
  /// What the selector belongs to. It keeps itself alive until it was called.
  private final class SaveTarget: NSObject {
    private var completion: ((Error?) -> Void)?
    private var itself: SaveTarget?

    init(_ completion: @escaping (Error?) -> Void) {
      self.completion = completion
      super.init()
      itself = self
    }

    @objc(image:didFinishSavingWithError:contextInfo:)
    func image(_ image: UIImage, error: Error?, context: UnsafeMutableRawPointer?) {
      completion?(error)
      itself = nil
    }
  }
#endif
