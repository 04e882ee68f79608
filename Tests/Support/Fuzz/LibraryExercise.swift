import DiptychCodecs
import DiptychCommands
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia

/// A library whose file an attacker prepared: it is opened and used in every way, and what stands
/// beside its folder must be there afterwards.
final class LibraryExercise: Sendable {
  /// The files of a good library, by their paths below its folder.
  let files: [String: Data]
  /// The database of the good library.
  let database: [UInt8]
  /// The same before its log was moved into it, and that log.
  let unfolded: [UInt8]
  let log: [UInt8]
  private let place: FuzzFolder
  let libraryPath: String
  private let canary: String

  static let start = Date(timeIntervalSince1970: 1_400_000_000)

  init(_ name: String) throws {
    place = try FuzzFolder(name)
    libraryPath = place.path + "/a.diptych"
    canary = place.path + "/outside/canary.jpg"
    let configuration = Self.configuration(libraryPath)
    let library = try Library.open(configuration)
    try Self.fill(library)
    unfolded = [UInt8](try Data(contentsOf: URL(fileURLWithPath: libraryPath + "/library.sqlite")))
    log = [UInt8](try Data(contentsOf: URL(fileURLWithPath: libraryPath + "/library.sqlite-wal")))
    library.close()
    Self.foldLog(libraryPath + "/library.sqlite")
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: libraryPath + "/originals") {
      let file = "originals/" + path
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: libraryPath + "/" + file, isDirectory: &isFolder)
      if !isFolder.boolValue {
        files[file] = try Data(contentsOf: URL(fileURLWithPath: libraryPath + "/" + file))
      }
    }
    self.files = files
    database = [UInt8](
      try Data(contentsOf: URL(fileURLWithPath: libraryPath + "/library.sqlite")))
    let outside = place.path + "/outside"
    try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: canary, contents: Data("canary".utf8))
  }

  static func configuration(_ path: String) -> LibraryConfiguration {
    var configuration = LibraryConfiguration(folder: path)
    configuration.isDurable = false
    configuration.systemCalls = RealSystemCalls(durable: false)
    configuration.clock = VirtualClock(start)
    configuration.identifiers = SeededIdentifiers(seed: "fuzz")
    configuration.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    configuration.client = "App"
    configuration.limits = PictureTarget.limits
    configuration.busyTimeout = 1_000
    return configuration
  }

  private static func fill(_ library: Library) throws {
    let names = ["exif/no-exif.jpg", "exif/empty-gps-ifd.jpg", "png/animated.png"]
    var assets: [UUID] = []
    for name in names {
      let data = try TestMedia.data(name)
      assets.append(try library.user.save(data, named: (name as NSString).lastPathComponent))
    }
    let folder = try library.user.make(.folder, titled: "Folder")
    let inner = try library.user.make(.folder, titled: "Inner", in: folder)
    let album = try library.user.make(.album, titled: "Trip", in: inner)
    try library.user.add(assets, to: album)
    var update = AssetUpdate()
    update.isFavorite = true
    update.location = .some(AssetLocation(latitude: 1, longitude: 2))
    try library.user.update(assets[0], update)
    try library.user.delete([assets[2]])
    try library.write { transaction in
      try transaction.connection.execute(
        "INSERT INTO pending_removals (path) VALUES ('originals/00/none.jpg')")
      try transaction.connection.execute("INSERT INTO reserved_titles (title) VALUES ('Old')")
      try transaction.connection.execute(
        "INSERT INTO access (client, level, status) VALUES ('App', 0, 3), ('App', 1, 3)")
      try transaction.connection.execute(
        "INSERT INTO answers (client, answer) VALUES ('App', 'allow')")
    }
  }

  /// Moves the log into the file, so that the file alone is the library.
  private static func foldLog(_ path: String) {
    HostileChanges.run(["PRAGMA wal_checkpoint(TRUNCATE)"], on: path)
  }

  /// Lays the good library out, with another database and a log or a journal beside it.
  func prepare(database: [UInt8], log: [UInt8] = [], journal: [UInt8] = []) {
    place.emptyFolder("a.diptych")
    for (path, data) in files {
      let file = libraryPath + "/" + path
      try? FileManager.default.createDirectory(
        atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      _ = FileManager.default.createFile(atPath: file, contents: data)
    }
    for part in ["derivatives", "staging", "originals"] {
      try? FileManager.default.createDirectory(
        atPath: libraryPath + "/" + part, withIntermediateDirectories: true)
    }
    place.write(database, to: "a.diptych/library.sqlite")
    if !log.isEmpty { place.write(log, to: "a.diptych/library.sqlite-wal") }
    if !journal.isEmpty { place.write(journal, to: "a.diptych/library.sqlite-journal") }
  }

  /// Lays out the file by which processes tell each other of commits.
  func lay(doorbell: [UInt8]) {
    if !doorbell.isEmpty { place.write(doorbell, to: "a.diptych/doorbell") }
  }

  /// Runs statements as an attacker would: with every check of SQLite off. What fails is passed over.
  func alter(_ statements: [String]) {
    HostileChanges.run(unchecked: statements, on: libraryPath + "/library.sqlite")
  }

  /// Exports the library, then opens it and uses it in every way.
  /// - Returns: What does not hold; nil when all is well.
  func use() -> String? {
    if let problem = export() { return problem }
    do {
      let library = try Library.open(Self.configuration(libraryPath))
      defer { library.close() }
      read(library)
      picture(library)
      fetch(library)
      change(library)
    } catch let error as LibraryError {
      guard error.message.hasSuffix(".") else { return "no sentence: \(error)" }
    } catch {
      return "an error of another kind: \(error)"
    }
    return lookBeside()
  }

  /// What is wrong beside the library's folder; nil when all is as it was laid out.
  func lookBeside() -> String? {
    let beside = Set((try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? [])
    guard beside.isSubset(of: ["a.diptych", "outside", "out"]) else {
      return "Something was written beside the library: \(beside)"
    }
    let left = FileManager.default.contents(atPath: canary)
    return left == Data("canary".utf8) ? nil : "The file outside of the library was changed."
  }

  /// Exports everything as a user would.
  /// - Returns: What is wrong with what was written; nil when it is plain files in the folder of the
  ///   export, and none of what lies beside the library.
  private func export() -> String? {
    let out = place.path + "/out"
    try? FileManager.default.removeItem(atPath: out)
    let status = waiting { [libraryPath] in
      await CommandLineProgram.run(
        ["export", out, "--sidecar", "xmp", "--library", libraryPath])
    }
    // 77, too: whoever makes a library says who may use it.
    guard [0, 65, 69, 77].contains(status) else {
      return "The exit status of an export is \(status)."
    }
    let beside = Set((try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? [])
    guard beside.isSubset(of: ["a.diptych", "outside", "out"]) else {
      return "An export wrote beside its folder: \(beside)"
    }
    for name in (try? FileManager.default.subpathsOfDirectory(atPath: out)) ?? [] {
      let type = try? FileManager.default.attributesOfItem(atPath: out + "/" + name)[.type]
      guard type as? FileAttributeType == .typeRegular, !name.contains("/") else {
        return "An export made something else than a file: \(name)"
      }
      if FileManager.default.contents(atPath: out + "/" + name) == Data("canary".utf8) {
        return "An export wrote what lies beside the library."
      }
    }
    return nil
  }

  private func attempt(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      // Each way of use is tried, whatever became of the one before.
    }
  }

  private func read(_ library: Library) {
    attempt { _ = try library.dump(.state) }
    attempt { _ = try library.dump(.exact) }
    attempt { _ = try library.rawDump() }
    attempt { _ = try library.verify() }
    attempt { _ = try library.read { try $0.changes(after: 0, limit: 64) } }
    attempt { _ = try library.read { try $0.changes(after: 1, limit: 64, as: "App") } }
    attempt { _ = try library.read { try $0.moments(as: nil) } }
    for album in SmartAlbum.allCases {
      attempt { _ = try library.fetchAssets(AssetQuery(.smartAlbum(album)), as: "App") }
    }
    attempt {
      let query = CollectionQuery(.kinds(Set(CollectionKind.allCases)))
      _ = try library.read { try $0.fetchCollections(query, as: "App") }
    }
    var sorted = AssetQuery(.library)
    sorted.sort = [SortKey("creationDate", ascending: false), SortKey("duration", ascending: true)]
    attempt { _ = try library.fetchAssets(sorted, as: "App") }
  }

  private func picture(_ library: Library) {
    attempt {
      var query = AssetQuery(.library)
      query.includesTrashed = true
      query.includesHidden = true
      for row in try library.fetchAssets(query, as: nil) {
        for resource in try library.read({ try $0.resources(of: row) }) {
          attempt { _ = try library.data(of: resource) }
          attempt {
            _ = try library.thumbnail(of: resource, fitting: PixelSize(width: 16, height: 16))
          }
        }
      }
    }
  }

  private func fetch(_ library: Library) {
    LibraryScope.$current.withValue(LibraryScope(library: library, client: "App")) {
      let assets = PHAsset.fetchAssets(with: nil)
      for index in 0..<min(assets.count, 8) {
        let asset = assets.object(at: index)
        _ = (asset.localIdentifier, asset.creationDate, asset.location, asset.pixelWidth)
        _ = PHAssetResource.assetResources(for: asset).map(\.originalFilename)
        _ =
          PHAssetCollection.fetchAssetCollectionsContaining(asset, with: .album, options: nil).count
      }
      let albums = PHAssetCollection.fetchAssetCollections(
        with: .album, subtype: .any, options: nil)
      for index in 0..<min(albums.count, 8) {
        let album = albums.object(at: index)
        _ = (album.localizedTitle, album.startDate, album.estimatedAssetCount)
        _ = PHAsset.fetchAssets(in: album, options: nil).count
      }
      _ = PHCollectionList.fetchTopLevelUserCollections(with: nil).count
    }
  }

  private func change(_ library: Library) {
    attempt { _ = try library.user.save(TestMedia.data("exif/no-exif.jpg"), named: "new.jpg") }
    attempt { _ = try library.user.make(.album, titled: "New") }
    var everything = AssetQuery(.library)
    everything.includesTrashed = true
    everything.includesHidden = true
    attempt {
      let uuids = try library.assets(library.fetchAssets(everything, as: nil)).map(\.uuid)
      for collection in try library.read({ try $0.collectionTree() }) {
        attempt { try library.user.add(uuids, to: collection.uuid) }
        attempt { try library.user.place(collection.uuid, at: 0) }
        attempt { try library.user.move(collection.uuid, into: nil) }
        attempt { try library.user.rename(collection.uuid, to: "x") }
      }
      attempt { try library.user.delete(uuids) }
      attempt { try library.user.restore(uuids) }
      attempt { try library.user.revert(uuids.first ?? UUID()) }
      attempt { try library.user.delete(uuids) }
      attempt { try library.user.purge(uuids) }
    }
    attempt {
      for collection in try library.read({ try $0.collectionTree() }) {
        attempt { try library.user.deleteCollection(collection.uuid) }
      }
    }
    attempt { _ = try library.repair() }
    attempt { try library.forgetHistory(keeping: 1) }
  }
}

extension FuzzFolder {
  /// Removes what is in a folder inside this one.
  func emptyFolder(_ name: String) {
    try? FileManager.default.removeItem(atPath: path + "/" + name)
    try? FileManager.default.createDirectory(
      atPath: path + "/" + name, withIntermediateDirectories: true)
  }
}
