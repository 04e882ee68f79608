import Foundation

/// What a client with limited access is told of the change log: what touches its selection and its
/// own albums (P169).
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

  /// Whether the client may know what an entry is about. Of an asset that is gone for ever the entry
  /// itself says who saw it.
  func shows(_ entry: LoggedChanges.Entry, in transaction: ReadTransaction) throws -> Bool {
    switch entry.kind {
    case .asset:
      if entry.change == .deleted {
        guard case .text(let marks) = OldValues.values(entry.old)["viewers"] else { return false }
        return marks.split(separator: ",").contains { $0 == mark }
      }
      return try transaction.connection.first(
        "SELECT 1 FROM assets a WHERE a.id = ? AND \(selection.sql)",
        [entry.row] + selection.arguments
      ) { _ in true } ?? false
    case .album, .folder:
      if entry.change == .deleted {
        return OldValues.values(entry.old)["creator"] == .text(mark)
      }
      return try transaction.collection(row: entry.row)?.creator == client
    }
  }
}
