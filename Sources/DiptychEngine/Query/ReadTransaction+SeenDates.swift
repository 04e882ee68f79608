import DiptychPlatform
import Foundation

extension ReadTransaction {
  /// What a fetch found, with the dates of change that a client with limited access may know: an
  /// album's date would tell it that members came or went that it does not see (decision 229).
  ///
  /// The date is that of the newest change in the log that the client may know of, else that of the
  /// creation.
  /// - Complexity: One statement, O(*n*) in the change log, if any of them has changed.
  func withSeenDates(_ items: [CollectionItem], as client: String) throws -> [CollectionItem] {
    var pending: Set<Int64> = []
    for case .stored(let record) in items where record.modified != record.created {
      pending.insert(record.row)
    }
    guard !pending.isEmpty, let view = try LimitedView(of: client, in: self) else { return items }
    var dates: [Int64: Date] = [:]
    let list = "[" + pending.sorted().map(String.init).joined(separator: ",") + "]"
    try connection.walk(
      """
      SELECT c.object_kind, c.object, c.uuid, c.change, c.fields, c.old_values, k.date
      FROM commits k CROSS JOIN changes c ON c.token = k.token
      WHERE c.object_kind IN (1, 2) AND c.object IN (SELECT value FROM json_each(?))
      ORDER BY k.token DESC, c.ordinal DESC
      """, [list]
    ) { row in
      guard pending.contains(row.integer(1)) else { return true }
      let entry = LoggedChanges.Entry(row)
      let fields = Set(entry.fields.split(separator: " ").map(String.init))
      guard !fields.isDisjoint(with: Self.datedFields),
        try view.narrowed(entry, in: self) != nil
      else { return true }
      dates[entry.row] = row.date(6)
      pending.remove(entry.row)
      return !pending.isEmpty
    }
    return items.map { item in
      guard case .stored(var record) = item else { return item }
      // An import may have made it earlier than it was written.
      record.modified = dates[record.row] ?? min(record.created, record.modified)
      return .stored(record)
    }
  }

  /// The fields of collections whose change moves the date; places among others do not.
  private static let datedFields: Set<String> = ["title", "members", "children"]
}
