import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// All eight orientations come out upright, pixel for pixel, from each API.
@Suite("Upright pictures")
struct UprightTests {
  private static let width = 420
  private static let height = 300

  /// The picture as it has to come out: no row, column or diagonal is like another.
  private static func upright(_ x: Int, _ y: Int) -> [UInt8] {
    let square = x < 60 && y < 40 ? UInt8(255) : 0
    return [UInt8(x * 255 / (width - 1)), UInt8(y * 255 / (height - 1)), square, 255]
  }

  /// Which upright pixel is stored at a place, by the definitions of EXIF.
  private static func source(_ orientation: Int, _ x: Int, _ y: Int) -> (x: Int, y: Int) {
    switch orientation {
    case 2: (width - 1 - x, y)
    case 3: (width - 1 - x, height - 1 - y)
    case 4: (x, height - 1 - y)
    case 5: (y, x)
    case 6: (width - 1 - y, x)
    case 7: (width - 1 - y, height - 1 - x)
    case 8: (y, height - 1 - x)
    default: (x, y)
    }
  }

  /// A PNG with the stored pixels of an orientation, and its tag.
  private static func file(_ orientation: Int) throws -> Data {
    let size =
      orientation < 5
      ? PixelSize(width: width, height: height) : PixelSize(width: height, height: width)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(size.area * 4)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = source(orientation, x, y)
        pixels += upright(place.x, place.y)
      }
    }
    let bitmap = try #require(Bitmap(size: size, pixels: pixels, hasAlpha: false))
    let tag = try #require(ImageOrientation(rawValue: orientation))
    return try MediaCodecs.encode(bitmap, as: .png, orientation: tag)
  }

  private static func pixels(_ image: Unmanaged<CGImage>?) -> Bitmap? {
    image?.takeUnretainedValue().bitmap
  }

  // L112–L114, L125, P189, decision 81. What is whole is exact; what is scaled is the same for all
  // eight.
  @Test("all eight orientations give the same pixels")
  func eight() async throws {
    let whole = (0..<Self.height).flatMap { y in
      (0..<Self.width).flatMap { x in Self.upright(x, y) }
    }
    let harness = try BackendHarness()
    try await harness.run {
      let library = ALAssetsLibrary()
      var first: [String: Bitmap] = [:]
      for orientation in 1...8 {
        let url = try await library.writeImageData(
          toSavedPhotosAlbum: try Self.file(orientation), metadata: nil)
        let views = try await BothViews(try #require(url).absoluteString, library)
        let file = try #require(views.old.defaultRepresentation())
        let screen = try #require(Self.pixels(file.fullScreenImage()))
        #expect(screen.size == PixelSize(width: Self.width, height: Self.height))
        #expect(screen.pixels == whole, "fullScreenImage \(orientation)")
        let requested = try views.requested(2_048, .aspectFit).bitmap
        #expect(requested.pixels == whole, "requestImage \(orientation)")
        let bytes = try await views.newBytes()
        let image = try #require(UIImage(data: bytes))
        #expect(
          try #require(image.cgImage).bitmap.oriented(
            try #require(ImageOrientation(rawValue: orientation))
          ).pixels == whole, "bytes \(orientation)")
        let small: [(String, Bitmap?)] = [
          ("thumbnail", Self.pixels(views.old.thumbnail())),
          ("aspectRatioThumbnail", Self.pixels(views.old.aspectRatioThumbnail())),
          ("requestImage 150 fit", try views.requested(150, .aspectFit).bitmap),
          ("requestImage 150 fill", try views.requested(150, .aspectFill).bitmap),
          ("requestImage 64 fit", try views.requested(64, .aspectFit).bitmap),
        ]
        for (name, bitmap) in small {
          let bitmap = try #require(bitmap, "\(name) \(orientation)")
          let expected = first[name] ?? bitmap
          first[name] = expected
          #expect(bitmap.size == expected.size, "\(name) \(orientation)")
          let isSame = bitmap.pixels == expected.pixels
          #expect(isSame, "\(name) \(orientation)")
        }
      }
      // They show the upper left where it belongs.
      for (name, bitmap) in first {
        #expect(bitmap.pixels[0] < 140 && bitmap.pixels[1] < 30, "\(name)")
      }
    }
  }

  // The eight real files: each is the decoder's picture of its own bytes, turned.
  @Test("the eight samples come out turned, and near to each other")
  func samples() async throws {
    let harness = try BackendHarness()
    try await harness.run {
      let library = ALAssetsLibrary()
      var first: Bitmap?
      for number in 1...8 {
        let data = try TestMedia.data("orientation/orientation-\(number).jpg")
        let orientation = try #require(ImageOrientation(rawValue: number))
        let expected = try MediaCodecs.decode(data).oriented(orientation)
        let url = try await library.writeImageData(toSavedPhotosAlbum: data, metadata: nil)
        let views = try await BothViews(try #require(url).absoluteString, library)
        let screen = Self.pixels(views.old.defaultRepresentation()?.fullScreenImage())
        #expect(screen == expected, "\(number)")
        #expect(try views.requested(2_048, .aspectFit).bitmap == expected, "\(number)")
        #expect(
          views.old.defaultRepresentation()?.orientation()
            == Self.orientations[number - 1], "\(number)")
        let reference = first ?? expected
        first = reference
        #expect(reference.size == expected.size)
        let sum = zip(reference.pixels, expected.pixels).reduce(0) {
          $0 + abs(Int($1.0) - Int($1.1))
        }
        #expect(Double(sum) / Double(max(1, reference.pixels.count)) < 3, "\(number)")
      }
    }
  }

  /// The old API's orientations by EXIF's numbers 1 … 8.
  private static let orientations: [ALAssetOrientation] = [
    .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
  ]
}
