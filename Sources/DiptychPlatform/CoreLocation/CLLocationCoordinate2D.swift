/// An angle on the globe, in degrees.
public typealias CLLocationDegrees = Double

/// A length, in meters.
public typealias CLLocationDistance = Double

/// The radius of uncertainty of a position, in meters; negative means the position is invalid.
public typealias CLLocationAccuracy = Double

/// A direction of travel, in degrees clockwise from north; negative means unknown.
public typealias CLLocationDirection = Double

/// The uncertainty of a direction, in degrees; negative means unknown.
public typealias CLLocationDirectionAccuracy = Double

/// A speed, in meters per second; negative means unknown.
public typealias CLLocationSpeed = Double

/// The uncertainty of a speed, in meters per second; negative means unknown.
public typealias CLLocationSpeedAccuracy = Double

/// A place on the globe, by the WGS 84 frame of reference.
public struct CLLocationCoordinate2D: Sendable {
  /// Degrees north of the equator; negative is south.
  public var latitude: CLLocationDegrees
  /// Degrees east of the zero meridian; negative is west.
  public var longitude: CLLocationDegrees

  /// Makes the place at latitude 0, longitude 0.
  public init() {
    self.init(latitude: 0, longitude: 0)
  }

  /// Makes a place; nothing is checked, see `CLLocationCoordinate2DIsValid(_:)`.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// A coordinate that is not a place; use `CLLocationCoordinate2DIsValid(_:)` to find out.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// Returns whether latitude is within ±90 degrees and longitude within ±180 degrees.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
  (-90...90).contains(coord.latitude) && (-180...180).contains(coord.longitude)
}

/// Makes a place from degrees.
public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}
