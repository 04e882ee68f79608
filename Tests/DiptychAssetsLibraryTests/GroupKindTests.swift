import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation
import Testing

/// Groups that a sync, a camera kit or a stream brings, with their assets.
@Suite struct GroupKindTests {
  private struct Row: Sendable {
    let kind: CollectionKind
    let mask: UInt32
    let label: String
    /// Whether the Camera Roll shows its assets.
    var isInCameraRoll = false
    /// Whether the synced library does.
    var isSynced = false
  }

  private static let rows: [Row] = [
    Row(kind: .synced, mask: ALAssetsGroupAlbum, label: "Album", isSynced: true),
    Row(kind: .event, mask: ALAssetsGroupEvent, label: "Event", isSynced: true),
    Row(kind: .imported, mask: ALAssetsGroupEvent, label: "Event", isInCameraRoll: true),
    Row(kind: .faces, mask: ALAssetsGroupFaces, label: "Faces", isSynced: true),
    Row(kind: .ownStream, mask: ALAssetsGroupPhotoStream, label: "Photo Stream"),
    Row(kind: .shared, mask: ALAssetsGroupPhotoStream, label: "Photo Stream"),
  ]

  // L35, L37, L38, L44, L45, L56, L58, C18, C30: what each kind of group answers.
  @Test func everyKind() async throws {
    for row in Self.rows {
      let scene = try Scene()
      try await scene.run { library in
        let uuids = try scene.bring(2, into: row.kind, titled: "Theirs")
        let group = try #require(try await library.groups(row.mask).first, "\(row.kind)")
        #expect(group.name == "Theirs")
        #expect(group.value(forProperty: ALAssetsGroupPropertyType) as? UInt32 == row.mask)
        #expect(group.numberOfAssets() == 2)
        #expect(
          group.description
            == "ALAssetsGroup - Name:Theirs, Type:\(row.label), Assets count:2")
        #expect(group.posterImage() != nil)
        // Only what a user or an application made can be changed.
        #expect(!group.isEditable)
        let own = try await library.saved()
        #expect(!group.add(own))
        #expect(group.numberOfAssets() == 2)
        let urls = group.urls()
        #expect(urls.map { Identifiers.uuid(of: $0) } == uuids)
        for url in urls {
          let asset = try #require(try await library.asset(at: url), "\(row.kind)")
          #expect(asset.url == url)
          #expect(!asset.isEditable)
          #expect(asset.thumbnail() != nil)
          #expect(asset.defaultRepresentation().size() > 0)
        }
        let url = group.value(forProperty: ALAssetsGroupPropertyURL) as? URL
        #expect(try await library.group(at: url)?.numberOfAssets() == 2)
        // L89: the persistent id is the one in the URL.
        #expect(
          group.value(forProperty: ALAssetsGroupPropertyPersistentID) as? String
            == Identifiers.uuid(of: url)?.uuidString)
        #expect(
          try await library.cameraRoll().numberOfAssets() == (row.isInCameraRoll ? 3 : 1))
        let synced = try await library.groups(ALAssetsGroupLibrary)
        #expect(synced.map { $0.numberOfAssets() } == (row.isSynced ? [2] : []))
      }
    }
  }

  // L56, L58: what is not the user's own cannot be put into an album; nothing changes.
  @Test func assetsOfOtherSourcesStayWhereTheyAre() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let album = try await library.madeAlbum("Mine")
      for row in Self.rows where !row.isInCameraRoll {
        let uuid = try scene.bring(1, into: row.kind, titled: "Theirs")[0]
        let url = Identifiers.assetURL(uuid, typeIdentifier: "public.png")
        let asset = try await library.asset(at: url)
        #expect(asset != nil)
        #expect(!album.add(asset), "\(row.kind)")
      }
      #expect(album.numberOfAssets() == 0)
    }
  }

  // C94, L81: the count is what a walk delivers, for every group in every state of the filter.
  @Test func countsAgree() async throws {
    let scene = try Scene()
    try await scene.run { library in
      _ = try await library.saved()
      for row in Self.rows { try scene.bring(2, into: row.kind, titled: "\(row.kind)") }
      let album = try await library.madeAlbum("Mine")
      let saved = try await library.saved()
      #expect(album.add(saved))
      var hide = AssetUpdate()
      hide.isHidden = true
      try scene.user(.updateAsset(try #require(try scene.assets().first).uuid, hide))
      let groups = try await library.groups() + library.groups(ALAssetsGroupLibrary)
      #expect(groups.count == 9)
      for group in groups {
        for filter in [nil, ALAssetsFilter.allPhotos(), .allVideos(), .allAssets()] {
          group.setAssetsFilter(filter)
          #expect(group.numberOfAssets() == group.urls().count, "\(group.name ?? "")")
        }
      }
    }
  }

  // C86, L109, L115: an asset whose file is elsewhere is walked; it has no file and no pictures
  // until a change tells that they are there.
  @Test func notOnThisMachine() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let uuids = try scene.bring(2, into: .shared, titled: "Friends", isLocal: false)
      try scene.user(.setLocal([uuids[1]], true))
      let group = try #require(try await library.groups(ALAssetsGroupPhotoStream).first)
      var assets: [ALAsset] = []
      group.enumerateAssets { asset, _, _ in
        if let asset { assets.append(asset) }
      }
      #expect(assets.count == 2)
      #expect(assets.map { $0.defaultRepresentation() == nil } == [true, false])
      #expect(assets.map { $0.thumbnail() == nil } == [true, false])
      #expect(assets.map { $0.aspectRatioThumbnail() == nil } == [true, false])
      #expect(assets[0].representation(forUTI: "public.png") == nil)
      // Its facts are known all the same.
      #expect(assets[0].value(forProperty: ALAssetPropertyType) as? String == ALAssetTypePhoto)
      #expect(
        assets[0].value(forProperty: ALAssetPropertyRepresentations) as? [String] == ["public.png"])
      #expect(group.posterImage() == nil)
      _ = await scene.engine.activities.settled(within: 30)
      let told = Lock<[Set<URL>]>([])
      let token = NotificationCenter.default.addObserver(
        forName: .ALAssetsLibraryChanged, object: library, queue: nil
      ) { notification in
        let urls = notification.userInfo?[ALAssetLibraryUpdatedAssetsKey] as? Set<URL>
        told.withLock { $0.append(urls ?? []) }
      }
      defer { NotificationCenter.default.removeObserver(token) }
      try scene.user(.setLocal([uuids[0]], true))
      // What is there already does not come again.
      try scene.user(.setLocal([uuids[0]], true))
      #expect(await scene.engine.activities.settled(within: 30) == [])
      #expect(told.withLock { $0 } == [[assets[0].url]])
      #expect(assets[0].defaultRepresentation().size() > 0)
      #expect(assets[0].thumbnail() != nil)
      #expect(group.posterImage() != nil)
    }
  }

  // L186: with shared streams off, their assets are gone too, and nobody is told of them.
  @Test func hiddenSharedStreams() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let uuids = try scene.bring(1, into: .shared, titled: "Friends", isLocal: false)
      let url = Identifiers.assetURL(uuids[0], typeIdentifier: "public.png")
      let asset = try #require(try await library.asset(at: url))
      ALAssetsLibrary.disableSharedPhotoStreamsSupport()
      #expect(try await library.asset(at: url) == nil)
      #expect(asset.value(forProperty: ALAssetPropertyType) == nil)
      let told = Lock(0)
      let token = NotificationCenter.default.addObserver(
        forName: .ALAssetsLibraryChanged, object: library, queue: nil
      ) { _ in
        told.withLock { $0 += 1 }
      }
      defer { NotificationCenter.default.removeObserver(token) }
      try scene.user(.setLocal(uuids, true))
      let shared = try scene.engine.read { try $0.collectionTree().first?.uuid }
      try scene.user(.withdraw(try #require(shared)))
      #expect(await scene.engine.activities.settled(within: 30) == [])
      #expect(told.withLock { $0 } == 0)
    }
  }

  // L91, L186: a group that was held before is invalid then, and its name is free (decision 256).
  @Test func heldSharedStreams() async throws {
    let scene = try Scene()
    try await scene.run { library in
      try scene.bring(2, into: .shared, titled: "Friends")
      let group = try #require(try await library.groups(ALAssetsGroupPhotoStream).first)
      #expect(group.numberOfAssets() == 2)
      #expect(try await library.album("Friends") == nil)
      ALAssetsLibrary.disableSharedPhotoStreamsSupport()
      #expect(group.name == nil)
      #expect(group.numberOfAssets() == 0)
      #expect(group.urls().isEmpty)
      #expect(group.posterImage() == nil)
      // Nothing to walk, and no wrong index either (L70).
      var calls = 0
      group.enumerateAssets(at: IndexSet(integer: 5), options: []) { asset, _, _ in
        #expect(asset == nil)
        calls += 1
      }
      #expect(calls == 1)
      #expect(try await library.album("Friends")?.name == "Friends")
      #expect(try await library.album("Friends") == nil)
    }
  }

  // L84, L85, L87, decision 13: the cover.
  @Test func covers() async throws {
    let scene = try Scene()
    try await scene.run { library in
      try scene.bring(0, into: .faces, titled: "Nobody")
      let empty = try #require(try await library.groups(ALAssetsGroupFaces).first)
      #expect(empty.posterImage() == nil)
      #expect(empty.numberOfAssets() == 0)
      try scene.bring(1, into: .synced, titled: "Synced")
      let synced = try #require(try await library.groups(ALAssetsGroupLibrary).first)
      synced.setAssetsFilter(.allVideos())
      #expect(synced.posterImage() != nil)
    }
  }
}
