import DiptychCodecs
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// Changed bytes never take the process down, and what is answered is consistent.
///
/// `DIPTYCH_FUZZ_SEED` and `DIPTYCH_FUZZ_COUNT` choose other rounds.
@Suite struct FuzzTests {
  private static let limits = MediaLimits(maximumPixels: 1_000_000)

  @Test func changedFilesAnswerOrFailCleanly() throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["DIPTYCH_FUZZ_SEED"].flatMap { UInt64($0) } ?? 20_260
    let count = environment["DIPTYCH_FUZZ_COUNT"].flatMap { Int($0) } ?? 4000
    print("codec fuzz: seed \(seed), \(count) changed files")
    var random = SplitMix64(seed: seed)
    let samples = try samples()
    var answered = 0
    for round in 0..<count {
      let index = round % samples.count
      let data = mutated(samples[index], &random)
      let note = "seed \(seed), round \(round)"
      if try answers(data, note) { answered += 1 }
    }
    // Some survive a change and some do not, else the changes are too wild or too tame.
    #expect(answered > count / 20, "seed \(seed)")
    #expect(answered < count - count / 20, "seed \(seed)")
  }

  #if AllMedia
    @Test func changedFilesOfOtherFormatsAnswerOrFailCleanly() throws {
      let environment = ProcessInfo.processInfo.environment
      let seed = environment["DIPTYCH_FUZZ_SEED"].flatMap { UInt64($0) } ?? 20_261
      let count = environment["DIPTYCH_FUZZ_COUNT"].flatMap { Int($0) } ?? 1_200
      print("codec fuzz, other formats: seed \(seed), \(count) changed files")
      var random = SplitMix64(seed: seed)
      let samples = try [
        "gif/animated-3.gif", "webp/lossless-alpha.webp", "webp/animated-3.webp",
        "tiff/three-pages.tif", "heic/exif-xmp-iptc.heic", "avif/still.avif",
        "raw/metadata-only-canon.cr2", "raw/generated.dng", "live/generated.mov",
      ].map { try TestMedia.data($0) }
      var answered = 0
      for round in 0..<count {
        let data = mutated(samples[round % samples.count], &random)
        let note = "seed \(seed), round \(round)"
        if try answers(data, note) { answered += 1 }
        _ = result {
          try MediaCodecs.thumbnail(
            of: .data(data), fitting: PixelSize(width: 16, height: 16), limits: Self.limits)
        }
      }
      #expect(answered > count / 20, "seed \(seed)")
      #expect(answered < count - count / 20, "seed \(seed)")
    }
  #endif

  private func samples() throws -> [Data] {
    let names = [
      "orientation/orientation-1.jpg", "orientation/orientation-6.jpg", "exif/no-exif.jpg",
      "exif/empty-gps-ifd.jpg", "bad/exif-ifd-loop.jpg", "exif/real-canon.jpg",
      "exif/real-iphone4s-gps-subsec-orientation6.jpg", "png/exif-gps.png",
      "video/audio-only.mp4", "video/fragmented.mp4", "video/h264-rotated-creationdate.mov",
    ]
    let gradient = try #require(Pictures.gradient(width: 31, height: 17, hasAlpha: true))
    return try names.map { try TestMedia.data($0) } + [
      MediaCodecs.encode(gradient, as: .png, orientation: .left),
      MediaCodecs.encode(gradient, as: .jpeg, orientation: .down),
    ]
  }

  /// One to eight changes, most of them near the front, where the structure is.
  private func mutated(_ original: Data, _ random: inout SplitMix64) -> Data {
    var bytes = [UInt8](original)
    for _ in 0..<Int.random(in: 1...8, using: &random) where bytes.count > 4 {
      let reach = Bool.random(using: &random) ? bytes.count : min(bytes.count, 1024)
      let place = Int.random(in: 0..<reach, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<4: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 4..<7: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 7: bytes[place] = 0xFF
      case 8:
        let extreme: [UInt8] =
          Bool.random(using: &random) ? [0xFF, 0xFF, 0xFF, 0xFF] : [0, 0, 0, 0]
        for (offset, byte) in extreme.enumerated() where place + offset < bytes.count {
          bytes[place + offset] = byte
        }
      case 9: bytes.removeSubrange(place..<min(bytes.count, place + 8))
      case 10: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 16)], at: place)
      default: bytes.removeLast(min(bytes.count - 1, Int.random(in: 1...64, using: &random)))
      }
    }
    return Data(bytes)
  }

  /// Whether the probe succeeded; every answer is held against the others.
  private func answers(_ data: Data, _ note: String) throws -> Bool {
    let change: ImageMetadata = ["{TIFF}": .dictionary(["Make": .string("M")])]
    let probe = result {
      try MediaCodecs.probe(.data(data), nameExtension: nil, limits: Self.limits)
    }
    let bitmap = result { try MediaCodecs.decode(data, limits: Self.limits) }
    let metadata = result { try MediaCodecs.metadata(of: data) }
    let small = result {
      try MediaCodecs.thumbnail(
        data, fitting: PixelSize(width: 16, height: 16), limits: Self.limits)
    }
    let rewritten = result { try MediaCodecs.rewritingMetadata(of: data, merging: change) }
    if let bitmap {
      #expect(metadata?["PixelWidth"] == .integer(bitmap.size.width), "\(note)")
      #expect(bitmap.pixels.count == bitmap.size.area * 4, "\(note)")
    }
    if let small { #expect(max(small.size.width, small.size.height) <= 16, "\(note)") }
    // GIF has no place for it and comes back as it was.
    if let rewritten, rewritten != data,
      let new = result({ try MediaCodecs.metadata(of: rewritten) })
    {
      #expect(new["{TIFF}"]?.dictionaryValue?["Make"] == .string("M"), "\(note)")
    }
    guard let probe else { return false }
    #expect(probe.duration.isFinite && probe.duration >= 0, "\(note)")
    #expect(probe.location?.isValid ?? true, "\(note)")
    #expect(probe.captureDate.map { $0.date(in: .gmt) != nil } ?? true, "\(note)")
    if probe.format.kind == .image {
      #expect((1...1_000_000).contains(probe.storedSize.area), "\(note)")
    }
    return true
  }

  /// nil where it fails with a codec error, as it may; any other error fails the test.
  private func result<Value>(_ body: () throws -> Value) -> Value? {
    do {
      return try body()
    } catch let error as CodecError {
      #expect(error.message.hasSuffix("."))
      return nil
    } catch {
      Issue.record(error)
      return nil
    }
  }
}
