import Foundation

extension MediaFormat {
  /// How many first bytes `sniffing` looks at, at most.
  package static let sniffedByteCount = 256

  /// The format that these first bytes begin; nil if it is none of ours.
  ///
  /// Names and extensions play no part. 12 bytes suffice for all but movies of rare brands.
  package static func sniffing(_ firstBytes: Data) -> MediaFormat? {
    sniffing([UInt8](firstBytes.prefix(sniffedByteCount)))
  }

  static func sniffing(_ bytes: [UInt8]) -> MediaFormat? {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if bytes.starts(with: PNGChunks.signature) { return .png }
    guard bytes.count >= 8 else { return nil }
    switch code(bytes, 4) {
    case "ftyp":
      return movie(ofBrands: brands(bytes))
    case "moov", "mdat", "wide", "free", "skip", "pnot":
      // Movies from before the file type box existed begin with one of these.
      return code(bytes, 4) == "moov" || isBoxSize(bytes) ? .quickTimeMovie : nil
    default:
      return nil
    }
  }

  /// The name of a known type that the product does not read, for the error's sentence.
  static func foreignName(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: Array("GIF8".utf8)) { return "GIF" }
    if bytes.starts(with: Array("BM".utf8)) && bytes.count >= 26 { return "BMP" }
    if bytes.starts(with: [0x49, 0x49, 0x2A, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
      return "TIFF or RAW"
    }
    if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return "Matroska" }
    guard bytes.count >= 12 else { return nil }
    if code(bytes, 0) == "RIFF" {
      return code(bytes, 8) == "WEBP" ? "WebP" : code(bytes, 8) == "AVI " ? "AVI" : nil
    }
    guard code(bytes, 4) == "ftyp", let brand = brands(bytes).first else { return nil }
    if brand.hasPrefix("avi") { return "AVIF" }
    if brand.hasPrefix("he") || brand == "mif1" || brand == "msf1" { return "HEIC" }
    if brand == "crx " { return "TIFF or RAW" }
    return brand.hasPrefix("3g") ? "3GPP" : nil
  }

  private static func code(_ bytes: [UInt8], _ offset: Int) -> String {
    String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
  }

  /// The major brand, then the compatible ones, as far as the bytes go.
  private static func brands(_ bytes: [UInt8]) -> [String] {
    let size = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    var offsets = [8]
    offsets += Array(stride(from: 16, to: min(bytes.count, size) - 3, by: 4))
    return offsets.filter { $0 + 4 <= bytes.count }.map { code(bytes, $0) }
  }

  private static func movie(ofBrands brands: [String]) -> MediaFormat? {
    guard let major = brands.first else { return nil }
    if major == "qt  " { return .quickTimeMovie }
    func isMPEG4(_ brand: String) -> Bool {
      brand.hasPrefix("iso") || brand.hasPrefix("mp4") || brand.hasPrefix("avc1")
        || brand.hasPrefix("M4") || brand.hasPrefix("F4V") || brand == "MSNV" || brand == "dash"
    }
    if isMPEG4(major) { return .mpeg4 }
    // Pictures list movie brands too when they hold a sequence; the major brand tells them apart.
    let pictures = ["avif", "avis", "heic", "heix", "heim", "heis", "hevc", "mif1", "msf1", "crx "]
    if pictures.contains(major) || major.hasPrefix("3g") { return nil }
    if brands.contains(where: isMPEG4) { return .mpeg4 }
    return brands.contains("qt  ") ? .quickTimeMovie : nil
  }

  private static func isBoxSize(_ bytes: [UInt8]) -> Bool {
    let size = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    return size == 1 || size >= 8
  }
}
