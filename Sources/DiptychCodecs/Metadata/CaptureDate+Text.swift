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

  /// ISO 8601's form, with as many digits of the second as there are, and the offset where there is
  /// one.
  package var isoText: String {
    var text =
      "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
      + "T\(hour.padded(to: 2)):\(minute.padded(to: 2)):\(second.padded(to: 2))"
    if microseconds > 0 {
      var digits = microseconds.padded(to: 6)
      while digits.hasSuffix("0") { digits.removeLast() }
      text += "." + digits
    }
    if let utcOffset {
      let minutes = abs(utcOffset) / 60
      let sign = utcOffset < 0 ? "-" : "+"
      text += "\(sign)\((minutes / 60).padded(to: 2)):\((minutes % 60).padded(to: 2))"
    }
    return text
  }

  /// A date in XMP's form, which is ISO 8601's and may leave out the seconds, or the time of day,
  /// which counts as midnight then. nil for a year or a month alone.
  init?(xmp text: String) {
    let parts = text.split(separator: "T", maxSplits: 1)
    guard let day = parts.first else { return nil }
    guard parts.count == 2 else {
      self.init(exif: day + " 00:00:00")
      return
    }
    let clock = parts[1].prefix { $0.isNumber || $0 == ":" }
    let seconds = clock.count == 5 ? ":00" : ""
    self.init(iso: day + "T" + clock + seconds + parts[1].dropFirst(clock.count))
  }

  /// A date of the press agencies' records, `20160102` and `030405+0200`.
  init?(iptcDate day: String, time: String?) {
    guard day.count == 8 else { return nil }
    let date = "\(day.prefix(4)):\(day.dropFirst(4).prefix(2)):\(day.suffix(2))"
    guard let time, time.count >= 6 else {
      self.init(exif: date + " 00:00:00")
      return
    }
    let clock = "\(time.prefix(2)):\(time.dropFirst(2).prefix(2)):\(time.dropFirst(4).prefix(2))"
    self.init(iso: "\(date) \(clock)\(time.dropFirst(6))")
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
