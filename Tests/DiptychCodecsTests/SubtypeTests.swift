import DiptychCodecs
import Foundation
import TestMedia
import Testing

/// What a file says of its kind, its texts and its companions.
@Suite struct SubtypeTests {
  private func probe(_ exif: ImageMetadata, make: String = "Apple") throws -> MediaProbe {
    let data = try MediaCodecs.rewritingMetadata(
      of: TestMedia.data("exif/no-exif.jpg"),
      merging: ["{Exif}": .dictionary(exif), "{TIFF}": .dictionary(["Make": .string(make)])])
    return try MediaCodecs.probe(.data(data), nameExtension: "jpg")
  }

  // Decision 53: what iOS notes in its files.
  @Test func whatTheCameraNotesIsTheSubtype() throws {
    let rows: [(number: Int, subtypes: MediaSubtypes)] = [
      (0, []), (1, []), (2, .highDynamicRange), (3, .highDynamicRange), (4, []), (6, .panorama),
      (7, [.highDynamicRange, .depthEffect]), (8, .depthEffect),
    ]
    for row in rows {
      let values: ImageMetadata = ["CustomRendered": .integer(row.number)]
      #expect(try probe(values).subtypes == row.subtypes, "\(row.number)")
      // The numbers are Apple's own.
      #expect(try probe(values, make: "Canon").subtypes == [], "\(row.number)")
    }
    #expect(try probe(["UserComment": .string("Screenshot")]).subtypes == .screenshot)
    #expect(try probe(["UserComment": .string("Screenshot")], make: "X").subtypes == .screenshot)
    #expect(try probe(["UserComment": .string("A screenshot of it")]).subtypes == [])
    #expect(
      [MediaSubtypes.panorama, .highDynamicRange, .screenshot, .live, .depthEffect, .highFrameRate]
        .map(\.rawValue) == [1, 2, 4, 8, 16, 131_072])
  }

  @Test func panoramaPropertiesOfXMPCount() throws {
    let jpeg = try TestMedia.data("exif/no-exif.jpg")
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
      xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" \
      GPano:ProjectionType="equirectangular"/></rdf:RDF></x:xmpmeta>
      """
    let content = Data("http://ns.adobe.com/xap/1.0/\0".utf8) + Data(packet.utf8)
    let length = content.count + 2
    let segment = Data([0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)]) + content
    let data = jpeg.prefix(2) + segment + jpeg.dropFirst(2)
    #expect(try MediaCodecs.probe(.data(data), nameExtension: "jpg").subtypes == .panorama)
  }

  // C49: the maker note of the still, the QuickTime key of the movie.
  @Test func halvesOfALivePhotoShareTheirIdentifier() throws {
    for (still, movie, identifier) in [
      ("live/generated.jpg", "live/generated.mov", "6B29FC40-CA47-1067-B31D-00DD010662DA"),
      ("live/real.HEIC", "live/real.MOV", "4E1A1B89-CE70-4FF8-873B-E4470B839314"),
    ] {
      #if !AllMedia
        if still.hasSuffix(".HEIC") { continue }
      #else
        let clip = try MediaCodecs.probe(.file(TestMedia.url(movie).path), nameExtension: "mov")
        #expect(clip.contentIdentifier == identifier, "\(movie)")
      #endif
      let photo = try MediaCodecs.probe(.file(TestMedia.url(still).path), nameExtension: nil)
      #expect(photo.contentIdentifier == identifier, "\(still)")
      let note = try MediaCodecs.metadata(of: TestMedia.data(still))["{MakerApple}"]
      #expect(note?.dictionaryValue?["17"] == .string(identifier), "\(still)")
    }
  }

  // Decision 59. The maker note's entry 17 becomes entry 11, which is a burst's.
  @Test func photosOfABurstShareTheirIdentifier() throws {
    var data = try TestMedia.data("live/generated.jpg")
    // Entry, type (text), length of a UUID and its NUL.
    let entry = try #require(data.range(of: Data([0, 0x11, 0, 2, 0, 0, 0, 37])))
    data[entry.lowerBound + 1] = 0x0B
    let probe = try MediaCodecs.probe(.data(data), nameExtension: nil)
    #expect(probe.burstIdentifier == "6B29FC40-CA47-1067-B31D-00DD010662DA")
    #expect(probe.contentIdentifier == nil)
    let note = try MediaCodecs.metadata(of: data)["{MakerApple}"]?.dictionaryValue
    #expect(note?["11"] == .string("6B29FC40-CA47-1067-B31D-00DD010662DA"))
  }

  #if AllMedia
    @Test func framesASecondTellSlowMotion() throws {
      var data = try TestMedia.data("video/h264-high-faststart.mp4")
      let plain = try MediaCodecs.probe(.data(data), nameExtension: nil)
      #expect(abs(plain.frameRate - 15) < 0.01)
      #expect(plain.subtypes == [])
      // The same frames in an eighth of the time: the media header's units a second.
      let header = try #require(data.range(of: Data("mdhd".utf8)))
      let scale = header.upperBound + 12
      let units = data[scale..<scale + 4].reduce(0) { $0 << 8 | Int($1) } * 8
      data.replaceSubrange(
        scale..<scale + 4, with: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: units >> $0) })
      let fast = try MediaCodecs.probe(.data(data), nameExtension: nil)
      #expect(abs(fast.frameRate - 120) < 0.1)
      #expect(fast.subtypes == .highFrameRate)
    }
  #endif

  @Test func textsOfXMPAndIPTCAreRead() throws {
    let values = try MediaCodecs.metadata(of: TestMedia.data("exif/xmp-iptc.jpg"))["{IPTC}"]?
      .dictionaryValue
    #expect(values?["ObjectName"] == .string("Harbour at dusk"))
    // XMP says more than IPTC's caption, "Boats", and wins.
    #expect(values?["Caption/Abstract"] == .string("Boats, été"))
    #expect(values?["Keywords"] == .list([.string("harbour"), .string("boats")]))
    #expect(values?["StarRating"] == .integer(4))
    #if AllMedia
      let heic = try MediaCodecs.metadata(of: TestMedia.data("heic/exif-xmp-iptc.heic"))
      #expect(heic["{TIFF}"]?.dictionaryValue?["Model"] == .string("ILCE-7SM3"))
      #expect(heic["Orientation"] == .integer(1))
    #endif
  }

  // The tags of TIFF and DNG are read as EXIF.
  @Test func tagsOfTIFFAreRead() throws {
    for (name, make) in [
      ("tiff/rgb-lzw-exif.tif", "TestCam"), ("raw/generated.dng", "TestCam"),
      ("raw/metadata-only-canon.cr2", "Canon"),
    ] {
      let values = try MediaCodecs.metadata(of: TestMedia.data(name))
      #expect(values["{TIFF}"]?.dictionaryValue?["Make"] == .string(make), "\(name)")
    }
    let canon = try MediaCodecs.metadata(of: TestMedia.data("raw/metadata-only-canon.cr2"))
    #expect(canon["{Exif}"]?.dictionaryValue?["FNumber"] == .real(8))
  }
}
