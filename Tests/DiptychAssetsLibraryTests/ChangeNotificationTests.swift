import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// `ALAssetsLibraryChanged` (L171–L186, decision 36, C77).
@Suite struct ChangeNotificationTests {
  /// The notifications of one library object.
  private final class Inbox: @unchecked Sendable {
    // Sendable because the token is set once, before the object is shared, and the rest is locked.
    struct Letter: Sendable {
      var hasInfo: Bool
      var sets: [String: Set<URL>]
      var unknownKeys: Int
    }

    private let letters = Lock<[Letter]>([])
    private var token: (any NSObjectProtocol)?

    init(_ library: ALAssetsLibrary?) {
      token = NotificationCenter.default.addObserver(
        forName: .ALAssetsLibraryChanged, object: library, queue: nil
      ) { [letters] notification in
        // L173: not on the main thread.
        dispatchPrecondition(condition: .notOnQueue(.main))
        let info = notification.userInfo
        var letter = Letter(hasInfo: info != nil, sets: [:], unknownKeys: 0)
        for (key, value) in info ?? [:] {
          if let key = key as? String, let urls = value as? Set<URL> {
            letter.sets[key] = urls
          } else {
            letter.unknownKeys += 1
          }
        }
        letters.withLock { $0.append(letter) }
      }
    }

    deinit {
      if let token { NotificationCenter.default.removeObserver(token) }
    }

    /// The notifications since the last time, once the library has nothing left to do.
    func take(_ engine: Library) async -> [Letter] {
      #expect(await engine.activities.settled(within: 30) == [])
      return letters.withLock { letters in
        defer { letters = [] }
        return letters
      }
    }
  }

  private static func group(_ uuid: UUID) throws -> URL {
    try #require(Identifiers.groupURL(uuid))
  }

  private static func cameraRoll(_ engine: Library) throws -> URL {
    try group(SmartAlbum.userLibrary.uuid(library: engine.uuid))
  }

  @Test func rawStrings() {
    #expect(
      NSNotification.Name.ALAssetsLibraryChanged.rawValue
        == "ALAssetsLibraryChangedNotification")
    // L15: no "s" after Asset.
    #expect(ALAssetLibraryUpdatedAssetsKey == "ALAssetLibraryUpdatedAssetsKey")
    #expect(ALAssetLibraryInsertedAssetGroupsKey == "ALAssetLibraryInsertedAssetGroupsKey")
    #expect(ALAssetLibraryUpdatedAssetGroupsKey == "ALAssetLibraryUpdatedAssetGroupsKey")
    #expect(ALAssetLibraryDeletedAssetGroupsKey == "ALAssetLibraryDeletedAssetGroupsKey")
  }

  // C77 a to d, by the user's hand, off the main thread (L173); L175–L177.
  @Test func payloads() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let saved = try await library.saved()
      let asset = try #require(Identifiers.uuid(of: saved.url))
      let inbox = Inbox(library)
      _ = await inbox.take(scene.engine)
      let album = UUID()
      let roll = try Self.cameraRoll(scene.engine)
      var favorite = AssetUpdate()
      favorite.isFavorite = true
      var hidden = AssetUpdate()
      hidden.isHidden = true
      let steps: [(ChangeOperation, [String: Set<URL>])] = [
        (.updateAsset(asset, favorite), [ALAssetLibraryUpdatedAssetsKey: [saved.url]]),
        (
          .createCollection(album, .album, title: "Trip"),
          [ALAssetLibraryInsertedAssetGroupsKey: [try Self.group(album)]]
        ),
        (
          .editAlbum(album, .add([asset]), .defaultView),
          [ALAssetLibraryUpdatedAssetGroupsKey: [try Self.group(album)]]
        ),
        (
          .deleteAssets([asset]),
          [ALAssetLibraryUpdatedAssetGroupsKey: [try Self.group(album), roll]]
        ),
        (
          .restoreAssets([asset]),
          [ALAssetLibraryUpdatedAssetGroupsKey: [try Self.group(album), roll]]
        ),
        (
          .renameCollection(album, title: "Journey"),
          [ALAssetLibraryUpdatedAssetGroupsKey: [try Self.group(album)]]
        ),
        (
          .updateAsset(asset, hidden),
          [ALAssetLibraryUpdatedAssetGroupsKey: [try Self.group(album), roll]]
        ),
        (
          .deleteCollections([album]),
          [ALAssetLibraryDeletedAssetGroupsKey: [try Self.group(album)]]
        ),
      ]
      for (operation, expected) in steps {
        try scene.user(operation)
        let letters = await inbox.take(scene.engine)
        #expect(letters.count == 1, "\(operation)")
        #expect(letters.first?.sets == expected, "\(operation)")
        #expect(letters.first?.hasInfo == true)
        #expect(letters.first?.unknownKeys == 0)
      }
    }
  }

  // L179: the application's own writes post too, once each, the first use included (L182).
  @Test func ownWrites() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let inbox = Inbox(library)
      let album = try await library.madeAlbum("Trip")
      let url = try #require(album.value(forProperty: ALAssetsGroupPropertyURL) as? URL)
      var letters = await inbox.take(scene.engine)
      #expect(letters.map(\.sets) == [[ALAssetLibraryInsertedAssetGroupsKey: [url]]])
      let asset = try await library.saved()
      letters = await inbox.take(scene.engine)
      let roll = try Self.cameraRoll(scene.engine)
      #expect(letters.map(\.sets) == [[ALAssetLibraryUpdatedAssetGroupsKey: [roll]]])
      #expect(album.add(asset))
      letters = await inbox.take(scene.engine)
      #expect(letters.map(\.sets) == [[ALAssetLibraryUpdatedAssetGroupsKey: [url]]])
      // Nothing changed, nothing is posted (L60).
      #expect(album.add(asset))
      #expect(await inbox.take(scene.engine).isEmpty)
    }
  }

  // L171 and L182.
  @Test(.timeLimit(.minutes(10))) func unusedAndReleasedLibrariesPostNothing() async throws {
    let scene = try Scene()
    try await scene.scope.runInTask {
      let unused = ALAssetsLibrary()
      let unusedInbox = Inbox(unused)
      var released: ALAssetsLibrary? = ALAssetsLibrary()
      _ = try await released?.groups()
      let releasedInbox = Inbox(released)
      // Made before the other goes, so that it has an address of its own.
      let used = ALAssetsLibrary()
      await letGo(&released)
      #expect(scene.engine.feed.count == 0)
      _ = try await used.groups()
      let usedInbox = Inbox(used)
      try scene.user(.createCollection(UUID(), .album, title: "Trip"))
      #expect(await usedInbox.take(scene.engine).count == 1)
      #expect(await unusedInbox.take(scene.engine).isEmpty)
      #expect(await releasedInbox.take(scene.engine).isEmpty)
      withExtendedLifetime((unused, used)) {}
    }
  }

  // L184: the order of the root is told, with the albums that moved; inside a folder it is told
  // without saying of what.
  @Test func reordering() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let albums = (0..<4).map { _ in UUID() }
      let folder = UUID()
      try scene.user(
        .createCollection(albums[0], .album, title: "A"),
        .createCollection(albums[1], .album, title: "B"),
        .createCollection(folder, .folder, title: "F"),
        .createCollection(albums[2], .album, title: "C"),
        .createCollection(albums[3], .album, title: "D"),
        .editFolder(folder, .add([albums[2], albums[3]])))
      let groups = try await library.groups(ALAssetsGroupAlbum)
      #expect(groups.map(\.name) == ["A", "B", "C", "D"])
      let inbox = Inbox(library)
      let steps: [(FolderEdit, UUID?, [String: Set<URL>]?, [String])] = [
        // The user's drag: the fewest that moved are named.
        (
          .moveAt([0], to: 2), nil,
          [ALAssetLibraryUpdatedAssetGroupsKey: [try Self.group(albums[0])]], ["B", "C", "D", "A"]
        ),
        (
          .insert([albums[0]], [0]), nil,
          [ALAssetLibraryUpdatedAssetGroupsKey: [try Self.group(albums[0])]], ["A", "B", "C", "D"]
        ),
        (.moveAt([0], to: 1), folder, [:], ["A", "B", "D", "C"]),
        (
          .moveAt([0, 1], to: 1), nil, [:], ["D", "C", "A", "B"]
        ),
        // Where everything stands as before, nothing is told.
        (.moveAt([0], to: 0), nil, nil, ["D", "C", "A", "B"]),
      ]
      for (edit, parent, expected, names) in steps {
        try scene.user(.editFolder(parent, edit))
        let letters = await inbox.take(scene.engine)
        let wanted = [expected].compactMap { $0 }
        #expect(letters.map(\.sets) == wanted, "\(edit)")
        #expect(!letters.map(\.hasInfo).contains(false))
        let found = try await library.groups(ALAssetsGroupAlbum)
        #expect(found.map(\.name) == names, "\(edit)")
      }
    }
  }

  // P178, decision 24: a limited application is told of the end of its own albums only.
  @Test func limitedApplicationsHearOfTheirOwnAlbums() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let mine = try await library.madeAlbum("Mine")
      let url = try #require(mine.value(forProperty: ALAssetsGroupPropertyURL) as? URL)
      let theirs = UUID()
      try scene.user(.createCollection(theirs, .album, title: "Theirs creator=x kind=7"))
      try scene.engine.access.set(.limited([]), "App")
      let inbox = Inbox(library)
      _ = await inbox.take(scene.engine)
      try scene.user(.deleteCollections([theirs]))
      #expect(await inbox.take(scene.engine).isEmpty)
      let uuid = try #require(Identifiers.uuid(of: url))
      try scene.user(.deleteCollections([uuid]))
      let letters = await inbox.take(scene.engine)
      #expect(letters.map(\.sets) == [[ALAssetLibraryDeletedAssetGroupsKey: [url]]])
    }
  }

  // Decision 162: what comes, goes or moves where a limited application sees it not is not told.
  @Test func limitedApplicationsHearOfNothingUnseen() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let (selected, secret) = (UUID(), UUID())
      for uuid in [selected, secret] {
        var draft = AssetDraft(uuid: uuid)
        draft.resources = [
          ResourceDraft(role: .photo, content: .data(try TestMedia.data("exif/no-exif.jpg")))
        ]
        try scene.user(.createAsset(draft))
      }
      let (album, folder) = (UUID(), UUID())
      func make(_ operation: ChangeOperation) throws {
        var own = ChangeSet()
        own.operations = [operation]
        try scene.engine.commit(own)
      }
      try make(.createCollection(album, .album, title: "Mine"))
      let theirs = [UUID(), UUID(), UUID()]
      for uuid in theirs { try scene.user(.createCollection(uuid, .album, title: "Theirs")) }
      try make(.createCollection(folder, .folder, title: "Mine, too"))
      try scene.engine.access.set(.limited([selected]), "App")
      let inbox = Inbox(library)
      _ = try await library.groups()
      _ = await inbox.take(scene.engine)
      try scene.user(.editAlbum(album, .add([secret]), .defaultView))
      try scene.user(.editAlbum(album, .remove([secret]), .defaultView))
      try scene.user(.editFolder(folder, .add([theirs[0]])))
      try scene.user(.editFolder(nil, .insert([album], [2])))
      #expect(await inbox.take(scene.engine).isEmpty)
      try scene.user(.editAlbum(album, .add([secret, selected]), .defaultView))
      #expect(
        await inbox.take(scene.engine).map(\.sets)
          == [[ALAssetLibraryUpdatedAssetGroupsKey: [try Self.group(album)]]])
    }
  }

  // L174, L178: before iOS 6 a notification did not say what changed. What the client cannot see is
  // not told without details either.
  @Test func noDetails() async throws {
    let scene = try Scene(profile: .iOS5)
    try await scene.run { library in
      _ = try await library.groups()
      let inbox = Inbox(library)
      try scene.user(.createCollection(UUID(), .album, title: "Trip"))
      #expect(await inbox.take(scene.engine).map(\.hasInfo) == [false])
      try scene.engine.access.set(.limited([]), "App")
      _ = await inbox.take(scene.engine)
      let theirs = UUID()
      try scene.user(.createCollection(theirs, .album, title: "Theirs creator=x kind=7"))
      try scene.user(.deleteCollections([theirs]))
      #expect(await inbox.take(scene.engine).isEmpty)
    }
  }

  // C105: what is told of a commit is the same, whoever made it and through which verbs; replacing
  // content is a change of the asset alone.
  @Test func replacedContent() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let asset = try await library.saved()
      let inbox = Inbox(library)
      _ = await inbox.take(scene.engine)
      let data = try MediaCodecs.encode(Pictures.solid(3).bitmap, as: .jpeg)
      let url = try #require(try await asset.setImageData(data, metadata: nil))
      let letters = await inbox.take(scene.engine)
      #expect(letters.map(\.sets) == [[ALAssetLibraryUpdatedAssetsKey: [url]]])
    }
  }

  // L185, C105: once each, in order, however many commit at a time.
  @Test func burst() async throws {
    let scene = try Scene()
    try await scene.run { library in
      _ = try await library.groups()
      let inbox = Inbox(library)
      let albums = (0..<50).map { _ in UUID() }
      await withTaskGroup(of: Void.self) { group in
        for (index, album) in albums.enumerated() {
          group.addTask {
            #expect(throws: Never.self) {
              try scene.user(.createCollection(album, .album, title: "Album \(index)"))
            }
          }
        }
      }
      let letters = await inbox.take(scene.engine)
      #expect(letters.count == 50)
      let told = letters.compactMap { $0.sets[ALAssetLibraryInsertedAssetGroupsKey]?.first }
      let made = try scene.engine.read {
        try $0.connection.all("SELECT uuid FROM collections ORDER BY id", []) { $0.uuid(0) }
      }
      #expect(told == made.compactMap(Identifiers.groupURL))
    }
  }

  // Decision 39: an observer may use the library, and a write in it is told in its turn.
  @Test func anObserverMayUseTheLibrary() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let group = try await library.madeAlbum("First")
      let asset = try await library.saved()
      let inbox = Inbox(library)
      _ = await inbox.take(scene.engine)
      let calls = Lock(0)
      let work = Work(group: group, asset: asset)
      let token = NotificationCenter.default.addObserver(
        forName: .ALAssetsLibraryChanged, object: library, queue: nil
      ) { _ in
        guard
          calls.withLock({
            $0 += 1; return $0
          }) == 1
        else { return }
        #expect(work.group.numberOfAssets() == 0)
        #expect(work.group.add(work.asset))
        #expect(work.group.numberOfAssets() == 1)
      }
      try scene.user(.createCollection(UUID(), .album, title: "Second"))
      #expect(await inbox.take(scene.engine).count == 2)
      #expect(calls.withLock { $0 } == 2)
      NotificationCenter.default.removeObserver(token)
    }
  }

  private struct Work: @unchecked Sendable {
    // Sendable because both are.
    let group: ALAssetsGroup
    let asset: ALAsset
  }

  // Decision 36, L180, L181: the first notice of an object that has read nothing is empty under
  // iOS 6.
  @Test(arguments: [(BehaviorProfile.documented, false), (.iOS6, true)])
  func emptyFirstPayload(_ profile: BehaviorProfile, _ isEmpty: Bool) async throws {
    let scene = try Scene(profile: profile)
    try await scene.run { library in
      let inbox = Inbox(library)
      for round in 0..<2 {
        _ = try await library.writeImage(
          toSavedPhotosAlbum: Pictures.solid(1), orientation: .up)
        let letters = await inbox.take(scene.engine)
        #expect(letters.count == 1)
        #expect(letters.first?.hasInfo == true)
        #expect(letters.first?.sets.isEmpty == (isEmpty && round == 0))
      }
    }
    try await scene.run { library in
      // One that has read gets the keys at once.
      _ = try await library.groups()
      let inbox = Inbox(library)
      try scene.user(.createCollection(UUID(), .album, title: "Trip"))
      #expect(await inbox.take(scene.engine).map(\.sets.count) == [1])
    }
  }

  // A denied application is told nothing.
  @Test func withoutAccessNothingIsPosted() async throws {
    let scene = try Scene(access: .denied)
    try await scene.run { library in
      await #expect(throws: (any Error).self) { _ = try await library.groups() }
      let inbox = Inbox(library)
      try scene.user(.createCollection(UUID(), .album, title: "Secret"))
      #expect(await inbox.take(scene.engine).isEmpty)
    }
  }

  // L174: what the log no longer covers is told without a user info.
  @Test func aTrimmedLogTellsEverything() async throws {
    let scene = try Scene()
    try await scene.run { library in
      _ = try await library.groups()
      let inbox = Inbox(library)
      try scene.engine.write(client: "Photos", origin: .user) { transaction in
        let token = try transaction.connection.first("SELECT token FROM library", []) {
          $0.integer(0)
        }
        // As if several commits of another process had been made and forgotten.
        try transaction.connection.execute("UPDATE library SET token = ?", (token ?? 0) + 5)
      }
      scene.engine.checkForChanges()
      let letters = await inbox.take(scene.engine)
      #expect(letters.map(\.hasInfo) == [false])
    }
  }

  // L186.
  @Test func sharedStreamsCanBeHidden() async throws {
    let scene = try Scene()
    let shared = UUID()
    try scene.user(.createCollection(shared, .shared, title: "Shared"))
    let other = scene.other("Other")
    try await scene.run { library in
      #expect(try await library.groups(ALAssetsGroupPhotoStream).map(\.name) == ["Shared"])
      #expect(try await library.group(at: Identifiers.groupURL(shared)) != nil)
      let inbox = Inbox(library)
      try scene.user(.createCollection(UUID(), .shared, title: "Seen"))
      #expect(await inbox.take(scene.engine).count == 1)
      ALAssetsLibrary.disableSharedPhotoStreamsSupport()
      #expect(try await library.groups(ALAssetsGroupPhotoStream).isEmpty)
      #expect(try await library.group(at: Identifiers.groupURL(shared)) == nil)
      try scene.user(.createCollection(UUID(), .shared, title: "Unseen"))
      #expect(await inbox.take(scene.engine).isEmpty)
      try scene.user(.createCollection(UUID(), .ownStream, title: "Mine"))
      #expect(await inbox.take(scene.engine).count == 1)
      #expect(try await library.groups(ALAssetsGroupPhotoStream).map(\.name) == ["Mine"])
    }
    // Another application made no such call.
    try await other.runInTask {
      let library = ALAssetsLibrary()
      let groups = try await library.groups(ALAssetsGroupPhotoStream)
      #expect(groups.count == 4)
      withExtendedLifetime(library) {}
    }
  }
}
