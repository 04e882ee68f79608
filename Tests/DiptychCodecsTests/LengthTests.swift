import DiptychCodecs
import Foundation
import TestMedia
import Testing

/// Values of metadata that are of the right kind and too long (decisions 70 and 255).
@Suite struct LengthTests {
  private static let files = ["exif/no-exif.jpg", "png/rgba.png"]

  private func merging(
    _ file: String, _ dictionary: String, _ values: ImageMetadata
  ) throws -> ImageMetadata {
    let data = try MediaCodecs.rewritingMetadata(
      of: TestMedia.data(file), merging: [dictionary: .dictionary(values)])
    return try MediaCodecs.metadata(of: data)[dictionary]?.dictionaryValue ?? [:]
  }

  private func text(_ count: Int, _ letter: String = "x") -> MetadataValue {
    .string(String(repeating: letter, count: count))
  }

  // What fits is written whole: a comment of ASCII takes one byte a letter, any other two.
  @Test(arguments: files) func whatFits(_ file: String) throws {
    for count in [29_000, 33_000, 60_500, 65_000] {
      let comment = try merging(file, "{Exif}", ["UserComment": text(count)])
      #expect(comment["UserComment"] == text(count))
      let title = try merging(file, "{TIFF}", ["ImageDescription": text(count)])
      #expect(title["ImageDescription"] == text(count))
    }
    let wide = try merging(file, "{Exif}", ["UserComment": text(32_000, "ж")])
    #expect(wide["UserComment"] == text(32_000, "ж"))
  }

  // What does not is refused, never left out.
  @Test(arguments: files) func whatDoesNot(_ file: String) {
    let numbers = MetadataValue.list(Array(repeating: .integer(1), count: 300))
    for (dictionary, values): (String, ImageMetadata) in [
      ("{Exif}", ["UserComment": text(65_528)]), ("{Exif}", ["UserComment": text(33_000, "ж")]),
      ("{Exif}", ["UserComment": text(40_000), "LensModel": text(40_000)]),
      ("{TIFF}", ["ImageDescription": text(70_000)]), ("{TIFF}", ["Make": text(1_000_000)]),
      ("{Exif}", ["ISOSpeedRatings": numbers]), ("{Exif}", ["LensSpecification": numbers]),
      ("{Exif}", ["ComponentsConfiguration": numbers]),
    ] {
      let code = errorCode { try merging(file, dictionary, values) }
      #expect(code == .encodingFailed, "\(values.keys)")
    }
  }

  // Of a file of TIFF's structure a value of 32 KiB is read, and no longer one is written.
  @Test(.enabled(if: TestMedia.hasAllMedia)) func tiff() throws {
    let file = "tiff/rgb-lzw-exif.tif"
    let comment = try merging(file, "{Exif}", ["UserComment": text(32_000)])
    #expect(comment["UserComment"] == text(32_000))
    #expect(
      errorCode { try merging(file, "{Exif}", ["UserComment": text(33_000)]) } == .encodingFailed)
  }

  // A value of the wrong kind is of no meaning, and left out as before.
  @Test(arguments: files) func wrongKinds(_ file: String) throws {
    let texts = MetadataValue.list(Array(repeating: .string("x"), count: 300))
    let exif = try merging(
      file, "{Exif}",
      ["UserComment": texts, "ISOSpeedRatings": texts, "FNumber": .list([]), "LensModel": text(2)])
    #expect(exif["LensModel"] == text(2))
    #expect(exif["UserComment"] == nil)
    #expect(exif["ISOSpeedRatings"] == nil)
  }
}
