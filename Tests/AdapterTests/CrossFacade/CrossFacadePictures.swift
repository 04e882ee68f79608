import DiptychAssetsLibrary
import DiptychCodecs
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

extension AssetProperty {
  /// What both show: the same size, and the same picture but for rounding.
  static let pictures: [AssetProperty] = [
    AssetProperty(name: "dimensions()") {
      let file = try #require($0.old.defaultRepresentation())
      // D23: as stored here, upright there. What a video's track says of turns is applied already.
      let size = file.dimensions()
      let isTurned = [.left, .right, .leftMirrored, .rightMirrored].contains(file.orientation())
      return isTurned ? "\(size.height)×\(size.width)" : "\(size.width)×\(size.height)"
    } new: {
      "\(CGFloat($0.new.pixelWidth))×\(CGFloat($0.new.pixelHeight))"
    },
    AssetProperty(name: "fullResolutionImage()") {
      guard $0.new.mediaType == .image else { return "of a video" }
      return size(try #require($0.old.defaultRepresentation()?.fullResolutionImage()))
    } new: { views in
      guard views.new.mediaType == .image else { return "of a video" }
      let new = try #require(UIImage(data: try await views.newBytes())?.cgImage)
      return size(
        new, like: try #require(views.old.defaultRepresentation()?.fullResolutionImage()))
    },
    AssetProperty(name: "cgImage(options:)") {
      guard $0.new.mediaType == .image else { return "of a video" }
      return size(try #require($0.old.defaultRepresentation()?.cgImage(options: [:])))
    } new: { views in
      guard views.new.mediaType == .image else { return "of a video" }
      let new = try #require(UIImage(data: try await views.requestedData().bytes)?.cgImage)
      return size(new, like: try #require(views.old.defaultRepresentation()?.cgImage()))
    },
    AssetProperty(name: "fullScreenImage()") {
      size(try #require($0.old.defaultRepresentation()?.fullScreenImage()))
    } new: { views in
      let new = try views.requested(2_048, .aspectFit)
      return size(new, like: try #require(views.old.defaultRepresentation()?.fullScreenImage()))
    },
    AssetProperty(name: "aspectRatioThumbnail()") {
      size(try #require($0.old.aspectRatioThumbnail()))
    } new: { views in
      let new = try views.requested(256, .aspectFill)
      return size(new, like: try #require(views.old.aspectRatioThumbnail()))
    },
    AssetProperty(name: "thumbnail()") {
      size(try #require($0.old.thumbnail()))
    } new: { views in
      // The whole of it here, the square in its middle there.
      let new = try views.requested(150, .aspectFill)
      let side = min(new.width, new.height)
      let square = new.cropping(
        to: CGRect(
          x: (new.width - side) / 2, y: (new.height - side) / 2, width: side, height: side))
      return size(try #require(square), like: try #require(views.old.thumbnail()))
    },
  ]

  private static func size(_ image: Unmanaged<CGImage>) -> String {
    let image = image.takeUnretainedValue()
    return "\(image.width)×\(image.height)"
  }

  /// The size; a mean difference from `old` that is more than rounding is told too.
  private static func size(_ image: CGImage, like old: Unmanaged<CGImage>) -> String {
    let size = "\(image.width)×\(image.height)"
    let (left, right) = (image.bitmap.pixels, old.takeUnretainedValue().bitmap.pixels)
    guard left.count == right.count else { return size }
    let sum = zip(left, right).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    let difference = Double(sum) / Double(max(1, left.count))
    return difference < 3 ? size : "\(size), but differs by \(difference)"
  }
}

extension BothViews {
  /// The picture that the new API gives for a square of this side.
  func requested(_ side: CGFloat, _ mode: PHImageContentMode) throws -> CGImage {
    let options = PHImageRequestOptions()
    options.isSynchronous = true
    let found = Lock<UIImage?>(nil)
    PHImageManager.default().requestImage(
      for: new, targetSize: CGSize(width: side, height: side), contentMode: mode, options: options
    ) { image, info in
      if image == nil { Issue.record("No picture: \(String(describing: info))") }
      found.withLock { $0 = image }
    }
    return try #require(found.withLock { $0 }?.cgImage)
  }

  /// Bytes, type and orientation as an image request tells them; a video has no such request.
  func requestedData() async throws -> (bytes: Data, type: String, orientation: UIImage.Orientation)
  {
    guard new.mediaType == .image else {
      return (try await newBytes(), try resource.uniformTypeIdentifier, .up)
    }
    let options = PHImageRequestOptions()
    options.isSynchronous = true
    options.version = .original
    let found = Lock<(bytes: Data, type: String, orientation: UIImage.Orientation)?>(nil)
    PHImageManager.default().requestImageData(for: new, options: options) {
      data, type, orientation, _ in
      guard let data, let type else { return }
      found.withLock { $0 = (data, type, orientation) }
    }
    return try #require(found.withLock { $0 })
  }
}
