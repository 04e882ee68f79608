import Foundation
import Testing

@testable import DiptychEngine

/// Folders: one parent, no cycle, a bounded depth (C22, P80, P81, P108, P120).
struct FolderTests {
  private let library: Library

  init() throws {
    library = try Fixtures.library()
  }

  private func titles(_ folder: UUID?) throws -> [String] {
    try library.read { transaction in
      try transaction.children(of: folder.flatMap { try transaction.collection($0)?.row })
        .map(\.title)
    }
  }

  /// C22, P80.
  @Test func folderCannotHoldItself() throws {
    let outer = try library.user.make(.folder, titled: "outer")
    let inner = try library.user.make(.folder, titled: "inner", in: outer)
    let before = try library.rawDump()
    for (child, parent) in [(outer, inner), (outer, outer)] {
      #expect(errorCode { try library.user.move(child, into: parent) } == .changeNotSupported)
    }
    #expect(try library.rawDump() == before)
  }

  /// P81: a collection is in one place.
  @Test func movingIsNotCopying() throws {
    let one = try library.user.make(.folder, titled: "one")
    let two = try library.user.make(.folder, titled: "two")
    let album = try library.user.make(titled: "album", in: one)
    try library.user.move(album, into: two)
    #expect(try titles(one) == [])
    #expect(try titles(two) == ["album"])
    try library.user.move(album, into: nil)
    #expect(try titles(nil) == ["one", "two", "album"])
  }

  /// P108: with the folder goes all that is below it; assets stay.
  @Test func deletingAFolder() throws {
    let folder = try library.user.make(.folder, titled: "folder")
    let inner = try library.user.make(.folder, titled: "inner", in: folder)
    let album = try library.user.make(titled: "album", in: inner)
    let assets = try library.seedPictures(2)
    try library.user.add(assets, to: album)
    try library.user.deleteCollection(folder)
    #expect(try library.number("SELECT count(*) FROM collections") == 0)
    #expect(try library.number("SELECT count(*) FROM memberships") == 0)
    #expect(try library.uuids(AssetQuery(.library)) == assets)
    let log = try library.number("SELECT count(*) FROM changes WHERE change = 2")
    #expect(log == 3)
    #expect(try library.verify() == [])
  }

  @Test func depthIsBounded() throws {
    var folder: UUID?
    for level in 1..<ChangeLimits.folderDepth {
      folder = try library.user.make(.folder, titled: "\(level)", in: folder)
    }
    #expect(errorCode { try library.user.make(titled: "album", in: folder) } == nil)
    let last = try library.user.make(.folder, titled: "last", in: folder)
    #expect(errorCode { try library.user.make(titled: "album", in: last) } == .limitExceeded)
  }

  /// What a moved folder holds counts too.
  @Test func depthCountsWhatIsMoved() throws {
    func chain(_ name: String, _ count: Int) throws -> (top: UUID, bottom: UUID) {
      let top = try library.user.make(.folder, titled: name)
      var bottom = top
      for level in 1..<count {
        bottom = try library.user.make(.folder, titled: "\(name) \(level)", in: bottom)
      }
      return (top, bottom)
    }
    let one = try chain("one", 40)
    let two = try chain("two", 40)
    #expect(errorCode { try library.user.move(two.top, into: one.bottom) } == .limitExceeded)
    let short = try chain("short", 24)
    #expect(errorCode { try library.user.move(short.top, into: one.bottom) } == nil)
  }

  /// P120: the five verbs of albums, in a folder and at the root.
  @Test(arguments: [true, false])
  func orderInsideAFolder(_ isRoot: Bool) throws {
    let folder = isRoot ? nil : try library.user.make(.folder, titled: "folder")
    var children: [UUID] = []
    for title in ["a", "b", "c", "d"] {
      children.append(try library.user.make(titled: title, in: folder))
    }
    func edit(_ edit: FolderEdit) throws { try library.commit(.editFolder(folder, edit)) }
    try edit(.moveAt([0], to: 2))
    #expect(try titles(folder) == ["b", "c", "a", "d"])
    try edit(.insert([children[3]], [0]))
    #expect(try titles(folder) == ["d", "b", "c", "a"])
    #expect(errorCode { try edit(.insert([children[3]], [0, 1])) } == .indexMismatch)
    #expect(errorCode { try edit(.removeAt([4])) } == .indexMismatch)
    #expect(errorCode { try edit(.moveAt([0], to: 4)) } == .indexMismatch)
    try edit(.removeAt([0]))
    // What leaves a folder goes to the root, what leaves the root to its end.
    #expect(try titles(folder) == (isRoot ? ["b", "c", "a", "d"] : ["b", "c", "a"]))
    #expect(try titles(nil).last == "d")
  }

  /// P28: synced albums stand at the root, but are not among what the root's indexes count.
  @Test func rootWithASyncedAlbum() throws {
    try library.write { transaction in
      try transaction.createCollection(UUID(), .synced, "synced")
    }
    let a = try library.user.make(titled: "a")
    try library.user.make(titled: "b")
    try library.commit(.editFolder(nil, .moveAt([0], to: 1)))
    let query = CollectionQuery(.children(of: nil))
    let titles = try library.read { try $0.fetchCollections(query, as: nil) }.map { item in
      if case .stored(let record) = item { return record.title }
      return ""
    }
    #expect(titles == ["b", "a"])
    #expect(errorCode { try library.user.move(a, into: UUID()) } == .objectGone)
  }

  /// Decision 3: albums in the user's order, depth first through folders.
  @Test func treeOrder() throws {
    try library.user.make(titled: "1")
    let folder = try library.user.make(.folder, titled: "2")
    try library.user.make(titled: "2.1", in: folder)
    let inner = try library.user.make(.folder, titled: "2.2", in: folder)
    try library.user.make(titled: "2.2.1", in: inner)
    try library.user.make(titled: "3")
    let titles = try library.read { try $0.collectionTree() }.map(\.title)
    #expect(titles == ["1", "2", "2.1", "2.2", "2.2.1", "3"])
  }

  /// A folder that contains itself, as somebody else's hand can make it, and one that is deeper than any
  /// stack.
  @Test func deletingWhatHasNoEnd() throws {
    let outer = try library.user.make(.folder, titled: "outer")
    let inner = try library.user.make(.folder, titled: "inner", in: outer)
    try library.write { transaction in
      try transaction.connection.execute(
        "UPDATE collections SET parent = (SELECT id FROM collections WHERE uuid = ?) WHERE uuid = ?",
        inner, outer)
    }
    try library.user.deleteCollection(outer)
    #expect(try library.number("SELECT count(*) FROM collections") == 0)
    let top = try library.user.make(.folder, titled: "top")
    let count = 20_000
    try library.write { transaction in
      try transaction.connection.execute(
        """
        WITH RECURSIVE n (i) AS (SELECT max(id) FROM collections UNION ALL
          SELECT i + 1 FROM n LIMIT \(count))
        INSERT INTO collections (id, uuid, kind, title, parent, rank, creator, created, modified)
        SELECT n.i + 1, randomblob(16), c.kind, 'deep', n.i, 1, c.creator, c.created, c.modified
        FROM n, collections c WHERE c.uuid = ?
        """, top)
    }
    #expect(try library.number("SELECT count(*) FROM collections") == count + 1)
    try library.user.deleteCollection(top)
    #expect(try library.number("SELECT count(*) FROM collections") == 0)
  }
}
