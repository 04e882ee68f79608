import DiptychCodecs
import DiptychPlatform
import Foundation

/// A picture made by code: a colored gradient that follows from a seed, in a file of known bytes.
///
/// Two pictures of the same format, size, seed and orientation have the same bytes; with another
/// seed they differ.
public struct TestPicture: Hashable, Sendable {
  private enum Format: Hashable { case jpeg, png }

  private let format: Format
  /// Pixels from left to right, as stored.
  public let width: Int
  /// Pixels from top to bottom, as stored.
  public let height: Int
  /// What the colors follow from.
  public let seed: Int
  /// How the picture has to be turned, as EXIF counts: 1 is upright.
  public let orientation: Int

  /// A JPEG file.
  /// - Parameters:
  ///   - width: Pixels, 1 to 65,500.
  ///   - height: Pixels, 1 to 65,500.
  ///   - seed: What the colors follow from.
  ///   - orientation: How the picture has to be turned, as EXIF counts; written as a tag unless 1.
  public static func jpeg(
    width: Int = 40, height: Int = 30, seed: Int = 1, orientation: Int = 1
  ) -> TestPicture {
    TestPicture(
      format: .jpeg, width: width, height: height, seed: seed, orientation: orientation)
  }

  /// A PNG file. Parameters are those of ``jpeg(width:height:seed:orientation:)``.
  public static func png(
    width: Int = 40, height: Int = 30, seed: Int = 1, orientation: Int = 1
  ) -> TestPicture {
    TestPicture(
      format: .png, width: width, height: height, seed: seed, orientation: orientation)
  }

  /// The bytes of the file. Ends the process when the size or the orientation cannot be.
  /// - Complexity: O(*p*) in the pixels. Small files are kept for the next call.
  public var data: Data {
    if let known = PictureFiles.shared.data(of: self) { return known }
    let data = encoded
    PictureFiles.shared.keep(data, of: self)
    return data
  }

  private var encoded: Data {
    let size = PixelSize(width: width, height: height)
    guard (1...65_500).contains(width), (1...65_500).contains(height),
      let turned = ImageOrientation(rawValue: orientation),
      let bitmap = Bitmap(size: size, pixels: pixels, hasAlpha: false),
      let data = try? MediaCodecs.encode(
        bitmap, as: format == .jpeg ? .jpeg : .png, orientation: turned)
    else {
      raise(
        "NSInvalidArgumentException",
        reason: "A test picture of \(width)×\(height) with orientation \(orientation) cannot be "
          + "made.",
        remedy: "Give 1 to 65,500 pixels a side and an orientation from 1 to 8.")
    }
    return data
  }

  /// The name of the file when nobody gives it one.
  var defaultName: String {
    "picture-\(seed).\(format == .jpeg ? "jpg" : "png")"
  }

  /// A gradient from left to right and one from top to bottom, between colors of the seed.
  private var pixels: [UInt8] {
    var state = UInt64(bitPattern: Int64(seed)) &+ 0x9E37_79B9_7F4A_7C15
    func next() -> Int {
      state ^= state >> 30
      state = state &* 0xBF58_476D_1CE4_E5B9
      state ^= state >> 27
      state = state &* 0x94D0_49BB_1331_11EB
      state ^= state >> 31
      return Int(state & 0xFF)
    }
    let from = [next(), next(), next()]
    let to = [next(), next(), next()]
    func blend(_ channel: Int, _ weight: Int) -> UInt8 {
      UInt8((from[channel] * (256 - weight) + to[channel] * weight) / 256)
    }
    // Each channel follows from one figure of a pixel's place, and so from a table.
    let reds = (0..<width).map { blend(0, $0 * 256 / width) }
    let blues = (0..<(width + height - 1)).map { blend(2, $0 * 256 / (width + height)) }
    return [UInt8](unsafeUninitializedCapacity: width * height * 4) { pixels, count in
      reds.withUnsafeBufferPointer { reds in
        blues.withUnsafeBufferPointer { blues in
          for y in 0..<height {
            let green = blend(1, y * 256 / height)
            for x in 0..<width {
              pixels[count] = reds[x]
              pixels[count + 1] = green
              pixels[count + 2] = blues[x + y]
              pixels[count + 3] = 255
              count += 4
            }
          }
        }
      }
    }
  }
}
