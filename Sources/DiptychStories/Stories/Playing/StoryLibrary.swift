import DiptychAssetsLibrary
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation

/// The library of one run of a story, with what the application under test holds of it.
final class StoryLibrary: @unchecked Sendable {
  // Sendable because one run's task is the only one that uses it.

  let library: Library
  let clock: VirtualClock
  let identifiers: SeededIdentifiers
  /// The application under test.
  private(set) var scope: LibraryScope
  /// Looks at everything, whatever the application may see, to hand objects to it.
  let keeper: LibraryScope
  /// The application's object of the old API, and the notices that it posted.
  let legacy = ALAssetsLibrary()
  /// The groups and assets that it was given.
  var groups: [UUID: LegacyObject<ALAssetsGroup>] = [:]
  var legacyAssets: [UUID: LegacyObject<ALAsset>] = [:]
  let notices = Lock<[[String: Set<String>]]>([])
  let observer = StoryObserver()
  /// The application's objects of the new API, as they were when they were made.
  var assets: [UUID: PHAsset] = [:]
  var collections: [UUID: PHCollection] = [:]
  var kept: [UUID: PHFetchResult<PHAsset>] = [:]
  private let identifierSeed: String
  private let token: any NSObjectProtocol
  private var promptCount = 0
  /// What editors of the present step write down of their edit.
  private(set) var stepData = Data()

  /// One of several users of a library that is open already. Its steps begin by `begin(move:)`.
  init(joining library: Library, seed: String) {
    self.library = library
    identifierSeed = seed
    clock = VirtualClock()
    identifiers = SeededIdentifiers(seed: seed)
    scope = LibraryScope(
      library: library, client: LibraryModel.client, delivery: .private, name: "joined")
    keeper = LibraryScope(library: library, client: "Keeper", delivery: .private, name: "keeper")
    token = NSObject()
  }

  init(_ story: Story, _ profile: BehaviorProfile) throws {
    let clock = VirtualClock()
    let identifiers = SeededIdentifiers(seed: story.identifierSeed)
    identifierSeed = story.identifierSeed
    self.clock = clock
    self.identifiers = identifiers
    library = try EphemeralLibrary.open { configuration in
      configuration.clock = clock
      configuration.identifiers = identifiers
      configuration.client = LibraryModel.client
      configuration.language = "en"
      configuration.profile = profile
    }
    try library.access.set(.authorized, LibraryModel.client)
    scope = LibraryScope(
      library: library, client: LibraryModel.client, delivery: .private, isOrdered: true,
      name: "story")
    keeper = LibraryScope(
      library: library, client: "Keeper", delivery: .private, isOrdered: true, name: "keeper")
    token = NotificationCenter.default.addObserver(
      forName: .ALAssetsLibraryChanged, object: legacy, queue: nil
    ) { [notices] notification in
      let notice = Self.texts(notification.userInfo)
      notices.withLock { $0.append(notice) }
    }
  }

  /// The URLs that a notice names, by key; a notice that names nothing in particular is one key.
  private static func texts(_ userInfo: [AnyHashable: Any]?) -> [String: Set<String>] {
    guard let userInfo else { return ["everything": []] }
    var texts: [String: Set<String>] = [:]
    for (key, value) in userInfo {
      let urls = value as? Set<URL> ?? []
      texts["\(key)"] = Set(urls.map(\.absoluteString))
    }
    return texts
  }

  /// Starts to listen to changes.
  func register() {
    LibraryScope.$current.withValue(scope) { PHPhotoLibrary.shared().register(observer) }
  }

  func close() {
    LibraryScope.$current.withValue(scope) {
      PHPhotoLibrary.shared().unregisterChangeObserver(observer)
    }
    NotificationCenter.default.removeObserver(token)
    library.close()
  }

  func id(_ name: Name, _ kind: IdentifierKind) -> UUID { name.uuid(kind, in: identifierSeed) }

  /// Begins a step: the clock ticks and identifiers start afresh.
  func begin(_ step: Step) {
    clock.advance(by: 1)
    identifiers.beginStep(step.label)
    stepData = Data(step.label.utf8)
    library.access.setStanding(answer(step.answer))
    notices.withLock { $0 = [] }
    promptCount = library.access.prompts.count
  }

  /// Begins a step beside those of others: what it makes is named after it by its scope.
  func begin(move step: Step) {
    stepData = Data(step.label.utf8)
    scope = LibraryScope(
      library: library, client: LibraryModel.client, delivery: .private, name: step.label)
  }

  /// What the user was asked since the step began.
  var prompts: [String] {
    library.access.prompts.dropFirst(promptCount).map(\.description)
  }

  func answer(_ answer: Answer) -> PromptAnswer {
    switch answer {
    case .allow: .allow
    case .refuse: .refuse
    case .select(let names): .select(names.map { id($0, .asset) })
    }
  }

  /// Takes hold of what is new, so that later steps can name it when it is gone.
  func remember(_ uuids: Set<UUID>) {
    let unknown = uuids.filter { assets[$0] == nil && collections[$0] == nil }
    guard !unknown.isEmpty else { return }
    LibraryScope.$current.withValue(keeper) {
      let names = unknown.map { Identifiers.asset($0) }
      PHAsset.fetchAssets(withLocalIdentifiers: names, options: nil)
        .enumerateObjects { asset, _, _ in
          if let uuid = Identifiers.assetUUID(asset.localIdentifier) { self.assets[uuid] = asset }
        }
      let albums = PHAssetCollection.fetchAssetCollections(
        withLocalIdentifiers: unknown.map { Identifiers.album($0) }, options: nil)
      albums.enumerateObjects { album, _, _ in
        if let uuid = Identifiers.albumUUID(album.localIdentifier) {
          self.collections[uuid] = album
        }
      }
      let folders = PHCollectionList.fetchCollectionLists(
        withLocalIdentifiers: unknown.map { Identifiers.folder($0) }, options: nil)
      folders.enumerateObjects { folder, _, _ in
        if let uuid = Identifiers.folderUUID(folder.localIdentifier) {
          self.collections[uuid] = folder
        }
      }
    }
  }
}
