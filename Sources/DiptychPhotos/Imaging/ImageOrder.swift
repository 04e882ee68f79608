import DiptychCodecs
import DiptychEngine
import Foundation

/// What a picture is asked for with, taken over from the options when the request is made. Two
/// requests with equal orders get the same picture of an asset (P200).
struct ImageOrder: Hashable, Sendable {
  let width: CGFloat
  let height: CGFloat
  let contentMode: PHImageContentMode
  let version: PHImageRequestOptionsVersion
  let deliveryMode: PHImageRequestOptionsDeliveryMode
  let resizeMode: PHImageRequestOptionsResizeMode
  /// Origin and size of the crop rectangle.
  let crop: SIMD4<Double>
  let isNetworkAccessAllowed: Bool
  let isSynchronous: Bool
  let allowsSecondDegraded: Bool

  init(_ targetSize: CGSize, _ contentMode: PHImageContentMode, _ options: PHImageRequestOptions?) {
    let options = options ?? PHImageRequestOptions()
    width = targetSize.width
    height = targetSize.height
    self.contentMode = contentMode
    version = options.version
    // A synchronous request gets the real picture, whatever the mode says (P188).
    isSynchronous = options.isSynchronous
    deliveryMode = isSynchronous ? .highQualityFormat : options.deliveryMode
    resizeMode = options.resizeMode
    let rect = options.normalizedCropRect
    crop = SIMD4(
      Double(rect.origin.x), Double(rect.origin.y), Double(rect.size.width),
      Double(rect.size.height))
    isNetworkAccessAllowed = options.isNetworkAccessAllowed
    allowsSecondDegraded = options.allowSecondaryDegradedImage
  }

  /// How a picture is to be sized.
  /// - Throws: An error of code -1 for a size or a crop rectangle that is none.
  func sizing() throws -> ImageSizing {
    if width == PHImageManagerMaximumSize.width, height == PHImageManagerMaximumSize.height {
      return ImageSizing(box: nil, fills: false, isExact: false, crop: nil)
    }
    guard width >= 0, height >= 0 else {
      throw LibraryError(
        .system,
        "The target size is no size. Give sides of at least 0 pixels, or "
          + "PHImageManagerMaximumSize.")
    }
    guard resizeMode != .none else {
      return ImageSizing(box: nil, fills: false, isExact: false, crop: nil)
    }
    return ImageSizing(
      box: PixelSize(width: Self.pixels(width), height: Self.pixels(height)),
      fills: contentMode == .aspectFill, isExact: resizeMode == .exact, crop: try cropped())
  }

  /// Whole pixels that hold a side; no picture is larger than the bound.
  private static func pixels(_ side: CGFloat) -> Int {
    Int(min(max(side.rounded(.up), 1), 16_777_216))
  }

  /// The crop rectangle, cut to the picture; nil for the whole picture (P190).
  private func cropped() throws -> UnitRect? {
    guard resizeMode == .exact, crop != .zero else { return nil }
    let rect = UnitRect(
      left: min(crop.x, crop.x + crop.z), top: min(crop.y, crop.y + crop.w),
      right: max(crop.x, crop.x + crop.z), bottom: max(crop.y, crop.y + crop.w))
    guard let inside = rect.insidePicture else {
      throw LibraryError(
        .system,
        "The crop rectangle has nothing of the picture. Give it in fractions of the "
          + "picture's sides, from 0 to 1.")
    }
    return inside
  }
}

/// A part of a picture, in fractions of its sides from the top left corner.
struct UnitRect: Hashable, Sendable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  static let whole = UnitRect(left: 0, top: 0, right: 1, bottom: 1)

  var width: Double { right - left }
  var height: Double { bottom - top }

  /// What of it lies in the picture; nil if nothing does, or if it is of no number.
  var insidePicture: UnitRect? {
    guard left.isFinite, top.isFinite, right.isFinite, bottom.isFinite else { return nil }
    let rect = UnitRect(
      left: max(0, left), top: max(0, top), right: min(1, right), bottom: min(1, bottom))
    return rect.width > 0 && rect.height > 0 ? rect : nil
  }
}
