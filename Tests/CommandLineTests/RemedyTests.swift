import DiptychEngine
import Foundation
import Testing

/// What `verify --repair` rightly leaves, since only the user can say what is to become of it: each
/// sentence names a remedy, and following it leaves nothing.
@Suite struct RemedyTests {
  /// Damage to the third photo.
  enum Damage: String, CaseIterable {
    case missing, changed, shortened, empty
    case folderInItsPlace = "a folder in its place"
    case noFile = "no row of a file"

    func make(_ library: DamagedLibrary) throws {
      let original = library.original(3)
      switch self {
      case .missing: try library.remove(original)
      case .changed: try library.edit(original) { $0[$0.count - 1] ^= 1 }
      case .shortened: try library.edit(original) { $0.removeLast() }
      case .empty: try library.edit(original) { $0 = Data() }
      case .folderInItsPlace:
        try library.remove(original)
        try FileManager.default.createDirectory(
          atPath: library.path + "/" + original, withIntermediateDirectories: false)
      case .noFile: try library.sql("DELETE FROM resources WHERE asset = 3")
      }
    }
  }

  @Test("what a backup has is put back", arguments: Damage.allCases)
  func putBack(_ damage: Damage) throws {
    let library = try DamagedLibrary()
    let before = try library.dump()
    let copy = library.place.path + "/B.diptych"
    #expect(try library.place.run(["backup", "B.diptych", "--library", "A.diptych"]).status == 0)
    try damage.make(library)
    let left = try library.verify("--repair").remaining
    #expect(left.count == 1)
    let sentence = try #require(left.first?.description)
    let original = library.original(3)
    if damage == .noFile {
      #expect(sentence.contains("restore the library from a backup"))
      try FileManager.default.removeItem(atPath: library.path)
      try FileManager.default.moveItem(atPath: copy, toPath: library.path)
    } else {
      // Of what a run prints, the helper replaces identifiers.
      let named = original.prefix(13) + "#1.png"
      let remedy = damage == .missing ? "Put it back at \(named)" : "estore \(named)"
      #expect(sentence.contains(remedy), "\(sentence)")
      if damage != .missing { try library.remove(original) }
      try FileManager.default.copyItem(
        atPath: copy + "/" + original, toPath: library.path + "/" + original)
    }
    let report = try library.verify()
    #expect(report.found.map(\.description) == [] && report.status == 0)
    #expect(try library.dump() == before)
  }

  @Test("a photo that is in no backup is given up", arguments: [Damage.missing, .noFile])
  func giveUp(_ damage: Damage) throws {
    let library = try DamagedLibrary()
    let before = try library.members(of: "Trip")
    let lost = Identifiers.asset(before[before.count - 3])
    try damage.make(library)
    let left = try library.verify("--repair").remaining
    #expect(left.count == 1)
    let sentence = try #require(left.first?.description)
    for command in ["delete", "purge"] {
      #expect(sentence.contains("`diptych user \(command)`"))
      let run = try library.place.run(["user", command, lost, "--library", "A.diptych"])
      #expect(run.status == 0, "\(run.err)")
    }
    let report = try library.verify()
    #expect(report.found.map(\.description) == [] && report.status == 0)
    #expect(try library.members(of: "Trip") == before.filter { Identifiers.asset($0) != lost })
  }
}
