import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

/// Decision 248: descriptors of key paths sort as those of keys do.
@Suite struct SortKeyPathTests {
  // P20, P22: optional values, truth values and enumerations included.
  @Test func everyKey() {
    let descriptors: [(NSSortDescriptor, String)] = [
      (NSSortDescriptor(keyPath: \PHAsset.creationDate, ascending: true), "creationDate"),
      (NSSortDescriptor(keyPath: \PHAsset.modificationDate, ascending: true), "modificationDate"),
      (NSSortDescriptor(keyPath: \PHAsset.mediaType, ascending: true), "mediaType"),
      (NSSortDescriptor(keyPath: \PHAsset.mediaSubtypes, ascending: true), "mediaSubtypes"),
      (NSSortDescriptor(keyPath: \PHAsset.duration, ascending: true), "duration"),
      (NSSortDescriptor(keyPath: \PHAsset.pixelWidth, ascending: true), "pixelWidth"),
      (NSSortDescriptor(keyPath: \PHAsset.pixelHeight, ascending: true), "pixelHeight"),
      (NSSortDescriptor(keyPath: \PHAsset.isFavorite, ascending: true), "isFavorite"),
      (NSSortDescriptor(keyPath: \PHAsset.isHidden, ascending: true), "isHidden"),
      (NSSortDescriptor(keyPath: \PHAsset.burstIdentifier, ascending: true), "burstIdentifier"),
      (NSSortDescriptor(keyPath: \PHAsset.localIdentifier, ascending: true), "localIdentifier"),
      (NSSortDescriptor(keyPath: \PHCollection.localizedTitle, ascending: true), "localizedTitle"),
      (NSSortDescriptor(keyPath: \PHAssetCollection.startDate, ascending: true), "startDate"),
      (NSSortDescriptor(keyPath: \PHAssetCollection.endDate, ascending: true), "endDate"),
      (
        NSSortDescriptor(keyPath: \PHAssetCollection.estimatedAssetCount, ascending: true),
        "estimatedAssetCount"
      ),
      (
        NSSortDescriptor(keyPath: \PHAssetCollection.localizedTitle, ascending: true),
        "localizedTitle"
      ),
      (
        NSSortDescriptor(keyPath: \PHCollectionList.localizedTitle, ascending: true),
        "localizedTitle"
      ),
      (NSSortDescriptor(keyPath: \PHCollectionList.endDate, ascending: true), "endDate"),
    ]
    for (descriptor, key) in descriptors {
      #expect(descriptor.sortKey == key && descriptor.key == key && descriptor.ascending)
      #expect(descriptor == NSSortDescriptor(key: key, ascending: true))
    }
    // A property that is no key, and a class that is none of ours.
    let other = NSSortDescriptor(keyPath: \PHAsset.playbackStyle, ascending: true)
    #expect(other.sortKey == "unnamed property of PHAsset")
    #expect(NSSortDescriptor(keyPath: \String.count, ascending: true).sortKey == nil)
  }

  @Test func fetches() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(3)
      for (asset, seconds) in zip(assets, [2.0, 3, 1]) {
        try scene.change {
          PHAssetChangeRequest(for: asset).creationDate = Date(timeIntervalSince1970: seconds)
        }
      }
      try scene.change { PHAssetChangeRequest(for: assets[1]).isFavorite = true }
      let options = PHFetchOptions()
      options.sortDescriptors = [
        .init(keyPath: \PHAsset.isFavorite, ascending: false),
        .init(keyPath: \PHAsset.creationDate, ascending: true),
      ]
      #expect(
        PHAsset.fetchAssets(with: options).identifiers
          == [1, 2, 0].map { assets[$0].localIdentifier })
      // P1: a documented key, of which these have no value.
      options.sortDescriptors = [NSSortDescriptor(key: "burstIdentifier", ascending: false)]
      #expect(PHAsset.fetchAssets(with: options).identifiers == assets.map(\.localIdentifier))
    }
  }
}
