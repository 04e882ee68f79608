import DiptychPlatform
import Foundation

/// A snapshot of the library, valid inside `Library.read`.
package class ReadTransaction {
  package let connection: Connection
  package let library: Library

  init(connection: Connection, library: Library) {
    self.connection = connection
    self.library = library
  }

  /// The token of the last commit that this snapshot holds.
  package func token() throws -> Int64 {
    let token = try connection.first("SELECT token FROM library") { $0.integer(0) } ?? 0
    guard Self.believableTokens.contains(token) else {
      throw LibraryError(
        .libraryDamaged,
        "The library counts \(token) changes, which cannot be. Restore it from a backup.")
    }
    return token
  }

  /// A token that no library can have reached comes from a file that was tampered with; arithmetic
  /// on the rest cannot overflow.
  private static let believableTokens: ClosedRange<Int64> = 0...(1 << 62)
}

/// Where a commit comes from.
package enum CommitOrigin: Int, Sendable {
  /// A client, through a facade.
  case client = 0
  /// The user's hand, in the Photos application.
  case user = 1
  /// The library's own upkeep.
  case upkeep = 2
}

/// What a change log entry is about.
package enum ObjectKind: Int, Sendable {
  case asset = 0
  case album = 1
  case folder = 2
  /// What an application may do; it is no object, and has no row.
  case access = 3
}

/// What happened to an object.
package enum ChangeKind: Int, Sendable {
  case inserted = 0
  case updated = 1
  case deleted = 2
}

/// The one write transaction of a moment, valid inside `Library.write`. It has one date, and one
/// token once it changes anything.
package final class WriteTransaction: ReadTransaction {
  /// The date of everything in this transaction.
  package let date: Date
  package let client: String
  private(set) var nextToken: Int64?
  private var ordinal: Int64 = 0
  private var clientIsLimited: Bool?
  /// Whether a client with limited access can name only what it sees.
  var isConfined = false
  /// What became of the members of albums so far, by the albums' rows.
  var memberChanges: [Int64: MemberChanges] = [:]
  /// The lists that the index verbs of requests count in by now.
  var workingLists: [ObjectIdentifier: WorkingList] = [:]
  private let origin: CommitOrigin
  /// Paths below the library's folder, removed once the transaction has committed.
  var removals: [String] = []

  init(
    connection: Connection, library: Library, date: Date, client: String, origin: CommitOrigin
  ) {
    self.date = date
    self.client = client
    self.origin = origin
    super.init(connection: connection, library: library)
  }

  /// The token of this transaction; asking for it makes the transaction one that changes.
  func stamp() throws -> Int64 {
    if let nextToken { return nextToken }
    let token = try token() + 1
    try connection.execute("UPDATE library SET token = ?", token)
    try connection.execute(
      "INSERT INTO commits (token, date, client, origin) VALUES (?, ?, ?, ?)", token, date,
      client, origin.rawValue)
    nextToken = token
    return token
  }

  /// Whether the client of this transaction has limited access; asked once for all its assets.
  func isClientLimited() throws -> Bool {
    if let clientIsLimited { return clientIsLimited }
    let isLimited = try library.access.status(.readWrite, client, in: self) == .limited
    clientIsLimited = isLimited
    return isLimited
  }

  /// Writes an entry of the change log.
  /// - Parameters:
  ///   - fields: Which fields changed, for an update.
  ///   - old: The values before, for every field that a fetch may sort or filter by.
  func log(
    _ kind: ObjectKind, row: Int64, uuid: UUID, _ change: ChangeKind, fields: [String] = [],
    old: [String: Value] = [:]
  ) throws {
    let token = try stamp()
    ordinal += 1
    try connection.execute(
      """
      INSERT INTO changes (token, ordinal, object_kind, object, uuid, change, fields, old_values)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      token, ordinal, kind.rawValue, row, uuid, change.rawValue,
      fields.joined(separator: " "), OldValues.text(old))
  }
}
