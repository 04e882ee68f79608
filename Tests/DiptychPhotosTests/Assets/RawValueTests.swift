import DiptychPhotos
import Foundation
import Testing

/// Apple's numbers for every case of every enum and option set.
@Suite struct RawValueTests {
  private func check<Value: RawRepresentable & Equatable>(
    _ values: [(Value, Value.RawValue)], sourceLocation: SourceLocation = #_sourceLocation
  ) where Value.RawValue: Equatable {
    for (value, number) in values {
      #expect(value.rawValue == number, sourceLocation: sourceLocation)
      #expect(Value(rawValue: number) == value, sourceLocation: sourceLocation)
    }
  }

  @Test func access() {
    check([
      (PHAuthorizationStatus.notDetermined, 0), (.restricted, 1), (.denied, 2), (.authorized, 3),
      (.limited, 4),
    ])
    check([(PHAccessLevel.addOnly, 1), (.readWrite, 2)])
    #expect(PHAccessLevel(rawValue: 0) == nil)
  }

  @Test func assets() {
    check([(PHAssetMediaType.unknown, 0), (.image, 1), (.video, 2), (.audio, 3)])
    check([(PHAssetEditOperation.delete, 1), (.content, 2), (.properties, 3)])
    check([
      (PHAsset.PlaybackStyle.unsupported, 0), (.image, 1), (.imageAnimated, 2), (.livePhoto, 3),
      (.video, 4), (.videoLooping, 5),
    ])
    let subtypes: [(PHAssetMediaSubtype, UInt)] = [
      (.photoPanorama, 1), (.photoHDR, 2), (.photoScreenshot, 4),
      (.photoLive, 8), (.photoDepthEffect, 16), (.photoAnimation, 64), (.spatialMedia, 1024),
      (.videoStreamed, 65_536), (.videoHighFrameRate, 131_072), (.videoTimelapse, 262_144),
      (.videoScreenRecording, 524_288), (.videoCinematic, 2_097_152), ([], 0),
    ]
    check(subtypes)
    let sources: [(PHAssetSourceType, UInt)] = [
      (.typeUserLibrary, 1), (.typeCloudShared, 2), (.typeiTunesSynced, 4),
    ]
    check(sources)
  }

  @Test func collections() {
    check([(PHAssetCollectionType.album, 1), (.smartAlbum, 2)])
    check([(PHCollectionListType.folder, 2)])
    check([(PHCollectionListSubtype.regularFolder, 100), (.any, Int.max)])
    check([
      (PHAssetCollectionSubtype.albumRegular, 2), (.albumSyncedEvent, 3), (.albumSyncedFaces, 4),
      (.albumSyncedAlbum, 5), (.albumImported, 6), (.albumMyPhotoStream, 100),
      (.albumCloudShared, 101), (.smartAlbumGeneric, 200), (.smartAlbumPanoramas, 201),
      (.smartAlbumVideos, 202), (.smartAlbumFavorites, 203), (.smartAlbumTimelapses, 204),
      (.smartAlbumAllHidden, 205), (.smartAlbumRecentlyAdded, 206), (.smartAlbumBursts, 207),
      (.smartAlbumSlomoVideos, 208), (.smartAlbumUserLibrary, 209),
      (.smartAlbumSelfPortraits, 210), (.smartAlbumScreenshots, 211),
      (.smartAlbumDepthEffect, 212), (.smartAlbumLivePhotos, 213), (.smartAlbumAnimated, 214),
      (.smartAlbumLongExposures, 215), (.smartAlbumUnableToUpload, 216), (.smartAlbumRAW, 217),
      (.smartAlbumCinematic, 218), (.smartAlbumSpatial, 219), (.smartAlbumScreenRecordings, 220),
      (.any, Int.max),
    ])
    // P69: Recently Deleted has a number that is no case.
    #expect(PHAssetCollectionSubtype(rawValue: 1_000_000_201) == nil)
    check([
      (PHCollectionEditOperation.deleteContent, 1), (.removeContent, 2), (.addContent, 3),
      (.createContent, 4), (.rearrangeContent, 5), (.delete, 6), (.rename, 7),
    ])
  }

  @Test func resources() {
    check([
      (PHAssetResourceType.photo, 1), (.video, 2), (.audio, 3), (.alternatePhoto, 4),
      (.fullSizePhoto, 5), (.fullSizeVideo, 6), (.adjustmentData, 7), (.adjustmentBasePhoto, 8),
      (.pairedVideo, 9), (.fullSizePairedVideo, 10), (.adjustmentBasePairedVideo, 11),
      (.adjustmentBaseVideo, 12), (.photoProxy, 19),
    ])
    #expect(PHInvalidAssetResourceDataRequestID == 0)
  }
}
