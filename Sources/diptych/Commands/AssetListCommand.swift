import DiptychCodecs
import DiptychEngine
import Foundation

/// `asset list`: the assets, in order of arrival.
struct AssetListCommand: Command {
  let description = CommandDescription(
    name: "asset list", summary: "List the assets, in order of arrival.",
    details: [
      "One line an asset: identifier, kind, pixels, date of creation, file name, marks.",
      "Hidden and recently deleted assets are left out, as in the Photos application.",
    ],
    options: [
      .flag("all", "List hidden and recently deleted assets, too."),
      .option("album", "ALBUM", "List one album, by title or identifier, in its order."),
      .json,
    ],
    examples: [
      .init("diptych asset list", "Lists the assets of the user's library."),
      .init("diptych asset list --all --json --library Trip.diptych", "Everything, for a script."),
    ])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let arguments = invocation.arguments
    let entries = try arguments.withLibrary { library in
      try LibraryReader(library).read { try Self.entries($0, arguments) }
    }
    switch OutputFormat(arguments) {
    case .json: try invocation.console.out(OutputFormat.json(entries))
    case .text:
      try invocation.console.out(
        entries.isEmpty ? "No assets.\n" : TextTable.text(entries.map(\.cells)))
    }
    return .success
  }

  private static func entries(
    _ snapshot: LibraryReader.Snapshot, _ arguments: ParsedArguments
  ) throws -> [AssetEntry] {
    var query = arguments.has("all") ? AssetQuery.everything : AssetQuery(.library)
    if let name = arguments.value("album") {
      let albums = try snapshot.collections().filter { !$0.kind.isFolder }
      let named = albums.first { Identifiers.album($0.uuid) == name }
      query.range = .album(try named?.uuid ?? ObjectFinder.only(name, albums, .album).uuid)
    }
    return try snapshot.rows(query).compactMap { row in
      guard let asset = try snapshot.transaction.asset(row: row) else { return nil }
      return AssetEntry(asset, try snapshot.fileName(row))
    }
  }
}

/// What `asset list` tells about an asset.
struct AssetEntry: Encodable {
  let identifier: String
  let kind: String
  /// Pixels.
  let width: Int
  /// Pixels.
  let height: Int
  /// Seconds; absent for pictures.
  let duration: Double?
  let creationDate: String?
  let fileName: String?
  let favorite: Bool
  let hidden: Bool
  let trashed: Bool
  let creator: String

  init(_ asset: AssetRecord, _ fileName: String?) {
    identifier = Identifiers.asset(asset.uuid)
    kind = String(describing: asset.kind)
    width = asset.pixelSize.width
    height = asset.pixelSize.height
    duration = asset.kind == .image ? nil : asset.duration
    creationDate = asset.creationDate.map(OutputFormat.date)
    self.fileName = fileName
    favorite = asset.isFavorite
    hidden = asset.isHidden
    trashed = asset.trashedDate != nil
    creator = asset.creator
  }

  var cells: [String] {
    let marks = [(favorite, "favorite"), (hidden, "hidden"), (trashed, "recently deleted")]
    return [
      identifier, kind, "\(width)×\(height)", creationDate ?? "no date",
      DumpText.quoted(fileName ?? ""),
      marks.filter(\.0).map(\.1).joined(separator: ", "),
    ]
  }
}
