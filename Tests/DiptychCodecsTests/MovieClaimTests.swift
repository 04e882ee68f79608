import DiptychCodecs
import Foundation
import TestMedia
import Testing

/// What the tables of a movie's index may claim. The demuxer allocates by their counts, so a file of a few
/// kilobytes could ask for gigabytes.
struct MovieClaimTests {
  /// A box, with a size that may be a lie.
  private static func box(_ type: String, _ content: [UInt8], size: UInt32? = nil) -> [UInt8] {
    number(size ?? UInt32(content.count + 8)) + Array(type.utf8) + content
  }

  private static func number(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }

  private static let large = number(0x0900_0000)
  private static let sizes = box("stsz", number(0) + number(1) + large)
  private static let run = box("trun", number(0) + large)
  private static let handler = box("hdlr", number(0) + number(0) + Array("mdta".utf8))

  /// A sound movie, with a box more at the end of its index.
  private static func movie(_ addition: [UInt8]) throws -> Data {
    var bytes = [UInt8](try TestMedia.data("video/h264-high-faststart.mp4"))
    var offset = 0
    while offset + 8 <= bytes.count {
      let size = Int(bytes[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
      guard String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self) != "moov" else {
        bytes.insert(contentsOf: addition, at: offset + size)
        bytes.replaceSubrange(
          offset..<offset + 4, with: number(UInt32(size + addition.count)))
        return Data(bytes)
      }
      offset += size
    }
    throw CodecError(.damaged, "The sample has no index.")
  }

  private static func code(_ addition: [UInt8]) throws -> CodecError.Code? {
    let data = try movie(addition)
    return errorCode { try MediaCodecs.probe(.data(data), nameExtension: "mp4") }
  }

  @Test func claimsBeyondTheFileAreRefused() throws {
    let entry = Self.number(8 + 78 + 20) + Array("avc1".utf8) + [UInt8](repeating: 0, count: 78)
    // A palette of two colors stands before the boxes.
    let paletted =
      Self.number(8 + 78 + 24 + 20) + Array("smc ".utf8) + [UInt8](repeating: 0, count: 75)
      + [8, 0, 0] + Self.number(0) + [0, 0, 0, 1] + [UInt8](repeating: 7, count: 16)
    let rows: [(String, [UInt8])] = [
      (
        "behind a palette",
        Self.box("stsd", Self.number(0) + Self.number(1) + paletted + Self.sizes)
      ),
      (
        "a sample description that is longer than its box",
        Self.box("stsd", Self.number(0) + Self.number(1) + Self.number(500) + Array("avc1".utf8))
          + Self.box("free", [UInt8](repeating: 0, count: 1_000))
      ),
      (
        "more sample descriptions than there is room for",
        Self.box("stsd", Self.number(0) + Self.number(3) + [UInt8](repeating: 0, count: 12))
      ),
      ("samples of one size", Self.sizes),
      ("a run without fields", Self.run),
      (
        "a box that says to be longer than what holds it",
        Self.box(
          "udta",
          Self.box(
            "trun", Self.number(0) + Self.large, size: 0x2061_2062))
      ),
      (
        "in a box that ends with what holds it",
        Self.box("moof", Self.box("traf", Self.run, size: 0))
      ),
      (
        "with a long size",
        Self.number(1) + Array("trun".utf8) + Self.number(0) + Self.number(24) + Self.number(0)
          + Self.large
      ),
      ("in an index that was set aside", Self.box("free", Self.box("mvhd", []) + Self.sizes)),
      (
        "behind the fields of a sample description",
        Self.box("stsd", Self.number(0) + Self.number(1) + entry + Self.sizes)
      ),
      ("sample descriptions without end", Self.box("stsd", Self.number(0) + Self.number(.max))),
      ("sample descriptions", Self.box("stsd", Self.number(0) + Self.number(1_025))),
      (
        "keys",
        Self.box(
          "meta", Self.handler + Self.box("keys", Self.number(0) + Self.large))
      ),
      (
        "keys of metadata with a version",
        Self.box(
          "meta", Self.number(0) + Self.handler + Self.box("keys", Self.number(0) + Self.large))
      ),
    ]
    for (name, addition) in rows {
      #expect(try Self.code(addition) == .damaged, "\(name)")
    }
  }

  @Test func aCompressedIndexIsNotRead() throws {
    #expect(try Self.code(Self.box("cmov", Self.box("cmvd", Self.large))) == .unsupported)
  }

  /// A name of four letters is only a box where a box can begin.
  @Test func namesInTextsAreNoTables() throws {
    let text = Array("Tree trunks, stsz, stz2, cmov and other keys of a forest".utf8)
    for addition in [
      Self.box("udta", Self.box("\u{A9}cm", text)), Self.box("free", text), Self.box("name", text),
      Self.box("meta", Self.handler + Self.box("ilst", Self.box("desc", Self.box("data", text)))),
    ] {
      #expect(try Self.code(addition) == nil)
    }
  }

  @Test func boxesThatNestWithoutEndAreRead() throws {
    var nested = Self.run
    for _ in 0..<2_000 { nested = Self.box("trak", nested) }
    #expect([nil, .damaged].contains(try Self.code(nested)))
  }

  /// A demuxer reads what there is of the last box, however long it says to be.
  @Test func aTrackThatBreaksOffIsRead() throws {
    let tables = Self.box("mdia", Self.box("minf", Self.box("stbl", Self.sizes)))
    let data = try TestMedia.data("video/h264-high-faststart.mp4")
    let file = data + Self.box("trak", tables, size: 1_000_000)
    #expect(errorCode { try MediaCodecs.probe(.data(file), nameExtension: "mp4") } == .damaged)
  }

  /// Each of these made every byte be looked at once for each box before it.
  @Test func boxesThatClaimTheRestOfTheFile() throws {
    let begin = Self.box("ftyp", Array("qt  ".utf8) + Self.number(0))
    let entry = Self.number(0) + Self.number(1) + Self.number(0x7FFF_FFFF) + Array("avc1".utf8)
    let shapes = [
      Self.box(
        "stsd", entry + [UInt8](repeating: 0, count: 8) + Self.number(0) + Array("meta".utf8)),
      Self.box("stsd", Self.number(0) + Self.number(1_024)),
      Self.box("meta", Self.number(0)),
      Self.box("moov", Self.box("meta", Self.number(0), size: 0)),
    ]
    for shape in shapes {
      let file = Data(begin + Array(repeatElement(shape, count: 4_000_000 / shape.count).joined()))
      #expect(errorCode { try MediaCodecs.probe(.data(file), nameExtension: "mov") } != nil)
    }
  }
}
