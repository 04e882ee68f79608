import DiptychCodecs
import Foundation
import TestMedia
import Testing

@Suite struct ProbeTests {
  @Test func everySampleMatchesTheOracle() throws {
    let samples = try Expected.goodSamples()
    #expect(samples.count == 48)
    for (name, expected) in samples {
      #if !AllMedia
        if Expected.isMovie(name) || name.lowercased().hasSuffix(".heic") { continue }
      #endif
      try check(name, expected)
    }
  }

  private func check(_ name: String, _ expected: Expected.Sample) throws {
    let url = TestMedia.url(name)
    let probe = try MediaCodecs.probe(.file(url.path), nameExtension: url.pathExtension)
    let values = expected.exiftool
    #expect(
      probe.storedSize == PixelSize(width: values.ImageWidth ?? 0, height: values.ImageHeight ?? 0),
      "\(name)")
    let isVideo = probe.format.kind == .video
    #expect(isVideo == Expected.isMovie(name), "\(name)")
    if isVideo {
      let turned = values.Rotation == 90
      #expect(probe.orientation == (turned ? .right : .up), "\(name)")
      #expect(abs(probe.duration - duration(name, values)) < 0.001, "\(name)")
    } else {
      // The container's rotation counts, not EXIF's: 3 quarters counterclockwise are one clockwise.
      let turned = values.FileType == "HEIC" ? (values.Rotation == 3 ? 6 : 1) : values.Orientation
      #expect(probe.orientation.rawValue == turned ?? 1, "\(name)")
      #expect(probe.duration == 0, "\(name)")
    }
    #expect(probe.contentIdentifier == values.ContentIdentifier, "\(name)")
    #expect(probe.isAnimated == name.contains("animated-3"), "\(name)")
    // The photo of the iPhone 4S says of itself that it is a panorama.
    #expect(probe.subtypes == (name.contains("iphone4s") ? .panorama : []), "\(name)")
    // Of this one the oracle leaves out XMP's date: see SampleTests.
    if name != "exif/xmp-iptc.jpg" {
      #expect(probe.captureDate == date(values, isVideo: isVideo), "\(name)")
    }
    #expect((probe.location == nil) == (values.GPSLatitude == nil), "\(name)")
    if let place = probe.location {
      #expect(abs(place.latitude - (values.GPSLatitude ?? 0)) < 1e-7, "\(name)")
      #expect(abs(place.longitude - (values.GPSLongitude ?? 0)) < 1e-7, "\(name)")
      #expect((place.altitude == nil) == (values.GPSAltitude == nil), "\(name)")
      #expect(abs((place.altitude ?? 0) - (values.GPSAltitude ?? 0)) < 1e-6, "\(name)")
    }
    // The same bytes from memory answer the same.
    let data = try TestMedia.data(name)
    #expect(data.count == expected.bytes, "\(name)")
    #expect(try MediaCodecs.probe(.data(data), nameExtension: nil) == probe, "\(name)")
  }

  /// The movie header of fragmented.mp4 says 0, its fragments 2 s; that of the rotated sample counts
  /// a last frame that ExifTool leaves out.
  private func duration(_ name: String, _ values: Expected.Values) -> Double {
    name.hasSuffix("fragmented.mp4")
      ? 2 : name.hasSuffix("rotated-creationdate.mov") ? 1.534 : values.Duration ?? 0
  }

  /// Decision 21: taken, else digitized, else changed; a QuickTime date with its offset, else the
  /// movie header as UTC. Values of zeros are none.
  private func date(_ values: Expected.Values, isVideo: Bool) -> CaptureDate? {
    var candidates =
      isVideo
      ? [values.CreationDate, values.CreateDate]
      : [values.DateTimeOriginal, values.CreateDate, values.ModifyDate]
    // In a PNG the last one is the time chunk: when the file was written, not when it was taken.
    if values.FileType == "PNG" { candidates.removeLast() }
    guard let text = candidates.compactMap({ $0 }).first(where: { !$0.hasPrefix("0000") }) else {
      return nil
    }
    let fields = text.prefix(19).split { !$0.isNumber }.compactMap { Int($0) }
    guard fields.count == 6 else { return nil }
    var date = CaptureDate(
      year: fields[0], month: fields[1], day: fields[2], hour: fields[3], minute: fields[4],
      second: fields[5])
    let zone = isVideo ? String(text.dropFirst(19)) : values.OffsetTimeOriginal ?? ""
    if let hours = Int(zone.prefix(3)), let minutes = Int(zone.suffix(2)) {
      date.utcOffset = hours * 3600 + (hours < 0 ? -minutes : minutes) * 60
    } else if isVideo {
      date.utcOffset = 0
    }
    if text == values.DateTimeOriginal, let fraction = values.SubSecTimeOriginal {
      let digits = String(fraction)
      date.microseconds = (digits.count..<6).reduce(fraction) { value, _ in value * 10 }
    }
    return date
  }

  // Durations of the samples; the movie header of fragmented.mp4 says 0, its fragments 2 s.
  #if AllMedia
    @Test func durationsAreThoseOfTheMovies() throws {
      for (name, duration) in [
        ("video/h264-high-faststart.mp4", 2.0), ("video/h264-rotated-creationdate.mov", 1.534),
        ("video/fragmented.mp4", 2.0),
      ] {
        let probe = try MediaCodecs.probe(.file(TestMedia.url(name).path), nameExtension: nil)
        #expect(abs(probe.duration - duration) < 0.001, "\(name)")
      }
    }

    @Test func rotatedMovieIsUprightInItsTurnedSize() throws {
      let url = TestMedia.url("video/h264-rotated-creationdate.mov")
      let probe = try MediaCodecs.probe(.file(url.path), nameExtension: "MOV")
      #expect(probe.format == .quickTimeMovie)
      #expect(probe.storedSize == PixelSize(width: 320, height: 180))
      #expect(probe.uprightSize == PixelSize(width: 180, height: 320))
      // The dated key wins over the movie header's UTC (decision 21).
      #expect(probe.captureDate?.utcOffset == 7200)
      #expect(
        probe.captureDate?.date(in: .gmt) == Date(timeIntervalSince1970: 1_646_388_000))
    }

    @Test func trackHeaderSaysTheSize() throws {
      // Track header and sample entry may disagree; the first is how the movie is shown.
      var data = try TestMedia.data("video/h264-high-faststart.mp4")
      let header = try #require(data.range(of: Data("tkhd".utf8)))
      let width = header.lowerBound + 4 + 76
      data.replaceSubrange(width..<width + 8, with: [1, 0x90, 0, 0, 0, 0xF0, 0, 0])
      let probe = try MediaCodecs.probe(.data(data), nameExtension: nil)
      #expect(probe.storedSize == PixelSize(width: 400, height: 240))
    }

    @Test func severalFragmentsAddUp() throws {
      let data = try TestMedia.data("video/fragmented.mp4")
      let start = try #require(data.range(of: Data("moof".utf8))).lowerBound - 4
      let end = try #require(data.range(of: Data("mfra".utf8))).lowerBound - 4
      var fragment = data[start..<end]
      let time = try #require(fragment.range(of: Data("tfdt".utf8))).upperBound
      // Version 1 has 8 bytes, version 0 four; 30,720 of 15,360 units a second are 2 s.
      let place = fragment[time] == 1 ? time + 8 : time + 4
      fragment.replaceSubrange(place..<place + 4, with: [0, 0, 0x78, 0])
      let probe = try MediaCodecs.probe(
        .data(data[..<end] + fragment), nameExtension: nil)
      #expect(abs(probe.duration - 4) < 0.001)
    }
  #else
    @Test func moviesAreRecognizedWithoutADemuxer() throws {
      for name in ["video/h264-high-faststart.mp4", "video/h264-rotated-creationdate.mov"] {
        let url = TestMedia.url(name)
        let probe = try MediaCodecs.probe(.file(url.path), nameExtension: url.pathExtension)
        #expect(probe.format.kind == .video)
        #expect(probe.storedSize == PixelSize(width: 0, height: 0))
        #expect(probe.duration == 0)
      }
    }
  #endif

  @Test func alphaIsReported() throws {
    for (name, hasAlpha) in [
      ("png/rgba.png", true), ("png/gray16.png", false), ("jpeg/cmyk.jpg", false),
    ] {
      let probe = try MediaCodecs.probe(.file(TestMedia.url(name).path), nameExtension: nil)
      #expect(probe.hasAlpha == hasAlpha, "\(name)")
    }
  }

  @Test func nameExtensionIsCheckedAgainstTheBytes() throws {
    // P135. Unknown extensions and none are no complaint; mov and mp4 are one container.
    let rows: [(sample: String, name: String?, fails: Bool)] = [
      ("exif/no-exif.jpg", "jpg", false), ("exif/no-exif.jpg", "JPEG", false),
      ("exif/no-exif.jpg", "png", true), ("exif/no-exif.jpg", "mov", true),
      ("exif/no-exif.jpg", nil, false), ("exif/no-exif.jpg", "", false),
      ("exif/no-exif.jpg", "xyz", false), ("png/rgba.png", "png", false),
      ("png/rgba.png", "jpg", true), ("png/rgba.png", "mp4", true),
      ("video/h264-high-faststart.mp4", "mov", false),
      ("video/h264-high-faststart.mp4", "jpg", true),
      ("video/h264-rotated-creationdate.mov", "mp4", false),
    ]
    for row in rows {
      let data = try TestMedia.data(row.sample)
      let code = errorCode { try MediaCodecs.probe(.data(data), nameExtension: row.name) }
      #expect(code == (row.fails ? .wrongExtension : nil), "\(row)")
    }
  }
}
