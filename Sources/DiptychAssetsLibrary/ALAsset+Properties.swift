import DiptychEngine
import DiptychPlatform
import Foundation

extension ALAsset {
  /// The asset's row, as far as the client may see it.
  func record() -> AssetRecord? {
    guard let uuid, let binding else { return nil }
    return binding.read { try $0.visibleAsset(uuid, as: binding.client) }
  }

  func propertyValue(_ property: String?) -> Any? {
    switch property {
    case ALAssetPropertyAssetURL:
      if let uuid, let reading, isPresent(reading) {
        return Identifiers.assetURL(uuid, fileExtension: reading.fileExtension)
      }
      // Before iOS 6 the key was not known (L102).
      if binding?.library.profile.lacksAssetURLKey == true { return ALErrorInvalidProperty }
      return assetURL()
    case ALAssetPropertyDate:
      // An asset without a date gives the invalid-property string (decision 21).
      return facts().map { $0.creationDate.map { $0 as Any } ?? ALErrorInvalidProperty }
    case ALAssetPropertyType:
      return facts().map { facts in
        switch facts.kind {
        case .image: ALAssetTypePhoto
        case .video: ALAssetTypeVideo
        case .audio, .unknown: ALAssetTypeUnknown
        }
      }
    case ALAssetPropertyDuration:
      return facts().map {
        $0.kind == .video
          ? NSNumber(value: $0.duration) as Any : ALErrorInvalidProperty as Any
      }
    case ALAssetPropertyOrientation:
      return facts().map {
        NSNumber(value: isOrientationForgotten($0) ? 0 : orientation(of: $0).rawValue)
      }
    case ALAssetPropertyLocation: return facts().flatMap { location(of: $0) }
    case ALAssetPropertyRepresentations: return files()?.map(\.typeIdentifier)
    case ALAssetPropertyURLs:
      guard let uuid, let files = files() else { return nil }
      return files.reduce(into: [String: URL]()) { urls, file in
        urls[file.typeIdentifier] =
          Identifiers.assetURL(uuid, fileExtension: file.fileExtension)
      }
    default: return ALErrorInvalidProperty
    }
  }

  func assetURL() -> URL? {
    guard let uuid, let file = files()?.first else { return nil }
    return Identifiers.assetURL(uuid, fileExtension: file.fileExtension)
  }

  /// What the asset's row says now: as the walk has read it if nothing was committed since, which
  /// is what reading it again would give (decision 170); else read at the call.
  private func facts() -> AssetFacts? {
    if let reading, isPresent(reading) { return reading.facts }
    return record().map(AssetFacts.init)
  }

  private func isPresent(_ reading: AssetReading) -> Bool {
    guard let binding, binding.isAlive else { return false }
    return binding.library.stamp == reading.stamp
  }

  private func orientation(of facts: AssetFacts) -> ALAssetOrientation {
    ALAssetOrientation(facts.orientation)
  }

  /// On iOS 7 the orientation of the user's own stream was always 0 (L116, L209).
  private func isOrientationForgotten(_ facts: AssetFacts) -> Bool {
    binding?.library.profile.forgetsStreamOrientation == true
      && AssetSource(rawValue: facts.source).contains(.ownStream)
  }

  private func location(of facts: AssetFacts) -> CLLocation? {
    facts.location.map { place in
      CLLocation(
        coordinate: CLLocationCoordinate2D(
          latitude: place.latitude, longitude: place.longitude),
        altitude: place.altitude ?? 0, horizontalAccuracy: 0,
        verticalAccuracy: place.altitude == nil ? -1 : 0,
        timestamp: facts.creationDate ?? facts.addedDate)
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
