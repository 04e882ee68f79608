import DiptychEngine
import Foundation

extension SweptOperation {
  /// What is done to a library as a whole: upkeep, backup, repair, and opening what is left of others.
  package static let libraries: [SweptOperation] = [
    engine("make another library", isShown: false) { stage in
      try? FileManager.default.removeItem(atPath: stage.otherLibrary)
      try Library.open(stage.place.otherLibrary).close()
    },
    engine("forget history", beside: history) { stage in
      stage.waitForUpkeep()
      try stage.library.forgetHistory(keeping: 1)
    },
    // What is due after a write is put off when it fails.
    engine(
      "purge what has expired behind a write",
      parts: [renameLater]
    ) { stage in
      stage.waitForUpkeep()
      try stage.library.user.rename(stage.album, to: "Renamed")
    },
    engine("back up", prepare: makeBackupFolder, beside: backups) { stage in
      _ = try stage.library.backup(to: stage.place.backup)
    },
    engine("back up by links", prepare: makeBackupFolder, beside: backups) { stage in
      _ = try stage.library.backup(to: stage.place.backup, links: true)
    },
    engine("open what a dead process left", isShown: false, prepare: leaveBehind, beside: other) {
      try Library.open($0.place.otherLibrary).close()
    },
    engine(
      "open a library with expired photos", isShown: false, prepare: makeOther, beside: other
    ) { stage in
      stage.waitForUpkeep()
      try Library.open(stage.place.otherLibrary).close()
    },
    engine("repair", prepare: damageRows, beside: other, finish: repair) { try repair($0.place) },
    engine("salvage", prepare: damagePages, beside: other, finish: salvage) {
      try salvage($0.place)
    },
  ]

  /// A rename when the photos have expired, behind which nothing was purged.
  private static func renameLater(_ stage: SweepStage) throws {
    try stage.library.user.rename(stage.album, to: "Renamed")
    try stage.library.write(origin: .upkeep) { transaction in
      try transaction.connection.execute(
        "UPDATE collections SET modified = modified + ? WHERE title = 'Renamed'",
        Int64(40 * 86_400) * 1_000_000)
    }
  }

  // MARK: What there is to see

  private static func history(_ place: SweepPlace) throws -> String {
    try place.library.read { transaction in
      try transaction.connection.all("SELECT token FROM commits ORDER BY token") {
        "\($0.integer(0))"
      }
    }.joined(separator: " ")
  }

  /// What stands where the backup is to be, and what it holds.
  private static func backups(_ place: SweepPlace) throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: place.backup.parentPath)
    guard names == [place.backup.lastPathName] else { return "\(names)" }
    var configuration = place.library.configuration
    configuration.folder = place.backup
    return try contents(configuration)
  }

  /// What the second library holds; nothing to see where it does not open, since then it is mended first.
  private static func other(_ place: SweepPlace) throws -> String {
    do {
      return try contents(place.otherLibrary)
    } catch let error as LibraryError where error.code == .libraryDamaged {
      return "damaged"
    }
  }

  private static func contents(_ configuration: LibraryConfiguration) throws -> String {
    let library = try Library.open(configuration)
    defer { library.close() }
    return try library.dump(.exact).text + library.verify().map(\.description).joined()
  }

  // MARK: Mending

  private static func repair(_ place: SweepPlace) throws {
    let library = try Library.open(place.otherLibrary)
    defer { library.close() }
    _ = try library.repair()
  }

  private static func salvage(_ place: SweepPlace) throws {
    _ = try Salvage.run(place.otherLibrary)
    try repair(place)
  }

  // MARK: Set-up

  private static func makeBackupFolder(_ stage: SweepStage) throws {
    try FileManager.default.createDirectory(
      atPath: stage.place.backup.parentPath, withIntermediateDirectories: true)
  }

  private static func makeOther(_ stage: SweepStage) throws {
    try SweepStage.make(stage.place.otherLibrary, files: stage.files)
  }

  private static func change(_ stage: SweepStage, _ statements: [String]) throws {
    let library = try Library.open(stage.place.otherLibrary)
    defer { library.close() }
    try library.write { transaction in
      try transaction.connection.execute("PRAGMA defer_foreign_keys = ON")
      for statement in statements { try transaction.connection.execute(statement) }
    }
  }

  private static func put(_ text: String, _ path: String, _ stage: SweepStage) throws {
    let url = URL(fileURLWithPath: stage.otherLibrary + "/" + path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// A file that was staged, one whose rename was announced and done, and one whose row is gone.
  private static func leaveBehind(_ stage: SweepStage) throws {
    try makeOther(stage)
    let names = (1...3).map { UUID(hashing: "left \($0)").uuidString }
    let original = { (name: String) in "originals/\(name.prefix(2).lowercased())/\(name).jpg" }
    try change(
      stage, ["INSERT INTO pending_removals (path) VALUES ('\(original(names[2]))')"])
    let owner = "staging/\(UUID(hashing: "owner").uuidString)/"
    try put("staged", owner + names[0] + ".jpg", stage)
    try put("", owner + names[1] + ".jpg.intent", stage)
    for name in names[1...2] { try put("original", original(name), stage) }
  }

  /// Each kind of thing that is mended, in rows and in files.
  private static func damageRows(_ stage: SweepStage) throws {
    try leaveBehind(stage)
    try change(
      stage,
      [
        "DELETE FROM assets WHERE id = 2",
        "UPDATE collections SET parent = id WHERE title = 'Folder'",
        "UPDATE library SET token = token + 1",
      ])
    try put("text", "originals/00/letter.txt", stage)
  }

  /// A first page that is overwritten.
  private static func damagePages(_ stage: SweepStage) throws {
    try makeOther(stage)
    // What is read below is in the database and not in its log.
    let backup = stage.otherLibrary + ".whole"
    let library = try Library.open(stage.place.otherLibrary)
    defer { try? FileManager.default.removeItem(atPath: backup) }
    _ = try library.backup(to: backup)
    library.close()
    try FileManager.default.removeItem(atPath: stage.otherLibrary)
    try FileManager.default.moveItem(atPath: backup, toPath: stage.otherLibrary)
    let database = URL(fileURLWithPath: stage.otherLibrary + "/library.sqlite")
    var bytes = try Data(contentsOf: database)
    bytes.replaceSubrange(0..<512, with: Data(repeating: 0xA5, count: 512))
    try bytes.write(to: database)
  }
}

extension SweepPlace {
  /// Where a backup is made, in a folder with nothing else.
  fileprivate var backup: String { files.appendingPathComponent("Backup/Copy.diptych").path }
}

extension SweepStage {
  /// Lets so much time pass that the trash and the history may forget.
  fileprivate func waitForUpkeep() {
    (library.configuration.clock as? VirtualClock)?.advance(by: 40 * 86_400)
  }
}
