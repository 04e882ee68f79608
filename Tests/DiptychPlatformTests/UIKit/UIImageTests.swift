import DiptychCodecs
import DiptychPlatform
import Foundation
import Testing

@Suite struct UIImageTests {
  private func pixels(width: Int = 3, height: Int = 2) throws -> CGImage {
    let samples = (0..<width * height).flatMap { index -> [UInt8] in [UInt8(index * 10), 1, 2, 255]
    }
    let size = PixelSize(width: width, height: height)
    return CGImage(bitmap: try #require(Bitmap(size: size, pixels: samples, hasAlpha: false)))
  }

  /// UIKit's number, EXIF's number, and whether width and height change places.
  private static let orientations: [(UIImage.Orientation, ImageOrientation, Int, Bool)] = [
    (.up, .up, 0, false), (.down, .down, 1, false), (.left, .left, 2, true),
    (.right, .right, 3, true), (.upMirrored, .upMirrored, 4, false),
    (.downMirrored, .downMirrored, 5, false), (.leftMirrored, .leftMirrored, 6, true),
    (.rightMirrored, .rightMirrored, 7, true),
  ]

  @Test func orientationsMapBothWays() {
    for (orientation, stored, number, _) in Self.orientations {
      #expect(orientation.rawValue == number)
      #expect(orientation.imageOrientation == stored)
      #expect(UIImage.Orientation(stored) == orientation)
      #expect(orientation.propertyOrientation.rawValue == UInt32(stored.rawValue))
      #expect(CGImagePropertyOrientation(stored).imageOrientation == stored)
    }
  }

  @Test func sizeIsUprightInPoints() throws {
    let image = try pixels()
    for (orientation, _, _, isTurned) in Self.orientations {
      let made = UIImage(cgImage: image, scale: 2, orientation: orientation)
      #expect(
        made.size == (isTurned ? CGSize(width: 1, height: 1.5) : CGSize(width: 1.5, height: 1)))
      #expect(made.scale == 2 && made.imageOrientation == orientation)
      #expect(made.cgImage === image)
    }
    let plain = UIImage(cgImage: image)
    #expect(plain.size == CGSize(width: 3, height: 2) && plain.imageOrientation == .up)
    #expect(UIImage(cgImage: image, scale: 0, orientation: .up).scale == 1)
  }

  @Test func dataKeepsTheOrientationOfTheFile() throws {
    let image = try pixels()
    for (orientation, stored, _, _) in Self.orientations {
      for format in [MediaFormat.jpeg, .png] {
        let data = try MediaCodecs.encode(image.bitmap, as: format, orientation: stored)
        let read = try #require(UIImage(data: data, scale: 2))
        #expect(read.imageOrientation == orientation, "\(format) \(stored)")
        #expect(read.cgImage?.width == 3 && read.cgImage?.height == 2)
        #expect(read.scale == 2)
      }
    }
  }

  @Test func pngDataGivesTheSamePictureBack() throws {
    let made = UIImage(cgImage: try pixels(), scale: 1, orientation: .right)
    let data = try #require(made.pngData())
    let read = try #require(UIImage(data: data))
    #expect(read.cgImage?.bitmap == made.cgImage?.bitmap)
    #expect(read.imageOrientation == .right)
  }

  @Test func imagesAreReadFromFiles() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("diptych-image-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("a.png")
    let data = try #require(UIImage(cgImage: try pixels()).pngData())
    try data.write(to: file)
    #expect(UIImage(contentsOfFile: file.path)?.size == CGSize(width: 3, height: 2))
    #expect(UIImage(contentsOfFile: folder.appendingPathComponent("b.png").path) == nil)
    #expect(UIImage(contentsOfFile: folder.path) == nil)
    #expect(UIImage(contentsOfFile: "/dev/zero") == nil)
    #expect(UIImage(contentsOfFile: "") == nil)
  }

  @Test func damagedDataGivesNil() {
    for data in [
      Data(), Data("text".utf8), Data([0xFF, 0xD8, 0xFF]), Data([0x89, 0x50, 0x4E, 0x47]),
    ] {
      #expect(UIImage(data: data) == nil)
    }
  }

  @Test func imagesAreEqualByContent() throws {
    let image = UIImage(cgImage: try pixels())
    let same = UIImage(cgImage: try pixels())
    #expect(image == same && image.hash == same.hash)
    #expect(image != UIImage(cgImage: try pixels(width: 2, height: 3)))
    #expect(image != UIImage(cgImage: try pixels(), scale: 2, orientation: .up))
    #expect(image != UIImage(cgImage: try pixels(), scale: 1, orientation: .down))
    #expect(image != UIImage() && UIImage() == UIImage())
    let first = try pixels()
    let second = try pixels()
    #expect(first == first && first != second)
  }

  @Test func anEmptyImageHasNothing() {
    let empty = UIImage()
    #expect(empty.size == .zero && empty.cgImage == nil && empty.pngData() == nil)
    #expect(empty.imageOrientation == .up)
  }

  @Test func clientsMaySubclass() throws {
    final class Marked: UIImage, @unchecked Sendable {}  // Sendable because it adds no state.
    let made = Marked(cgImage: try pixels(), scale: 1, orientation: .left)
    #expect(made.size == CGSize(width: 2, height: 3))
  }
}
