import DiptychCodecs
import Foundation
import TestMedia
import Testing

/// Decision 20: one encoder; pixels unturned, orientation as a tag, no other metadata.
@Suite struct EncodingTests {
  @Test func pngGivesTheSamePixelsBack() throws {
    for (width, height, hasAlpha) in [
      (1, 1, false), (1, 1, true), (7, 5, false), (64, 33, true), (300, 2, true),
    ] {
      let bitmap = try #require(
        Pictures.gradient(width: width, height: height, hasAlpha: hasAlpha))
      let data = try MediaCodecs.encode(bitmap, as: .png)
      #expect(try MediaCodecs.decode(data) == bitmap)
      #expect(try MediaCodecs.encode(bitmap, as: .png) == data)
      let probe = try MediaCodecs.probe(.data(data), nameExtension: "png")
      #expect(probe.storedSize == bitmap.size)
      #expect(probe.hasAlpha == hasAlpha)
    }
  }

  @Test func jpegComesCloseAndIsAlwaysTheSame() throws {
    for (width, height) in [(1, 1), (7, 5), (64, 48), (65, 49)] {
      let bitmap = try #require(Pictures.gradient(width: width, height: height))
      let data = try MediaCodecs.encode(bitmap, as: .jpeg)
      let decoded = try MediaCodecs.decode(data)
      let difference = try #require(Pictures.largestDifference(bitmap, decoded))
      #expect(difference <= 24)
      let mean = try #require(Pictures.meanDifference(bitmap, decoded))
      #expect(mean <= 4)
      #expect(!decoded.hasAlpha)
      #expect(try MediaCodecs.encode(bitmap, as: .jpeg) == data)
      #expect(try MediaCodecs.probe(.data(data), nameExtension: "jpg").storedSize == bitmap.size)
    }
  }

  @Test func jpegLaysClearPixelsOverWhite() throws {
    let bitmap = try #require(Pictures.plain([0, 0, 0, 0], width: 8, height: 8))
    let decoded = try MediaCodecs.decode(MediaCodecs.encode(bitmap, as: .jpeg))
    #expect(decoded.pixels.allSatisfy { $0 >= 254 })
  }

  @Test func orientationIsTheOnlyTag() throws {
    let bitmap = try #require(Pictures.gradient(width: 12, height: 9))
    for format in [MediaFormat.jpeg, .png] {
      let plain = try MediaCodecs.encode(bitmap, as: format)
      #expect(try MediaCodecs.metadata(of: plain).keys.contains("{TIFF}") == false)
      for orientation in ImageOrientation.allCases {
        let data = try MediaCodecs.encode(bitmap, as: format, orientation: orientation)
        let probe = try MediaCodecs.probe(.data(data), nameExtension: nil)
        #expect(probe.orientation == orientation)
        #expect(probe.storedSize == bitmap.size)
        #expect(probe.captureDate == nil && probe.location == nil)
        #expect(try MediaCodecs.decode(data) == MediaCodecs.decode(plain))
        guard orientation != .up else {
          #expect(data == plain)
          continue
        }
        let metadata = try MediaCodecs.metadata(of: data)
        #expect(metadata["Orientation"] == .integer(orientation.rawValue))
        #expect(
          metadata["{TIFF}"] == .dictionary(["Orientation": .integer(orientation.rawValue)]))
        #expect(metadata["{Exif}"] == nil && metadata["{GPS}"] == nil)
      }
    }
  }

  @Test func whatAFormatCannotHoldIsRefused() throws {
    let bitmap = try #require(Pictures.gradient(width: 65_501, height: 1))
    #expect(errorCode { try MediaCodecs.encode(bitmap, as: .jpeg) } == .encodingFailed)
    #expect(try MediaCodecs.decode(MediaCodecs.encode(bitmap, as: .png)) == bitmap)
    #expect(errorCode { try MediaCodecs.encode(bitmap, as: .mpeg4) } == .unsupported)
  }
}

@Suite struct DecodingTests {
  @Test func everyKindOfPictureDecodes() throws {
    for (name, expected) in try Expected.goodSamples()
    where !Expected.isMovie(name) && !name.hasSuffix(".cr2") {
      #if !AllMedia
        guard ["jpg", "png"].contains((name as NSString).pathExtension) else { continue }
      #endif
      let bitmap = try MediaCodecs.decode(TestMedia.data(name))
      #expect(bitmap.size.width == expected.exiftool.ImageWidth, "\(name)")
      #expect(bitmap.size.height == expected.exiftool.ImageHeight, "\(name)")
    }
  }

  @Test func progressiveAndCMYKLookLikeTheBaseline() throws {
    // All three were made from one picture, at qualities of their own.
    let base = try MediaCodecs.decode(TestMedia.data("exif/date-plain.jpg"))
    for name in ["jpeg/progressive.jpg", "jpeg/cmyk.jpg"] {
      let other = try MediaCodecs.decode(TestMedia.data(name))
      let difference = try #require(Pictures.meanDifference(base, other), "\(name)")
      #expect(difference < 6, "\(name)")
    }
  }

  @Test func halfTransparentPNGHasAlphaAndGray16HasGrays() throws {
    let clear = try MediaCodecs.decode(TestMedia.data("png/rgba.png"))
    #expect(clear.hasAlpha)
    #expect(Pictures.samples(clear).allSatisfy { (127...128).contains($0[3]) })
    let gray = try MediaCodecs.decode(TestMedia.data("png/gray16.png"))
    #expect(!gray.hasAlpha)
    #expect(Pictures.samples(gray).allSatisfy { $0 == [$0[0], $0[0], $0[0], 255] })
    #expect(Set(gray.pixels).count > 50)
  }

  @Test func slicesOfDataDecodeLikeWholes() throws {
    for name in ["exif/real-canon.jpg", "png/exif-gps.png"] {
      let data = try TestMedia.data(name)
      let slice = (Data([1, 2, 3]) + data).dropFirst(3)
      #expect(slice.startIndex == 3)
      #expect(try MediaCodecs.decode(slice) == MediaCodecs.decode(data))
      #expect(
        try MediaCodecs.probe(.data(slice), nameExtension: nil)
          == MediaCodecs.probe(.data(data), nameExtension: nil))
      let change: ImageMetadata = ["{TIFF}": .dictionary(["Make": .string("M")])]
      #expect(
        try MediaCodecs.rewritingMetadata(of: slice, merging: change)
          == MediaCodecs.rewritingMetadata(of: data, merging: change))
    }
  }
}
