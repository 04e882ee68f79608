import DiptychEngine
import DiptychStories
import Foundation

/// `export`: writes files into a folder.
struct ExportCommand: Command {
  let description = CommandDescription(
    name: "export", arguments: "FOLDER [ASSET …]", count: 1...Int.max,
    summary: "Write originals into a folder, under their own names.",
    details: [
      "Without assets, everything that the Photos application lists is written.",
      "No file is overwritten: a name that is taken gets a number. Every file is checked against",
      "its hash on the way, and gets the date at which the picture was taken.",
      "A date, a place, albums and the mark of a favorite that were set in the library are not in the",
      "files; --sidecar xmp writes them beside each, where photo applications look for them.",
      "What cannot be written is named at the end, with the reason, and the exit status is 65.",
      "ASSET is a local identifier or a file name.",
    ],
    options: [
      .option("album", "ALBUM", "Only the assets of one album, by title or identifier."),
      .flag("current", "Write edited photos as they are now, instead of their originals."),
      .option(
        "sidecar", "KIND",
        "Write FILE.xmp beside each file: date, place, texts, albums. KIND: xmp."),
      .json,
    ],
    examples: [
      .init("diptych export Pictures", "Writes every photo and video into Pictures."),
      .init("diptych export Pictures --album Trip", "Writes those of one album."),
      .init("diptych export Pictures --sidecar xmp", "With an XMP file beside each."),
      .init("diptych export . IMG_0001.JPG", "Writes one photo into this folder."),
    ])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let arguments = invocation.arguments
    let console = invocation.console
    let folder = arguments.positionals[0]
    let names = Array(arguments.positionals.dropFirst())
    guard names.isEmpty || arguments.value("album") == nil else {
      throw UsageError("--album and names of assets exclude each other. Give one of them.")
    }
    if let kind = arguments.value("sidecar"), kind != "xmp" {
      throw UsageError("--sidecar knows no \(kind). Give xmp.")
    }
    let report = try arguments.withLibrary { library in
      let files = try LibraryReader(library).read { snapshot in
        try Self.files(snapshot, library, names, arguments)
      }
      try Self.prepare(folder)
      let progress = JobProgress("Exported", of: files.count)
      defer { console.endProgress() }
      var exporter = Exporter(library: library, folder: folder)
      var rest = files[...]
      while let asset = rest.first?.asset {
        let own = rest.prefix { $0.asset.row == asset.row }
        exporter.export(own)
        rest = rest.dropFirst(own.count)
        console.progress(progress, files.count - rest.count)
      }
      return exporter.report
    }
    switch OutputFormat(arguments) {
    case .json: try console.out(OutputFormat.json(report))
    case .text: try console.out(report.exported.map { $0.file + "\n" }.joined())
    }
    for failure in report.failed {
      console.err("  \(DumpText.quoted(failure.name)): \(failure.reason)")
    }
    return report.failed.isEmpty ? .success : .badData
  }

  /// The files to write: originals, or what stands for them now.
  private static func files(
    _ snapshot: LibraryReader.Snapshot, _ library: Library, _ names: [String],
    _ arguments: ParsedArguments
  ) throws -> [ExportFile] {
    var rows: [Int64]
    if names.isEmpty {
      var query = AssetQuery(.library)
      if let name = arguments.value("album") {
        let albums = try snapshot.collections().filter { !$0.kind.isFolder }
        let named = albums.first { Identifiers.album($0.uuid) == name }
        query.range = .album(try named?.uuid ?? ObjectFinder.only(name, albums, .album).uuid)
      }
      rows = try snapshot.rows(query)
    } else {
      rows = try ObjectFinder(library: library, client: snapshot.client).assets(names)
        .map(\.record.row)
    }
    let current = arguments.has("current")
    let albums =
      arguments.value("sidecar") == nil ? nil : Set(try snapshot.collections().map(\.row))
    return try rows.flatMap { row -> [ExportFile] in
      guard let asset = try snapshot.transaction.asset(row: row) else { return [] }
      let resources = try snapshot.transaction.resources(of: row)
      let wanted = resources.filter { resource in
        switch resource.role {
        case .photo: !current || !resources.contains { $0.role == .fullSizePhoto }
        case .video: !current || !resources.contains { $0.role == .fullSizeVideo }
        case .pairedVideo: !current || !resources.contains { $0.role == .fullSizePairedVideo }
        case .audio, .alternatePhoto: true
        case .fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo: current
        case .adjustmentData, .adjustmentBasePhoto, .adjustmentBaseVideo,
          .adjustmentBasePairedVideo:
          false
        }
      }
      let sidecar = try albums.map { seen in
        let titles = try snapshot.transaction.albumRecords(holding: row)
          .filter { seen.contains($0.row) }.map(\.title)
        let texts = try snapshot.transaction.texts(of: row)
        return XMPSidecar(asset: asset, texts: texts, albums: titles)
      }
      let original = resources.first { [.photo, .video].contains($0.role) }
      return wanted.map { resource in
        ExportFile(
          asset: asset, resource: resource, name: Self.name(resource, original), sidecar: sidecar)
      }
    }
  }

  /// A file's own name; a rendering, which is always called the same, is named after the original.
  private static func name(_ resource: ResourceRecord, _ original: ResourceRecord?) -> String {
    guard [.fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo].contains(resource.role),
      let original
    else { return resource.fileName }
    return "\(original.fileName.withoutNameExtension).\(resource.fileName.nameExtension)"
  }

  private static func prepare(_ folder: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure(
        .unavailable, "The folder \(folder) cannot be made. Give one that can be written.")
    }
  }
}

/// One file to write.
struct ExportFile {
  let asset: AssetRecord
  let resource: ResourceRecord
  /// What it is called, before that is made safe.
  let name: String
  /// What is written beside it; nil for nothing.
  let sidecar: XMPSidecar?
}
