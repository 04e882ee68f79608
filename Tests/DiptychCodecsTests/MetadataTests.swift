import DiptychCodecs
import Foundation
import TestMedia
import Testing

@Suite struct MetadataTests {
  @Test func keysAreThoseOfImageIO() throws {
    let metadata = try MediaCodecs.metadata(
      of: TestMedia.data("exif/real-iphone4s-gps-subsec-orientation6.jpg"))
    #expect(metadata["PixelWidth"] == .integer(205))
    #expect(metadata["PixelHeight"] == .integer(102))
    #expect(metadata["Depth"] == .integer(8))
    #expect(metadata["ColorModel"] == .string("RGB"))
    #expect(metadata["Orientation"] == .integer(6))
    let tiff = try #require(metadata["{TIFF}"]?.dictionaryValue)
    #expect(tiff["Make"] == .string("Apple"))
    #expect(tiff["Model"] == .string("iPhone 4S"))
    #expect(tiff["Orientation"] == .integer(6))
    #expect(tiff["XResolution"] == .real(72))
    let exif = try #require(metadata["{Exif}"]?.dictionaryValue)
    #expect(exif["DateTimeOriginal"] == .string("2014:09:01 15:03:47"))
    #expect(exif["SubsecTimeOriginal"] == .string("880"))
    #expect(exif["ExifVersion"] == .list([.integer(2), .integer(2), .integer(1)]))
    #expect(exif["ISOSpeedRatings"]?.listValue?.count == 1)
    #expect(exif["LensModel"]?.stringValue?.contains("4.28mm") == true)
    #expect(exif["LensSpecification"]?.listValue?.count == 4)
    let gps = try #require(metadata["{GPS}"]?.dictionaryValue)
    #expect(gps["LatitudeRef"] == .string("N"))
    let latitude = try #require(gps["Latitude"]?.doubleValue)
    #expect(abs(latitude - 59.3325472222222) < 1e-9)
  }

  @Test func placesSouthWestAndBelowTheSeaHaveTheirReferences() throws {
    let metadata = try MediaCodecs.metadata(
      of: TestMedia.data("exif/gps-south-west-below-sea.jpg"))
    let gps = try #require(metadata["{GPS}"]?.dictionaryValue)
    #expect(gps["LatitudeRef"] == .string("S"))
    #expect(gps["LongitudeRef"] == .string("W"))
    #expect(gps["AltitudeRef"] == .integer(1))
    #expect(gps["Altitude"] == .real(12.5))
    #expect(gps["TimeStamp"] == .string("21:18:18"))
    #expect(gps["DateStamp"] == .string("2018:08:08"))
  }

  @Test func colorModelsAndDepths() throws {
    for (name, model, depth, alpha) in [
      ("jpeg/cmyk.jpg", "CMYK", 8, false), ("png/gray16.png", "Gray", 16, false),
      ("png/rgba.png", "RGB", 8, true),
    ] {
      let metadata = try MediaCodecs.metadata(of: TestMedia.data(name))
      #expect(metadata["ColorModel"] == .string(model), "\(name)")
      #expect(metadata["Depth"] == .integer(depth), "\(name)")
      #expect((metadata["HasAlpha"] == .integer(1)) == alpha, "\(name)")
    }
  }
}

extension MetadataValue {
  var listValue: [MetadataValue]? {
    if case .list(let values) = self { values } else { nil }
  }
}

@Suite struct RewritingTests {
  private let given: ImageMetadata = [
    "Orientation": .integer(8),
    "{TIFF}": .dictionary(["Make": .string("Given"), "Orientation": .integer(3)]),
    "{Exif}": .dictionary([
      "DateTimeOriginal": .string("2001:02:03 04:05:06"), "SubsecTimeOriginal": .string("5"),
      "OffsetTimeOriginal": .string("-07:00"), "ExposureTime": .real(0.004),
      "ISOSpeedRatings": .list([.integer(400)]), "ExposureBiasValue": .real(-0.5),
      "UserComment": .string("héllo"), "PixelXDimension": .integer(1),
    ]),
    "{GPS}": .dictionary([
      "Latitude": .real(12.3456789), "LatitudeRef": .string("S"), "Longitude": .real(-45.5),
      "Altitude": .real(-3.25), "TimeStamp": .string("01:02:03.50"),
    ]),
    "PixelWidth": .integer(1), "NoSuchKey": .string("x"),
  ]

  @Test func givenValuesWinAndPixelsStay() throws {
    // L142; for every picture of a format that is written, with EXIF or without.
    for (name, _) in try Expected.goodSamples()
    where ["jpg", "png"].contains((name as NSString).pathExtension) {
      let data = try TestMedia.data(name)
      let old = try MediaCodecs.metadata(of: data)
      let result = try MediaCodecs.rewritingMetadata(of: data, merging: given)
      #expect(try MediaCodecs.decode(result) == MediaCodecs.decode(data), "\(name)")
      let probe = try MediaCodecs.probe(.data(result), nameExtension: nil)
      #expect(probe.orientation == .left, "\(name)")
      #expect(
        probe.captureDate
          == CaptureDate(
            year: 2001, month: 2, day: 3, hour: 4, minute: 5, second: 6, microseconds: 500_000,
            utcOffset: -25_200), "\(name)")
      let place = try #require(probe.location, "\(name)")
      #expect(abs(place.latitude + 12.3456789) < 1e-9, "\(name)")
      #expect(place.longitude == -45.5, "\(name)")
      #expect(place.altitude == -3.25, "\(name)")
      try checkMetadata(of: result, old: old, name)
    }
  }

  private func checkMetadata(of data: Data, old: ImageMetadata, _ name: String) throws {
    let new = try MediaCodecs.metadata(of: data)
    #expect(new["PixelWidth"] == old["PixelWidth"], "\(name)")
    let exif = try #require(new["{Exif}"]?.dictionaryValue)
    #expect(exif["ExposureTime"] == .real(0.004), "\(name)")
    #expect(exif["ExposureBiasValue"] == .real(-0.5), "\(name)")
    #expect(exif["ISOSpeedRatings"] == .list([.integer(400)]), "\(name)")
    #expect(exif["UserComment"] == .string("héllo"), "\(name)")
    let gps = try #require(new["{GPS}"]?.dictionaryValue)
    #expect(gps["LongitudeRef"] == .string("W"), "\(name)")
    #expect(gps["AltitudeRef"] == .integer(1), "\(name)")
    #expect(gps["TimeStamp"] == .string("01:02:03.50"), "\(name)")
    // Whatever was not given is still there.
    for key in ["{TIFF}", "{Exif}", "{GPS}"] {
      let before = old[key]?.dictionaryValue ?? [:]
      let after = new[key]?.dictionaryValue ?? [:]
      let changed = given[key]?.dictionaryValue ?? [:]
      for (inner, value) in before where changed[inner] == nil || inner == "PixelXDimension" {
        let isReference = inner == "LongitudeRef" || inner == "AltitudeRef"
        #expect(after[inner] == value || isReference, "\(name) \(key) \(inner)")
      }
    }
  }

  @Test func whatIsInTheBlockStaysInItsPlace() throws {
    // Maker notes name places of the block by number; XMP and IPTC have segments of their own.
    for name in ["exif/real-canon.jpg", "exif/real-sony.jpg", "exif/real-nikon-gps-subsec.jpg"] {
      let data = try TestMedia.data(name)
      let result = try MediaCodecs.rewritingMetadata(of: data, merging: given)
      let old = try block(of: data)
      let new = try block(of: result)
      // All but the pointer to the first directory.
      #expect(new.prefix(4) == old.prefix(4), "\(name)")
      #expect(new.dropFirst(8).prefix(old.count - 8) == old.dropFirst(8), "\(name)")
      #expect(new.count < old.count + 2048, "\(name)")
    }
    let xmp = try TestMedia.data("exif/xmp-iptc.jpg")
    let result = try MediaCodecs.rewritingMetadata(of: xmp, merging: given)
    #expect(result.range(of: Data("Harbour at dusk".utf8)) != nil)
    #expect(result.range(of: Data("8BIM".utf8)) != nil)
  }

  private func block(of data: Data) throws -> Data {
    let mark = try #require(data.range(of: Data("Exif\0\0".utf8)))
    let length = Int(data[mark.lowerBound - 2]) << 8 | Int(data[mark.lowerBound - 1])
    return Data(data[mark.upperBound..<mark.lowerBound - 2 + length])
  }

  @Test func fullBlocksArePackedAnew() throws {
    // 40,000 bytes of text, replaced once by as many: both do not fit beside each other.
    let data = try TestMedia.data("exif/real-canon.jpg")
    var result = data
    for letter in ["x", "y", "z"] {
      let text = MetadataValue.string(String(repeating: letter, count: 40_000))
      result = try MediaCodecs.rewritingMetadata(
        of: result, merging: ["{TIFF}": .dictionary(["Artist": text])])
      let tiff = try MediaCodecs.metadata(of: result)["{TIFF}"]?.dictionaryValue
      #expect(tiff?["Artist"] == text)
      #expect(tiff?["Make"] == .string("Canon"))
    }
    #expect(try MediaCodecs.decode(result) == MediaCodecs.decode(data))
    #expect(result.count < data.count + 45_000)
  }

  @Test func nothingToWriteGivesTheSameBytes() throws {
    let nothing: [ImageMetadata] = [
      [:], ["PixelWidth": .integer(3)], ["{Exif}": .dictionary([:])],
      ["{IPTC}": .dictionary(["Keywords": .string("x")])], ["Orientation": .integer(9)],
      ["{Exif}": .dictionary(["ExposureTime": .real(.nan), "FNumber": .real(.infinity)])],
      ["{Exif}": .dictionary(["ISOSpeedRatings": .list([.string("x")])])],
      ["{GPS}": .dictionary(["Latitude": .real(91)])], ["{TIFF}": .string("x")],
    ]
    for name in ["exif/real-sony.jpg", "png/rgba.png"] {
      let data = try TestMedia.data(name)
      // Texts are kept in a JPEG alone (decision 235).
      for metadata in nothing where metadata["{IPTC}"] == nil || name.hasSuffix(".png") {
        let result = try MediaCodecs.rewritingMetadata(of: data, merging: metadata)
        #expect(result == data, "\(metadata)")
      }
    }
  }

  @Test func rewritingTwiceChangesNothingMore() throws {
    for name in ["exif/real-sony.jpg", "exif/no-exif.jpg", "png/exif-gps.png", "png/rgba.png"] {
      let once = try MediaCodecs.rewritingMetadata(of: TestMedia.data(name), merging: given)
      let twice = try MediaCodecs.rewritingMetadata(of: once, merging: given)
      #expect(once == twice, "\(name)")
    }
  }

  @Test func blocksTooLargeForJPEGAreRefused() throws {
    let long = MetadataValue.string(String(repeating: "x", count: 50_000))
    let metadata: ImageMetadata = ["{TIFF}": .dictionary(["Make": long, "Model": long])]
    let jpeg = try TestMedia.data("exif/no-exif.jpg")
    #expect(
      errorCode { try MediaCodecs.rewritingMetadata(of: jpeg, merging: metadata) }
        == .encodingFailed)
  }
}
