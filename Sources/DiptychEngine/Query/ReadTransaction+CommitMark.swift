import Foundation

extension ReadTransaction {
  /// What tells a commit from the one of the same number in another history: two copies of a library
  /// share its identifier, count on from the same number, and do different things then (decision 210).
  /// Nil where the log does not have the commit.
  ///
  /// It is made of what is written once, when the commit is: its date, who made it, how many entries it
  /// has and the first of them. With the same clock, the same identifiers and the same changes it is the
  /// same.
  /// - Complexity: The same for a commit of any size.
  package func mark(ofCommit token: Int64) throws -> UUID? {
    let commit = try connection.first(
      "SELECT date, client, origin FROM commits WHERE token = ?", [token]
    ) { "\($0.integer(0)) \($0.integer(2)) \($0.text(1))" }
    guard var text = commit else { return nil }
    let last = try connection.first("SELECT max(ordinal) FROM changes WHERE token = ?", [token]) {
      $0.integer(0)
    }
    text += "\n\(last ?? 0)"
    try connection.forEach(
      """
      SELECT object_kind, object, uuid, change, fields FROM changes WHERE token = ?
      ORDER BY ordinal LIMIT ?
      """, [token, Self.markedEntries]
    ) { row in
      text +=
        "\n\(row.integer(0)) \(row.integer(1)) \(row.uuid(2)) \(row.integer(3)) \(row.text(4))"
    }
    return UUID(hashing: text)
  }

  /// How many entries of a commit its mark is made of: a batch of thousands differs in the first ones.
  private static let markedEntries = 16
}
