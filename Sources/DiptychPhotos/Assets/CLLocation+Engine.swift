import DiptychEngine
import DiptychPlatform
import Foundation

extension CLLocation {
  /// A stored place; a known altitude reads as accurate, an unknown one as invalid.
  convenience init(_ location: AssetLocation, at date: Date?) {
    self.init(
      coordinate: CLLocationCoordinate2D(
        latitude: location.latitude, longitude: location.longitude),
      altitude: location.altitude ?? 0, horizontalAccuracy: 0,
      verticalAccuracy: location.altitude == nil ? -1 : 0,
      timestamp: date ?? Date(timeIntervalSince1970: 0))
  }
}

extension AssetLocation {
  /// What the store keeps of a place; an altitude of negative accuracy is unknown.
  init(_ location: CLLocation) {
    #if DIPTYCH_PLANTED_FAULTS
      let location =
        isPlanted("modern-altitude-lost")
        ? CLLocation(
          latitude: location.coordinate.latitude, longitude: location.coordinate.longitude)
        : location
    #endif
    self.init(
      latitude: location.coordinate.latitude, longitude: location.coordinate.longitude,
      altitude: location.verticalAccuracy < 0 ? nil : location.altitude)
  }
}
