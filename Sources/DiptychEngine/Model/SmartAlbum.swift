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

  /// The lasting identifier of this album in the library `library`.
  package func uuid(library: UUID) -> UUID {
    UUID(hashing: "\(library.uuidString) smart album \(rawValue)")
  }

  /// The condition on `assets a` that makes an asset a member, beside the default view.
  var condition: String {
    switch self {
    case .userLibrary: "1"
    case .favorites: "a.favorite = 1"
    case .videos: "a.kind = 2"
    case .allHidden: "a.hidden = 1"
    case .screenshots: "a.subtypes & 4 <> 0"
    case .recentlyAdded:
      "a.added_date >= (SELECT max(added_date) FROM assets) - 2592000000000"
    case .panoramas: "a.subtypes & 1 <> 0"
    case .livePhotos: "a.subtypes & 8 <> 0"
    case .bursts: "a.burst IS NOT NULL"
    case .slomoVideos: "a.subtypes & 131072 <> 0"
    case .timelapses: "a.subtypes & 262144 <> 0"
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
