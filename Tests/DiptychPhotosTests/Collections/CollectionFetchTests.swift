import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

@Suite struct CollectionFetchTests {
  private func smart(
    _ type: PHAssetCollectionType, _ subtype: PHAssetCollectionSubtype
  ) -> [PHAssetCollection] {
    let result = PHAssetCollection.fetchAssetCollections(
      with: type, subtype: subtype, options: nil)
    return (0..<result.count).map { result[$0] }
  }

  // P28, P30, P64, P65, P66.
  @Test func theTree() async throws {
    try await Scene.run { scene in
      let inner = try scene.album("Inner")
      let deep = try scene.folder("Deep", [inner])
      try scene.album("First")
      let folder = try scene.folder("Folder", [try scene.album("Child"), deep])
      #expect(scene.topTitles == ["First", "Folder"])
      let children = PHCollection.fetchCollections(in: folder, options: nil)
      #expect(
        (0..<children.count).map { children[$0].localizedTitle } == ["Child", "Deep"])
      #expect(children[0] is PHAssetCollection && children[1] is PHCollectionList)
      #expect(
        smart(.album, .any).map(\.localizedTitle) == ["First", "Child", "Inner"])
      let lists = PHCollectionList.fetchCollectionLists(
        with: .folder, subtype: .any, options: nil)
      #expect((0..<lists.count).map { lists[$0].localizedTitle } == ["Folder", "Deep"])
      #expect(lists[0].collectionListType == .folder)
      #expect(lists[0].collectionListSubtype == .regularFolder)
      #expect(smart(.album, .albumRegular).count == 3)
      #expect(smart(.album, .albumSyncedAlbum).count == 0)
    }
  }

  // P35: identifiers of the other kind find nothing.
  @Test func identifiers() async throws {
    try await Scene.run { scene in
      let album = try scene.album("Trip")
      let folder = try scene.folder("Trips")
      let recents = try scene.userLibrary()
      let texts = [folder, album, recents].map(\.localIdentifier) + ["", "Trip"]
      let albums = PHAssetCollection.fetchAssetCollections(
        withLocalIdentifiers: texts, options: nil)
      #expect(albums.identifiers == [album, recents].map(\.localIdentifier))
      let folders = PHCollectionList.fetchCollectionLists(
        withLocalIdentifiers: texts, options: nil)
      #expect(folders.identifiers == [folder.localIdentifier])
      #expect(albums.index(of: album) == 0 && albums.contains(recents))
    }
  }

  // P67, P68, decision 33: every smart album for a type and subtype that disagree.
  @Test func smartAlbums() async throws {
    try await Scene.run { scene in
      let all = smart(.smartAlbum, .any)
      #expect(all.count == SmartAlbum.allCases.count)  // P70
      #expect(all.allSatisfy { $0.assetCollectionType == .smartAlbum })
      #expect(all.allSatisfy { $0.estimatedAssetCount == NSNotFound })  // P71
      #expect(smart(.smartAlbum, .albumRegular) == all)
      #expect(smart(.album, .smartAlbumFavorites) == all)
      let one = smart(.smartAlbum, .smartAlbumFavorites)
      #expect(one.map(\.assetCollectionSubtype) == [.smartAlbumFavorites])
      #expect(one.map(\.localizedTitle) == ["Favorites"])  // P73
      #expect(one.allSatisfy { $0.startDate == nil && $0.endDate == nil })
    }
  }

  // Decision 33: the quirk of iOS 18; C63: the one that raises.
  @Test func subtypesThatDisagree() async throws {
    try await Scene.run(profile: .iOS18) { scene in
      #expect(smart(.smartAlbum, .albumRegular) == [])  // P67
      #expect(smart(.album, .smartAlbumFavorites) == [])
      #expect(smart(.smartAlbum, .any).count == SmartAlbum.allCases.count)
      #expect(smart(.smartAlbum, .smartAlbumVideos).count == 1)
    }
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var profile = BehaviorProfile.documented
      profile.mismatchedSubtypeRaises = true
      try await Scene.run(profile: profile) { _ in
        _ = PHAssetCollection.fetchAssetCollections(
          with: .smartAlbum, subtype: .albumRegular, options: nil)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "NSInvalidArgumentException: The asset collection type 2 does not have the subtype 2."))
  }

  // Section F: each smart album holds what its row of the table says, and nothing else.
  @Test func membersOfSmartAlbums() async throws {
    let marks: [(PHAssetCollectionSubtype, Int)] = [
      (.smartAlbumPanoramas, 1), (.smartAlbumScreenshots, 4), (.smartAlbumLivePhotos, 8),
      (.smartAlbumDepthEffect, 16), (.smartAlbumAnimated, 64), (.smartAlbumSpatial, 1024),
      (.smartAlbumSlomoVideos, 131_072), (.smartAlbumTimelapses, 262_144),
      (.smartAlbumScreenRecordings, 524_288), (.smartAlbumCinematic, 2_097_152),
      (.smartAlbumSelfPortraits, AssetTraits.selfPortrait),
      (.smartAlbumLongExposures, AssetTraits.longExposure),
    ]
    try await Scene.run { scene in
      let data = try TestMedia.data("exif/no-exif.jpg")
      var changes = ChangeSet(client: "Camera")
      for (_, bit) in marks {
        var draft = AssetDraft(uuid: scene.engine.configuration.identifiers.next(.asset))
        draft.resources = [ResourceDraft(role: .photo, content: .data(data))]
        draft.traits = bit
        changes.operations.append(.createAsset(draft))
      }
      try scene.engine.commit(changes)
      let assets = scene.assets
      for (index, (subtype, bit)) in marks.enumerated() {
        #expect(scene.members(of: try scene.smartAlbum(subtype)) == [assets[index]], "\(subtype)")
        // P128: our own marks are no subtypes.
        let shown = try scene.asset(assets[index]).mediaSubtypes.rawValue
        #expect(shown == (bit < 1 << 32 ? UInt(bit) : 0))
      }
      let none = PHFetchOptions()
      none.predicate = NSPredicate(format: "mediaSubtypes == 0")
      #expect(PHAsset.fetchAssets(with: none).count == 2)
      #expect(scene.members(of: try scene.smartAlbum(.smartAlbumRAW)) == [])
      // A raw file beside the photo makes it one.
      try scene.engine.write { transaction in
        try transaction.connection.execute(
          "UPDATE resources SET type = 'com.adobe.raw-image' WHERE asset = 3")
      }
      // Rows written past the log reach only who has fetched nothing yet.
      let reader = Scene.reader(of: scene)
      let found = try LibraryScope.$current.withValue(reader) { try rawMembers(scene) }
      #expect(found == [assets[2]])
      try scene.engine.write { transaction in
        try transaction.connection.execute(
          "UPDATE resources SET type = 'public.jpeg' WHERE asset = 3")
      }
      #expect(scene.members(of: try scene.smartAlbum(.smartAlbumRecentlyAdded)) == assets)
      #expect(try scene.smartAlbum(.smartAlbumSelfPortraits).localizedTitle == "Selfies")
      // P69: Recently Deleted is never among them.
      #expect(
        smart(.smartAlbum, .albumRegular).allSatisfy {
          $0.assetCollectionSubtype.rawValue != 1_000_000_201
        })
    }
  }

  // Decision 29: the name of the user library.
  @Test func theNameOfTheUserLibrary() async throws {
    for (profile, title) in [(BehaviorProfile.documented, "Recents"), (.iOS8, "Camera Roll")] {
      try await Scene.run(profile: profile) { scene in
        let album = try scene.userLibrary()
        #expect(album.localizedTitle == title)
      }
    }
  }

  // P24, decision 2, decision 13: arrival order, whatever the dates; the cover is the last.
  @Test func theUserLibraryIsInOrderOfArrival() async throws {
    try await Scene.run { scene in
      let assets = [
        try scene.save(), try scene.save("exif/date-plain.jpg"),
        try scene.save("video/h264-high-faststart.mp4"),
      ]
      let recents = try scene.userLibrary()
      #expect(scene.members(of: recents) == assets)
      #expect(PHAsset.fetchKeyAssets(in: recents, options: nil)?.identifiers == [assets[2]])
      let options = PHFetchOptions()
      options.predicate = NSPredicate(format: "mediaType == 1")
      #expect(PHAsset.fetchKeyAssets(in: recents, options: options)?.identifiers == [assets[1]])
      let videos = try #require(smart(.smartAlbum, .smartAlbumVideos).first)
      #expect(scene.members(of: videos) == [assets[2]])
      let favorites = try #require(smart(.smartAlbum, .smartAlbumFavorites).first)
      #expect(PHAsset.fetchKeyAssets(in: favorites, options: nil)?.count == 0)
      #expect(PHAsset.fetchKeyAssets(in: PHAssetCollection(), options: nil) == nil)
    }
  }

  // P71, P74, P62: counts and dates are those of the fetch.
  @Test func countsAndDates() async throws {
    try await Scene.run { scene in
      let assets = [
        try scene.asset(try scene.save("exif/date-plain.jpg")), try scene.asset(try scene.save()),
      ]
      let album = try scene.album("Trip", assets)
      #expect(album.estimatedAssetCount == 2)
      #expect(album.startDate == assets[0].creationDate)
      #expect(album.endDate == assets[1].creationDate)
      try scene.change {
        PHAssetCollectionChangeRequest(for: album)?.removeAssets(at: IndexSet(integer: 0))
      }
      #expect(album.estimatedAssetCount == 2)
      let fresh = try #require(smart(.album, .albumRegular).first)
      #expect(fresh.estimatedAssetCount == 1)
      #expect(fresh.startDate == assets[1].creationDate)
      let empty = try scene.album("Empty")
      #expect(empty.estimatedAssetCount == 0 && empty.startDate == nil && empty.endDate == nil)
    }
  }

  // P10, P16: titles in predicates, sorting by title, the limit.
  @Test func options() async throws {
    try await Scene.run { scene in
      for title in ["b", "a", "Trip to é"] { try scene.album(title) }
      func titles(_ format: String, _ arguments: [Any] = []) -> [String?] {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: format, argumentArray: arguments)
        options.sortDescriptors = [NSSortDescriptor(key: "localizedTitle", ascending: true)]
        let result = PHAssetCollection.fetchAssetCollections(
          with: .album, subtype: .any, options: options)
        return (0..<result.count).map { result[$0].localizedTitle }
      }
      #expect(titles("title = %@", ["a"]) == ["a"])
      #expect(titles("title == %@", ["A"]) == [])
      #expect(titles("localizedTitle CONTAINS[cd] %@", ["TO E"]) == ["Trip to é"])
      #expect(titles("estimatedAssetCount > 0") == [])
      #expect(titles("title != %@", ["x"]) == ["Trip to é", "a", "b"])
      let options = PHFetchOptions()
      options.fetchLimit = 2
      #expect(
        PHCollection.fetchTopLevelUserCollections(with: options).identifiers.count == 2)
    }
  }

  // P72: albums that hold an asset, not smart ones.
  @Test func containing() async throws {
    try await Scene.run { scene in
      let asset = try #require(try scene.saveAssets(1).first)
      let albums = [try scene.album("A", [asset]), try scene.album("B", [asset])]
      try scene.album("C")
      #expect(
        PHAssetCollection.fetchAssetCollectionsContaining(asset, with: .album, options: nil)
          .identifiers == albums.map(\.localIdentifier))
      #expect(
        PHAssetCollection.fetchAssetCollectionsContaining(asset, with: .smartAlbum, options: nil)
          .count == 0)
    }
  }

  @Test func groupURLs() async throws {
    try await Scene.run { scene in
      let album = try scene.album("Trip")
      let uuid = String(album.localIdentifier.prefix(36))
      let url = try #require(URL(string: "assets-library://group/?id=\(uuid)"))
      #expect(
        PHAssetCollection.fetchAssetCollections(withALAssetGroupURLs: [url], options: nil)
          .identifiers == [album.localIdentifier])
    }
  }

  // P61, P56: equality by library object, whatever the object's age and class.
  @Test func identity() async throws {
    try await Scene.run { scene in
      let album = try scene.album("Trip")
      let again = try #require(smart(.album, .any).first)
      #expect(album == again && album !== again && album.hash == again.hash)
      #expect(try scene.album("Trip") != album)
      #expect(try scene.userLibrary() == scene.userLibrary())
      #expect(Set([album, again]).count == 1)
      #expect(album.copy() as? PHAssetCollection === album)
    }
  }

  private func rawMembers(_ scene: Scene) throws -> [String] {
    scene.members(of: try scene.smartAlbum(.smartAlbumRAW))
  }
}
