import DiptychCodecs
import Foundation
import TestMedia
import Testing

/// Pictures of the formats beside JPEG and PNG.
@Suite struct FormatTests {
  #if AllMedia
    private let large = PixelSize(width: 10_000, height: 10_000)

    private func color(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> [Int] {
      let place = (y * bitmap.size.width + x) * 4
      return bitmap.pixels[place..<place + 4].map { Int($0) }
    }

    private func isNear(_ one: [Int], _ other: [Int], _ most: Int) -> Bool {
      one.count == other.count && zip(one, other).allSatisfy { abs($0 - $1) <= most }
    }

    // The made samples are copies of one picture: a red square in the upper left corner and a lime
    // one in the upper right, each 80 × 60 of 640 × 480.
    @Test func colorsAreWhereTheyBelong() throws {
      let rows: [(name: String, width: Int, height: Int, near: Int, hasAlpha: Bool)] = [
        ("heic/exif-orientation-6.heic", 640, 480, 12, false),
        ("tiff/rgb-lzw-exif.tif", 320, 240, 0, true),
      ]
      for row in rows {
        let data = try TestMedia.data(row.name)
        let bitmap = try MediaCodecs.decode(data)
        #expect(bitmap.size == PixelSize(width: row.width, height: row.height), "\(row.name)")
        let hasAlpha = bitmap.hasAlpha
        #expect(hasAlpha == row.hasAlpha, "\(row.name)")
        let red = color(bitmap, row.width / 32, row.height / 32)
        let lime = color(bitmap, row.width * 31 / 32, row.height / 32)
        #expect(isNear(red, [255, 0, 0, 255], row.near), "\(row.name): \(red)")
        #expect(isNear(lime, [0, 255, 0, 255], row.near), "\(row.name): \(lime)")
        // EXIF 6 of the HEIC must not turn it: its container says that it stands upright.
        let upright = try MediaCodecs.thumbnail(data, fitting: large)
        let isSame = upright == bitmap
        #expect(isSame, "\(row.name)")
        let small = try MediaCodecs.thumbnail(data, fitting: PixelSize(width: 64, height: 64))
        #expect(small.size == PixelSize(width: 64, height: 48), "\(row.name)")
        #expect(isNear(color(small, 2, 2), [255, 0, 0, 255], row.near), "\(row.name)")
      }
      // EXIF 3 of a WebP turns it: red comes to the lower right, lime to the lower left.
      let webP = try MediaCodecs.thumbnail(TestMedia.data("webp/lossy-exif.webp"), fitting: large)
      #expect(webP.size == PixelSize(width: 640, height: 480))
      #expect(isNear(color(webP, 620, 465), [255, 0, 0, 255], 12), "\(color(webP, 620, 465))")
      #expect(isNear(color(webP, 20, 465), [0, 255, 0, 255], 12), "\(color(webP, 20, 465))")
    }

    @Test func movingPicturesShowTheirFirstFrame() throws {
      // C47: red, lime and blue, 0.2 s each, without end.
      for (name, key) in [("gif/animated-3.gif", "{GIF}"), ("webp/animated-3.webp", "{WebP}")] {
        let data = try TestMedia.data(name)
        let bitmap = try MediaCodecs.decode(data)
        #expect(bitmap.size == PixelSize(width: 120, height: 90), "\(name)")
        let hasAlpha = bitmap.hasAlpha
        #expect(!hasAlpha, "\(name)")
        #expect(isNear(color(bitmap, 60, 45), [255, 0, 0, 255], 2), "\(name)")
        let values = try MediaCodecs.metadata(of: data)[key]?.dictionaryValue
        #expect(values?["FrameCount"] == .integer(3), "\(name)")
        #expect(values?["DelayTime"] == .real(0.2), "\(name)")
        #expect(values?["LoopCount"] == .integer(0), "\(name)")
        #expect(try MediaCodecs.probe(.data(data), nameExtension: nil).isAnimated, "\(name)")
      }
    }

    @Test func transparencyIsKept() throws {
      let png = try MediaCodecs.decode(TestMedia.data("png/rgba.png"))
      let webP = try MediaCodecs.decode(TestMedia.data("webp/lossless-alpha.webp"))
      // Lossless: the very same samples.
      let isSame = webP == png
      #expect(isSame)
      let small = PixelSize(width: 32, height: 32)
      let scaled = try MediaCodecs.thumbnail(
        TestMedia.data("webp/lossless-alpha.webp"), fitting: small)
      let hasAlpha = scaled.hasAlpha
      #expect(hasAlpha)
      let difference = try #require(Pictures.meanDifference(scaled, png.scaled(fitting: small)))
      #expect(difference < 4, "\(difference)")
    }

    @Test func aTIFFShowsItsFirstPage() throws {
      let bitmap = try MediaCodecs.decode(TestMedia.data("tiff/three-pages.tif"))
      let isRed = bitmap == Pictures.plain([255, 0, 0, 255], width: 64, height: 48)
      #expect(isRed)
    }

    @Test func phonePhotoComesOutUprightQuickly() throws {
      // The layout of iOS 18; stored lying, shown standing; from the embedded thumbnail.
      let data = try TestMedia.data("live/real.HEIC")
      let small = try MediaCodecs.thumbnail(data, fitting: PixelSize(width: 256, height: 256))
      #expect(small.size == PixelSize(width: 192, height: 256))
      let whole = try MediaCodecs.decode(data)
      #expect(whole.size == PixelSize(width: 4_032, height: 3_024))
      let upright = whole.scaled(fitting: PixelSize(width: 256, height: 256)).oriented(.right)
      let difference = try #require(Pictures.meanDifference(small, upright))
      #expect(difference < 4, "\(difference)")
    }

    // Samples of 16 bits, and pictures without color planes. Both were made from known pixels: red,
    // lime and a ramp of gray; and a ramp alone.
    @Test func deepAndColorlessHEICIsRead() throws {
      let deep = try MediaCodecs.decode(TestMedia.data("heic/ten-bit.heic"))
      let gray = try MediaCodecs.decode(TestMedia.data("heic/monochrome.heic"))
      for bitmap in [deep, gray] { #expect(bitmap.size == PixelSize(width: 128, height: 96)) }
      #expect(isNear(color(deep, 8, 48), [255, 0, 0, 255], 12), "\(color(deep, 8, 48))")
      #expect(isNear(color(deep, 48, 48), [0, 255, 0, 255], 12), "\(color(deep, 48, 48))")
      for x in stride(from: 72, to: 124, by: 8) {
        let level = (x - 64) * 255 / 63
        let expected = [level, level, level, 255]
        #expect(isNear(color(deep, x, 48), expected, 8), "\(x): \(color(deep, x, 48))")
      }
      for x in stride(from: 4, to: 124, by: 8) {
        let level = x * 255 / 127
        let expected = [level, level, level, 255]
        #expect(isNear(color(gray, x, 48), expected, 6), "\(x): \(color(gray, x, 48))")
      }
      #expect(
        try MediaCodecs.metadata(of: TestMedia.data("heic/ten-bit.heic"))["Depth"] == .integer(10))
      let small = try MediaCodecs.thumbnail(
        TestMedia.data("heic/monochrome.heic"), fitting: PixelSize(width: 32, height: 32))
      #expect(small.size == PixelSize(width: 32, height: 24))
    }

    @Test func avifIsRead() throws {
      let data = try TestMedia.data("avif/still.avif")
      let probe = try MediaCodecs.probe(.data(data), nameExtension: "avif")
      #expect(probe.format == .avif)
      #expect(probe.storedSize == PixelSize(width: 160, height: 120))
      let bitmap = try MediaCodecs.decode(data)
      #expect(isNear(color(bitmap, 3, 60), [255, 0, 0, 255], 24), "\(color(bitmap, 3, 60))")
      #expect(isNear(color(bitmap, 30, 60), [0, 255, 0, 255], 24), "\(color(bitmap, 30, 60))")
    }

    @Test func rawIsDeveloped() throws {
      let data = try TestMedia.data("raw/generated.dng")
      let bitmap = try MediaCodecs.decode(data)
      #expect(bitmap.size == PixelSize(width: 320, height: 240))
      // A gradient: some pixels are dark, some bright.
      let levels = Set(Pictures.samples(bitmap).map { $0[1] / 32 })
      #expect(levels.count >= 4, "\(levels)")
      let small = try MediaCodecs.thumbnail(data, fitting: PixelSize(width: 80, height: 80))
      #expect(small.size == PixelSize(width: 80, height: 60))
      // The image data of this one was cut out: it is stored and probed, and has no picture.
      let cut = try TestMedia.data("raw/metadata-only-canon.cr2")
      #expect(errorCode { try MediaCodecs.decode(cut) } == .damaged)
      #expect(errorCode { try MediaCodecs.thumbnail(cut, fitting: large) } == .damaged)
    }

    @Test func rawShowsItsEmbeddedPreview() throws {
      // The generated DNG with a JPEG of one color as its preview.
      let blue = try #require(Pictures.plain([0, 0, 255, 255], width: 320, height: 240))
      let data = try TIFFBuilder.addingPreview(
        MediaCodecs.encode(blue, as: .jpeg), 320, 240, to: TestMedia.data("raw/generated.dng"))
      let small = try MediaCodecs.thumbnail(data, fitting: PixelSize(width: 32, height: 32))
      #expect(isNear(color(small, 16, 12), [0, 0, 255, 255], 4), "\(color(small, 16, 12))")
    }
  #else
    @Test func picturesNeedAllMedia() throws {
      for name in [
        "gif/animated-3.gif", "webp/lossy-exif.webp", "tiff/three-pages.tif", "raw/generated.dng",
        "heic/exif-xmp-iptc.heic", "avif/still.avif",
      ] {
        let data = try TestMedia.data(name)
        #expect(errorCode { try MediaCodecs.decode(data) } == .unsupported, "\(name)")
        #expect(
          errorCode { try MediaCodecs.probe(.data(data), nameExtension: nil) } == nil, "\(name)")
      }
    }
  #endif

  @Test func typesAreFoundByTheBytes() throws {
    let rows: [(name: String, format: MediaFormat)] = [
      ("gif/animated-3.gif", .gif), ("webp/lossy-exif.webp", .webP),
      ("webp/animated-3.webp", .webP), ("tiff/three-pages.tif", .tiff),
      ("raw/generated.dng", .dng), ("raw/metadata-only-canon.cr2", .canonCR2),
      ("heic/exif-xmp-iptc.heic", .heic), ("live/real.HEIC", .heic), ("avif/still.avif", .avif),
    ]
    for row in rows {
      let data = try TestMedia.data(row.name)
      #expect(
        try MediaCodecs.probe(.data(data), nameExtension: nil).format == row.format, "\(row.name)")
      // P135. Names of one container pass for each other; a wrong name does not.
      for (name, fails) in [
        (row.format.fileExtension, false), ("jpg", true), ("mov", true),
        ("tiff", !(row.format.isRaw || row.format == .tiff)), ("heif", row.format != .heic),
      ] {
        let code = errorCode { try MediaCodecs.probe(.data(data), nameExtension: name) }
        #expect(code == (fails ? .wrongExtension : nil), "\(row.name) as \(name)")
      }
      #expect(MediaFormat.named(typeIdentifier: row.format.typeIdentifier) == row.format)
    }
  }

  @Test func filesThatBreakOffAreDamaged() throws {
    for name in [
      "gif/animated-3.gif", "webp/lossy-exif.webp", "webp/animated-3.webp",
      "tiff/rgb-lzw-exif.tif", "heic/exif-orientation-6.heic", "avif/still.avif",
    ] {
      let data = try TestMedia.data(name)
      let cut = data.prefix(data.count * 3 / 4)
      #expect(
        errorCode { try MediaCodecs.probe(.data(cut), nameExtension: nil) } == .damaged, "\(name)")
      let head = data.prefix(30)
      #expect(
        errorCode { try MediaCodecs.probe(.data(head), nameExtension: nil) } != nil, "\(name)")
      #expect(errorCode { try MediaCodecs.decode(head) } != nil, "\(name)")
    }
  }

  @Test func limitsHoldForEveryFormat() throws {
    for name in [
      "gif/animated-3.gif", "webp/lossy-exif.webp", "webp/animated-3.webp",
      "tiff/three-pages.tif", "raw/generated.dng",
    ] {
      let data = try TestMedia.data(name)
      let limits = MediaLimits(maximumPixels: 3_000)
      let size = PixelSize(width: 8, height: 8)
      #expect(
        errorCode { try MediaCodecs.probe(.data(data), nameExtension: nil, limits: limits) }
          == .tooLarge, "\(name)")
      #if AllMedia
        #expect(errorCode { try MediaCodecs.decode(data, limits: limits) } == .tooLarge, "\(name)")
        #expect(
          errorCode { try MediaCodecs.thumbnail(data, fitting: size, limits: limits) } == .tooLarge,
          "\(name)")
      #endif
    }
  }

  @Test func metadataIsRewrittenWithoutTouchingThePicture() throws {
    let given: ImageMetadata = [
      "{TIFF}": .dictionary(["Artist": .string("A")]),
      "{GPS}": .dictionary(["Latitude": .real(-33.5), "Longitude": .real(70.25)]),
    ]
    for name in ["webp/lossy-exif.webp", "webp/lossless-alpha.webp", "webp/animated-3.webp"] {
      let data = try TestMedia.data(name)
      let result = try MediaCodecs.rewritingMetadata(of: data, merging: given)
      let old = try MediaCodecs.metadata(of: data)
      let new = try MediaCodecs.metadata(of: result)
      #expect(new["{TIFF}"]?.dictionaryValue?["Artist"] == .string("A"), "\(name)")
      for key in ["PixelWidth", "PixelHeight", "HasAlpha", "Orientation", "{Exif}", "{WebP}"]
      where key != "{Exif}" || old[key] != nil {
        #expect(new[key] == old[key], "\(name) \(key)")
      }
      let probe = try MediaCodecs.probe(.data(result), nameExtension: "webp")
      #expect(probe.location == GeoPoint(latitude: -33.5, longitude: 70.25), "\(name)")
      let before = try MediaCodecs.probe(.data(data), nameExtension: "webp")
      #expect(probe.captureDate == before.captureDate, "\(name)")
      #if AllMedia
        #expect(try MediaCodecs.decode(result) == MediaCodecs.decode(data), "\(name)")
      #endif
      // Twice gives the same bytes.
      #expect(try MediaCodecs.rewritingMetadata(of: result, merging: given) == result, "\(name)")
    }
    // GIF has no place for EXIF: the same bytes come back.
    let gif = try TestMedia.data("gif/animated-3.gif")
    #expect(try MediaCodecs.rewritingMetadata(of: gif, merging: given) == gif)
  }
}
