extension CaptureDate {
  /// A date in EXIF's form, `2021:12:31 23:59:58`; other separators pass. nil for all zeros,
  /// blanks and anything that names no moment.
  init?(exif text: String) {
    let fields = Self.numbers(in: text.prefix(19))
    guard fields.count == 6, fields[0].digits == 4 else { return nil }
    self.init(
      year: fields[0].value, month: fields[1].value, day: fields[2].value, hour: fields[3].value,
      minute: fields[4].value, second: fields[5].value)
    guard isValid else { return nil }
  }

  /// A date in ISO 8601's form with an offset, `2022-03-04T12:00:00.5+0200`; without an offset
  /// `utcOffset` is nil.
  init?(iso text: String) {
    guard let date = CaptureDate(exif: text) else { return nil }
    self = date
    var rest = text.dropFirst(19)
    if rest.first == "." || rest.first == "," {
      let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
      microseconds = Self.microseconds(fraction: String(digits))
      rest = rest.dropFirst(1 + digits.count)
    }
    utcOffset = Self.offset(text: String(rest))
  }

  /// Microseconds of a fraction's digits, of any number: `63` is 630,000. 0 if it has none.
  static func microseconds(fraction: String) -> Int {
    let digits = fraction.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }.prefix(6)
    guard let value = Int(digits) else { return 0 }
    return (digits.count..<6).reduce(value) { value, _ in value * 10 }
  }

  /// Seconds east of UTC of `+05:30`, `-0700`, `+02` or `Z`; nil for anything else.
  static func offset(text: String) -> Int? {
    let trimmed = text.filter { $0 != " " }
    if trimmed == "Z" || trimmed == "z" { return 0 }
    guard let sign = trimmed.first, sign == "+" || sign == "-" else { return nil }
    let digits = trimmed.dropFirst().filter { $0 != ":" }
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), [2, 4].contains(digits.count),
      let hours = Int(digits.prefix(2)), let minutes = Int("0" + digits.dropFirst(2)),
      hours <= 18, minutes < 60
    else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return sign == "-" ? -seconds : seconds
  }

  /// Runs of ASCII digits, each with its length.
  private static func numbers(in text: Substring) -> [(value: Int, digits: Int)] {
    text.split { !($0.isASCII && $0.isNumber) }.compactMap { run in
      guard run.count <= 4, let value = Int(run) else { return nil }
      return (value, run.count)
    }
  }
}
