import DiptychCodecs
import Foundation
import TestMedia
import Testing

@Suite struct BadFileTests {
  @Test func everyBadFileGivesItsCode() throws {
    let rows: [(name: String, code: CodecError.Code?)] = [
      ("bad/bomb-30000x30000.png", .tooLarge),
      ("bad/exif-ifd-loop.jpg", nil),
      ("bad/exif-max-uint32.jpg", .damaged),
      ("bad/huge-header-65500.jpg", .tooLarge),
      ("bad/png-named.jpg", .wrongExtension),
      ("bad/text-named.jpg", .unrecognized),
      ("bad/truncated-no-moov.mov", .damaged),
      ("bad/truncated.heic", .damaged),
      ("bad/truncated.jpg", .damaged),
      ("bad/zero-byte.jpg", .damaged),
    ]
    let listed = try Expected.samples().map(\.name).filter { $0.hasPrefix("bad/") }
    #expect(listed == rows.map(\.name))
    for row in rows {
      let url = TestMedia.url(row.name)
      let file = errorCode {
        try MediaCodecs.probe(.file(url.path), nameExtension: url.pathExtension)
      }
      #expect(file == row.code, "\(row.name)")
      let data = try TestMedia.data(row.name)
      let memory = errorCode {
        try MediaCodecs.probe(.data(data), nameExtension: url.pathExtension)
      }
      #expect(memory == row.code, "\(row.name)")
    }
  }

  @Test func eachFailureNamesItsRemedy() throws {
    for (name, part) in [
      ("bad/zero-byte.jpg", "empty"), ("bad/text-named.jpg", "no known media type"),
      ("bad/truncated.jpg", "breaks off"), ("bad/png-named.jpg", "rename it to .png"),
      ("bad/huge-header-65500.jpg", "65500 × 65500"),
    ] {
      do {
        _ = try MediaCodecs.probe(.data(TestMedia.data(name)), nameExtension: "jpg")
        Issue.record("\(name) passed")
      } catch let error as CodecError {
        #expect(error.description.contains(part), "\(error)")
        #expect(error.description.hasSuffix("."), "\(error)")
      }
    }
  }

  #if AllMedia
    @Test func soundAloneIsNoVideo() throws {
      let data = try TestMedia.data("video/audio-only.mp4")
      let code = errorCode { try MediaCodecs.probe(.data(data), nameExtension: "mp4") }
      #expect(code == .unsupported)
    }
  #endif

  @Test func loopingEXIFStillAnswers() throws {
    let data = try TestMedia.data("bad/exif-ifd-loop.jpg")
    let probe = try MediaCodecs.probe(.data(data), nameExtension: "jpg")
    #expect(probe.storedSize == PixelSize(width: 8, height: 8))
    #expect(probe.captureDate?.year == 2007)
    let metadata = try MediaCodecs.metadata(of: data)
    #expect(metadata["PixelWidth"] == .integer(8))
  }

  @Test func storedPictureThatBreaksOffShowsItsTop() throws {
    // A damaged original is refused when saved, but one already stored gives what can be shown.
    let data = try TestMedia.data("bad/truncated.jpg")
    let partial = try MediaCodecs.decode(data)
    let whole = try MediaCodecs.decode(TestMedia.data("exif/date-plain.jpg"))
    #expect(partial.size == whole.size)
    let row = whole.size.width * 4
    #expect(partial.pixels.prefix(row * 16) == whole.pixels.prefix(row * 16))
    #expect(partial.pixels.suffix(row * 16) != whole.pixels.suffix(row * 16))
    let small = try MediaCodecs.thumbnail(data, fitting: PixelSize(width: 64, height: 64))
    #expect(small.size == PixelSize(width: 64, height: 48))
  }

  @Test func pngThatBreaksOffShowsItsTop() throws {
    let data = try TestMedia.data("png/rgba.png")
    let whole = try MediaCodecs.decode(data)
    let cut = data.prefix(data.count / 2)
    #expect(errorCode { try MediaCodecs.probe(.data(cut), nameExtension: nil) } == .damaged)
    let partial = try MediaCodecs.decode(cut)
    let row = whole.size.width * 4
    #expect(partial.pixels.prefix(row * 8) == whole.pixels.prefix(row * 8))
    #expect(partial.pixels.suffix(row).allSatisfy { $0 == 0 })
    let nothing = data.prefix(60)
    #expect(errorCode { try MediaCodecs.decode(nothing) } == .damaged)
  }

  @Test func limitsAreCheckedBeforeAllocation() throws {
    // 900 and 4,290 million pixels: decoding would take 3.6 and 17 GB.
    for name in ["bad/bomb-30000x30000.png", "bad/huge-header-65500.jpg"] {
      let data = try TestMedia.data(name)
      #expect(errorCode { try MediaCodecs.decode(data) } == .tooLarge, "\(name)")
      let size = PixelSize(width: 64, height: 64)
      #expect(errorCode { try MediaCodecs.thumbnail(data, fitting: size) } == .tooLarge, "\(name)")
      // Dimensions can be read all the same.
      #expect(try MediaCodecs.metadata(of: data)["PixelWidth"] != nil, "\(name)")
    }
    let data = try TestMedia.data("exif/no-exif.jpg")
    for limits in [MediaLimits(maximumPixels: 2499), MediaLimits(maximumBytes: data.count - 1)] {
      let code = errorCode {
        try MediaCodecs.probe(.data(data), nameExtension: nil, limits: limits)
      }
      #expect(code == .tooLarge)
      #expect(errorCode { try MediaCodecs.decode(data, limits: limits) } == .tooLarge)
    }
    let exact = MediaLimits(maximumPixels: 2500, maximumBytes: data.count)
    #expect(try MediaCodecs.decode(data, limits: exact).size == PixelSize(width: 50, height: 50))
  }

  @Test func bombPassesAsThumbnailWithinLargerLimitsWithoutLyingInMemoryWhole() throws {
    // By rows: the whole picture would be 3.6 GB, its row is 120 kB. Rows that are cut short here
    // keep the test quick.
    let data = try TestMedia.data("bad/bomb-30000x30000.png").prefix(2000)
    let small = try MediaCodecs.thumbnail(
      data, fitting: PixelSize(width: 30, height: 30),
      limits: MediaLimits(maximumPixels: 900_000_000))
    #expect(small.size == PixelSize(width: 30, height: 30))
    #expect(small.pixels.prefix(4) == [0, 0, 0, 255])
  }

  @Test func unreadablePathsAreNamedSo() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("diptych-codecs-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let pipe = folder.appendingPathComponent("pipe.jpg").path
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [folder.appendingPathComponent("missing.jpg").path, folder.path, pipe, ""] {
      let code = errorCode { try MediaCodecs.probe(.file(path), nameExtension: "jpg") }
      #expect(code == .unreadable, "\(path)")
    }
    let locked = folder.appendingPathComponent("locked.jpg")
    try TestMedia.data("exif/no-exif.jpg").write(to: locked)
    chmod(locked.path, 0)
    // The superuser may read everything, so there the probe succeeds.
    let code = errorCode { try MediaCodecs.probe(.file(locked.path), nameExtension: "jpg") }
    #expect(code == (geteuid() == 0 ? nil : .unreadable))
  }

  @Test func moviesAreNoPictures() throws {
    let data = try TestMedia.data("video/fragmented.mp4")
    #expect(errorCode { try MediaCodecs.decode(data) } == .unsupported)
    #expect(errorCode { try MediaCodecs.metadata(of: data) } == .unsupported)
    #expect(errorCode { try MediaCodecs.rewritingMetadata(of: data, merging: [:]) } == .unsupported)
  }

  @Test func sampleCountsBeyondTheFileAreDamage() throws {
    // A demuxer would allocate tens of gigabytes for this table.
    var data = try TestMedia.data("video/h264-high-faststart.mp4")
    let table = try #require(data.range(of: Data("stsz".utf8)))
    let counts = table.upperBound + 4
    data.replaceSubrange(counts..<counts + 8, with: [0, 0, 0, 1, 0x10, 0, 0, 0])
    #expect(errorCode { try MediaCodecs.probe(.data(data), nameExtension: nil) } == .damaged)
  }

  /// What a file holds behind the end that its header announces is no part of it.
  @Test func chunksBeyondTheEnd() throws {
    let sound = try TestMedia.data("webp/lossy-exif.webp")
    var chunk = Data("EXTR".utf8)
    chunk.append(contentsOf: [100, 0, 0, 0])
    chunk.append(Data(count: 100))
    var announced = sound
    announced.append(chunk)
    func code(end: Int) -> CodecError.Code? {
      announced.replaceSubrange(
        4..<8, with: withUnsafeBytes(of: UInt32(end - 8).littleEndian) { Data($0) })
      return errorCode { try MediaCodecs.probe(.data(announced), nameExtension: "webp") }
    }
    #expect(code(end: sound.count + 108) == nil)
    #expect(code(end: sound.count) == nil)
    #expect(code(end: sound.count + 50) == .damaged)
  }
}
