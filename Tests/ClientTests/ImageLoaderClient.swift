import AVFoundation
import Photos
import UIKit

/// What an application writes to show photos and videos: it has to compile as it stands.
final class ImageLoader {
  private let manager = PHCachingImageManager()
  private var requests: [String: PHImageRequestID] = [:]

  func preheat(_ assets: [PHAsset], side: CGFloat) {
    manager.startCachingImages(
      for: assets, targetSize: CGSize(width: side, height: side), contentMode: .aspectFill,
      options: nil)
  }

  func show(_ asset: PHAsset, size: CGSize, handler: @escaping (UIImage?, Bool) -> Void) {
    if let running = requests[asset.localIdentifier], running != PHInvalidImageRequestID {
      manager.cancelImageRequest(running)
    }
    let options = PHImageRequestOptions()
    options.isNetworkAccessAllowed = true
    options.resizeMode = .exact
    options.progressHandler = { fraction, error, stop, info in
      if error != nil || fraction > 2 { stop.pointee = true }
      _ = info?[PHImageResultIsInCloudKey]
    }
    let target = CGSizeEqualToSize(size, .zero) ? PHImageManagerMaximumSize : size
    requests[asset.localIdentifier] = manager.requestImage(
      for: asset, targetSize: target, contentMode: .default, options: options
    ) { image, info in
      let isDegraded = (info?[PHImageResultIsDegradedKey] as? NSNumber)?.boolValue ?? false
      let isCancelled = info?[PHImageCancelledKey] as? Bool ?? false
      let error = info?[PHImageErrorKey] as? any Error
      guard !isCancelled, error == nil else { return }
      handler(image, isDegraded)
    }
  }

  func video(of asset: PHAsset, handler: @escaping (URL?, Double) -> Void) {
    let options = PHVideoRequestOptions()
    options.version = .original
    options.deliveryMode = .highQualityFormat
    PHImageManager.default().requestAVAsset(forVideo: asset, options: options) { asset, _, _ in
      let seconds = asset.map { CMTimeGetSeconds($0.duration) } ?? 0
      handler((asset as? AVURLAsset)?.url, seconds)
    }
  }

  func bytes(of asset: PHAsset) async -> (Data, String)? {
    await withCheckedContinuation { continuation in
      PHImageManager.default().requestImageDataAndOrientation(for: asset, options: nil) {
        data, type, orientation, info in
        guard let data, let type, orientation == .up, info?[PHImageErrorKey] == nil else {
          return continuation.resume(returning: nil)
        }
        continuation.resume(returning: (data, type))
      }
    }
  }
}

/// A stand-in as tests of applications write it.
final class MockImageManager: PHImageManager, @unchecked Sendable {
  // Sendable because it has no stored properties.
  override func requestImage(
    for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode,
    options: PHImageRequestOptions?,
    resultHandler: @escaping (UIImage?, [AnyHashable: Any]?) -> Void
  ) -> PHImageRequestID {
    resultHandler(UIImage(), [PHImageResultIsDegradedKey: NSNumber(value: false)])
    return 7
  }
}
