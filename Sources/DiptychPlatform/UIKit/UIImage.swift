import DiptychCodecs
import Foundation

/// A picture with a scale and an orientation.
///
/// The pixels are decoded when the object is made and never change, so objects may be shared
/// between threads.
open class UIImage: NSObject, @unchecked Sendable {
  // Sendable because both stored properties are constants of Sendable types.

  private let content: Content?

  /// The number of pixels that make one point.
  public let scale: CGFloat

  private struct Content: Hashable, Sendable {
    var image: CGImage
    var orientation: Orientation

    static func == (left: Content, right: Content) -> Bool {
      left.orientation == right.orientation
        && (left.image === right.image || left.image.bitmap == right.image.bitmap)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(orientation)
      hasher.combine(image.width)
      hasher.combine(image.height)
    }
  }

  /// Makes an image without content: its size is zero and it has no pixels.
  public override init() {
    content = nil
    scale = 1
    super.init()
  }

  /// Makes an upright image at scale 1 of pixels.
  public convenience init(cgImage: CGImage) {
    self.init(cgImage: cgImage, scale: 1, orientation: .up)
  }

  /// Makes an image of pixels; a scale of zero or less counts as 1.
  public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    content = Content(image: cgImage, orientation: orientation)
    self.scale = scale > 0 ? scale : 1
    super.init()
  }

  /// Makes an image at scale 1 from the bytes of a picture file; `nil` if they are damaged, of no
  /// format that can be decoded, or of more than 268,435,456 pixels. JPEG, PNG and BMP can always be
  /// decoded, HEIC, AVIF, WebP, GIF, TIFF and raw in a build with the package trait `AllMedia`. Of a
  /// moving picture it is the first frame.
  ///
  /// The orientation is the one that the file states. O(*n*) in the number of pixels.
  public convenience init?(data: Data) {
    self.init(data: data, scale: 1)
  }

  /// Makes an image with the given scale from the bytes of a picture file.
  ///
  /// Otherwise as `init(data:)`.
  public convenience init?(data: Data, scale: CGFloat) {
    guard
      let probe = try? MediaCodecs.probe(.data(data), nameExtension: nil, limits: .standard),
      let bitmap = try? MediaCodecs.decode(data, limits: .standard)
    else { return nil }
    self.init(
      cgImage: CGImage(bitmap: bitmap), scale: scale,
      orientation: Orientation(probe.orientation))
  }

  /// Makes an image at scale 1 from a picture file; `nil` if it cannot be read or decoded.
  /// Formats as for `init(data:)`.
  ///
  /// The path may be absolute or relative to the working folder. Only regular files are read.
  public convenience init?(contentsOfFile path: String) {
    guard let data = BoundedFile.contents(path) else { return nil }
    self.init(data: data, scale: 1)
  }

  /// The pixels as stored, not turned; `nil` only for an image made without content.
  open var cgImage: CGImage? { content?.image }

  /// How the stored pixels are turned for display.
  open var imageOrientation: Orientation { content?.orientation ?? .up }

  /// The size of the upright picture in points: its pixels divided by ``scale``.
  open var size: CGSize {
    guard let content else { return .zero }
    let size = CGSize(
      width: CGFloat(content.image.width) / scale, height: CGFloat(content.image.height) / scale)
    return content.orientation.imageOrientation.swapsAxes
      ? CGSize(width: size.height, height: size.width) : size
  }

  /// Returns the picture as the bytes of a PNG file; `nil` for an image made without content.
  ///
  /// The pixels are written as stored, and the orientation as a tag beside them.
  open func pngData() -> Data? {
    guard let content else { return nil }
    return try? MediaCodecs.encode(
      content.image.bitmap, as: .png, orientation: content.orientation.imageOrientation)
  }

  /// Returns whether the other image has the same pixels, orientation and scale.
  ///
  /// O(*n*) in the number of pixels, unless both share one ``CGImage``.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIImage else { return false }
    return self === other || (scale == other.scale && content == other.content)
  }

  /// Equal images have equal hashes.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(scale)
    hasher.combine(content)
    return hasher.finalize()
  }

  /// Not available: JPEG files are written at one fixed quality here.
  @available(
    *, unavailable,
    message:
      "JPEG files are written at one fixed quality here, so a chosen quality would be ignored; use pngData(), or save the image itself to the photo library."
  )
  open func jpegData(compressionQuality: CGFloat) -> Data? { nil }

  /// The size in points, the orientation and the scale.
  open override var description: String {
    "<UIImage: {\(size.width), \(size.height)} orientation \(imageOrientation.rawValue) "
      + "scale \(scale)>"
  }
}
