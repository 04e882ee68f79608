import DiptychCodecs
import Foundation

/// The metadata of a JPEG, PNG, WebP, TIFF, DNG, HEIC or AVIF file is rewritten: the result reads, its
/// pixels are the same, and what was written is there. The first bytes are the text that is written.
struct RewritingTarget: FuzzTarget {
  let name = "rewriting"
  let maximumLength = 48 << 10
  let dictionary = [
    "Exif\0\0", "eXIf", "IEND", "VP8X", "EXIF", "http://ns.adobe.com/xap/1.0/\0", "II*\0", "MM\0*",
    "ftypheic", "ftypavif", "meta", "iloc", "iinf", "infe", "iref", "cdsc", "iprp", "idat", "mdat",
  ]
  private static let textLength = 8

  func seeds() throws -> [Data] {
    try samples(
      "orientation/orientation-", "exif/no-exif", "exif/empty", "exif/real-canon", "png/", "webp/",
      "tiff/", "heic/", "avif/", "raw/", largest: 40 << 10
    ).map { Data("Diptych\u{E9}".utf8.prefix(Self.textLength)) + $0 }
  }

  func run(_ input: [UInt8]) {
    guard input.count > Self.textLength else { return }
    let text = String(decoding: input[..<Self.textLength], as: UTF8.self)
      .filter { $0.isASCII && $0.isLetter }
    let data = Data(input[Self.textLength...])
    guard !text.isEmpty,
      let before = answer({ try MediaCodecs.decode(data, limits: PictureTarget.limits) })
    else { return }
    let change: ImageMetadata = ["{TIFF}": .dictionary(["Artist": .string(text)])]
    var turned = change
    turned["Orientation"] = .integer(3)
    // A HEIF file whose container says how it is turned refuses another orientation.
    let written =
      answer { try MediaCodecs.rewritingMetadata(of: data, merging: turned) }
      ?? answer { try MediaCodecs.rewritingMetadata(of: data, merging: change) }
    guard let written, written != data else { return }
    let after = answer { try MediaCodecs.decode(written, limits: PictureTarget.limits) }
    require(after?.size == before.size, "the sizes differ")
    require(after == before || isUnsteady(data, before), "the pixels differ")
    if isHEIF(data) { requireCopied(data, in: written) }
    let metadata = answer { try MediaCodecs.metadata(of: written) }
    require(
      metadata?["{TIFF}"]?.dictionaryValue?["Artist"] == .string(text), "\(text) is not there")
  }

  /// Whether the decoder gives other pixels for the same bytes, as libde265 does for damaged ones: it
  /// hands out memory that it never wrote to, and does not say so. The product has memory filled for it
  /// (`HEIFMemoryTests`), which the sanitizer's own does not do. Asked only where pixels differ.
  private func isUnsteady(_ data: Data, _ before: Bitmap) -> Bool {
    guard isHEIF(data) else { return false }
    return (0..<8).contains { _ in
      answer { try MediaCodecs.decode(data, limits: PictureTarget.limits) } != before
    }
  }

  private func isHEIF(_ data: Data) -> Bool {
    [.heic, .heif, .avif].contains(MediaFormat.sniffing(data))
  }

  /// The file grows at its end, and of what was there only the name of the old directory, or a place
  /// and a length in it, and the size of the last box become others: 24 bytes at most.
  private func requireCopied(_ data: Data, in written: Data) {
    let changed = zip(data, written).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
    require(written.count >= data.count && changed <= 24, "\(changed) bytes were changed")
  }
}
