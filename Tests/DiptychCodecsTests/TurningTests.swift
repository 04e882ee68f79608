import DiptychCodecs
import Foundation
import TestMedia
import Testing

@Suite struct TurningTests {
  @Test func allEightSamplesLookTheSameUpright() throws {
    let first = try upright("orientation/orientation-1.jpg")
    #expect(first.size == PixelSize(width: 40, height: 80))
    // An F is no mirror image or turn of itself, so the comparison can fail.
    for orientation in ImageOrientation.allCases where orientation != .up {
      let turned = first.oriented(orientation)
      #expect(
        Pictures.meanDifference(first, turned).map { $0 > 10 } ?? true, "\(orientation)")
    }
    for number in 2...8 {
      let other = try upright("orientation/orientation-\(number).jpg")
      let difference = try #require(Pictures.meanDifference(first, other), "\(number)")
      #expect(difference < 3, "\(number)")
    }
  }

  private func upright(_ name: String) throws -> Bitmap {
    let data = try TestMedia.data(name)
    let probe = try MediaCodecs.probe(.data(data), nameExtension: "jpg")
    let bitmap = try MediaCodecs.decode(data)
    #expect(bitmap.size == probe.storedSize)
    let turned = bitmap.oriented(probe.orientation)
    #expect(turned.size == probe.uprightSize)
    return turned
  }

  @Test func eachOrientationMovesTheCornersWhereItShould() throws {
    // Stored: 1 2 3 / 4 5 6. What stands upright, row by row, by EXIF's definitions.
    var pixels: [UInt8] = []
    for value in UInt8(1)...6 { pixels += [value, value, value, 255] }
    let stored = try #require(
      Bitmap(size: PixelSize(width: 3, height: 2), pixels: pixels, hasAlpha: false))
    let rows: [(ImageOrientation, [UInt8])] = [
      (.up, [1, 2, 3, 4, 5, 6]), (.upMirrored, [3, 2, 1, 6, 5, 4]),
      (.down, [6, 5, 4, 3, 2, 1]), (.downMirrored, [4, 5, 6, 1, 2, 3]),
      (.leftMirrored, [1, 4, 2, 5, 3, 6]), (.right, [4, 1, 5, 2, 6, 3]),
      (.rightMirrored, [6, 3, 5, 2, 4, 1]), (.left, [3, 6, 2, 5, 1, 4]),
    ]
    #expect(Set(rows.map(\.0)) == Set(ImageOrientation.allCases))
    for (orientation, expected) in rows {
      let turned = stored.oriented(orientation)
      #expect(turned.size.width == (orientation.swapsAxes ? 2 : 3), "\(orientation)")
      #expect(Pictures.samples(turned).map { $0[0] } == expected, "\(orientation)")
    }
  }

  @Test func thumbnailsAreUpright() throws {
    let first = try MediaCodecs.thumbnail(
      TestMedia.data("orientation/orientation-1.jpg"), fitting: PixelSize(width: 20, height: 20))
    #expect(first.size == PixelSize(width: 10, height: 20))
    for number in 2...8 {
      let data = try TestMedia.data("orientation/orientation-\(number).jpg")
      let other = try MediaCodecs.thumbnail(data, fitting: PixelSize(width: 20, height: 20))
      let difference = try #require(Pictures.meanDifference(first, other), "\(number)")
      #expect(difference < 6, "\(number)")
    }
  }
}
