import DiptychPlatform
import Foundation

/// Keeps images alive that were handed out as borrowed (L7).
///
/// On Apple systems such an image lives until the autorelease pool is drained. Swift may release
/// the object that gave the image before `takeUnretainedValue()` is called on the result, so the
/// object itself cannot be what keeps it. Each thread keeps the image that it was given last, and
/// older ones as long as all together stay below 64 MB.
final class BorrowedImages {
  private static let key = "diptych.borrowed-images"
  private static let limit = 64 << 20

  private var images: [CGImage] = []
  private var byteCount = 0

  private init() {}

  /// Lends `image` to the calling thread.
  static func lend(_ image: CGImage?) -> Unmanaged<CGImage>? {
    guard let image else { return nil }
    let dictionary = Thread.current.threadDictionary
    let kept: BorrowedImages
    if let present = dictionary[key] as? BorrowedImages {
      kept = present
    } else {
      kept = BorrowedImages()
      dictionary[key] = kept
    }
    kept.keep(image)
    return Unmanaged.passUnretained(image)
  }

  private func keep(_ image: CGImage) {
    images.append(image)
    byteCount += image.bytesPerRow * image.height
    var surplus = 0
    while byteCount > Self.limit, surplus < images.count - 1 {
      byteCount -= images[surplus].bytesPerRow * images[surplus].height
      surplus += 1
    }
    images.removeFirst(surplus)
  }
}
