import DiptychEngine
import DiptychPlatform
import Foundation
import Testing

/// Who may do what: the table of section K, prompts, limited selections (P170–P180).
struct AccessTests {
  private let library: Library

  init() throws {
    library = try Fixtures.library { $0.defaultAccess = .notDetermined }
  }

  private struct Row: Sendable {
    var asks: AccessLevel?
    var answer = PromptAnswer.allow
    let old: AccessStatus
    let addOnly: AccessStatus
    let readWrite: AccessStatus
  }

  /// The table of section K, measured on iOS 14.
  @Test func statusesAfterTheUsersChoice() {
    let table = [
      Row(old: .notDetermined, addOnly: .notDetermined, readWrite: .notDetermined),
      Row(asks: .addOnly, old: .notDetermined, addOnly: .authorized, readWrite: .notDetermined),
      Row(
        asks: .addOnly, answer: .refuse, old: .notDetermined, addOnly: .denied,
        readWrite: .notDetermined),
      Row(
        asks: .readWrite, answer: .select([]), old: .authorized, addOnly: .limited,
        readWrite: .limited),
      Row(asks: .readWrite, old: .authorized, addOnly: .authorized, readWrite: .authorized),
      Row(
        asks: .readWrite, answer: .refuse, old: .denied, addOnly: .notDetermined,
        readWrite: .denied),
    ]
    for (number, row) in table.enumerated() {
      let client = "client \(number)"
      if let level = row.asks {
        library.access.script([row.answer])
        library.access.request(level, client)
      }
      #expect(library.access.legacyStatus(client) == row.old, "\(number)")  // P171, decision 23
      #expect(library.access.status(.addOnly, client) == row.addOnly, "\(number)")
      #expect(library.access.status(.readWrite, client) == row.readWrite, "\(number)")
    }
  }

  /// P170: asking again after a choice shows nothing.
  @Test func askingOnce() {
    library.access.script([.refuse])
    #expect(library.access.request(.readWrite, "App") == .denied)
    #expect(library.access.request(.readWrite, "App") == .denied)
    #expect(library.access.prompts == [.access(.readWrite)])
  }

  @Test func presets() throws {
    for (preset, addOnly, readWrite) in [
      (AccessPreset.notDetermined, AccessStatus.notDetermined, AccessStatus.notDetermined),
      (.restricted, .restricted, .restricted), (.denied, .denied, .denied),
      (.addOnly, .authorized, .notDetermined), (.limited([]), .limited, .limited),
      (.authorized, .authorized, .authorized),
    ] {
      try library.access.set(preset, "App")
      #expect(library.access.status(.addOnly, "App") == addOnly)
      #expect(library.access.status(.readWrite, "App") == readWrite)
    }
  }

  /// Found by a fault sweep: the standing answer took its place, and who had been refused was let in.
  @Test func anAnswerThatCannotBeTakenIsNotReplaced() throws {
    try library.access.set(.notDetermined, "App")
    try library.access.store(.refuse, for: "App")
    // As long as something refers to it, the answer cannot be removed.
    try library.write {
      try $0.connection.execute("CREATE TABLE holder (answer INTEGER REFERENCES answers (id))")
      try $0.connection.execute("INSERT INTO holder SELECT id FROM answers")
    }
    #expect(throws: LibraryError.self) {
      try library.access.requestStatus(.readWrite, "App")
    }
    #expect(throws: LibraryError.self) {
      try library.access.confirm(.deleteAssets(1), "App")
    }
    #expect(library.access.status(.readWrite, "App") == .notDetermined)
    try library.write { try $0.connection.execute("DELETE FROM holder") }
    #expect(try library.access.requestStatus(.readWrite, "App") == .denied)
  }

  /// Answers come in order, then those left in the library, then the standing one.
  @Test func answers() throws {
    library.access.script([.refuse, .allow])
    try library.access.store(.refuse, for: "App")
    try library.access.store(.allow, for: "Other")
    let given = try (0..<4).map { _ in try library.access.confirm(.deleteAssets(1), "App") }
    #expect(given == [false, true, false, true])
    library.access.setStanding(.refuse)
    #expect(try !library.access.confirm(.deleteCollections(2), "App"))
    #expect(try library.access.confirm(.deleteAssets(2), "Other"))
    #expect(library.access.prompts.count == 6)
    #expect(library.access.prompts.map(\.description).last == "delete 2 assets")
    #expect(library.access.prompts[4] == .deleteCollections(2))
  }

  /// Decision 219: whoever finds nothing decided gets the answer that came with it.
  @Test func theAnswerComesWithTheAccess() throws {
    let writerByte: Int64 = 0
    let hook = Lock<(@Sendable () -> Void)?>(nil)
    let library = try Fixtures.library { configuration in
      configuration.systemCalls = InterceptedSystemCalls(configuration.systemCalls) { call in
        // A writer that lets go has committed.
        if case .unlockByte(_, writerByte) = call { hook.withLock { $0 }?() }
        return .proceed
      }
    }
    let answers = Lock<[Bool]>([])
    hook.withLock { hook in
      hook = { [weak library] in
        guard let library, let answer = try? library.access.confirm(.deleteAssets(1), "App")
        else { return }
        answers.withLock { $0.append(answer) }
      }
    }
    try library.access.set(.notDetermined, answering: .refuse, "App")
    try library.access.set(.authorized, answering: nil, "App")
    hook.withLock { $0 = nil }
    #expect(answers.withLock { $0 } == [false, true])
  }

  /// Decision 219: an answer that is not part of an access does not end one that is.
  @Test func standingAnswers() throws {
    try library.access.set(.notDetermined, answering: .refuse, "App")
    library.access.setStanding(.allow)
    #expect(try !library.access.confirm(.deleteAssets(1), "App"))
    try library.access.set(.authorized, answering: nil, "App")
    #expect(try library.access.confirm(.deleteAssets(1), "App"))
  }

  /// P173: no error, and nothing told.
  @Test func withoutReadAccessFetchesAreEmpty() throws {
    try library.access.set(.authorized, "Owner")
    let assets = try library.seedPictures(3)
    let album = try library.user.make(titled: "Trip")
    try library.user.add(assets, to: album)
    for preset in [AccessPreset.notDetermined, .restricted, .denied, .addOnly] {
      try library.access.set(preset, "App")
      #expect(try library.uuids(AssetQuery(.library), as: "App") == [])
      #expect(try library.uuids(AssetQuery(.identifiers(assets)), as: "App") == [])
      #expect(try library.view(of: album, as: "App") == [])
      #expect(try library.read { try $0.countAssets(AssetQuery(.library), as: "App") } == 0)
      let query = CollectionQuery(.kinds([.album]))
      #expect(try library.read { try $0.fetchCollections(query, as: "App") } == [])
    }
    #expect(try library.uuids(AssetQuery(.library), as: "Owner") == assets)
  }

  /// P177, P178: the selection, what the client creates itself, and its own albums.
  @Test func limitedSelectionAndItsGrowth() throws {
    let assets = try library.seedPictures(4)
    let foreign = try library.user.make(titled: "Foreign")
    try library.user.add(assets, to: foreign)
    library.access.script([.select([assets[1], assets[3]])])
    #expect(library.access.request(.readWrite, "App") == .limited)
    func seen() throws -> [UUID] { try library.uuids(AssetQuery(.library), as: "App") }
    #expect(try seen() == [assets[1], assets[3]])
    #expect(try library.uuids(AssetQuery(.identifiers(assets)), as: "App").count == 2)
    #expect(try library.view(of: foreign, as: "App") == [])
    var changes = ChangeSet(client: "App")
    let own = UUID()
    changes.operations = [
      .createAsset(Fixtures.draft(try Fixtures.picture(9), uuid: own)),
      .createCollection(UUID(), .album, title: "Own"),
    ]
    try library.commit(changes)
    #expect(try seen() == [assets[1], assets[3], own])
    _ = try library.otherApp("Camera").save(try Fixtures.picture(10), named: nil)
    #expect(try seen().count == 3)
    let query = CollectionQuery(.kinds([.album]))
    let titles = try library.read { try $0.fetchCollections(query, as: "App") }.map { item in
      if case .stored(let record) = item { return record.title }
      return ""
    }
    #expect(titles == ["Own"])
    // The user chooses anew: the selection is replaced.
    try library.access.set(.limited([assets[0]]), "App")
    #expect(try seen() == [assets[0]])
    try library.user.purge([assets[0]])
    #expect(try seen() == [])
  }

  /// A selection in the configuration, before anybody was asked.
  @Test func limitedByDefault() throws {
    let asset = UUID()
    let library = try Fixtures.library { $0.defaultAccess = .limited([asset]) }
    try library.commit(
      .createAsset(Fixtures.draft(try Fixtures.picture(1), uuid: asset)), client: "Camera")
    try library.commit(
      .createAsset(Fixtures.draft(try Fixtures.picture(2))), client: "Camera")
    #expect(library.access.status(.readWrite, "App") == .limited)
    #expect(try library.uuids(AssetQuery(.library), as: "App") == [asset])
    let own = UUID()
    try library.commit(.createAsset(Fixtures.draft(try Fixtures.picture(3), uuid: own)))
    #expect(try library.uuids(AssetQuery(.library), as: "App") == [asset, own])
  }

  @Test func settingsAsText() {
    let uuid = UUID()
    let table: [(String, AccessSetting?)] = [
      ("authorized", AccessSetting(preset: .authorized)),
      ("denied", AccessSetting(preset: .denied)),
      ("restricted", AccessSetting(preset: .restricted)),
      ("add-only", AccessSetting(preset: .addOnly)),
      ("ask:allow", AccessSetting(preset: .notDetermined, answer: .allow)),
      ("ask:refuse", AccessSetting(preset: .notDetermined, answer: .refuse)),
      ("limited:", AccessSetting(preset: .limited([]))),
      ("limited:\(uuid.uuidString)", AccessSetting(preset: .limited([uuid]))),
      ("limited:\(Identifiers.asset(uuid))", AccessSetting(preset: .limited([uuid]))),
      ("limited:nonsense", nil), ("Authorized", nil), ("", nil),
    ]
    for (text, expected) in table { #expect(AccessSetting(text) == expected, "\(text)") }
  }

  /// The helper of the legacy facade checks and appends in one transaction.
  @Test func appendingSeesWhatTheClientSees() throws {
    let assets = try library.seedPictures(2)
    let foreign = try library.user.make(titled: "Foreign")
    try library.access.set(.limited([assets[0]]), "App")
    #expect(try !library.append(assets[0], toAlbum: foreign, as: "App"))
    let own = try #require(try library.createAlbum(uniquelyTitled: "Own", as: "App"))
    #expect(try library.append(assets[0], toAlbum: own.uuid, as: "App"))
    #expect(try library.append(assets[0], toAlbum: own.uuid, as: "App"))  // decision 10
    #expect(try !library.append(assets[1], toAlbum: own.uuid, as: "App"))
    #expect(try !library.append(UUID(), toAlbum: own.uuid, as: "App"))
    #expect(try library.members(of: own.uuid) == [assets[0]])
  }
}
