import Foundation

/// What a client with limited access is told of the change log: what touches its selection and its
/// own albums (P169), and of that what it can see (decision 162).
struct LimitedView {
  private let client: String
  private let selection: (sql: String, arguments: [any BindableValue])

  /// Nil for a client that sees everything.
  init?(of client: String, in transaction: ReadTransaction) throws {
    guard try transaction.library.access.status(.readWrite, client, in: transaction) == .limited
    else { return nil }
    self.client = client
    selection = try transaction.limitedSelection(of: client)
  }

  /// What stands for the client in the log.
  private var mark: String { ChangeSummary.mark(of: client).uuidString }

  /// Whether an entry gave the client an asset, or took it; nil for any other entry.
  func selection(_ entry: LoggedChanges.Entry) -> Bool? {
    guard entry.kind == .asset, entry.fields == LoggedChanges.selection else { return nil }
    let old = OldValues.values(entry.old)
    return old["client"] == .text(client) ? old["selected"] == .integer(0) : nil
  }

  /// The part of an entry that the client may know of; nil when that is nothing.
  func narrowed(_ entry: LoggedChanges.Entry, in transaction: ReadTransaction) throws
    -> LoggedChanges.Entry?
  {
    switch entry.kind {
    case .asset: try shows(entry, in: transaction) ? entry : nil
    case .album, .folder: try narrowedCollection(entry, in: transaction)
    case .access: LoggedChanges.clientOfAccess(entry) == client ? entry : nil
    }
  }

  /// Whether the client made a collection that is there.
  func owns(_ collection: UUID, in transaction: ReadTransaction) throws -> Bool {
    try transaction.collection(collection)?.creator == client
  }

  /// Whether the client may know what an entry about an asset is about. Of an asset that is gone for
  /// ever the entry itself says who saw it, and so does what a copy says of an original.
  private func shows(_ entry: LoggedChanges.Entry, in transaction: ReadTransaction) throws -> Bool {
    if entry.change == .deleted { return names(OldValues.values(entry.old)) }
    if entry.fields == LoggedChanges.original, !names(OldValues.values(entry.old)) { return false }
    return try transaction.connection.first(
      "SELECT 1 FROM assets a WHERE a.id = ? AND \(selection.sql)",
      [entry.row] + selection.arguments
    ) { _ in true } ?? false
  }

  /// Whether the client is among those that saw an asset.
  private func names(_ old: [String: Value]) -> Bool {
    guard case .text(let marks) = old["viewers"] else { return false }
    return marks.split(separator: ",").contains { $0 == mark }
  }

  /// Of members that came, went or moved, those are told that the client sees, and of another order
  /// of collections only what is another order of the client's own.
  private func narrowedCollection(
    _ entry: LoggedChanges.Entry, in transaction: ReadTransaction
  ) throws -> LoggedChanges.Entry? {
    if entry.change == .deleted {
      return OldValues.values(entry.old)["creator"] == .text(mark) ? entry : nil
    }
    guard try transaction.collection(row: entry.row)?.creator == client else { return nil }
    var old = OldValues.values(entry.old)
    if old[WriteTransaction.isSeenByCreator] == .integer(0) { return nil }
    guard case .text(let list) = old["rows"] else { return entry }
    let rows = list.split(separator: ",").compactMap { Int64($0) }
    guard let shown = try transaction.shown(rows, to: client) else { return entry }
    let seen = rows.filter(shown.contains)
    guard !seen.isEmpty else { return nil }
    old["rows"] = .text(seen.map(String.init).joined(separator: ","))
    var narrowed = entry
    narrowed.old = OldValues.text(old)
    return narrowed
  }
}
