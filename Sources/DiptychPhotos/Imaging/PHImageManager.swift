import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation

/// Gives pictures, bytes and videos of assets.
///
/// Sizes are in pixels (P182). Pictures are upright, in sRGB, at scale 1 and never larger than the
/// original. Asynchronous answers come on the delivery queue of the asset's library, which is the
/// main queue unless the library was told otherwise (P184, decision 39); a request answers at least
/// once, and after a cancellation its one last answer has ``PHImageCancelledKey`` and no picture.
///
/// A request without a picture says why under ``PHImageErrorKey``, with a code of
/// ``PHPhotosError``: 3164 for an original that is not on this machine and may not be downloaded,
/// 3169 for a failed download (both with ``PHImageResultIsInCloudKey``), 3306 for an asset that is
/// gone, that the client may not see, or that has no such file (P196), 3311 or 3310 without access,
/// 3302 for bytes that cannot be decoded, and -1.
///
/// Making a manager opens no library and asks nobody for anything (C97).
open class PHImageManager: NSObject, @unchecked Sendable {
  // Sendable because it has no stored properties, and the subclass of this module guarded ones.

  private static let shared = PHImageManager()

  /// Makes a manager, for subclasses that stand in for it in tests; use ``default()`` otherwise.
  public override init() {
    super.init()
  }

  /// The shared manager.
  open class func `default`() -> PHImageManager { shared }

  /// Pictures that were made beforehand.
  var cache: ImageCache? { nil }

  /// Asks for a picture of a photo, or a still frame of a video (P198).
  ///
  /// An opportunistic request, which is the default, may answer twice: with a small picture that
  /// ``PHImageResultIsDegradedKey`` marks, then with the real one (P185). One of high quality
  /// answers once, and a fast one once with what is at hand (P187). A synchronous request answers
  /// once, on the calling thread, before it returns, as one of high quality (P183, P188).
  /// - Parameters:
  ///   - asset: The photo or video.
  ///   - targetSize: Pixels; parts of one are rounded up and a side of 0 counts as 1.
  ///     ``PHImageManagerMaximumSize`` asks for the whole picture (P191). A negative size, or one
  ///     of no number, fails with -1.
  ///   - contentMode: Whether the picture fits the size or covers it (P189).
  ///   - options: Nil for the default values.
  ///   - resultHandler: Gets a picture, or nil, and the values under the keys of this module.
  /// - Returns: A name for ``cancelImageRequest(_:)``, never 0 (P195).
  @discardableResult
  open func requestImage(
    for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode,
    options: PHImageRequestOptions?,
    resultHandler: @escaping (UIImage?, [AnyHashable: Any]?) -> Void
  ) -> PHImageRequestID {
    let order = ImageOrder(targetSize, contentMode, options)
    let call = ImageCall<UIImage>(
      asset, isSynchronous: order.isSynchronous,
      isNetworkAllowed: order.isNetworkAccessAllowed, options?.progressHandler, resultHandler)
    return PictureCall(call: call, order: order, cache: cache).start()
  }

  /// Asks for the bytes of a photo. Answers once, whatever the delivery mode (P197).
  ///
  /// The current version of an edited photo gives the rendered bytes, everything else the bytes as
  /// they came in. A video gives none, and error 3306 (P198 leaves it open).
  /// - Parameters:
  ///   - asset: The photo.
  ///   - options: Nil for the default values.
  ///   - resultHandler: Gets the bytes, their uniform type identifier, and how the pixels have to
  ///     be turned.
  /// - Returns: A name for ``cancelImageRequest(_:)``.
  @discardableResult
  open func requestImageDataAndOrientation(
    for asset: PHAsset, options: PHImageRequestOptions?,
    resultHandler:
      @escaping (
        Data?, String?, CGImagePropertyOrientation, [AnyHashable: Any]?
      ) -> Void
  ) -> PHImageRequestID {
    let version = options?.version ?? .current
    let call = ImageCall<PhotoBytes>(
      asset, isSynchronous: options?.isSynchronous ?? false,
      isNetworkAllowed: options?.isNetworkAccessAllowed ?? false, options?.progressHandler
    ) { bytes, info in
      resultHandler(
        bytes?.data, bytes?.typeIdentifier, CGImagePropertyOrientation(bytes?.orientation ?? .up),
        info)
    }
    return call.start { files, library in
      let file = try call.download.local(try files.picture(version), library)
      return PhotoBytes(
        data: try library.data(of: file), typeIdentifier: file.typeIdentifier,
        orientation: file.orientation)
    }
  }

  /// Asks for the bytes of a photo, with the orientation numbered as in UIKit; otherwise as
  /// ``requestImageDataAndOrientation(for:options:resultHandler:)``.
  @available(
    *, deprecated, message: "Use requestImageDataAndOrientation(for:options:resultHandler:)."
  )
  @discardableResult
  open func requestImageData(
    for asset: PHAsset, options: PHImageRequestOptions?,
    resultHandler: @escaping (Data?, String?, UIImage.Orientation, [AnyHashable: Any]?) -> Void
  ) -> PHImageRequestID {
    requestImageDataAndOrientation(for: asset, options: options) { data, type, turned, info in
      resultHandler(data, type, UIImage.Orientation(turned.imageOrientation), info)
    }
  }

  /// Asks for the video of an asset, as an `AVURLAsset` whose file is the library's own.
  ///
  /// Answers once, on a queue of the library that is not the main queue (P202). There is never an
  /// audio mix. An asset that is no video gives nil and error 3306.
  /// - Returns: A name for ``cancelImageRequest(_:)``.
  @discardableResult
  open func requestAVAsset(
    forVideo asset: PHAsset, options: PHVideoRequestOptions?,
    resultHandler: @escaping (AVAsset?, AVAudioMix?, [AnyHashable: Any]?) -> Void
  ) -> PHImageRequestID {
    let version = options?.version ?? .current
    let call = ImageCall<AVURLAsset>(
      asset, isSynchronous: false, isNetworkAllowed: options?.isNetworkAccessAllowed ?? false,
      options?.progressHandler, place: .here
    ) { video, info in
      resultHandler(video, nil, info)
    }
    return call.start { files, library in
      let file = try call.download.local(try files.video(version), library)
      // Fails for a file that is not the library's own.
      _ = try library.data(of: file, count: 0)
      return AVURLAsset(url: URL(fileURLWithPath: library.filePath(of: file)))
    }
  }

  /// Asks for the Live Photo of an asset that is one: its picture and its video.
  ///
  /// Answers once, on the delivery queue. An asset that is no Live Photo gives nil and error 3306.
  /// - Parameters:
  ///   - asset: The Live Photo.
  ///   - targetSize: Pixels, for ``PHLivePhoto/size``; as for ``requestImage(for:targetSize:contentMode:options:resultHandler:)``.
  ///   - contentMode: Whether the picture fits the size or covers it.
  ///   - options: Nil for the default values.
  ///   - resultHandler: Gets the Live Photo, or nil and why there is none.
  /// - Returns: A name for ``cancelImageRequest(_:)``.
  @discardableResult
  open func requestLivePhoto(
    for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode,
    options: PHLivePhotoRequestOptions?,
    resultHandler: @escaping (PHLivePhoto?, [AnyHashable: Any]?) -> Void
  ) -> PHImageRequestID {
    let version = options?.version ?? .current
    let order = ImageOrder(targetSize, contentMode, nil)
    let call = ImageCall<PHLivePhoto>(
      asset, isSynchronous: false, isNetworkAllowed: options?.isNetworkAccessAllowed ?? false,
      options?.progressHandler, resultHandler)
    return call.start { files, library in
      let sizing = try order.sizing()
      let pair = try files.livePhoto(version)
      let photo = try call.download.local(pair.photo, library)
      let video = try call.download.local(pair.video, library)
      guard let reference = asset.reference else { throw ImageCall<PHLivePhoto>.noAsset }
      return PHLivePhoto(
        of: reference, photo, video, size: sizing.plan(for: photo.uprightSize).result)
    }
  }

  /// Cancels a request. Its handler is called once more, without a picture and with
  /// ``PHImageCancelledKey``, unless its last answer has been given (P194). A synchronous request
  /// cannot be cancelled (P183); an identifier that no request has is passed over.
  open func cancelImageRequest(_ requestID: PHImageRequestID) {
    ImageRequest.cancel(requestID)
  }

  /// Not available: nothing is played here.
  @available(
    *, unavailable,
    message: "Nothing is played here; use requestAVAsset(forVideo:options:resultHandler:)."
  )
  open func requestPlayerItem(
    forVideo asset: PHAsset, options: PHVideoRequestOptions?,
    resultHandler: @escaping (AVPlayerItem?, [AnyHashable: Any]?) -> Void
  ) -> PHImageRequestID { 0 }

  /// Not available: videos are not converted here.
  @available(
    *, unavailable,
    message:
      "Videos are not converted here; use PHAssetResourceManager.writeData(for:toFile:options:)."
  )
  open func requestExportSession(
    forVideo asset: PHAsset, options: PHVideoRequestOptions?, exportPreset: String,
    resultHandler: @escaping (AVAssetExportSession?, [AnyHashable: Any]?) -> Void
  ) -> PHImageRequestID { 0 }
}
