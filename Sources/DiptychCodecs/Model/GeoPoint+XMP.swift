extension GeoPoint {
  /// A place as XMP writes it: `41,53.6832N` or `41,53,41N`, and a height such as `1234/10` whose
  /// reference is 1 below the sea. nil without a latitude and a longitude that name a place; a height
  /// that is none is left out.
  init?(
    xmpLatitude latitude: String?, longitude: String?, altitude: String?,
    altitudeReference: String?
  ) {
    guard let latitude = latitude.flatMap({ Self.degrees(xmp: $0, "N", "S") }),
      let longitude = longitude.flatMap({ Self.degrees(xmp: $0, "E", "W") })
    else { return nil }
    let height = altitude.flatMap(Self.fraction).map { altitudeReference == "1" ? -abs($0) : $0 }
    self.init(latitude: latitude, longitude: longitude, altitude: height)
    guard isValid else { return nil }
  }

  private static func degrees(
    xmp text: String, _ positive: Character, _ negative: Character
  ) -> Double? {
    guard let letter = text.last, letter == positive || letter == negative else { return nil }
    let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }
    guard numbers.count == parts.count, (2...3).contains(numbers.count),
      numbers.allSatisfy({ $0.isFinite && $0 >= 0 }), numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    let degrees = numbers[0] + numbers[1] / 60 + (numbers.count == 3 ? numbers[2] / 3_600 : 0)
    return letter == negative ? -degrees : degrees
  }

  private static func fraction(_ text: String) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }
    guard numbers.count == parts.count, (1...2).contains(numbers.count) else { return nil }
    let value = numbers.count == 2 ? numbers[0] / numbers[1] : numbers[0]
    return value.isFinite ? value : nil
  }
}
