import AppleSamples
import DiptychCommands
import DiptychEngine
import Foundation
import TestMedia

/// A Photos library that an attacker prepared: it is imported as a user would, and then no byte of it
/// may be another, no file from beside it may have come in, and the library that took it must be whole.
final class AppleExercise: Sendable {
  /// The files of a good package, by their paths below it.
  private let files: [String: Data]
  private let place: FuzzFolder

  static let database = "database/Photos.sqlite"
  static let log = "database/Photos.sqlite-wal"
  static let logIndex = "database/Photos.sqlite-shm"
  /// Says how the edit of one of its photos was made.
  static let edit = "resources/renders/A/\(AppleSample.uuid(2)).plist"
  /// The small database that tells old libraries from new ones.
  static let legacy = "database/photos.db"
  /// Files whose bytes a target may change.
  static let changeable = [database, log, logIndex, edit, legacy]

  /// - Parameters:
  ///   - name: That of the target.
  ///   - foldsLog: Whether the rows are all in the database's file, and nothing is in its log.
  init(_ name: String, foldsLog: Bool) throws {
    place = try FuzzFolder(name)
    // Where an import copies the database to.
    try FileManager.default.createDirectory(
      atPath: place.path + "/tmp", withIntermediateDirectories: true)
    setenv("TMPDIR", place.path + "/tmp", 1)
    let package = place.path + "/P.photoslibrary"
    let sample = try AppleSample(at: package)
    try Self.fill(sample)
    sample.close()
    if foldsLog {
      HostileChanges.run(["PRAGMA wal_checkpoint(TRUNCATE)"], on: "\(package)/\(Self.database)")
    }
    let outside = place.path + "/outside"
    try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
    place.write(Self.secret, to: "outside/secret.jpeg")
    // What a row may name, and what leads out of the package.
    for (link, target) in [("A/link.jpeg", "../../../outside/secret.jpeg"), ("L", outside)] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(package)/originals/\(link)", withDestinationPath: target)
    }
    files = try Self.contents(of: package)
  }

  /// A picture that is in no package: another one than those inside.
  private static let secret: [UInt8] = {
    do {
      return [UInt8](try TestMedia.data("exif/empty-gps-ifd.jpg"))
    } catch {
      fatalError("The sample cannot be read: \(error)")
    }
  }()

  /// The bytes of a file of the good package.
  func file(_ path: String) -> [UInt8] { files[path].map { [UInt8]($0) } ?? [] }

  private static func fill(_ sample: AppleSample) throws {
    let plain = try sample.asset(AppleSample.uuid(1), "exif/no-exif.jpg", as: "IMG_1.JPG")
    let edited = try sample.asset(
      AppleSample.uuid(2), "orientation/orientation-6.jpg", as: "IMG_2.JPG",
      columns: [sample.generation.edited: "1", "ZLATITUDE": "1.5", "ZLONGITUDE": "-2.5"],
      attributes: ["ZTITLE": "'Title'"])
    try sample.put(
      "orientation/orientation-1.jpg", at: "resources/renders/A/\(AppleSample.uuid(2))_1_201_a.jpeg"
    )
    try sample.write(editList(), at: edit)
    let live = try sample.asset(
      AppleSample.uuid(3), "png/animated.png", as: "IMG_3.PNG",
      columns: ["ZKINDSUBTYPE": "2", "ZTRASHEDSTATE": "1", "ZTRASHEDDATE": "600000300"])
    try sample.put("video/audio-only.mp4", at: "originals/A/\(AppleSample.uuid(3))_3.mov")
    try sample.put("orientation/orientation-3.jpg", at: "originals/A/\(AppleSample.uuid(1))_4.jpeg")
    let away = try sample.asset(
      AppleSample.uuid(4), nil, as: "IMG_4.MOV",
      columns: ["ZSAVEDASSETTYPE": "10", "ZDIRECTORY": "'/Users/a'", "ZDURATION": "3.5"])
    let folder = try sample.album(AppleSample.uuid(10, "B"), "Folder", kind: 4000)
    let album = try sample.album(AppleSample.uuid(11, "B"), "Trip", parent: folder)
    let sorted = try sample.album(
      AppleSample.uuid(12, "B"), "Sorted", columns: ["ZCUSTOMSORTKEY": "5"])
    try sample.fill(album, [plain, edited, live])
    try sample.fill(sorted, [away, plain])
    try sample.keywords(plain, "one", "two")
    try sample.insert("ZASSETDESCRIPTION", ["ZLONGDESCRIPTION": "'Caption'"])
    try sample.run("UPDATE ZADDITIONALASSETATTRIBUTES SET ZASSETDESCRIPTION = 1")
    for kind in ["1", "17"] {
      try sample.insert(
        "ZINTERNALRESOURCE",
        ["ZASSET": "\(plain)", "ZDATASTORESUBTYPE": kind, "ZREMOTEAVAILABILITY": "1"])
    }
    HostileChanges.run(
      [
        "CREATE TABLE LiGlobals (keyPath TEXT, value TEXT)",
        "INSERT INTO LiGlobals VALUES ('libraryVersion', '5001')",
      ], on: "\(sample.path)/\(legacy)", creating: true)
  }

  /// How an edit was made, as that application says it.
  static func editList() throws -> Data {
    try PropertyListSerialization.data(
      fromPropertyList: [
        "adjustmentFormatIdentifier": "com.apple.photo", "adjustmentFormatVersion": "1.10",
        "adjustmentData": Data([1, 2, 3]), "adjustmentBaseVersion": 0,
      ], format: .binary, options: 0)
  }

  private static func contents(of folder: String) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let file = folder + "/" + path
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      if attributes[.type] as? FileAttributeType == .typeRegular {
        found[path] = try Data(contentsOf: URL(fileURLWithPath: file))
      }
    }
    return found
  }

  /// Imports the package with other bytes in some of its files and with changed rows.
  /// - Parameters:
  ///   - changes: The bytes of files, by their paths below the package.
  ///   - statements: What is done to the database then, with every check of SQLite off.
  /// - Returns: What does not hold; nil when all is well.
  func use(changes: [String: [UInt8]], statements: [String] = []) -> String? {
    let package = place.path + "/P.photoslibrary"
    for path in Self.changeable {
      let bytes = changes[path] ?? file(path)
      if bytes.isEmpty {
        try? FileManager.default.removeItem(atPath: "\(package)/\(path)")
      } else {
        place.write(bytes, to: "P.photoslibrary/\(path)")
      }
    }
    if !statements.isEmpty {
      HostileChanges.run(unchecked: statements, on: "\(package)/\(Self.database)")
    }
    place.emptyFolder("lib")
    do {
      let before = try Self.contents(of: package)
      let library = place.path + "/lib/a.diptych"
      let status = waiting {
        await CommandLineProgram.run(["import", "--force", "--library", library, package])
      }
      guard [0, 65].contains(status) else { return "The exit status is \(status)." }
      guard try Self.contents(of: package) == before else { return "The package was changed." }
      let left = try FileManager.default.contentsOfDirectory(atPath: place.path + "/tmp")
      guard left.isEmpty else { return "An import left \(left) in the temporary folder." }
      return try Self.problem(of: library)
    } catch {
      return "an error of another kind: \(error)"
    }
  }

  /// What is wrong with the library that took the import.
  private static func problem(of path: String) throws -> String? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    if try contents(of: path).values.contains(Data(secret)) {
      return "A file from beside the package came in."
    }
    let library = try Library.open(LibraryExercise.configuration(path))
    defer { library.close() }
    let findings = try library.verify()
    return findings.isEmpty ? nil : "The library is not whole: \(findings)"
  }
}
