import Foundation

/// What the samples of a pixel mean: red, green and blue, or gray.
public final class CGColorSpace: Sendable {
  static let standardRGB = CGColorSpace(model: .rgb, spaceName: "kCGColorSpaceSRGB")
  static let gray = CGColorSpace(
    model: .monochrome, spaceName: "kCGColorSpaceGenericGrayGamma2_2")

  /// The name of the sRGB color space.
  public static var sRGB: CFString { "kCGColorSpaceSRGB" as NSString }

  /// The name of the gray color space with a gamma of 2.2.
  public static var genericGrayGamma2_2: CFString { "kCGColorSpaceGenericGrayGamma2_2" as NSString }

  /// The kind of color space.
  public let model: CGColorSpaceModel
  private let spaceName: String

  private init(model: CGColorSpaceModel, spaceName: String) {
    self.model = model
    self.spaceName = spaceName
  }

  /// Makes a color space by name: ``sRGB`` or ``genericGrayGamma2_2``; `nil` for other names.
  public convenience init?(name: CFString) {
    let known = [Self.standardRGB, .gray].first { $0.spaceName == String(name) }
    guard let known else { return nil }
    self.init(model: known.model, spaceName: known.spaceName)
  }

  /// The name of the color space.
  public var name: CFString? { spaceName as NSString }

  /// The number of color samples of a pixel, without alpha: 3 or 1.
  public var numberOfComponents: Int { model == .rgb ? 3 : 1 }
}

/// The kinds of color spaces, numbered as in Core Graphics.
public enum CGColorSpaceModel: Int32, Sendable {
  /// Gray.
  case monochrome = 0
  /// Red, green and blue.
  case rgb = 1
}

/// Returns the color space of red, green and blue samples; it is sRGB here.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { .standardRGB }

/// Returns the color space of gray samples, with a gamma of 2.2.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { .gray }
