import DiptychEngine
import Foundation

/// What an album is. The numbers are Apple's; an unknown one can occur.
public enum PHAssetCollectionSubtype: Int, Sendable {
  /// Made by the user or an application.
  case albumRegular = 2
  /// An event that was synced.
  case albumSyncedEvent = 3
  /// A person's pictures that were synced.
  case albumSyncedFaces = 4
  /// An album that was synced.
  case albumSyncedAlbum = 5
  /// Imported from a camera.
  case albumImported = 6
  /// The user's photo stream.
  case albumMyPhotoStream = 100
  /// Shared by or with others.
  case albumCloudShared = 101
  /// A smart album made on a computer.
  case smartAlbumGeneric = 200
  /// Panoramas.
  case smartAlbumPanoramas = 201
  /// Videos.
  case smartAlbumVideos = 202
  /// Favorites.
  case smartAlbumFavorites = 203
  /// Time-lapse videos.
  case smartAlbumTimelapses = 204
  /// Hidden assets; a fetch of its members needs `includeHiddenAssets`.
  case smartAlbumAllHidden = 205
  /// Assets added within 30 days of the last one.
  case smartAlbumRecentlyAdded = 206
  /// Bursts.
  case smartAlbumBursts = 207
  /// Slow-motion videos.
  case smartAlbumSlomoVideos = 208
  /// All assets of the user: the Camera Roll.
  case smartAlbumUserLibrary = 209
  /// Pictures by the front camera.
  case smartAlbumSelfPortraits = 210
  /// Screenshots.
  case smartAlbumScreenshots = 211
  /// Pictures with depth data.
  case smartAlbumDepthEffect = 212
  /// Live Photos.
  case smartAlbumLivePhotos = 213
  /// Animated pictures.
  case smartAlbumAnimated = 214
  /// Live Photos with the effect of a long exposure.
  case smartAlbumLongExposures = 215
  /// Assets that could not be uploaded.
  case smartAlbumUnableToUpload = 216
  /// RAW pictures.
  case smartAlbumRAW = 217
  /// Videos in cinematic mode.
  case smartAlbumCinematic = 218
  /// Spatial pictures and videos.
  case smartAlbumSpatial = 219
  /// Recordings of the screen.
  case smartAlbumScreenRecordings = 220
  /// Every subtype, for fetching only.
  case any = 9_223_372_036_854_775_807
}

extension PHAssetCollectionSubtype {
  init(_ kind: CollectionKind) {
    self =
      switch kind {
      case .album, .folder: .albumRegular
      case .synced: .albumSyncedAlbum
      case .imported: .albumImported
      case .event: .albumSyncedEvent
      case .faces: .albumSyncedFaces
      case .ownStream: .albumMyPhotoStream
      case .shared: .albumCloudShared
      }
  }

  /// The stored kinds that a fetch for this subtype of album means; nil for a smart album's.
  var albumKinds: Set<CollectionKind>? {
    let albums = CollectionKind.allCases.filter { !$0.isFolder }
    if self == .any { return Set(albums) }
    let kinds = albums.filter { PHAssetCollectionSubtype($0) == self }
    return kinds.isEmpty ? nil : Set(kinds)
  }

  /// The smart albums that a fetch for this subtype of smart album means; none for one that the
  /// library does not keep.
  var smartAlbums: [SmartAlbum] {
    if self == .any { return SmartAlbum.allCases }
    return SmartAlbum(rawValue: rawValue).map { [$0] } ?? []
  }
}
