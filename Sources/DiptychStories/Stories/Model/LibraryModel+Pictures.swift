import DiptychCodecs
import DiptychEngine

/// A picture that is asked for.
struct ModelPicture: Sendable, CustomStringConvertible {
  enum Resizing: Sendable { case none, fast, exact }
  enum Delivery: Sendable { case synchronous, opportunistic, highQuality, fast }

  /// Pixels; nil for the whole picture.
  var box: PixelSize?
  var fills = false
  var resizing = Resizing.fast
  var delivery = Delivery.synchronous
  /// Whether edits show.
  var isCurrent = true

  /// The largest side of the picture that comes first.
  private static let firstSide = 120

  /// The sizes of the answers for an asset, and whether each is a degraded one (P185–P191).
  func answers(_ asset: LibraryModel.Asset) -> [String] {
    let picture = (isCurrent ? asset.shown : asset.original).uprightSize
    let real = size(of: picture)
    let first = reduced.size(of: picture)
    let isSmaller = first.area < real.area
    return switch delivery {
    case .synchronous, .highQuality: [Self.text(real, isDegraded: false)]
    case .fast: [Self.text(isSmaller ? first : real, isDegraded: isSmaller)]
    case .opportunistic:
      (isSmaller ? [Self.text(first, isDegraded: true)] : []) + [Self.text(real, isDegraded: false)]
    }
  }

  static func text(_ size: PixelSize, isDegraded: Bool) -> String {
    "\(size.width)×\(size.height)\(isDegraded ? " degraded" : "")"
  }

  /// The same with a box that the first picture fits in.
  private var reduced: ModelPicture {
    let limit = PixelSize(width: Self.firstSide, height: Self.firstSide)
    var reduced = self
    let whole = resizing == .none ? nil : box
    reduced.box = whole.map { Self.shrunk($0, into: limit) } ?? limit
    if whole == nil { (reduced.fills, reduced.resizing) = (false, .fast) }
    return reduced
  }

  /// Fits the box or covers it, is cut to it where the size is to be exact, and is never larger than
  /// the picture (P189, P190).
  private func size(of picture: PixelSize) -> PixelSize {
    guard let box, resizing != .none else { return picture }
    guard fills else { return Self.shrunk(picture, into: box) }
    guard resizing != .exact else { return Self.shrunk(box, into: picture) }
    let scale = max(
      Double(box.width) / Double(picture.width), Double(box.height) / Double(picture.height))
    guard scale < 1 else { return picture }
    let cover = PixelSize(
      width: max(box.width, Int((Double(picture.width) * scale).rounded(.up))),
      height: max(box.height, Int((Double(picture.height) * scale).rounded(.up))))
    return Self.shrunk(picture, into: cover)
  }

  /// A size in its proportions, as large as fits the limit and not larger than it is.
  static func shrunk(_ size: PixelSize, into limit: PixelSize) -> PixelSize {
    let scale = min(
      1, Double(limit.width) / Double(size.width), Double(limit.height) / Double(size.height))
    let side = { (side: Int, most: Int) in
      min(max(Int((Double(side) * scale).rounded()), 1), max(most, 1))
    }
    return PixelSize(
      width: side(size.width, limit.width), height: side(size.height, limit.height))
  }

  /// The sizes of the pictures of the old API: square, in its proportions, for a screen, and as
  /// stored, of which a video has none (decisions 17, 18 and 38).
  static func legacySizes(
    _ asset: LibraryModel.Asset, _ profile: BehaviorProfile
  ) -> [String] {
    let picture = asset.shown.uprightSize
    let short = min(picture.width, picture.height)
    func withShortSide(_ side: Int) -> PixelSize {
      let scale = min(1, Double(side) / Double(short))
      return shrunk(
        picture,
        into: PixelSize(
          width: max(1, Int((Double(picture.width) * scale).rounded())),
          height: max(1, Int((Double(picture.height) * scale).rounded()))))
    }
    // iOS 9 halved it (L114).
    let small = withShortSide(profile.halvesSquareThumbnails ? 75 : 150)
    let square = min(small.width, small.height)
    return [
      text(PixelSize(width: square, height: square), isDegraded: false),
      text(withShortSide(256), isDegraded: false),
      text(shrunk(picture, into: PixelSize(width: 2_048, height: 2_048)), isDegraded: false),
      asset.isVideo ? "none" : text(asset.original.size, isDegraded: false),
    ]
  }

  var description: String {
    let size = box.map { "\($0.width)×\($0.height)" } ?? "whole"
    return "\(size) \(fills ? "fill" : "fit") \(resizing) \(delivery)"
      + (isCurrent ? "" : " unadjusted")
  }
}
