import Foundation

extension MediaFormat {
  /// How many first bytes `sniffing` looks at, at most.
  package static let sniffedByteCount = 256

  /// The format that these first bytes begin; nil if it is none of ours.
  ///
  /// Names and extensions play no part. 26 bytes suffice for all but movies of rare brands. A
  /// camera's undeveloped picture that has TIFF's structure counts as TIFF here.
  package static func sniffing(_ firstBytes: Data) -> MediaFormat? {
    sniffing([UInt8](firstBytes.prefix(sniffedByteCount)))
  }

  static func sniffing(_ bytes: [UInt8]) -> MediaFormat? {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if bytes.starts(with: PNGChunks.signature) { return .png }
    if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) {
      return .gif
    }
    guard bytes.count >= 8 else { return nil }
    if let format = tagged(bytes) { return format }
    switch code(bytes, 4) {
    case "ftyp":
      return picture(ofBrands: brands(bytes)) ?? movie(ofBrands: brands(bytes))
    case "moov", "mdat", "wide", "free", "skip", "pnot":
      // Movies from before the file type box existed begin with one of these.
      return code(bytes, 4) == "moov" || isBoxSize(bytes) ? .quickTimeMovie : nil
    default:
      return nil
    }
  }

  /// The name of a known type that the product does not read, for the error's sentence.
  static func foreignName(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x49, 0x49, 0x2B, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 0x2B]) {
      return "BigTIFF"
    }
    if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return "Matroska" }
    guard bytes.count >= 12 else { return nil }
    if code(bytes, 0) == "RIFF" {
      return code(bytes, 8) == "AVI " ? "AVI" : nil
    }
    guard code(bytes, 4) == "ftyp", let brand = brands(bytes).first else { return nil }
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
    if major.hasPrefix("3g") { return nil }
    if brands.contains(where: isMPEG4) { return .mpeg4 }
    return brands.contains("qt  ") ? .quickTimeMovie : nil
  }

  /// Pictures list movie brands too when they hold a sequence; the major brand tells them apart.
  private static func picture(ofBrands brands: [String]) -> MediaFormat? {
    let heic = ["heic", "heix", "heim", "heis", "hevc", "hevx"]
    switch brands.first {
    case "avif", "avis": return .avif
    case "crx ": return .canonCR3
    case "mif1", "msf1":
      if brands.contains(where: heic.contains) { return .heic }
      return brands.contains("avif") ? .avif : .heif
    case .some(let major): return heic.contains(major) ? .heic : nil
    case nil: return nil
    }
  }

  /// Pictures that begin with a mark of their own. Those of TIFF's structure are told apart by
  /// their tags: see `MediaFormat.refined`.
  private static func tagged(_ bytes: [UInt8]) -> MediaFormat? {
    let marks: [(mark: [UInt8], format: MediaFormat)] = [
      ([0x49, 0x49, 0x2A, 0], .tiff), ([0x4D, 0x4D, 0, 0x2A], .tiff),
      (Array("IIRO".utf8), .olympusORF), (Array("IIRS".utf8), .olympusORF),
      (Array("MMOR".utf8), .olympusORF), ([0x49, 0x49, 0x55, 0], .panasonicRW2),
      (Array("FUJIFILMCCD-RAW".utf8), .fujiRAF),
    ]
    if let found = marks.first(where: { bytes.starts(with: $0.mark) }) { return found.format }
    if bytes.count >= 12, code(bytes, 0) == "RIFF", code(bytes, 8) == "WEBP" { return .webP }
    // The size of the second header tells a bitmap from text that begins with BM.
    let sizes: [UInt8] = [12, 40, 52, 56, 64, 108, 124]
    let isBitmap =
      bytes.count >= 26 && bytes.starts(with: Array("BM".utf8)) && sizes.contains(bytes[14])
      && bytes[15...17].allSatisfy { $0 == 0 }
    return isBitmap ? .bmp : nil
  }

  private static func isBoxSize(_ bytes: [UInt8]) -> Bool {
    let size = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    return size == 1 || size >= 8
  }
}
