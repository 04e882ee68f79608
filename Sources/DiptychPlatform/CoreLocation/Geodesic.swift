import Foundation

/// Distances on the WGS 84 ellipsoid.
enum Geodesic {
  private static let equatorialRadius = 6_378_137.0
  private static let flattening = 1 / 298.257_223_563

  /// Returns the distance in meters by Lambert's formula: the great-circle angle between the
  /// reduced latitudes, corrected to the first order of the flattening.
  static func distance(
    from start: CLLocationCoordinate2D, to end: CLLocationCoordinate2D
  ) -> CLLocationDistance {
    let startLatitude = reducedLatitude(start.latitude)
    let endLatitude = reducedLatitude(end.latitude)
    let longitudeDifference = (end.longitude - start.longitude) * .pi / 180
    let angle = centralAngle(startLatitude, endLatitude, longitudeDifference)
    // Below some micrometers the terms underflow to 0 / 0; the sphere is exact enough there.
    if angle < 1e-12 { return equatorialRadius * angle }

    let mean = (startLatitude + endLatitude) / 2
    let half = (endLatitude - startLatitude) / 2
    let cosine = pow(cos(angle / 2), 2)
    let sine = pow(sin(angle / 2), 2)
    // Between opposite places the first term has no limit; the plain great circle stands in.
    if cosine < 1e-9 { return equatorialRadius * angle }
    let first = (angle - sin(angle)) * pow(sin(mean) * cos(half), 2) / cosine
    let second = (angle + sin(angle)) * pow(cos(mean) * sin(half), 2) / sine
    return equatorialRadius * (angle - flattening / 2 * (first + second))
  }

  private static func reducedLatitude(_ degrees: CLLocationDegrees) -> Double {
    atan((1 - flattening) * tan(degrees * .pi / 180))
  }

  /// The angle at the center of a sphere, by the haversine formula, which keeps small distances.
  private static func centralAngle(
    _ startLatitude: Double, _ endLatitude: Double, _ longitudeDifference: Double
  ) -> Double {
    let haversine =
      pow(sin((endLatitude - startLatitude) / 2), 2)
      + cos(startLatitude) * cos(endLatitude) * pow(sin(longitudeDifference / 2), 2)
    // Rounding may lift the value above 1 between opposite places.
    return haversine > 1 ? .pi : 2 * asin(haversine.squareRoot())
  }
}
