import DiptychCodecs
import Foundation
import TestMedia

/// The bytes of a picture: probed, read, decoded whole and small. The formats of cameras have a run
/// each, because one that mixes them learns little of any; GIF, WebP, TIFF and BMP share one.
struct PictureTarget: FuzzTarget {
  static let limits = MediaLimits(maximumPixels: 1 << 20, maximumBytes: 8 << 20)

  let name: String
  let maximumLength: Int
  let dictionary: [String]
  private let folders: [String]
  private let largest: Int

  private init(
    _ name: String, _ folders: [String], largest: Int = 64 << 10, dictionary: [String] = []
  ) {
    self.name = name
    self.folders = folders
    self.largest = largest
    self.dictionary = dictionary
    maximumLength = largest + 4_096
  }

  static let all = [
    PictureTarget(
      "jpeg", ["jpeg/", "exif/", "orientation/", "bad/exif", "bad/trunc"],
      dictionary: [
        "\u{FF}", "Exif\0\0", "JFIF\0", "http://ns.adobe.com/xap/1.0/\0", "Photoshop 3.0\0",
      ]
    ),
    PictureTarget(
      "png", ["png/"], dictionary: ["IHDR", "IDAT", "IEND", "eXIf", "iCCP", "tRNS", "PLTE", "acTL"]),
    PictureTarget(
      "heif", ["heic/", "avif/", "bad/truncated.heic"],
      dictionary: [
        "ftyp", "heic", "avif", "mif1", "meta", "hdlr", "pitm", "iinf", "infe", "iloc", "iprp",
        "ipco", "ipma", "ispe", "irot", "imir", "hvcC", "av1C", "grid", "iref", "idat", "Exif",
      ]),
    PictureTarget(
      "rarer", ["gif/", "webp/", "tiff/"], largest: 176 << 10,
      dictionary: [
        "GIF89a", "GIF87a", "NETSCAPE2.0", "RIFF", "WEBP", "VP8X", "VP8L", "ALPH", "ANIM", "ANMF",
        "EXIF", "II*\0", "MM\0*", "BM",
      ]),
    PictureTarget("raw", ["raw/"], largest: 128 << 10, dictionary: ["II*\0", "CR", "Canon"]),
  ]

  func seeds() throws -> [Data] {
    let found = try folders.flatMap { try samples($0, largest: largest) }
    if name == "rarer" { return found + BitmapFile.seeds }
    guard name == "png" || name == "jpeg" else { return found }
    let format = name == "png" ? MediaFormat.png : .jpeg
    let pixels = (0..<(9 * 7 * 4)).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    guard
      let bitmap = Bitmap(size: PixelSize(width: 9, height: 7), pixels: pixels, hasAlpha: true)
    else { return found }
    return found + [try MediaCodecs.encode(bitmap, as: format, orientation: .left)]
  }

  func run(_ input: [UInt8]) {
    check(Data(input))
    // A checksum stops most changed bytes at the door; with the right one they come in.
    if name == "png", let mended = PNGChecksums.mended(input) { check(Data(mended)) }
  }

  private func check(_ data: Data) {
    let small = PixelSize(width: 24, height: 16)
    let probe = answer {
      try MediaCodecs.probe(.data(data), nameExtension: nil, limits: Self.limits)
    }
    let bitmap = answer { try MediaCodecs.decode(data, limits: Self.limits) }
    let thumbnail = answer { try MediaCodecs.thumbnail(data, fitting: small, limits: Self.limits) }
    let metadata = answer { try MediaCodecs.metadata(of: data) }
    if let bitmap {
      require(bitmap.pixels.count == bitmap.size.area * 4, "\(bitmap.size) has other pixels")
      require(bitmap.size.area <= Self.limits.maximumPixels, "\(bitmap.size) is too large")
      require(metadata?["PixelWidth"] == .integer(bitmap.size.width), "the widths differ")
    }
    if let thumbnail {
      require(
        thumbnail.size.width <= 24 && thumbnail.size.height <= 24, "\(thumbnail.size) is not small")
    }
    if let probe {
      require(probe.duration.isFinite && probe.duration >= 0, "it lasts \(probe.duration)")
      require(probe.location?.isValid ?? true, "it is nowhere")
      require(probe.captureDate.map { $0.date(in: .gmt) != nil } ?? true, "it has no date")
      let isSized = TestMedia.hasAllMedia || ![.heic, .heif, .avif].contains(probe.format)
      if probe.format.kind == .image, isSized {
        require(
          (1...Self.limits.maximumPixels).contains(probe.storedSize.area), "\(probe.storedSize)")
      }
    }
  }
}

extension FuzzTarget {
  /// What a codec gives; nil where it refuses, which takes one sentence.
  func answer<Value>(_ body: () throws -> Value) -> Value? {
    do {
      return try body()
    } catch let error as CodecError {
      require(error.message.hasSuffix("."), "no sentence: \(error)")
      return nil
    } catch {
      fatalError("\(name): an error of another kind: \(error)")
    }
  }
}

/// Small bitmap files: 24 bits, 8 bits with a palette, and rows from the top.
enum BitmapFile {
  static var seeds: [Data] {
    [make(bits: 24, height: 3), make(bits: 8, height: 3), make(bits: 32, height: -3)]
  }

  private static func make(bits: Int, height: Int) -> Data {
    let palette = bits == 8 ? [UInt8](repeating: 0x55, count: 1_024) : []
    let row = (5 * bits / 8 + 3) / 4 * 4
    let pixels = [UInt8](repeating: 0xA5, count: row * 3)
    let offset = 54 + palette.count
    var bytes: [UInt8] = Array("BM".utf8)
    func append(_ value: Int, _ count: Int) {
      bytes += (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    append(offset + pixels.count, 4)
    append(0, 4)
    append(offset, 4)
    append(40, 4)
    append(5, 4)
    append(height, 4)
    append(1, 2)
    append(bits, 2)
    append(0, 4)
    append(pixels.count, 4)
    append(2_835, 4)
    append(2_835, 4)
    append(0, 8)
    return Data(bytes + palette + pixels)
  }
}
