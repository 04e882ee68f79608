import DiptychEngine
import DiptychPhotos
import Foundation

/// The class methods that fetch assets and collections (P172, P173, P177, P178).
enum FetchRows {
  static let all: [AccessRow] = assets + albums + folders

  private static let assets: [AccessRow] = [
    AccessRow("PHAsset.fetchAssets(with:)", kind: .fetch) { _, out in
      out.note(PHAsset.fetchAssets(with: nil))
      let options = PHFetchOptions()
      options.includeHiddenAssets = true
      options.includeAllBurstAssets = true
      options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
      out.note(PHAsset.fetchAssets(with: options))
    },
    AccessRow("PHAsset.fetchAssets(with:options:)", kind: .fetch) { _, out in
      out.note(PHAsset.fetchAssets(with: .image, options: nil))
      out.note(PHAsset.fetchAssets(with: .video, options: nil))
    },
    AccessRow("PHAsset.fetchAssets(in:options:)", kind: .fetch) { scene, out in
      let held = scene.held
      for album in [held.theirAlbum, held.ownAlbum, held.everything, held.secretDay] {
        out.note(PHAsset.fetchAssets(in: album, options: nil))
      }
    },
    AccessRow("PHAsset.fetchAssets(withLocalIdentifiers:options:)", kind: .fetch) { scene, out in
      let uuids = scene.library.secrets + scene.library.selection
      out.note(
        PHAsset.fetchAssets(withLocalIdentifiers: uuids.map(Identifiers.asset), options: nil))
    },
    AccessRow("PHAsset.fetchAssets(withALAssetURLs:options:)", kind: .fetch) { scene, out in
      let uuids = scene.library.secrets + scene.library.selection
      let urls = uuids.compactMap { HeldLegacyObjects.url($0, "png") }
      out.note(PHAsset.fetchAssets(withALAssetURLs: urls, options: nil))
    },
    AccessRow("PHAsset.fetchAssets(withBurstIdentifier:options:)", kind: .fetch) { scene, out in
      let options = PHFetchOptions()
      options.includeAllBurstAssets = true
      out.note(
        PHAsset.fetchAssets(
          withBurstIdentifier: scene.library.burst.uuidString, options: options))
      // Nothing of the selection is in a burst.
      out.note(PHAsset.fetchAssets(with: .image, options: nil))
    },
    AccessRow("PHAsset.fetchKeyAssets(in:options:)", kind: .fetch) { scene, out in
      let held = scene.held
      for album in [held.theirAlbum, held.ownAlbum, held.everything, held.secretDay] {
        out.note(PHAsset.fetchKeyAssets(in: album, options: nil))
      }
    },
  ]

  private static let albums: [AccessRow] = [
    AccessRow(
      "PHAssetCollection.fetchAssetCollections(with:subtype:options:)",
      "PHAssetCollection.localizedTitle", "PHAssetCollection.startDate",
      "PHAssetCollection.endDate", "PHAssetCollection.estimatedAssetCount",
      "PHAssetCollection.approximateLocation", "PHCollection.localizedTitle",
      "PHCollection.modificationDate", kind: .fetch
    ) { _, out in
      out.note(
        PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil))
      out.note(
        PHAssetCollection.fetchAssetCollections(with: .moment, subtype: .any, options: nil))
    },
    AccessRow(
      "PHAssetCollection.fetchAssetCollections(withLocalIdentifiers:options:)", kind: .fetch
    ) { scene, out in
      let albums = [scene.library.theirAlbum, scene.library.ownAlbum].map(Identifiers.album)
      let held = scene.held
      let days = [held.secretDay.localIdentifier, held.visibleDay.localIdentifier]
      for names in [albums, days] {
        out.note(
          PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: names, options: nil))
      }
    },
    AccessRow(
      "PHAssetCollection.fetchAssetCollections(withALAssetGroupURLs:options:)", kind: .fetch
    ) { scene, out in
      let urls = [scene.library.theirAlbum, scene.library.ownAlbum]
        .compactMap(Identifiers.groupURL)
      out.note(PHAssetCollection.fetchAssetCollections(withALAssetGroupURLs: urls, options: nil))
    },
    AccessRow(
      "PHAssetCollection.fetchAssetCollectionsContaining(_:with:options:)", kind: .fetch
    ) { scene, out in
      for asset in [scene.held.photo, scene.held.selected] {
        for type in [PHAssetCollectionType.album, .moment, .smartAlbum] {
          out.note(
            PHAssetCollection.fetchAssetCollectionsContaining(asset, with: type, options: nil))
        }
      }
    },
    AccessRow("PHAssetCollection.fetchMoments(with:)", kind: .fetch) { _, out in
      out.note(PHAssetCollection.fetchMoments(with: nil))
    },
    AccessRow("PHAssetCollection.fetchMoments(inMomentList:options:)", kind: .fetch) {
      scene, out in
      for year in [scene.held.secretYear, scene.held.visibleYear] {
        out.note(PHAssetCollection.fetchMoments(inMomentList: year, options: nil))
      }
    },
    AccessRow(
      "PHAssetCollection.transientAssetCollection(with:title:)",
      "PHAssetCollection.transientAssetCollection(withAssetFetchResult:title:)", kind: .fetch
    ) { scene, out in
      let held = scene.held
      for album in [
        PHAssetCollection.transientAssetCollection(with: [held.photo, held.selected], title: nil),
        PHAssetCollection.transientAssetCollection(
          withAssetFetchResult: held.assets, title: nil),
      ] {
        out.note(album.estimatedAssetCount)
        out.note(album.startDate)
        out.note(PHAsset.fetchAssets(in: album, options: nil))
      }
    },
  ]

  private static let folders: [AccessRow] = [
    AccessRow("PHCollection.fetchTopLevelUserCollections(with:)", kind: .fetch) { _, out in
      out.note(PHCollection.fetchTopLevelUserCollections(with: nil))
      let options = PHFetchOptions()
      options.sortDescriptors = [NSSortDescriptor(key: "localizedTitle", ascending: true)]
      out.note(PHCollection.fetchTopLevelUserCollections(with: options))
    },
    AccessRow("PHCollection.fetchCollections(in:options:)", kind: .fetch) { scene, out in
      let held = scene.held
      let list = PHCollectionList.transientCollectionList(
        with: [held.theirAlbum, held.ownFolder, held.theirFolder], title: nil)
      for folder in [held.theirFolder, held.ownFolder, list] {
        out.note(PHCollection.fetchCollections(in: folder, options: nil))
      }
    },
    AccessRow(
      "PHCollectionList.fetchCollectionLists(with:subtype:options:)",
      "PHCollectionList.localizedTitle", "PHCollectionList.startDate", "PHCollectionList.endDate",
      kind: .fetch
    ) { _, out in
      out.note(
        PHCollectionList.fetchCollectionLists(
          with: .folder, subtype: .regularFolder, options: nil))
      for subtype in [PHCollectionListSubtype.momentListYear, .momentListCluster] {
        out.note(
          PHCollectionList.fetchCollectionLists(
            with: .momentList, subtype: subtype, options: nil))
      }
    },
    AccessRow(
      "PHCollectionList.fetchCollectionLists(withLocalIdentifiers:options:)", kind: .fetch
    ) { scene, out in
      let folders = [scene.library.theirFolder, scene.library.ownFolder].map(Identifiers.folder)
      let held = scene.held
      for names in [
        folders, [held.secretYear.localIdentifier, held.visibleYear.localIdentifier],
      ] {
        out.note(PHCollectionList.fetchCollectionLists(withLocalIdentifiers: names, options: nil))
      }
    },
    AccessRow(
      "PHCollectionList.fetchCollectionListsContaining(_:options:)", kind: .fetch
    ) { scene, out in
      let held = scene.held
      let inside = PHAssetCollection.fetchAssetCollections(
        withLocalIdentifiers: [Identifiers.album(scene.library.innerAlbum)], options: nil)
      for collection in [held.secretDay, held.visibleDay] {
        out.note(
          PHCollectionList.fetchCollectionListsContaining(collection, options: nil))
      }
      guard let album = inside.firstObject else { return }
      out.note(PHCollectionList.fetchCollectionListsContaining(album, options: nil))
    },
    AccessRow("PHCollectionList.fetchMomentLists(with:options:)", kind: .fetch) { _, out in
      out.note(PHCollectionList.fetchMomentLists(with: .momentListYear, options: nil))
      out.note(PHCollectionList.fetchMomentLists(with: .momentListCluster, options: nil))
    },
    AccessRow(
      "PHCollectionList.fetchMomentLists(with:containingMoment:options:)", kind: .fetch
    ) { scene, out in
      for day in [scene.held.secretDay, scene.held.visibleDay] {
        out.note(
          PHCollectionList.fetchMomentLists(
            with: .momentListYear, containingMoment: day, options: nil))
      }
    },
    AccessRow(
      "PHCollectionList.transientCollectionList(with:title:)",
      "PHCollectionList.transientCollectionList(withCollectionsFetchResult:title:)", kind: .fetch
    ) { scene, out in
      let held = scene.held
      let lists = [
        PHCollectionList.transientCollectionList(
          with: [held.theirAlbum, held.ownFolder], title: nil),
        PHCollectionList.transientCollectionList(
          withCollectionsFetchResult: PHCollection.fetchTopLevelUserCollections(with: nil),
          title: nil),
      ]
      for list in lists { out.note(PHCollection.fetchCollections(in: list, options: nil)) }
    },
  ]
}
