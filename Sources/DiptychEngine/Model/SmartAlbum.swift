import Foundation

/// A system album: a query, never a row. Raw values are those of `PHAssetCollectionSubtype`.
package enum SmartAlbum: Int, Sendable, CaseIterable {
  case userLibrary = 209
  case favorites = 203
  case videos = 202
  case allHidden = 205
  case screenshots = 211
  case recentlyAdded = 206
  case panoramas = 201
  case livePhotos = 213
  case bursts = 207
  case slomoVideos = 208
  case timelapses = 204
  case selfPortraits = 210
  case depthEffect = 212
  case animated = 214
  case longExposures = 215
  case raw = 217
  case cinematic = 218
  case spatial = 219
  case screenRecordings = 220

  /// The lasting identifier of this album in the library `library`.
  package func uuid(library: UUID) -> UUID {
    UUID(hashing: "\(library.uuidString) smart album \(rawValue)")
  }

  /// What was added this many microseconds before the newest is recently added: 30 days.
  static let recently: Int64 = 30 * 86_400 * 1_000_000

  /// The condition on `assets a` that makes an asset a member, beside the default view. Recently
  /// added is what it is beside others, which only a query knows.
  var condition: String {
    switch self {
    case .userLibrary, .recentlyAdded: "1"
    case .favorites: "a.favorite = 1"
    case .videos: "a.kind = 2"
    case .allHidden: "a.hidden = 1"
    case .screenshots: "a.subtypes & 4 <> 0"
    case .panoramas: "a.subtypes & 1 <> 0"
    case .livePhotos: "a.subtypes & 8 <> 0"
    case .bursts: "a.burst IS NOT NULL AND a.burst_pick > 0 AND a.burst_pick & 1 <> 0"
    case .slomoVideos: "a.subtypes & 131072 <> 0"
    case .timelapses: "a.subtypes & 262144 <> 0"
    case .selfPortraits: "a.subtypes & \(AssetTraits.selfPortrait) <> 0"
    case .depthEffect: "a.subtypes & 16 <> 0"
    // The playback style tells of animations whatever their format.
    case .animated: "(a.subtypes & 64 <> 0 OR a.playback_style = 2)"
    case .longExposures: "a.subtypes & \(AssetTraits.longExposure) <> 0"
    case .raw:
      """
      EXISTS (SELECT 1 FROM resources r WHERE r.asset = a.id AND r.role IN (1, 4) \
      AND r.type LIKE '%raw-image')
      """
    case .cinematic: "a.subtypes & 2097152 <> 0"
    case .spatial: "a.subtypes & 1024 <> 0"
    case .screenRecordings: "a.subtypes & 524288 <> 0"
    }
  }

  /// The album's name in the system language `language` (decision 29).
  package func title(language: String, cameraRoll: Bool) -> String {
    if self == .userLibrary, cameraRoll {
      return SystemNames.cameraRoll(language)
    }
    return SystemNames.title(self, language)
  }
}
