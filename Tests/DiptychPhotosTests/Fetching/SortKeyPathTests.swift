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
    #expect(other.sortKey == nil && other.key == nil && other.ascending)
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

  // Decision 265, P22: properties that are no keys sort what is in memory.
  @Test func properties() async throws {
    try await Scene.run { scene in
      let album = try scene.album("B")
      let folder = try scene.folder("A")
      let smart = try scene.smartAlbum(.smartAlbumFavorites)
      func sorted(_ objects: [PHObject], _ descriptors: NSSortDescriptor...) -> [String] {
        (objects as NSArray).sortedArray(using: descriptors)
          .compactMap { ($0 as? PHObject)?.localIdentifier }
      }
      func identifiers(_ objects: PHObject...) -> [String] { objects.map(\.localIdentifier) }
      let kind = NSSortDescriptor(keyPath: \PHAssetCollection.assetCollectionType, ascending: true)
      #expect(sorted([smart, album], kind) == identifiers(album, smart))
      let down = NSSortDescriptor(keyPath: \PHAssetCollection.assetCollectionType, ascending: false)
      #expect(sorted([album, smart], down) == identifiers(smart, album))
      #expect(kind.reversedSortDescriptor as? NSSortDescriptor == down && kind != down)
      #expect(kind.hash == down.hash && kind.copy() as? NSSortDescriptor == kind)
      #expect("\(kind)" == "(property of PHAssetCollection, ascending, compare:)")
      // Truth values; ties are left to the next descriptor.
      #expect(
        sorted(
          [album, folder, smart],
          .init(keyPath: \PHCollection.canContainAssets, ascending: true),
          .init(keyPath: \PHCollection.localizedTitle, ascending: true))
          == identifiers(folder, album, smart))
      // Nothing comes first.
      let changed = NSSortDescriptor(keyPath: \PHCollection.modificationDate, ascending: true)
      #expect(changed.compare(smart, to: album) == .orderedAscending)
      #expect(changed.compare(album, to: smart) == .orderedDescending)
      #expect(changed.compare(smart, to: smart) == .orderedSame)
      let assets = try scene.saveAssets(2)
      scene.clock.advance(by: 5)
      let late = try scene.saveAssets(1)[0]
      #expect(
        sorted(
          [late, assets[0]], .init(keyPath: \PHAsset.addedDate, ascending: true),
          .init(keyPath: \PHAsset.playbackStyle, ascending: true))
          == identifiers(assets[0], late))
      #expect(
        NSSortDescriptor(keyPath: \PHAsset.burstSelectionTypes, ascending: true)
          .compare(late, to: assets[0]) == .orderedSame)
    }
  }

  // P8, decision 265: what ends the process.
  @Test func propertiesThatDoNotSort() async throws {
    func message(_ result: ExitTest.Result?) -> String {
      String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }
    let fetch = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try await Scene.run { _ in
        let options = PHFetchOptions()
        options.sortDescriptors = [.init(keyPath: \PHAsset.playbackStyle, ascending: true)]
        _ = PHAsset.fetchAssets(with: options)
      }
    }
    #expect(
      message(fetch).contains(
        "Unsupported sort descriptor in fetch options: (property of PHAsset, ascending, compare:) "
          + "A fetch needs the key"))
    let place = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let descriptor = NSSortDescriptor(
        keyPath: \PHAssetCollection.localizedLocationNames, ascending: true)
      _ = descriptor.compare(PHAssetCollection(), to: PHAssetCollection())
    }
    #expect(
      message(place).contains(
        "The values of this property of PHAssetCollection have no order: Array<String>."))
    let other = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let descriptor = NSSortDescriptor(keyPath: \PHAsset.playbackStyle, ascending: true)
      _ = descriptor.compare(PHAsset(), to: PHAssetCollection())
    }
    #expect(message(other).contains("A PHAssetCollection has no such property of PHAsset."))
  }
}
