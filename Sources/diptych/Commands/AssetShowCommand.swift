import DiptychEngine
import Foundation

/// `asset show`: everything about some assets.
struct AssetShowCommand: Command {
  let description = CommandDescription(
    name: "asset show", arguments: "ASSET…", count: 1...Int.max,
    summary: "Show everything about an asset: facts, files, albums.",
    details: ["ASSET is a local identifier or a file name."],
    options: [.json],
    examples: [
      .init("diptych asset show IMG_0001.JPG", "Shows one photo."),
      .init("diptych asset show IMG_0001.JPG --json", "The same, for a script."),
    ])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let words = invocation.arguments.positionals
    let details = try invocation.arguments.withLibrary { library in
      let reader = try LibraryReader(library)
      let assets = try ObjectFinder(library: library, client: reader.client).assets(words)
      return try reader.read { snapshot in
        try assets.map { try AssetDetails($0, library, snapshot) }
      }
    }
    switch OutputFormat(invocation.arguments) {
    case .json: try invocation.console.out(OutputFormat.json(details))
    case .text: try invocation.console.out(details.map(\.text).joined(separator: "\n"))
    }
    return .success
  }
}

/// What `asset show` tells about an asset.
struct AssetDetails: Encodable {
  struct File: Encodable {
    let role: String
    let name: String
    let type: String
    let bytes: Int64
    let sha256: String
    /// Where it is on this machine; absent when it is not.
    let path: String?
  }

  struct Album: Encodable {
    let identifier: String
    let title: String
  }

  let asset: AssetEntry
  let modificationDate: String
  let addedDate: String
  let trashedDate: String?
  /// Degrees north and east.
  let latitude: Double?
  let longitude: Double?
  /// What the user wrote about it in another library.
  let title: String?
  let caption: String?
  let keywords: [String]?
  /// The URL by which AssetsLibrary knows it.
  let url: String?
  let albums: [Album]
  let files: [File]

  init(_ named: NamedAsset, _ library: Library, _ snapshot: LibraryReader.Snapshot) throws {
    let record = named.record
    let transaction = snapshot.transaction
    let resources = try transaction.resources(of: record.row)
    asset = AssetEntry(record, resources.first?.fileName)
    modificationDate = OutputFormat.date(record.modificationDate)
    addedDate = OutputFormat.date(record.addedDate)
    trashedDate = record.trashedDate.map(OutputFormat.date)
    latitude = record.location?.latitude
    longitude = record.location?.longitude
    let texts = try transaction.texts(of: record.row)
    title = texts.title
    caption = texts.caption
    keywords = texts.keywords.isEmpty ? nil : texts.keywords
    url = try transaction.representations(of: record).first.flatMap {
      Identifiers.assetURL(record.uuid, fileExtension: $0.fileExtension)
    }?.absoluteString
    let seen = Set(try snapshot.collections().map(\.row))
    albums = try transaction.albumRecords(holding: record.row).filter { seen.contains($0.row) }
      .map { Album(identifier: Identifiers.album($0.uuid), title: $0.title) }
    files = resources.map { resource in
      File(
        role: String(describing: resource.role), name: resource.fileName,
        type: resource.typeIdentifier, bytes: resource.byteCount,
        sha256: resource.sha256.hexadecimal,
        path: resource.isLocal ? library.filePath(of: resource) : nil)
    }
  }

  var text: String {
    var rows: [[String]] = [
      ["identifier", asset.identifier], ["kind", asset.kind],
      ["pixels", "\(asset.width)×\(asset.height)"],
    ]
    func add(_ name: String, _ value: String?) {
      if let value { rows.append([name, value]) }
    }
    add("seconds", asset.duration.map { String($0) })
    add("created", asset.creationDate ?? "no date")
    add("modified", modificationDate)
    add("added", addedDate)
    add("recently deleted", trashedDate)
    if let latitude, let longitude { add("place", "\(latitude) \(longitude)") }
    let marks = [(asset.favorite, "favorite"), (asset.hidden, "hidden")].filter(\.0).map(\.1)
    add("title", title.map(DumpText.quoted))
    add("caption", caption.map(DumpText.quoted))
    add("keywords", keywords?.map(DumpText.quoted).joined(separator: " "))
    add("marks", marks.isEmpty ? nil : marks.joined(separator: ", "))
    add("made by", DumpText.quoted(asset.creator))
    add("old URL", url)
    for album in albums { add("album", "\(DumpText.quoted(album.title)) \(album.identifier)") }
    for file in files {
      add("file", "\(file.role) \(DumpText.quoted(file.name)) \(file.type), \(file.bytes) bytes")
      add("sha256", file.sha256)
      add("path", file.path ?? "not on this machine")
    }
    return TextTable.text(rows)
  }
}
