import DiptychPlatform
import Foundation
import Testing

@Suite struct CLLocationTests {
  /// Distances of the WGS 84 ellipsoid, in meters, from the literature on geodesics.
  @Test func distancesFollowTheEllipsoid() {
    let rows: [(Double, Double, Double, Double, meters: Double, tolerance: Double)] = [
      (0, 0, 0, 0, 0, 0),
      (52.5, 13.4, 52.5, 13.4, 0, 0),
      (0, 0, 0, 1, 111_319.491, 0.1),  // a degree of the equator: 2π · 6,378,137 / 360
      (0, 0, 1, 0, 110_574.389, 1),  // a degree of latitude at the equator
      (45, 0, 46, 0, 111_141.548, 1),  // a degree of latitude at 45 degrees
      (0, 0, 90, 0, 10_001_965.729, 60),  // a quarter of the meridian
      (50.066_322_22, -5.714_75, 58.644_022_22, -3.070_094_44, 969_954.166, 10),  // across Britain
      (0, 179.5, 0, -179.5, 111_319.491, 0.1),  // across the date line
    ]
    for row in rows {
      let start = CLLocation(latitude: row.0, longitude: row.1)
      let end = CLLocation(latitude: row.2, longitude: row.3)
      #expect(abs(start.distance(from: end) - row.meters) <= row.tolerance, "\(row)")
      #expect(abs(end.distance(from: start) - row.meters) <= row.tolerance, "\(row)")
    }
  }

  @Test func oppositePlacesHaveAFiniteDistance() {
    let distance = CLLocation(latitude: 10, longitude: 0)
      .distance(from: CLLocation(latitude: -10, longitude: 180))
    #expect(abs(distance - 20_003_931) < 60_000)
  }

  @Test func extremeCoordinatesGiveNumbersOrNaN() {
    let origin = CLLocation(latitude: 0, longitude: 0)
    #expect(origin.distance(from: CLLocation(latitude: 1e-160, longitude: 0)) < 1e-6)
    #expect(origin.distance(from: CLLocation(latitude: 1e-9, longitude: 0)) < 2e-4)
    #expect(origin.distance(from: CLLocation(latitude: .nan, longitude: 0)).isNaN)
    let poles = CLLocation(latitude: 90, longitude: 0)
      .distance(from: CLLocation(latitude: -90, longitude: 0))
    #expect(abs(poles - 20_003_931) < 60_000)
  }

  @Test func validityOfCoordinates() {
    let rows: [(Double, Double, Bool)] = [
      (0, 0, true), (90, 180, true), (-90, -180, true), (90.1, 0, false), (0, 180.1, false),
      (.nan, 0, false), (0, .infinity, false),
    ]
    for (latitude, longitude, isValid) in rows {
      let coordinate = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
      #expect(CLLocationCoordinate2DIsValid(coordinate) == isValid, "\(latitude) \(longitude)")
    }
    #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
  }

  @Test func initializersKeepEveryValue() {
    let date = Date(timeIntervalSince1970: 5)
    let coordinate = CLLocationCoordinate2DMake(1, 2)
    let full = CLLocation(
      coordinate: coordinate, altitude: 3, horizontalAccuracy: 4, verticalAccuracy: 5, course: 6,
      courseAccuracy: 7, speed: 8, speedAccuracy: 9, timestamp: date)
    #expect(full.coordinate.latitude == 1 && full.coordinate.longitude == 2)
    #expect(full.altitude == 3 && full.horizontalAccuracy == 4 && full.verticalAccuracy == 5)
    #expect(full.course == 6 && full.courseAccuracy == 7)
    #expect(full.speed == 8 && full.speedAccuracy == 9 && full.timestamp == date)
    #expect(full.copy() as? CLLocation === full)

    let plain = CLLocation(
      coordinate: coordinate, altitude: 3, horizontalAccuracy: 4, verticalAccuracy: 5,
      timestamp: date)
    #expect(plain.course == -1 && plain.speed == -1 && plain.timestamp == date)
    let short = CLLocation(latitude: 1, longitude: 2)
    #expect(short.verticalAccuracy < 0 && short.horizontalAccuracy == 0 && short.altitude == 0)
  }
}
