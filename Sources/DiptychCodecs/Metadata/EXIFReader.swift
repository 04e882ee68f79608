import CDiptychEXIF
import Foundation

/// What an EXIF block says, in the product's terms.
struct EXIFReader {
  private let block: EXIFBlock

  /// nil when the bytes hold no EXIF block. Throws `.unreadable` when there is no memory to tell.
  init?(_ bytes: [UInt8]?) throws(CodecError) {
    guard let bytes, let block = try EXIFBlock(parsing: bytes) else { return nil }
    self.block = block
  }

  /// EXIF's number 1 … 8; anything else is `.up`.
  var orientation: ImageOrientation {
    let numbers = block.entry(EXIFTag.orientation, in: .image)?.integers
    return numbers?.first.flatMap(ImageOrientation.init(rawValue:)) ?? .up
  }

  /// When the picture was taken. This date and the next two come with their own fractions of a
  /// second and their own offsets from UTC; nil for one that names no moment.
  var dateTaken: CaptureDate? {
    date(0x9003, in: .exif, subseconds: 0x9291, offset: 0x9011)
  }

  /// When it became digital.
  var dateDigitized: CaptureDate? {
    date(0x9004, in: .exif, subseconds: 0x9292, offset: 0x9012)
  }

  /// When the file was changed.
  var dateChanged: CaptureDate? {
    date(0x132, in: .image, subseconds: 0x9290, offset: 0x9010)
  }

  /// Stars, as Windows and some cameras note them; nil if there are none.
  var rating: Int? { block.entry(EXIFTag.rating, in: .image)?.integers.first }

  /// The place; nil when the block has none or the numbers name none.
  var location: GeoPoint? {
    guard let latitude = degrees(2, reference: 1, negative: "S"),
      let longitude = degrees(4, reference: 3, negative: "W")
    else { return nil }
    var altitude = block.entry(6, in: .gps)?.numbers.first.flatMap { $0.isFinite ? $0 : nil }
    // 1 is below sea level; EXIF 3.0 says the same of heights above the ellipsoid with 3.
    if let height = altitude, let reference = block.entry(5, in: .gps)?.integers.first,
      reference == 1 || reference == 3
    {
      altitude = -height
    }
    let point = GeoPoint(latitude: latitude, longitude: longitude, altitude: altitude)
    return point.isValid ? point : nil
  }

  /// What Apple's maker note says; nil for other makers.
  var appleNote: AppleMakerNote? {
    block.entry(0x927C, in: .exif).flatMap { AppleMakerNote($0.bytes) }
  }

  /// The kinds that iOS notes in the file. It writes the word into the comment of a screenshot, and
  /// numbers of its own into `CustomRendered`: 2 and 3 high dynamic range, 6 panorama, 7 portrait
  /// with high dynamic range, 8 portrait.
  var subtypes: MediaSubtypes {
    if let entry = block.entry(0x9286, in: .exif),
      Self.comment(entry) == Self.screenshotComment
    {
      return .screenshot
    }
    guard block.entry(0x10F, in: .image)?.text == "Apple" else { return [] }
    return switch block.entry(0xA401, in: .exif)?.integers.first {
    case 2, 3: .highDynamicRange
    case 6: .panorama
    case 7: [.highDynamicRange, .depthEffect]
    case 8: .depthEffect
    default: []
    }
  }

  /// Every entry that has a key, under ImageIO's keys.
  var metadata: ImageMetadata {
    var result: ImageMetadata = [:]
    for (key, directory, tags) in EXIFTag.dictionaries {
      var values: ImageMetadata = [:]
      for tag in tags {
        guard let entry = block.entry(tag.number, in: directory) else { continue }
        values[tag.key] = Self.value(of: entry, as: tag.kind)
      }
      if !values.isEmpty { result[key] = .dictionary(values) }
    }
    if let note = appleNote?.metadata, !note.isEmpty { result["{MakerApple}"] = .dictionary(note) }
    if block.entry(EXIFTag.orientation, in: .image) != nil {
      result["Orientation"] = .integer(orientation.rawValue)
    }
    return result
  }

  /// What iOS writes into the comment of a screenshot.
  static let screenshotComment = "Screenshot"

  private func date(
    _ tag: Int, in directory: EXIFDirectory, subseconds: Int, offset: Int
  ) -> CaptureDate? {
    guard let text = block.entry(tag, in: directory)?.text,
      var date = CaptureDate(exif: text)
    else { return nil }
    if let digits = block.entry(subseconds, in: .exif)?.text {
      date.microseconds = CaptureDate.microseconds(fraction: digits)
    }
    if let zone = block.entry(offset, in: .exif)?.text {
      date.utcOffset = CaptureDate.offset(text: zone)
    }
    return date
  }

  private func degrees(_ tag: Int, reference: Int, negative: Character) -> Double? {
    guard let entry = block.entry(tag, in: .gps), let value = Self.sexagesimal(entry.numbers) else {
      return nil
    }
    let letter = block.entry(reference, in: .gps)?.text?.uppercased().first
    return letter == negative ? -abs(value) : value
  }

  /// Degrees, minutes and seconds as one number; missing or undefined parts behind the first are 0.
  private static func sexagesimal(_ parts: [Double]) -> Double? {
    guard let whole = parts.first, whole.isFinite else { return nil }
    let rest = parts.dropFirst().prefix(2).map { $0.isFinite ? $0 : 0 }
    let minutes = rest.first ?? 0
    let seconds = rest.dropFirst().first ?? 0
    return whole + minutes / 60 + seconds / 3600
  }
}

extension EXIFReader {
  private static func value(of entry: EXIFEntry, as kind: EXIFTag.Kind) -> MetadataValue? {
    switch kind {
    case .text:
      return entry.text.map { .string($0) } ?? first(of: entry)
    case .byte, .short, .long, .code:
      return entry.integers.first.map { .integer($0) }
    case .rational, .signedRational:
      return first(of: entry)
    case .shorts, .bytes, .untypedBytes:
      return .list(entry.integers.map { .integer($0) })
    case .rationals:
      return .list(entry.numbers.filter(\.isFinite).map { .real($0) })
    case .version:
      return version(entry)
    case .comment:
      return comment(entry).map { .string($0) }
    case .degrees:
      return sexagesimal(entry.numbers).map { .real($0) }
    case .time:
      return time(entry.numbers).map { .string($0) }
    }
  }

  private static func first(of entry: EXIFEntry) -> MetadataValue? {
    guard let number = entry.numbers.first, number.isFinite else { return nil }
    return .real(number)
  }

  /// `0232` is 2, 3, 2; `0221` is 2, 2, 1; `0230` is 2, 3.
  private static func version(_ entry: EXIFEntry) -> MetadataValue? {
    let digits = entry.bytes.prefix(4).compactMap { byte in
      (0x30...0x39).contains(byte) ? Int(byte) - 0x30 : nil
    }
    guard digits.count == 4 else { return nil }
    var parts = [digits[0] * 10 + digits[1], digits[2], digits[3]]
    if parts[2] == 0 { parts.removeLast() }
    return .list(parts.map { .integer($0) })
  }

  private static func comment(_ entry: EXIFEntry) -> String? {
    guard entry.bytes.count > 8 else { return nil }
    let body = entry.bytes.dropFirst(8)
    let text: String?
    if entry.bytes.starts(with: Array("UNICODE".utf8)) {
      // The standard leaves the byte order open: a zero byte in Latin text tells, else the block's.
      let isBig = body.first == 0 || (entry.isBigEndian && body.dropFirst().first != 0)
      text = String(data: Data(body), encoding: isBig ? .utf16BigEndian : .utf16LittleEndian)
    } else {
      text = String(decoding: body.prefix { $0 != 0 }, as: UTF8.self)
    }
    let trimmed = text?.trimmingCharacters(in: CharacterSet(charactersIn: "\0 "))
    return trimmed?.isEmpty == false ? trimmed : nil
  }

  private static func time(_ parts: [Double]) -> String? {
    guard parts.count == 3, parts.allSatisfy({ $0.isFinite && $0 >= 0 && $0 < 100 }) else {
      return nil
    }
    let hundredths = Int((parts[2] * 100).rounded())
    let clock = [Int(parts[0]), Int(parts[1]), hundredths / 100].map { $0.padded(to: 2) }
      .joined(separator: ":")
    return hundredths % 100 == 0 ? clock : clock + "." + (hundredths % 100).padded(to: 2)
  }
}
