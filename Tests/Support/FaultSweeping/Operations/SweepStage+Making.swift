import DiptychEngine
import DiptychTesting
import Foundation
import TestMedia

extension SweepStage {
  /// The names of the files that operations save.
  var photoFile: URL { files.appendingPathComponent("photo.jpg") }
  var movedFile: URL { files.appendingPathComponent("moved.jpg") }
  var videoFile: URL { files.appendingPathComponent("clip.mov") }
  var otherVideoFile: URL { files.appendingPathComponent("other.mp4") }

  /// The configuration of a swept library: nothing in it depends on the moment or on chance.
  static func configuration(
    _ path: String, _ systemCalls: any SystemCalls, isDurable: Bool = true
  ) -> LibraryConfiguration {
    var configuration = LibraryConfiguration(folder: path)
    configuration.isDurable = isDurable
    configuration.client = "App"
    configuration.clock = VirtualClock(Date(timeIntervalSince1970: 1_400_000_000))
    configuration.identifiers = SeededIdentifiers(seed: "sweep")
    configuration.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    configuration.systemCalls = systemCalls
    return configuration
  }

  /// Makes the files that operations save.
  static func makeFiles(_ files: URL) throws {
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    for name in ["photo.jpg", "moved.jpg"] {
      try TestPicture.jpeg(seed: 77).data.write(to: files.appendingPathComponent(name))
    }
    for (sample, name) in [
      ("video/h264-rotated-creationdate.mov", "clip.mov"),
      ("video/h264-high-faststart.mp4", "other.mp4"),
    ] {
      try TestMedia.data(sample).write(to: files.appendingPathComponent(name))
    }
  }

  /// Makes a library with the common contents and closes it.
  static func make(_ configuration: LibraryConfiguration, files: URL) throws {
    try makeFiles(files)
    let library = try Library.open(configuration)
    defer { library.close() }
    // The client's own, so that the legacy facade may replace them (L156).
    let hand = library.otherApp(configuration.client)
    let assets = try (1...4).map {
      try hand.save(TestPicture.jpeg(seed: $0).data, named: "\($0).jpg")
    }
    try hand.save(files.appendingPathComponent("clip.mov").path, as: .video)
    let album = try hand.make(titled: "Trip")
    try hand.add(Array(assets[0...1]), to: album)
    let folder = try hand.make(.folder, titled: "Folder")
    try hand.make(titled: "Inner", in: folder)
    try library.user.delete([assets[3]])
  }

  /// Makes a library one of the first format, from which all others come. What later steps have made
  /// has to be empty.
  static func takeBack(_ path: String) throws {
    let library = try Library.open(
      configuration(path, RealSystemCalls(durable: false), isDurable: false))
    defer { library.close() }
    try library.write(origin: .user) { transaction in
      for statement in [
        "DROP TABLE keywords", "DROP TABLE texts", "DELETE FROM migrations WHERE ordinal > 1",
      ] {
        try transaction.connection.execute(statement)
      }
    }
    guard
      try library.read({ try $0.connection.first("SELECT count(*) FROM migrations") { $0.int(0) } })
        == 1
    else { throw SweepFailure("The library is not of the first format.") }
  }

  /// The stage of a library that holds nothing, for operations that name nothing in it.
  init(empty library: Library, files: URL) {
    self.library = library
    self.files = files
    scope = LibraryScope(library: library, delivery: .private, name: "sweep")
    let none = UUID(bytes: [])
    assets = []
    video = none
    album = none
    folder = none
    innerAlbum = none
  }

  /// The stage of a library that ``make(_:files:_:)`` made.
  init(_ library: Library, files: URL) throws {
    self.library = library
    self.files = files
    scope = LibraryScope(library: library, delivery: .private, name: "sweep")
    let rows = try library.read { transaction in
      try transaction.connection.all("SELECT uuid FROM assets ORDER BY id") { $0.uuid(0) }
    }
    let tree = try library.read { try $0.collectionTree() }
    guard rows.count >= 5,
      let album = tree.first(where: { $0.title == "Trip" }),
      let folder = tree.first(where: { $0.title == "Folder" }),
      let inner = tree.first(where: { $0.title == "Inner" })
    else { throw SweepFailure("The prepared library is not as it was made.") }
    assets = Array(rows.prefix(4))
    video = rows[4]
    self.album = album.uuid
    self.folder = folder.uuid
    innerAlbum = inner.uuid
  }
}
