import DiptychCodecs
import DiptychEngine
import DiptychStories
import Foundation

/// `import`: brings photo and video files into a library.
struct ImportCommand: Command {
  let description = CommandDescription(
    name: "import", arguments: "FILE…", count: 1...Int.max,
    summary: "Bring photo and video files into the library.",
    details: [
      "The files are copied and stay where they are. What a file is, its bytes tell, not its name.",
      "A file that is damaged or of no known kind is passed over; it is named at the end, with the",
      "reason, and the exit status is 65. A library that is not there yet is made.",
    ],
    options: [
      .option(
        "album", "TITLE", "Add the assets to this album; it is made when there is none."), .json,
    ],
    examples: [
      .init("diptych import IMG_0001.JPG clip.mov", "Copies two files into the user's library."),
      .init(
        "diptych import --album Trip --library Trip.diptych *.jpg",
        "Copies pictures into the album \"Trip\" of another library."),
    ])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let arguments = invocation.arguments
    let format = OutputFormat(arguments)
    if let title = arguments.value("album") { try ChangeLimits.check(title: title) }
    var report = ImportReport(count: arguments.positionals.count)
    let files = arguments.positionals.enumerated().compactMap { place, path in
      report.probing(place, path)
    }
    if !files.isEmpty {
      var configuration = try arguments.libraryConfiguration()
      configuration.createsIfMissing = true
      let isNew = !LibraryPath.isLibrary(configuration.folder)
      let library = try Library.open(configuration)
      defer { library.close() }
      if isNew { invocation.console.err("Made the library \(library.path).") }
      try AddingAccess.request(library)
      var importer = Importer(
        library: library, album: try Importer.album(arguments.value("album"), in: library))
      let progress = JobProgress("Imported", of: files.count)
      for start in stride(from: 0, to: files.count, by: Importer.batchSize) {
        let batch = Array(files[start..<min(start + Importer.batchSize, files.count)])
        let results = importer.commit(batch)
        for (file, result) in zip(batch, results) { report.add(file, result) }
        invocation.console.endProgress()
        if format == .text { try invocation.console.out(report.takeLines()) }
        invocation.console.progress(progress, start + batch.count)
      }
      invocation.console.endProgress()
    }
    if format == .json { try invocation.console.out(OutputFormat.json(report)) }
    for line in report.failureLines { invocation.console.err(line) }
    return report.status
  }
}

/// A file that looks like media, and what it is.
struct ImportFile {
  /// Its place among the arguments.
  let place: Int
  let path: String
  let probe: MediaProbe

  var name: String { (path as NSString).lastPathComponent }
}

/// What became of each file.
struct ImportReport: Encodable {
  struct Imported: Encodable {
    let file: String
    let identifier: String
    let kind: String
    /// Pixels.
    let width: Int
    /// Pixels.
    let height: Int
  }

  struct Failed: Encodable {
    let file: String
    let code: String
    let reason: String
  }

  private enum CodingKeys: String, CodingKey {
    case imported, failed
  }

  private let count: Int
  private var imported: [Imported] = []
  /// By place among the arguments.
  private var failures: [Int: (Failed, ExitStatus)] = [:]
  private var lines = ""

  init(count: Int) {
    self.count = count
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(imported, forKey: .imported)
    try container.encode(failed.map(\.0), forKey: .failed)
  }

  private var failed: [(Failed, ExitStatus)] {
    failures.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Looks at a file; notes the failure when it is no media.
  mutating func probing(_ place: Int, _ path: String) -> ImportFile? {
    do {
      let probe = try MediaCodecs.probe(
        .file(path), nameExtension: (path as NSString).pathExtension)
      return ImportFile(place: place, path: path, probe: probe)
    } catch {
      fail(place, path, LibraryError(error))
      return nil
    }
  }

  mutating func add(_ file: ImportFile, _ result: Result<UUID, LibraryError>) {
    switch result {
    case .failure(let error): fail(file.place, file.path, error)
    case .success(let uuid):
      let size = file.probe.uprightSize
      let entry = Imported(
        file: file.path, identifier: Identifiers.asset(uuid), kind: file.probe.format.kind.rawValue,
        width: size.width, height: size.height)
      imported.append(entry)
      let cells = [
        entry.identifier, entry.kind, "\(entry.width)×\(entry.height)",
        DumpText.quoted(file.name),
      ]
      lines += cells.joined(separator: "  ") + "\n"
    }
  }

  private mutating func fail(_ place: Int, _ path: String, _ error: LibraryError) {
    let entry = Failed(file: path, code: error.code.rawValue, reason: CommandFailure(error).message)
    failures[place] = (entry, error.code.exitStatus)
  }

  /// The lines of what was imported since the last call.
  mutating func takeLines() -> String {
    defer { lines = "" }
    return lines
  }

  /// What was not imported, and why.
  var failureLines: [String] {
    guard !failures.isEmpty else { return [] }
    let noun = count == 1 ? "1 file" : "\(count) files"
    return ["diptych: \(failures.count) of \(noun) could not be imported:"]
      + failed.map { "  \(DumpText.quoted($0.0.file)): \($0.0.reason)" }
  }

  /// Bad data when a file failed; another status when the library did.
  var status: ExitStatus {
    guard let first = failed.first else { return .success }
    return failed.map(\.1).first { $0 != .badData } ?? first.1
  }
}

/// Commits files in batches, and one by one where a batch fails.
struct Importer {
  /// Files that share their syncs.
  static let batchSize = 128

  /// The album that the assets go to.
  enum Album {
    case existing(UUID)
    /// Made together with its first asset, so that no empty album is left when all files fail.
    case new(UUID, title: String)

    var uuid: UUID {
      switch self {
      case .existing(let uuid), .new(let uuid, _): uuid
      }
    }
  }

  let library: Library
  var album: Album?
  /// A failure of the library itself; nothing more is tried after it.
  private var failure: LibraryError?

  init(library: Library, album: Album?) {
    self.library = library
    self.album = album
  }

  /// The album of this title or identifier that the client sees, or a new one.
  static func album(_ name: String?, in library: Library) throws -> Album? {
    guard let name else { return nil }
    let albums = try LibraryReader(library).read { try $0.collections() }
      .filter { $0.kind == .album }
    if let uuid = Identifiers.albumUUID(name) {
      if albums.contains(where: { $0.uuid == uuid }) { return .existing(uuid) }
      return .existing(try ObjectFinder.only(name, albums, .album).uuid)
    }
    guard albums.contains(where: { $0.title == name }) else {
      return .new(library.configuration.identifiers.next(.collection), title: name)
    }
    return .existing(try ObjectFinder.only(name, albums, .album).uuid)
  }

  /// Saves the files and gives each its new asset, or the reason why there is none.
  mutating func commit(_ files: [ImportFile]) -> [Result<UUID, LibraryError>] {
    if let failure { return files.map { _ in .failure(failure) } }
    do {
      return try save(files).map { .success($0) }
    } catch {
      let error = LibraryError.wrapping(error)
      guard error.code.exitStatus == .badData else {
        failure = error
        return files.map { _ in .failure(error) }
      }
      guard files.count > 1 else { return [.failure(error)] }
      return files.flatMap { commit([$0]) }
    }
  }

  private mutating func save(_ files: [ImportFile]) throws -> [UUID] {
    var changes = ChangeSet()
    var uuids: [UUID] = []
    if case .new(let uuid, let title) = album {
      changes.operations.append(.createCollection(uuid, .album, title: title))
    }
    for file in files {
      var draft = AssetDraft(uuid: library.configuration.identifiers.next(.asset))
      draft.resources = [
        ResourceDraft(
          role: file.probe.format.kind == .video ? .video : .photo, content: .file(file.path),
          fileName: file.name)
      ]
      changes.operations.append(.createAsset(draft))
      uuids.append(draft.uuid)
    }
    if let album {
      changes.operations.append(.editAlbum(album.uuid, .add(uuids), .defaultView))
    }
    try library.commit(changes)
    if let uuid = album?.uuid { album = .existing(uuid) }
    return uuids
  }
}
