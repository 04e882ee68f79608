extension GeoPoint {
  /// A place in ISO 6709's form, as QuickTime has it: `+48.8584+002.2945+035.000/`. Degrees may
  /// also come with minutes and seconds, `+4851.50+00217.67/`. nil for anything else.
  init?(iso6709 text: String) {
    var parts: [Substring] = []
    var start = text.startIndex
    for index in text.indices {
      let isSign = text[index] == "+" || text[index] == "-"
      guard isSign || text[index] == "/" || text[index] == "C" else { continue }
      if index > start { parts.append(text[start..<index]) }
      start = index
      if !isSign { break }
    }
    if parts.isEmpty || text.last.map({ $0.isNumber }) == true { parts.append(text[start...]) }
    guard (2...3).contains(parts.count),
      let latitude = Self.degrees(parts[0], wholeDigits: 2),
      let longitude = Self.degrees(parts[1], wholeDigits: 3)
    else { return nil }
    let altitude = parts.count == 3 ? Double(parts[2]) : nil
    self.init(latitude: latitude, longitude: longitude, altitude: altitude)
    guard isValid else { return nil }
  }

  /// How many digits stand before the point tells degrees, minutes and seconds apart.
  private static func degrees(_ text: Substring, wholeDigits: Int) -> Double? {
    guard let sign = text.first, sign == "+" || sign == "-",
      let number = Double(text.dropFirst()), number.isFinite
    else { return nil }
    let digits = text.dropFirst().prefix { $0.isASCII && $0.isNumber }.count
    let value: Double
    switch digits - wholeDigits {
    case 2:
      let whole = (number / 100).rounded(.down)
      value = whole + (number - whole * 100) / 60
    case 4:
      let whole = (number / 10_000).rounded(.down)
      let minutes = ((number - whole * 10_000) / 100).rounded(.down)
      value = whole + minutes / 60 + (number - whole * 10_000 - minutes * 100) / 3600
    default:
      value = number
    }
    return sign == "-" ? -value : value
  }
}
