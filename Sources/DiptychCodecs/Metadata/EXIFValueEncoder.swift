import CDiptychEXIF
import Foundation

/// Turns dictionary values into entries of an EXIF block.
struct EXIFValueEncoder {
  /// More numbers than any tag takes.
  private static let mostNumbers = 256

  let order: ExifByteOrder

  /// The entries of those values that have a tag and the right kind.
  /// - Throws: `encodingFailed` for a value of the right kind that is too long: a caller that is told
  ///   of a success must find what it gave (decision 70).
  func entries(
    _ values: ImageMetadata, for tags: [EXIFTag]
  ) throws(CodecError) -> [EXIFEntry] {
    var entries: [EXIFEntry] = []
    for tag in tags {
      guard let value = values[tag.key], let entry = try entry(value, for: tag) else { continue }
      entries.append(entry)
    }
    return entries
  }

  /// The entry of one value; nil when the tag does not take such a value.
  /// - Throws: As `entries(_:for:)`.
  func entry(_ value: MetadataValue, for tag: EXIFTag) throws(CodecError) -> EXIFEntry? {
    switch tag.kind {
    case .text:
      guard let text = text(value) else { return nil }
      try Self.checkLength(text.count + 1, tag)
      return entry(tag, EXIF_FORMAT_ASCII, text + [0])
    case .comment:
      guard let text = value.stringValue else { return nil }
      let bytes = comment(text)
      try Self.checkLength(bytes.count, tag)
      return entry(tag, EXIF_FORMAT_UNDEFINED, bytes)
    case .byte, .bytes:
      return try wholes(value, upTo: 0xFF, tag).flatMap {
        entry(tag, EXIF_FORMAT_BYTE, $0.map { UInt8($0) })
      }
    case .code, .untypedBytes:
      return try wholes(value, upTo: 0xFF, tag).flatMap {
        entry(tag, EXIF_FORMAT_UNDEFINED, $0.map { UInt8($0) })
      }
    case .short, .shorts:
      return try wholes(value, upTo: 0xFFFF, tag).flatMap {
        entry(tag, EXIF_FORMAT_SHORT, shorts($0))
      }
    case .long:
      return try wholes(value, upTo: 0xFFFF_FFFF, tag).flatMap {
        entry(tag, EXIF_FORMAT_LONG, longs($0))
      }
    case .version:
      return version(value).flatMap { entry(tag, EXIF_FORMAT_UNDEFINED, $0) }
    case .rational, .rationals:
      return fractions(try reals(value, tag), EXIF_FORMAT_RATIONAL, tag)
    case .signedRational:
      return fractions(try reals(value, tag), EXIF_FORMAT_SRATIONAL, tag)
    case .degrees:
      return value.doubleValue.flatMap { degrees($0, tag) }
    case .time:
      return value.stringValue.flatMap { fractions(clock($0), EXIF_FORMAT_RATIONAL, tag) }
    }
  }

  private func entry(_ tag: EXIFTag, _ format: ExifFormat, _ bytes: [UInt8]) -> EXIFEntry? {
    guard !bytes.isEmpty else { return nil }
    return EXIFEntry(
      tag: tag.number, format: format,
      components: bytes.count / Int(exif_format_get_size(format)), bytes: bytes, order: order)
  }
}

extension EXIFValueEncoder {
  private func text(_ value: MetadataValue) -> [UInt8]? {
    let text: String
    switch value {
    case .string(let given): text = given
    case .integer(let number): text = String(number)
    case .real(let number): text = String(number)
    default: return nil
    }
    return text.utf8.filter { $0 != 0 }
  }

  private func comment(_ text: String) -> [UInt8] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return Array("ASCII\0\0\0".utf8) + text.utf8 }
    return Array("UNICODE\0".utf8) + shorts(text.utf16.map { Int($0) })
  }

  /// Throws for more bytes than a whole block holds.
  private static func checkLength(_ count: Int, _ tag: EXIFTag) throws(CodecError) {
    guard count > EXIFWriter.largestBlock else { return }
    throw CodecError(
      .encodingFailed,
      "The value of \(tag.key) takes more than the 64 KiB that an EXIF block can hold; give a "
        + "shorter one.")
  }

  private static func checkNumbers(_ count: Int, _ tag: EXIFTag) throws(CodecError) {
    guard count > mostNumbers else { return }
    throw CodecError(
      .encodingFailed,
      "The list of \(tag.key) has more than \(mostNumbers) numbers; give a shorter one.")
  }

  private func wholes(
    _ value: MetadataValue, upTo largest: Int, _ tag: EXIFTag
  ) throws(CodecError) -> [Int]? {
    let values: [MetadataValue] = if case .list(let list) = value { list } else { [value] }
    guard !values.isEmpty else { return nil }
    let numbers = values.compactMap { value in
      value.integerValue ?? value.stringValue.flatMap { Int($0) }
    }
    guard numbers.count == values.count, numbers.allSatisfy({ (0...largest).contains($0) }) else {
      return nil
    }
    try Self.checkNumbers(numbers.count, tag)
    return numbers
  }

  private func reals(_ value: MetadataValue, _ tag: EXIFTag) throws(CodecError) -> [Double]? {
    let values: [MetadataValue] = if case .list(let list) = value { list } else { [value] }
    guard !values.isEmpty else { return nil }
    let numbers = values.compactMap { value in
      value.doubleValue ?? value.stringValue.flatMap { Double($0) }
    }
    guard numbers.count == values.count else { return nil }
    try Self.checkNumbers(numbers.count, tag)
    return numbers
  }

  private func version(_ value: MetadataValue) -> [UInt8]? {
    if let text = value.stringValue {
      return text.utf8.count == 4 && text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        ? Array(text.utf8) : nil
    }
    let list: [MetadataValue] = if case .list(let list) = value { list } else { [value] }
    guard (1...3).contains(list.count) else { return nil }
    let parts = list.compactMap { part in
      part.integerValue ?? part.stringValue.flatMap { Int($0) }
    }
    guard parts.count == list.count, parts.allSatisfy({ (0...9).contains($0) }) else { return nil }
    let digits = [0] + parts + Array(repeating: 0, count: 3 - parts.count)
    return digits.map { UInt8($0) + 0x30 }
  }

  private func degrees(_ value: Double, _ tag: EXIFTag) -> EXIFEntry? {
    guard value.isFinite, (0...360).contains(value) else { return nil }
    // A millionth of a second of arc is 0.03 millimeters.
    let millionths = Int((value * 3_600_000_000).rounded())
    let seconds = millionths % 60_000_000
    let minutes = millionths / 60_000_000
    return entry(
      tag, EXIF_FORMAT_RATIONAL, longs([minutes / 60, 1, minutes % 60, 1, seconds, 1_000_000]))
  }

  private func clock(_ text: String) -> [Double]? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
      (0...23).contains(hour), (0...59).contains(minute), (0..<61).contains(second)
    else { return nil }
    return [hour, minute, second]
  }
}

extension EXIFValueEncoder {
  private func fractions(
    _ values: [Double]?, _ format: ExifFormat, _ tag: EXIFTag
  ) -> EXIFEntry? {
    guard let values else { return nil }
    let isSigned = format == EXIF_FORMAT_SRATIONAL
    var numbers: [Int] = []
    for value in values {
      guard isSigned || value >= 0,
        let (top, bottom) = Self.fraction(abs(value), largest: isSigned ? 0x7FFF_FFFF : 0xFFFF_FFFF)
      else { return nil }
      numbers += [value < 0 ? -top : top, bottom]
    }
    return entry(tag, format, longs(numbers))
  }

  /// The simplest fraction next to `value`, found along its continued fraction; nil when it is too
  /// large or no number.
  static func fraction(_ value: Double, largest: Int) -> (Int, Int)? {
    guard value.isFinite, value >= 0, value <= Double(largest) else { return nil }
    var (top, bottom) = (1, 0)
    var (previousTop, previousBottom) = (0, 1)
    var rest = value
    for _ in 0..<64 {
      let whole = Int(rest)
      let (nextTop, overTop) = whole.multipliedReportingOverflow(by: top)
      let (nextBottom, overBottom) = whole.multipliedReportingOverflow(by: bottom)
      guard !overTop, !overBottom, nextTop + previousTop <= largest,
        nextBottom + previousBottom <= largest
      else { break }
      (previousTop, top) = (top, nextTop + previousTop)
      (previousBottom, bottom) = (bottom, nextBottom + previousBottom)
      let error = abs(Double(top) / Double(bottom) - value)
      let fraction = rest - Double(whole)
      guard error > value * 1e-12, fraction > 1e-12, 1 / fraction < Double(largest) else { break }
      rest = 1 / fraction
    }
    return bottom > 0 ? (top, bottom) : nil
  }

  private func shorts(_ values: [Int]) -> [UInt8] {
    values.flatMap { value in
      var bytes: [UInt8] = [0, 0]
      exif_set_short(&bytes, order, UInt16(truncatingIfNeeded: value))
      return bytes
    }
  }

  private func longs(_ values: [Int]) -> [UInt8] {
    values.flatMap { value in
      var bytes: [UInt8] = [0, 0, 0, 0]
      exif_set_long(&bytes, order, UInt32(truncatingIfNeeded: value))
      return bytes
    }
  }
}
