import Foundation

/// What the change log says of the commits between two tokens, by row: what orders are brought up
/// to date with, and what observers are told of.
package struct LoggedChanges: Sendable {
  /// One asset.
  package struct Asset: Sendable {
    package let uuid: UUID
    /// Whether it came in these commits.
    package var isInserted = false
    /// Whether it went for ever in these commits.
    package var isPurged = false
    /// Whether a value of it has changed, or it went into the trash or came out.
    package var hasNews = false
    /// Whether its picture or video has changed (P152).
    package var contentChanged = false
    /// The clients with limited access that were given it or lost it.
    package var selectedFor: Set<String> = []
    /// The values before the first of these commits, as far as they have changed.
    var old: [String: Value] = [:]

    /// Whether it went for ever, and that is news: what was in the trash was gone already.
    package var wentForEver: Bool { isPurged && old["trashed"] != .integer(1) }
  }

  /// One album or folder.
  package struct Collection: Sendable {
    package let row: Int64
    package let kind: ObjectKind
    package var isInserted = false
    package var isDeleted = false
    /// Whether its title has changed: what an album object tells of itself (P151).
    package var isRenamed = false
    /// Rows of the members that came, went or changed places; nil when the log does not name them.
    var members: Set<Int64>? = []
    package var hasChangedMembers = false
  }

  package var assets: [Int64: Asset] = [:]
  package var collections: [UUID: Collection] = [:]

  /// The clients about whose access something was decided.
  package var accessDecided: Set<String> = []

  /// Whether entries were left out that the client may not know of.
  package var leavesOut = false

  package var isEmpty: Bool { assets.isEmpty && collections.isEmpty }

  /// The rows of assets of which a value has changed.
  package var rowsWithNews: Set<Int64> { Set(assets.filter(\.value.hasNews).keys) }

  /// Takes one entry in; entries come in their order.
  mutating func take(_ entry: Entry) {
    let fields = entry.fields.split(separator: " ").map(String.init)
    let old = OldValues.values(entry.old)
    switch entry.kind {
    case .asset: break
    case .album, .folder: return take(entry, fields, old)
    case .access:
      if let client = Self.clientOfAccess(entry) { accessDecided.insert(client) }
      return
    }
    var asset = assets[entry.row] ?? Asset(uuid: entry.uuid)
    // The first entry that names a field has the oldest value.
    asset.old.merge(fields == [Self.selection] ? [:] : old) { first, _ in first }
    switch entry.change {
    case .inserted: asset.isInserted = true
    case .deleted: asset.isPurged = true
    case .updated:
      // A selection is the client's and no value of the asset.
      if fields != [Self.selection] {
        asset.hasNews = true
      } else if case .text(let client) = old["client"], !Self.isOfTrash(old) {
        asset.selectedFor.insert(client)
      }
      if fields.contains("content") { asset.contentChanged = true }
    }
    assets[entry.row] = asset
  }

  private mutating func take(_ entry: Entry, _ fields: [String], _ old: [String: Value]) {
    var collection =
      collections[entry.uuid] ?? Collection(row: entry.row, kind: entry.kind)
    switch entry.change {
    case .inserted: collection.isInserted = true
    case .deleted: collection.isDeleted = true
    case .updated:
      if fields.contains("title") { collection.isRenamed = true }
      if fields.contains("members") {
        collection.hasChangedMembers = true
        if case .text(let rows) = old["rows"] {
          collection.members?.formUnion(rows.split(separator: ",").compactMap { Int64($0) })
        } else {
          collection.members = nil
        }
      }
    }
    collections[entry.uuid] = collection
  }

  /// The field of an asset that a client with limited access was given or lost (P162).
  static let selection = "selection"

  /// The field of a modified copy whose original is gone for ever (L160).
  static let original = "original"

  /// About whose access something was decided; nil for an entry of another kind.
  static func clientOfAccess(_ entry: Entry) -> String? {
    guard entry.kind == .access, case .text(let client) = OldValues.values(entry.old)["client"]
    else { return nil }
    return client
  }

  /// Whether an entry with these values is about an asset that was in the trash, which those who
  /// watch do not see: that it is given, taken away or purged is nothing to them (decision 242).
  static func isOfTrash(_ old: [String: Value]) -> Bool { old["trashed"] == .integer(1) }

  /// One entry of the log.
  struct Entry {
    let kind: ObjectKind
    let row: Int64
    let uuid: UUID
    let change: ChangeKind
    let fields: String
    var old: String

    /// Takes the columns `object_kind, object, uuid, change, fields, old_values`.
    init(_ row: borrowing Row) {
      kind = ObjectKind(rawValue: row.int(0)) ?? .asset
      self.row = row.integer(1)
      uuid = row.uuid(2)
      change = ChangeKind(rawValue: row.int(3)) ?? .updated
      fields = row.text(4)
      old = row.text(5)
    }
  }
}

extension ReadTransaction {
  /// What the commits after a token did; nil when the log no longer goes back that far, or has more
  /// entries than wanted.
  /// - Parameters:
  ///   - token: The commit that is known.
  ///   - last: The last commit that counts.
  ///   - limit: Entries of the log at most.
  ///   - client: Who is told; one with limited access is told of what it may see (P169).
  package func loggedChanges(
    after token: Int64, through last: Int64 = .max, limit: Int = 16_384, as client: String? = nil
  ) throws -> LoggedChanges? {
    let present = min(try self.token(), last)
    var changes = LoggedChanges()
    guard present > token else { return token > present ? nil : changes }
    guard try hasCommit(token + 1) else { return nil }
    let view = try client.flatMap { try LimitedView(of: $0, in: self) }
    var count = 0
    try connection.forEach(
      """
      SELECT object_kind, object, uuid, change, fields, old_values FROM changes
      WHERE token > ? AND token <= ? ORDER BY token, ordinal LIMIT ?
      """, [token, present, limit + 1]
    ) { row in
      count += 1
      let entry = LoggedChanges.Entry(row)
      guard let view, view.selection(entry) == nil else { return changes.take(entry) }
      if let narrowed = try view.narrowed(entry, in: self) {
        changes.take(narrowed)
      } else {
        changes.leavesOut = true
      }
    }
    return count > limit ? nil : changes
  }

  /// Whether the log still has a commit.
  package func hasCommit(_ token: Int64) throws -> Bool {
    try connection.first("SELECT 1 FROM commits WHERE token = ?", [token]) { _ in true } ?? false
  }
}
