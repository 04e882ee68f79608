import DiptychEngine
import Foundation

/// `album show`: one album and its members, in their order.
struct AlbumShowCommand: Command {
  let description = CommandDescription(
    name: "album show", arguments: "ALBUM", count: 1...1,
    summary: "Show an album and its assets, in its order.",
    details: [
      "ALBUM is a title or a local identifier. The first asset is the cover.",
      "Hidden and recently deleted assets are left out, as in the Photos application.",
    ],
    options: [.json],
    examples: [
      .init("diptych album show Trip", "Shows the album \"Trip\"."),
      .init("diptych album show Trip --json", "The same, for a script."),
    ])

  /// What `album show` tells.
  private struct Contents: Encodable {
    let identifier: String
    let title: String
    let kind: String
    let creator: String
    /// The URL by which AssetsLibrary knows it.
    let url: String?
    let assets: [AssetEntry]
  }

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let name = invocation.arguments.positionals[0]
    let contents = try invocation.arguments.withLibrary { library in
      try LibraryReader(library).read { snapshot -> Contents in
        let albums = try snapshot.collections().filter { !$0.kind.isFolder }
        let named = albums.first { Identifiers.album($0.uuid) == name }
        let album = try named ?? ObjectFinder.only(name, albums, .album)
        let assets = try snapshot.rows(AssetQuery(.album(album.uuid))).compactMap { row in
          try snapshot.transaction.asset(row: row).map {
            AssetEntry($0, try snapshot.fileName(row))
          }
        }
        return Contents(
          identifier: Identifiers.album(album.uuid), title: album.title,
          kind: String(describing: album.kind), creator: album.creator,
          url: Identifiers.groupURL(album.uuid)?.absoluteString, assets: assets)
      }
    }
    switch OutputFormat(invocation.arguments) {
    case .json: try invocation.console.out(OutputFormat.json(contents))
    case .text:
      let count = contents.assets.count
      try invocation.console.out(
        "\(DumpText.quoted(contents.title))  \(contents.kind)  "
          + "\(count == 1 ? "1 asset" : "\(count) assets")  \(contents.identifier)\n"
          + TextTable.text(contents.assets.map(\.cells), indent: 2))
    }
    return .success
  }
}
