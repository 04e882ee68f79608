import DiptychCodecs
import Foundation
import TestMedia
import Testing

@Suite struct ScalingTests {
  @Test func sizesKeepTheirShapeAndNeverGrow() {
    let rows: [(size: [Int], maximum: [Int], result: [Int])] = [
      ([4032, 3024], [256, 256], [256, 192]), ([3024, 4032], [256, 256], [192, 256]),
      ([100, 50], [200, 200], [100, 50]), ([100, 50], [100, 50], [100, 50]),
      ([1000, 1], [10, 10], [10, 1]), ([3, 3], [0, 0], [1, 1]),
      ([640, 480], [640, 100], [133, 100]),
    ]
    for row in rows {
      let fitted = PixelSize(width: row.size[0], height: row.size[1])
        .fitted(in: PixelSize(width: row.maximum[0], height: row.maximum[1]))
      #expect(fitted == PixelSize(width: row.result[0], height: row.result[1]), "\(row)")
    }
  }

  @Test func areaSaturates() {
    #expect(PixelSize(width: .max, height: 2).area == .max)
    #expect(PixelSize(width: -3, height: -3).area == 0)
    #expect(PixelSize(width: 4032, height: 3024).area == 12_192_768)
  }

  @Test func averageIsThatOfTheArea() throws {
    // 3 × 1 to 2 × 1: each result covers one and a half source pixels.
    let pixels: [UInt8] = [0, 0, 0, 255, 90, 90, 90, 255, 240, 240, 240, 255]
    let bitmap = try #require(
      Bitmap(size: PixelSize(width: 3, height: 1), pixels: pixels, hasAlpha: false))
    let small = bitmap.scaled(fitting: PixelSize(width: 2, height: 1))
    #expect(small.pixels == [30, 30, 30, 255, 190, 190, 190, 255])
  }

  @Test func oneColorStaysThatColor() throws {
    let bitmap = try #require(Pictures.plain([13, 200, 77, 255], width: 37, height: 23))
    for side in 1...36 {
      let small = bitmap.scaled(fitting: PixelSize(width: side, height: 37))
      #expect(small.size.width == side)
      #expect(Set(Pictures.samples(small)) == [[13, 200, 77, 255]], "\(side)")
    }
  }

  @Test func clearPixelsLendNoColor() throws {
    let pixels: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 0]
    let bitmap = try #require(
      Bitmap(size: PixelSize(width: 2, height: 1), pixels: pixels, hasAlpha: true))
    #expect(
      bitmap.scaled(fitting: PixelSize(width: 1, height: 1)).pixels == [255, 0, 0, 128])
  }

  @Test func bitmapsNeedAsManyBytesAsTheirSizeSays() {
    let one = PixelSize(width: 1, height: 1)
    #expect(Bitmap(size: one, pixels: [1, 2, 3], hasAlpha: false) == nil)
    #expect(Bitmap(size: one, pixels: [1, 2, 3, 4, 5], hasAlpha: false) == nil)
    #expect(Bitmap(size: PixelSize(width: 0, height: 1), pixels: [], hasAlpha: false) == nil)
    #expect(Bitmap(size: PixelSize(width: .max, height: .max), pixels: [], hasAlpha: false) == nil)
    #expect(Bitmap(size: one, pixels: [1, 2, 3, 4], hasAlpha: true) != nil)
  }

  @Test func thumbnailOfAReducedDecodeIsThatOfTheWholePicture() throws {
    for name in ["exif/date-plain.jpg", "jpeg/progressive.jpg", "jpeg/cmyk.jpg", "png/rgba.png"] {
      let data = try TestMedia.data(name)
      let maximum = PixelSize(width: 60, height: 60)
      let quick = try MediaCodecs.thumbnail(data, fitting: maximum)
      let whole = try MediaCodecs.decode(data).scaled(fitting: maximum)
      #expect(quick.hasAlpha == whole.hasAlpha)
      let difference = try #require(Pictures.meanDifference(quick, whole), "\(name)")
      #expect(difference < 2, "\(name)")
    }
  }

  @Test func smallPicturesAreNotEnlarged() throws {
    let data = try TestMedia.data("exif/no-exif.jpg")
    let thumbnail = try MediaCodecs.thumbnail(data, fitting: PixelSize(width: 500, height: 500))
    #expect(try thumbnail == MediaCodecs.decode(data))
  }
}
