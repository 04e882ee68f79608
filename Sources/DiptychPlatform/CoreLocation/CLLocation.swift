import Foundation

/// A place with altitude, accuracies, motion and the time at which it was measured.
///
/// Objects never change, so they may be shared between threads.
open class CLLocation: NSObject, NSCopying, @unchecked Sendable {
  // Sendable because every stored property is a constant value.

  /// The place.
  public let coordinate: CLLocationCoordinate2D
  /// Meters above sea level.
  public let altitude: CLLocationDistance
  /// The radius of uncertainty of ``coordinate`` in meters; negative means that it is invalid.
  public let horizontalAccuracy: CLLocationAccuracy
  /// The uncertainty of ``altitude`` in meters; zero or negative means that it is invalid.
  public let verticalAccuracy: CLLocationAccuracy
  /// The direction of travel in degrees clockwise from north; negative means unknown.
  public let course: CLLocationDirection
  /// The uncertainty of ``course`` in degrees; negative means unknown.
  public let courseAccuracy: CLLocationDirectionAccuracy
  /// The speed in meters per second; negative means unknown.
  public let speed: CLLocationSpeed
  /// The uncertainty of ``speed`` in meters per second; negative means unknown.
  public let speedAccuracy: CLLocationSpeedAccuracy
  /// When the place was measured.
  public let timestamp: Date

  /// Makes a place measured now, at sea level, without altitude, course and speed.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
      horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: Date())
  }

  /// Makes a place with altitude and accuracies in meters.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy,
      verticalAccuracy: vAccuracy, course: -1, speed: -1, timestamp: timestamp)
  }

  /// Makes a place with altitude in meters, course in degrees and speed in meters per second.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
    speed: CLLocationSpeed, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy,
      verticalAccuracy: vAccuracy, course: course, courseAccuracy: -1, speed: speed,
      speedAccuracy: -1, timestamp: timestamp)
  }

  /// Makes a place with every value given; units as at the properties.
  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
    courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed,
    speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    horizontalAccuracy = hAccuracy
    verticalAccuracy = vAccuracy
    self.course = course
    self.courseAccuracy = courseAccuracy
    self.speed = speed
    self.speedAccuracy = speedAccuracy
    self.timestamp = timestamp
    super.init()
  }

  /// Returns this object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any {
    self
  }

  /// Returns the length of the way over the surface to another place, in meters.
  ///
  /// Computed on the WGS 84 ellipsoid by Lambert's formula: off by less than about 10 meters in
  /// thousands of kilometers, except between places nearly opposite on the globe. Apple does not
  /// say how its figure is made, so the two may differ in the last digits.
  open func distance(from location: CLLocation) -> CLLocationDistance {
    Geodesic.distance(from: location.coordinate, to: coordinate)
  }

  /// The coordinate in degrees and the accuracy in meters.
  open override var description: String {
    "<\(coordinate.latitude),\(coordinate.longitude)> +/- \(horizontalAccuracy)m @ \(timestamp)"
  }
}
