import DiptychEngine
import Foundation

/// `album list`: albums and folders as a tree, in the user's order.
struct AlbumListCommand: Command {
  let description = CommandDescription(
    name: "album list", summary: "List albums and folders as a tree, in the user's order.",
    details: [
      "One line an album: title in quotes, kind, number of visible assets, cover, identifier.",
      "The cover is the first visible asset.",
    ],
    options: [.json],
    examples: [
      .init("diptych album list", "Shows the albums of the user's library."),
      .init("diptych album list --json --library Trip.diptych", "The same, for a script."),
    ])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let entries = try invocation.arguments.withLibrary { library in
      try LibraryReader(library).read(Self.entries)
    }
    switch OutputFormat(invocation.arguments) {
    case .json: try invocation.console.out(OutputFormat.json(entries))
    case .text:
      try invocation.console.out(
        entries.isEmpty ? "No albums.\n" : TextTable.text(entries.map(\.cells)))
    }
    return .success
  }

  private static func entries(_ snapshot: LibraryReader.Snapshot) throws -> [AlbumEntry] {
    let collections = try snapshot.collections()
    let byRow = Dictionary(collections.map { ($0.row, $0) }, uniquingKeysWith: { $1 })
    return try collections.map { collection in
      var depth = 0
      var parent = collection.parent.flatMap { byRow[$0] }
      let folder = parent.map(ObjectFinder.identifier)
      while let ancestor = parent {
        depth += 1
        parent = ancestor.parent.flatMap { byRow[$0] }
      }
      var entry = AlbumEntry(collection, depth: depth, folder: folder)
      guard !collection.kind.isFolder else { return entry }
      let rows = try snapshot.rows(AssetQuery(.album(collection.uuid)))
      entry.count = rows.count
      guard let first = rows.first, let cover = try snapshot.transaction.asset(row: first) else {
        return entry
      }
      entry.cover = Identifiers.asset(cover.uuid)
      entry.coverFileName = try snapshot.fileName(first)
      return entry
    }
  }
}

/// What `album list` tells about an album or a folder.
struct AlbumEntry: Encodable {
  let identifier: String
  let kind: String
  let title: String
  /// How many folders it is in.
  let depth: Int
  /// The identifier of the folder that holds it; absent at the root.
  let folder: String?
  /// Visible assets; absent for folders.
  var count: Int?
  /// The identifier of the cover; absent for folders and empty albums.
  var cover: String?
  var coverFileName: String?

  init(_ collection: CollectionRecord, depth: Int, folder: String?) {
    identifier = ObjectFinder.identifier(collection)
    kind = String(describing: collection.kind)
    title = collection.title
    self.depth = depth
    self.folder = folder
  }

  var cells: [String] {
    let margin = String(repeating: "  ", count: depth)
    let size = count.map { $0 == 1 ? "1 asset" : "\($0) assets" } ?? ""
    return [
      margin + DumpText.quoted(title), kind, size,
      coverFileName.map { "cover " + DumpText.quoted($0) } ?? "", identifier,
    ]
  }
}
