import AppleSamples
import DiptychEngine
import Foundation
import Testing

@testable import DiptychAppleLibrary

/// Albums and folders: their tree, their order, and the order of their members.
@Suite struct CollectionTests {
  /// Siblings stand in their order, folders before what is in them; system rows are passed over.
  @Test func tree() throws {
    let library = try Scratch().read { sample in
      let outer = try sample.album(AppleSample.uuid(1), "Outer", kind: 4000, position: 3000)
      try sample.album(AppleSample.uuid(2), "First", position: 1000)
      let inner = try sample.album(
        AppleSample.uuid(3), "Inner", kind: 4000, parent: outer, position: 2)
      try sample.album(AppleSample.uuid(4), "Deep", parent: inner)
      try sample.album(AppleSample.uuid(5), "Before inner", parent: outer, position: 1)
      try sample.album(AppleSample.uuid(6), "2019-10/11 \"Été\"", position: 2000)
      try sample.album(AppleSample.uuid(7), "First", position: 4000)
      try sample.album(AppleSample.uuid(8), "", position: 5000, columns: ["ZTITLE": "NULL"])
      try sample.album(AppleSample.uuid(9), "System", kind: 1552)
      try sample.album(AppleSample.uuid(10), "Session", kind: 1506)
    }
    #expect(
      library.outline == [
        "First", "2019-10/11 \"Été\"", "Outer", "  Before inner", "  Inner", "    Deep", "First",
        "",
      ])
    #expect(library.leftOut == [] && library.notes == [])
  }

  /// Folders in a circle, in themselves, below nothing, or a thousand deep stand at the top.
  @Test func strangeTrees() throws {
    let library = try Scratch().read { sample in
      let a = try sample.album(AppleSample.uuid(1), "A", kind: 4000, parent: 0)
      let b = try sample.album(AppleSample.uuid(2), "B", kind: 4000, parent: a)
      try sample.run("UPDATE ZGENERICALBUM SET ZPARENTFOLDER = \(b) WHERE Z_PK = \(a)")
      let own = try sample.album(AppleSample.uuid(3), "Own", kind: 4000, parent: 0)
      try sample.run("UPDATE ZGENERICALBUM SET ZPARENTFOLDER = Z_PK WHERE Z_PK = \(own)")
      try sample.album(AppleSample.uuid(4), "Lost", parent: 4711)
      let album = try sample.album(AppleSample.uuid(5), "Album", position: 1)
      try sample.album(AppleSample.uuid(6), "In album", parent: album)
      try sample.album(AppleSample.uuid(1), "Same identifier")
    }
    #expect(library.outline == ["Album", "Lost", "In album", "A", "  B", "Own"])
    #expect(library.notes.map(\.subject) == ["Lost", "In album", "A", "Own"])
    #expect(library.leftOut.map(\.subject) == ["Same identifier"])
  }

  @Test func deepTree() throws {
    let library = try Scratch().read { sample in
      var parent: Int64 = 2
      for number in 1...3000 {
        parent = try sample.album(
          AppleSample.uuid(number), "\(number)", kind: 4000, parent: parent)
      }
    }
    #expect(library.collections.count == 3000)
    // All of it can be made.
    let target = try EphemeralLibrary.open()
    defer { target.close() }
    var changes = ChangeSet()
    changes.operations = library.collectionOperations(present: [:]).operations
    try target.commit(changes)
    #expect(try target.read { try $0.collectionTree().count } == 3000)
    #expect(try target.verify() == [])
  }

  /// The user's own order, or by date or title where the album is sorted so (decision 103).
  @Test func orderOfMembers() throws {
    let scratch = try Scratch()
    let library = try scratch.read { sample in
      let dates = ["300", "100", "200", "NULL", "200"]
      let assets = try dates.enumerated().map { index, date in
        try sample.asset(
          AppleSample.uuid(index), nil, as: "\(index).jpg", columns: ["ZDATECREATED": date],
          attributes: index == 1 ? ["ZTITLE": "'zebra'"] : [:])
      }
      for (number, sort) in [("0", "1"), ("1", "1"), ("1", "0"), ("5", "1"), ("7", "1")]
        .enumerated()
      {
        let album = try sample.album(
          AppleSample.uuid(100 + number), "\(number)", position: number,
          columns: ["ZCUSTOMSORTKEY": sort.0, "ZCUSTOMSORTASCENDING": sort.1])
        try sample.fill(album, [assets[4], assets[0], assets[2], assets[1], assets[3]])
      }
    }
    let names = Dictionary(
      uniqueKeysWithValues: library.assets.map { ($0.uuid, String($0.fileName.prefix(1))) })
    #expect(
      library.collections.map { $0.members.compactMap { names[$0] }.joined() } == [
        "40213", "31420", "04213", "02341", "40213",
      ])
  }
}
