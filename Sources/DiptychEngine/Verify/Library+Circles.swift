import Foundation

/// Folders that contain one another: no way leads to them from the root, so nobody sees them or what is
/// in them, and nothing that they name is missing (decision 213).
extension Library {
  func circleIssues(_ transaction: ReadTransaction) throws -> [VerifyIssue] {
    let lost = try transaction.unreachedCollections()
    guard !lost.isEmpty else { return [] }
    let are = lost.count == 1 ? "album or folder is" : "albums and folders are"
    return [
      VerifyIssue(
        .reference,
        "\(lost.count) \(are) out of reach, since folders contain one another. Run `diptych verify "
          + "--repair` to move a folder of each such circle to the root.")
    ]
  }
}

extension ReadTransaction {
  /// Albums and folders to which no way leads from the root, though the folder of each is there.
  fileprivate func unreachedCollections() throws -> [CollectionRecord] {
    try connection.all(
      """
      WITH RECURSIVE reached (id) AS (
        SELECT id FROM collections
        WHERE parent IS NULL OR parent NOT IN (SELECT id FROM collections)
        UNION SELECT c.id FROM collections c JOIN reached ON c.parent = reached.id)
      SELECT \(CollectionRecord.columns) FROM collections c
      WHERE c.id NOT IN (SELECT id FROM reached) ORDER BY c.id
      """, [], CollectionRecord.init)
  }

  /// The oldest folder of each circle, in the order of their making. What hangs below a circle is none.
  func circleHeads() throws -> [CollectionRecord] {
    let lost = try unreachedCollections()
    let byRow = Dictionary(lost.map { ($0.row, $0) }) { first, _ in first }
    var seen: Set<Int64> = []
    var heads: [CollectionRecord] = []
    for start in lost {
      var way: [CollectionRecord] = []
      var next: CollectionRecord? = start
      while let here = next, seen.insert(here.row).inserted {
        way.append(here)
        next = here.parent.flatMap { byRow[$0] }
      }
      // Where the way comes back to one of its own, those from there on are a circle.
      guard let again = next, let first = way.firstIndex(where: { $0.row == again.row }),
        let head = way[first...].min(by: { $0.row < $1.row })
      else { continue }
      heads.append(head)
    }
    return heads
  }
}
