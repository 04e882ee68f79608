/// A place on Earth.
package struct GeoPoint: Hashable, Sendable {
  /// Degrees, -90 … 90, south negative.
  package var latitude: Double
  /// Degrees, -180 … 180, west negative.
  package var longitude: Double
  /// Meters above sea level, negative below it; nil if unknown.
  package var altitude: Double?

  /// Makes a place; nothing is checked.
  package init(latitude: Double, longitude: Double, altitude: Double? = nil) {
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
  }

  /// Whether the numbers name a place on Earth.
  package var isValid: Bool {
    latitude.isFinite && longitude.isFinite && abs(latitude) <= 90 && abs(longitude) <= 180
      && (altitude?.isFinite ?? true)
  }
}
