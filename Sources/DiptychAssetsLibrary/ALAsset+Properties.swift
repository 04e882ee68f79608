import DiptychEngine
import DiptychPlatform
import Foundation

extension ALAsset {
  private static let properties: Set<String> = [
    ALAssetPropertyType, ALAssetPropertyLocation, ALAssetPropertyDuration,
    ALAssetPropertyOrientation, ALAssetPropertyDate, ALAssetPropertyRepresentations,
    ALAssetPropertyURLs, ALAssetPropertyAssetURL,
  ]

  /// The asset's row, as far as the client may see it.
  func record() -> AssetRecord? {
    guard let uuid, let binding else { return nil }
    return binding.read { try $0.visibleAsset(uuid, as: binding.client) }
  }

  func propertyValue(_ property: String?) -> Any? {
    guard let property, Self.properties.contains(property) else { return ALErrorInvalidProperty }
    switch property {
    case ALAssetPropertyRepresentations: return files()?.map(\.typeIdentifier)
    case ALAssetPropertyURLs:
      guard let uuid, let files = files() else { return nil }
      return files.reduce(into: [String: URL]()) { urls, file in
        urls[file.typeIdentifier] =
          Identifiers.assetURL(uuid, typeIdentifier: file.typeIdentifier)
      }
    case ALAssetPropertyAssetURL:
      // Before iOS 6 the key was not known (L102).
      if binding?.library.profile.lacksAssetURLKey == true { return ALErrorInvalidProperty }
      return assetURL()
    default: return record().flatMap { value(property, of: $0) }
    }
  }

  func assetURL() -> URL? {
    guard let uuid, let file = files()?.first else { return nil }
    return Identifiers.assetURL(uuid, typeIdentifier: file.typeIdentifier)
  }

  private func value(_ property: String, of record: AssetRecord) -> Any? {
    switch property {
    case ALAssetPropertyType:
      switch record.kind {
      case .image: ALAssetTypePhoto
      case .video: ALAssetTypeVideo
      case .audio, .unknown: ALAssetTypeUnknown
      }
    case ALAssetPropertyDuration:
      record.kind == .video
        ? NSNumber(value: record.duration) as Any : ALErrorInvalidProperty as Any
    case ALAssetPropertyOrientation:
      NSNumber(value: isOrientationForgotten(record) ? 0 : orientation(of: record).rawValue)
    // An asset without a date gives the invalid-property string (decision 21).
    case ALAssetPropertyDate: record.creationDate.map { $0 as Any } ?? ALErrorInvalidProperty
    default: location(of: record)
    }
  }

  private func orientation(of record: AssetRecord) -> ALAssetOrientation {
    ALAssetOrientation(record.orientation)
  }

  /// On iOS 7 the orientation of the user's own stream was always 0 (L116, L209).
  private func isOrientationForgotten(_ record: AssetRecord) -> Bool {
    binding?.library.profile.forgetsStreamOrientation == true
      && AssetSource(rawValue: record.source).contains(.ownStream)
  }

  private func location(of record: AssetRecord) -> CLLocation? {
    record.location.map { place in
      CLLocation(
        coordinate: CLLocationCoordinate2D(
          latitude: place.latitude, longitude: place.longitude),
        altitude: place.altitude ?? 0, horizontalAccuracy: 0,
        verticalAccuracy: place.altitude == nil ? -1 : 0,
        timestamp: record.creationDate ?? record.addedDate)
    }
  }

  /// The asset's files; nil once the asset is invalid.
  private func files() -> [ResourceRecord]? {
    guard let uuid, let binding else { return nil }
    return binding.read { transaction in
      try transaction.visibleAsset(uuid, as: binding.client).map {
        try transaction.representations(of: $0)
      }
    }
  }

  /// The first file that `isWanted` takes, if it is on this machine (L109).
  func representation(where isWanted: (ResourceRecord) -> Bool) -> ALAssetRepresentation? {
    guard let uuid, let binding, let file = files()?.first(where: isWanted), file.isLocal else {
      return nil
    }
    return ALAssetRepresentation(file.uuid, of: uuid, binding)
  }
}
