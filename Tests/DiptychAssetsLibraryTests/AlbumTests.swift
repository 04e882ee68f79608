import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import Foundation
import Testing

@Suite struct AlbumTests {
  // L45, L46, L88, L89: name, type, editable, URL, persistent id and description of a new album.
  @Test func newAlbum() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let album = try await library.madeAlbum("Trip")
      let uuid = try #require(try scene.engine.read { try $0.collectionTree() }.first?.uuid)
      #expect(album.name == "Trip")
      #expect(album.isEditable)
      #expect(album.value(forProperty: ALAssetsGroupPropertyType) as? UInt32 == ALAssetsGroupAlbum)
      #expect(
        album.value(forProperty: ALAssetsGroupPropertyPersistentID) as? String == uuid.uuidString)
      #expect(
        (album.value(forProperty: ALAssetsGroupPropertyURL) as? URL)?.absoluteString
          == "assets-library://group/?id=\(uuid.uuidString)")
      #expect(album.value(forProperty: "nonsense") as? String == ALErrorInvalidProperty)
      #expect(album.numberOfAssets() == 0)
      #expect(album.posterImage() == nil)
      #expect(album.description == "ALAssetsGroup - Name:Trip, Type:Album, Assets count:0")
    }
  }

  // L47–L50, L52, C2, decisions 7–9: which second name is taken, and which names cannot be.
  @Test func namesThatGiveNil() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let names: [(name: String?, isMade: Bool)] = [
        ("Caf\u{E9}", true), ("Cafe\u{301}", false), ("caf\u{E9}", true), ("Caf\u{E9} ", true),
        (" Caf\u{E9}", true), ("Caf\u{E9}", false), ("Camera Roll", false), ("camera roll", true),
        ("", false), (nil, false), ("A\u{0}B", false), ("🎞️", true), ("🎞️", false),
        (String(repeating: "x", count: 10_000), false),
        (String(repeating: "x", count: 4_096), true),
      ]
      for (name, isMade) in names {
        let before = try scene.token()
        let album = try await library.album(name)
        #expect((album != nil) == isMade, "\(name?.prefix(20) ?? "nil")")
        #expect(try scene.token() == before + (isMade ? 1 : 0), "\(name?.prefix(20) ?? "nil")")
        if isMade { #expect(album?.name == name) }
      }
      #expect(try scene.titles().count == names.filter(\.isMade).count)
    }
  }

  // Decision 7: the Camera Roll's name in the system's language is taken; a folder's is not.
  @Test func cameraRollAndFolders() async throws {
    let scene = try Scene(language: "zh-Hans")
    try await scene.run { library in
      try scene.user(.createCollection(UUID(), .folder, title: "Trip"))
      #expect(try await library.album("相机胶卷") == nil)
      #expect(try await library.album("Trip") != nil)
      #expect(try await library.cameraRoll().name == "相机胶卷")
    }
  }

  // L43, decisions 7, 29 and 256: the name of what was synced is the system's, too, in its language,
  // and taken while there is any.
  @Test(arguments: [("en", "Photo Library"), ("de-DE", "Fotoarchiv"), ("fr", "Photothèque")])
  func syncedLibrary(_ language: String, _ name: String) async throws {
    let scene = try Scene(language: language)
    try await scene.run { library in
      try scene.bring(1, into: .synced, titled: "Synced")
      #expect(try await library.groups(ALAssetsGroupLibrary).map(\.name) == [name])
      #expect(try await library.album(name) == nil)
      #expect(try await library.album("Synced") == nil)
    }
    let other = try Scene(language: language)
    try await other.run { library in
      let album = try await library.album(name)
      #expect(album?.name == name)
    }
  }

  // Decision 6: of many at once only one succeeds.
  @Test func parallelCreation() async throws {
    let scene = try Scene()
    try await scene.run { _ in
      let made = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<8 {
          group.addTask {
            let library = ALAssetsLibrary()
            return (try? await library.album("Same")) != nil
          }
        }
        return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      let titles = try scene.titles()
      #expect(made == 1)
      #expect(titles == ["Same"])
    }
  }

  // D1, decision 6: equal titles made elsewhere are all listed, each with its own URL.
  @Test func equalTitlesAreListed() async throws {
    let scene = try Scene()
    try await scene.run { library in
      try scene.user(
        .createCollection(UUID(), .album, title: "Twin"),
        .createCollection(UUID(), .album, title: "Twin"))
      let groups = try await library.groups(ALAssetsGroupAlbum)
      #expect(groups.map(\.name) == ["Twin", "Twin"])
      let urls = groups.compactMap { $0.value(forProperty: ALAssetsGroupPropertyURL) as? URL }
      #expect(Set(urls).count == 2)
      #expect(try await library.album("Twin") == nil)
    }
  }

  // L51, L202, C1, D30: a deleted title stays taken in the profile of iOS 8 only.
  @Test(arguments: [BehaviorProfile.documented, .iOS6, .iOS8, .iOS9])
  func deletedTitles(_ profile: BehaviorProfile) async throws {
    let scene = try Scene(profile: profile)
    try await scene.run { library in
      _ = try await library.madeAlbum("Love")
      let uuid = try #require(try scene.engine.read { try $0.collectionTree() }.first?.uuid)
      try scene.user(.deleteCollections([uuid]))
      let again = try await library.album("Love")
      #expect((again == nil) == (profile == .iOS8))
      #expect(try await library.album("Love ") != nil)
    }
  }

  // L165, L169: lookup by URL.
  @Test func lookUpByURL() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let album = try await library.madeAlbum("Trip")
      let url = album.value(forProperty: ALAssetsGroupPropertyURL) as? URL
      let found = try #require(try await library.group(at: url))
      #expect(found.name == "Trip")
      // L90: two objects for one group are equal only when they are one.
      #expect(found !== album)
      #expect(!found.isEqual(album))
      let roll = try await library.cameraRoll()
      let rollURL = roll.value(forProperty: ALAssetsGroupPropertyURL) as? URL
      #expect(try await library.group(at: rollURL)?.name == "Camera Roll")
      let asset = try await library.saved()
      let folder = UUID()
      try scene.user(.createCollection(folder, .folder, title: "Folder"))
      for wrong in [
        nil, URL(string: "assets-library://group/?id=\(UUID().uuidString)"),
        URL(string: "assets-library://group/?id=x"), URL(string: "https://group/?id=x"),
        asset.url, Identifiers.groupURL(folder),
      ] {
        #expect(try await library.group(at: wrong) == nil, "\(String(describing: wrong))")
      }
    }
  }

  // L58–L63, decision 10: adding appends by reference; a member stays where it is.
  @Test func adding() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let album = try await library.madeAlbum("Trip")
      let first = try await library.saved(Pictures.solid(10))
      let second = try await library.saved(Pictures.solid(200))
      let third = try await library.saved(Pictures.solid(10))
      #expect(album.add(second))
      #expect(album.add(first))
      let token = try scene.token()
      #expect(album.add(second))
      #expect(try scene.token() == token)
      #expect(album.urls() == [second.url, first.url])
      #expect(try await library.cameraRoll().urls() == [first.url, second.url, third.url])
      // L62: the next one goes to the end, and the cover stays the first (L86, decision 13, D3).
      let poster = try #require(album.posterImage()).takeUnretainedValue()
      #expect(poster.bitmap.pixels[0] > 150)
      let roll = try await library.cameraRoll()
      let newest = try #require(roll.posterImage()).takeUnretainedValue()
      #expect(newest.bitmap.pixels[0] < 50)
    }
  }

  // L56, L57, L63, C18, decision 35: what cannot be added, and where nothing can be.
  @Test func addingIsRefused() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let album = try await library.madeAlbum("Trip")
      let asset = try await library.saved()
      let roll = try await library.cameraRoll()
      #expect(!roll.isEditable)
      #expect(!roll.add(asset))
      #expect(!album.add(nil))
      #expect(!album.add(ALAsset()))
      #expect(!ALAssetsGroup().add(asset))
      let synced = UUID()
      try scene.user(.createCollection(synced, .synced, title: "Synced"))
      let other = try #require(try await library.group(at: Identifiers.groupURL(synced)))
      #expect(!other.isEditable)
      #expect(!other.add(asset))
      let uuid = try #require(try scene.assets().first?.uuid)
      try scene.user(.deleteAssets([uuid]))
      #expect(!album.add(asset))
      try scene.user(.restoreAssets([uuid]))
      #expect(album.add(asset))
      let id = try #require(
        Identifiers.uuid(of: album.value(forProperty: ALAssetsGroupPropertyURL) as? URL))
      try scene.user(.deleteCollections([id]))
      #expect(!album.add(asset))
    }
  }

  // An asset of one library cannot be added in another, even where the identifiers agree.
  @Test func librariesDoNotMix() async throws {
    let here = try Scene()
    let there = try Scene()
    try await here.run { library in
      let album = try await library.madeAlbum("Trip")
      _ = try await library.saved()
      try await there.run { other in
        let twin = try await other.saved()
        #expect(try here.assets().map(\.uuid) == there.assets().map(\.uuid))
        #expect(!album.add(twin))
      }
    }
  }
}
