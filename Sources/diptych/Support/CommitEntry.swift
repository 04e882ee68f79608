import DiptychEngine
import Foundation

/// One commit as `history` and `watch` tell it.
struct CommitEntry: Encodable {
  /// Local identifiers of what a commit did to objects of one kind.
  struct Objects: Encodable {
    let inserted: [String]
    let updated: [String]
    let deleted: [String]

    init(_ objects: ChangeSummary.Objects, _ identifier: (UUID) -> String) {
      inserted = objects.inserted.map(identifier).sorted()
      updated = objects.updated.map(identifier).sorted()
      deleted = objects.deleted.map(identifier).sorted()
    }
  }

  let token: Int64
  let date: String?
  let client: String
  /// `client`, `user` or `upkeep`.
  let origin: String
  /// False for commits that the log no longer holds.
  let complete: Bool
  let assets: Objects
  let albums: Objects
  /// Albums whose members changed.
  let albumsWithChangedMembers: [String]
  let folders: Objects
  /// What it did, in words.
  let summary: String

  /// - Parameter names: What objects are called, by identifier.
  init(_ summary: ChangeSummary, _ date: Date?, _ names: [UUID: String]) {
    token = summary.token
    self.date = date.map(OutputFormat.date)
    client = summary.client
    origin = String(describing: summary.origin)
    complete = summary.isComplete
    assets = Objects(summary.assets, Identifiers.asset)
    albums = Objects(summary.albums, Identifiers.album)
    albumsWithChangedMembers = summary.albumsWithChangedMembers.map(Identifiers.album).sorted()
    folders = Objects(summary.folders, Identifiers.folder)
    self.summary = Self.words(summary, names)
  }

  /// The entries of the commits after `token`, at most `limit` of them, as far as `client` may know
  /// of them: a commit of which it sees nothing is left out (decision 93).
  static func entries(
    after token: Int64, limit: Int, as client: String, in transaction: ReadTransaction
  ) throws -> [CommitEntry] {
    let isLimited =
      try transaction.library.access.status(.readWrite, client, in: transaction) == .limited
    let summaries = try transaction.changes(after: token, limit: limit, as: client)
    let dates = try transaction.commitDates(after: token, limit: limit)
    return try summaries.filter { summary in
      !isLimited || !summary.isComplete || !summary.isEmpty
        || !summary.albumsWithChangedMembers.isEmpty || !summary.accessDecided.isEmpty
    }.map { summary in
      CommitEntry(summary, dates[summary.token], try names(summary, transaction))
    }
  }

  /// One line of a table.
  var cells: [String] {
    [
      String(token), date ?? "", DumpText.quoted(client) + (origin == "user" ? " (user)" : ""),
      summary,
    ]
  }

  private static func names(
    _ summary: ChangeSummary, _ transaction: ReadTransaction
  ) throws -> [UUID: String] {
    var names: [UUID: String] = [:]
    for uuid in summary.assets.inserted.union(summary.assets.updated).union(summary.assets.deleted)
    {
      guard let asset = try transaction.asset(uuid) else { continue }
      names[uuid] = try transaction.resources(of: asset.row).first.map {
        DumpText.quoted($0.fileName)
      }
    }
    var collections = summary.albumsWithChangedMembers
    for kind in [summary.albums, summary.folders] {
      collections.formUnion(kind.inserted)
      collections.formUnion(kind.updated)
    }
    for uuid in collections {
      names[uuid] = try transaction.collection(uuid).map { DumpText.quoted($0.title) }
    }
    return names
  }

  private static func words(_ summary: ChangeSummary, _ names: [UUID: String]) -> String {
    guard summary.isComplete else { return "changes that the log no longer holds" }
    func list(_ noun: String, _ objects: Set<UUID>, _ verb: String) -> String? {
      guard !objects.isEmpty else { return nil }
      guard objects.count <= 3 else { return "\(objects.count) \(noun)s \(verb)" }
      let known = objects.map { names[$0] ?? $0.uuidString }.sorted().joined(separator: ", ")
      return "\(noun)\(objects.count == 1 ? "" : "s") \(known) \(verb)"
    }
    var parts: [String?] = []
    for (noun, objects) in [
      ("asset", summary.assets), ("album", summary.albums), ("folder", summary.folders),
    ] {
      parts.append(list(noun, objects.inserted, "made"))
      parts.append(
        list(
          noun,
          noun == "album"
            ? objects.updated.subtracting(summary.albumsWithChangedMembers) : objects.updated,
          "changed"))
      parts.append(list(noun, objects.deleted, "deleted"))
    }
    parts.append(list("album", summary.albumsWithChangedMembers, "got other members"))
    let text = parts.compactMap { $0 }.joined(separator: "; ")
    // Upkeep is no commit of this log, so what names no object is a decision about access.
    return text.isEmpty ? "access decided" : text
  }
}
