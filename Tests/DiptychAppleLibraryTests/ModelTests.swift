import AppleSamples
import DiptychEngine
import Foundation
import TestMedia
import Testing

@testable import DiptychAppleLibrary

/// Every version of the database, those that are not known, and what is no database.
@Suite struct ModelTests {
  /// Every model of the reference is read, whatever its tables are called.
  @Test func everyModel() throws {
    var models: Set<Int> = []
    for generation in AppleGeneration.all {
      for model in generation.models {
        models.insert(model)
        let scratch = try Scratch()
        let library = try scratch.read(generation, model: model) { sample in
          let photo = try sample.asset(
            AppleSample.uuid(1), nil, as: "a.jpg",
            columns: [generation.edited: "1", generation.depth: "1", "ZFAVORITE": "1"])
          let other = try sample.asset(AppleSample.uuid(2), nil, as: "b.jpg")
          try sample.keywords(photo, "sea", "boat")
          try sample.fill(try sample.album(AppleSample.uuid(3), "Trip"), [other, photo])
        }
        #expect(library.model == AppleModel(model))
        #expect(library.model.application != nil, "\(model)")
        #expect(library.assets.map(\.fileName) == ["a.jpg", "b.jpg"], "\(model)")
        #expect(library.assets.map(\.isEdited) == [true, false], "\(model)")
        #expect(library.assets.map(\.isFavorite) == [true, false], "\(model)")
        #expect(library.assets.map(\.values.subtypes) == [16, 0], "\(model)")
        #expect(library.assets[0].values.texts.keywords == ["boat", "sea"], "\(model)")
        #expect(
          library.collections.map(\.members) == [library.assets.map(\.uuid).reversed()], "\(model)")
      }
    }
    #expect(models == Set(AppleModel.known.keys))
  }

  /// Another model is refused with its number; with force it is read, if its names are there.
  @Test func unknownModel() throws {
    let scratch = try Scratch()
    let sample = try AppleSample(at: scratch.package.path, model: 21000)
    try sample.asset(AppleSample.uuid(1), nil, as: "a.jpg")
    #expect(scratch.refusal()?.code == .schemaUnknown)
    #expect(scratch.refusal()?.message.contains("model 21000") == true)
    #expect(try AppleLibrary.read(scratch.package, force: true).assets.count == 1)
    try sample.run("ALTER TABLE Z_30ASSETS RENAME TO Z_31ASSETS")
    sample.close()
    #expect(
      scratch.refusal(force: true)?.message
        == "The library has model 21000, but Z_30ASSETS.Z_30ALBUMS is not in its database. Export "
        + "its photos in Photos, or import its folder of originals.")
  }

  /// What the database says of its names is no SQL.
  @Test(arguments: [
    "'30; DROP TABLE ZASSET'", "NULL", "-1", "1e9", "x'30'", "'30'", "30.5",
  ])
  func entityNumbers(_ number: String) throws {
    let scratch = try Scratch()
    let sample = try AppleSample(at: scratch.package.path)
    try sample.run("ALTER TABLE Z_PRIMARYKEY RENAME TO old")
    try sample.run("CREATE TABLE Z_PRIMARYKEY (Z_ENT, Z_NAME)")
    try sample.run(
      "INSERT INTO Z_PRIMARYKEY VALUES (3, 'Asset'), (\(number), 'Album'), (47, 'Keyword')")
    sample.close()
    #expect(scratch.refusal()?.code == .schemaUnknown)
  }

  /// The log holds what was written last; without it the database is older, and still whole.
  @Test func log() throws {
    let scratch = try Scratch()
    let sample = try AppleSample(at: scratch.package.path)
    try sample.asset(AppleSample.uuid(1), nil, as: "a.jpg")
    try sample.run("PRAGMA wal_checkpoint(TRUNCATE)")
    try sample.asset(AppleSample.uuid(2), nil, as: "b.jpg")
    #expect(try AppleLibrary.read(scratch.package).assets.count == 2)
    sample.close()
    let manager = FileManager.default
    let database = scratch.package.path + "/database/Photos.sqlite"
    try? manager.removeItem(atPath: database + "-shm")
    #expect(try AppleLibrary.read(scratch.package).assets.count == 2)
    // An index that is nonsense is made anew.
    try Data(repeating: 0xA5, count: 40_000).write(to: URL(fileURLWithPath: database + "-shm"))
    #expect(try AppleLibrary.read(scratch.package).assets.count == 2)
    try manager.removeItem(atPath: database + "-wal")
    #expect(try AppleLibrary.read(scratch.package).assets.count == 1)
  }

  /// A log that was left behind, or is damaged, is told; one that the database has already, is not.
  @Test func cutLog() throws {
    let sample = TestMedia.url("apple/Test-15.4.1.photoslibrary/database")
    func notes(_ change: (String) throws -> Void) throws -> [String] {
      let scratch = try Scratch()
      let folder = scratch.package.path + "/database"
      try FileManager.default.createDirectory(
        atPath: scratch.package.path, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: sample.path, toPath: folder)
      try change(folder)
      return try AppleLibrary.read(scratch.package).notes.map(\.subject)
    }
    let told = ["database/Photos.sqlite-wal"]
    #expect(try notes { _ in } == [])
    let manager = FileManager.default
    #expect(try notes { try manager.removeItem(atPath: $0 + "/Photos.sqlite-wal") } == told)
    #expect(
      try notes {
        let log = URL(fileURLWithPath: $0 + "/Photos.sqlite-wal")
        var bytes = try Data(contentsOf: log)
        bytes[1_000_000] ^= 1
        try bytes.write(to: log)
      } == told)
    // Opened and closed by an application that leaves nothing to do.
    #expect(try notes { _ = try PlainRows.of($0 + "/Photos.sqlite", "SELECT 1") } == [])
    #expect(try notes { try manager.removeItem(atPath: $0 + "/Photos.sqlite-shm") } == [])
  }

  /// The format before Photos 5 is refused, whether or not a newer database lies beside it.
  @Test func olderFormat() throws {
    for (version, isRefused) in [("4025", true), ("3301", true), ("6000", false), ("5001", false)] {
      let scratch = try Scratch()
      let sample = try AppleSample(at: scratch.package.path)
      sample.close()
      let legacy = scratch.package.path + "/database/photos.db"
      _ = try Data().write(to: URL(fileURLWithPath: legacy))
      _ = try PlainRows.of(legacy, "CREATE TABLE LiGlobals (modelId, keyPath, value)")
      _ = try PlainRows.of(
        legacy, "INSERT INTO LiGlobals VALUES (1, 'libraryVersion', '\(version)')")
      #expect((scratch.refusal()?.message.contains("format \(version)") ?? false) == isRefused)
    }
  }

  /// Damage anywhere in the database is an error or has no effect; nothing ends the process.
  @Test func damage() throws {
    let scratch = try Scratch()
    let sample = try AppleSample(at: scratch.package.path)
    for number in 0..<300 {
      let asset = try sample.asset(AppleSample.uuid(number), nil, as: "\(number).jpg")
      try sample.keywords(asset, "k\(number)")
    }
    try sample.run("PRAGMA wal_checkpoint(TRUNCATE)")
    sample.close()
    let file = URL(fileURLWithPath: scratch.package.path + "/database/Photos.sqlite")
    let whole = try Data(contentsOf: file)
    var generator = Generator(seed: 20_261_130)
    var refused = 0
    for _ in 0..<60 {
      var bytes = whole
      for _ in 0..<8 {
        let place = Int(generator.next() % UInt64(bytes.count))
        bytes[place] = UInt8(truncatingIfNeeded: generator.next())
      }
      if generator.next() % 4 == 0 { bytes = bytes.prefix(bytes.count / 2) }
      try bytes.write(to: file)
      if let refusal = scratch.refusal(force: true) {
        refused += 1
        #expect([.libraryDamaged, .schemaUnknown].contains(refusal.code), "\(refusal)")
      }
    }
    #expect(refused > 10)
  }

  /// xorshift, so that a failure comes again.
  private struct Generator {
    var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }
}
