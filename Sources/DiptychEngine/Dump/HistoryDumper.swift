import Foundation

/// Writes the change log as net effects: what each *step* did to each object in the end. All
/// commits of one date are one step, since the driver's clock moves only between steps.
struct HistoryDumper {
  private struct Effect {
    var isInserted = false
    var isDeleted = false
    var fields: Set<String> = []
    var clients: Set<String> = []
    var isByUser = false
  }

  private let transaction: ReadTransaction

  init(_ transaction: ReadTransaction) {
    self.transaction = transaction
  }

  /// - Parameter token: Only what was committed after it is told; 0 for everything.
  func dump(after token: Int64 = 0) throws -> Dump {
    var steps: [(date: Date, effects: [String: Effect])] = []
    try transaction.connection.forEach(
      """
      SELECT k.date, k.client, k.origin, c.object_kind, c.uuid, c.change, c.fields
      FROM changes c JOIN commits k ON k.token = c.token
      WHERE c.token > ? AND c.object_kind <> ? ORDER BY c.token, c.ordinal
      """, [token, ObjectKind.access.rawValue]
    ) { row in
      let date = row.date(0)
      if steps.last?.date != date { steps.append((date, [:])) }
      let kind = ObjectKind(rawValue: row.int(3)) ?? .asset
      let name = "\(kind) \(row.uuid(4).text())"
      var effect = steps[steps.count - 1].effects[name] ?? Effect()
      effect.clients.insert(row.text(1))
      effect.isByUser = effect.isByUser || row.int(2) == CommitOrigin.user.rawValue
      switch ChangeKind(rawValue: row.int(5)) {
      case .inserted: effect.isInserted = true
      case .deleted: effect.isDeleted = true
      case .updated, nil:
        effect.fields.formUnion(row.text(6).split(separator: " ").map(String.init))
      }
      steps[steps.count - 1].effects[name] = effect
    }
    return Dump(objects: steps.map(object).filter { !$0.fields.isEmpty })
  }

  private func object(_ step: (date: Date, effects: [String: Effect])) -> Dump.Object {
    let fields = step.effects.sorted { $0.key < $1.key }.compactMap { name, effect in
      text(effect).map { Dump.Field(name: name, value: $0) }
    }
    return Dump.Object(name: DumpText.date(step.date), title: nil, fields: fields)
  }

  /// Insert and delete cancel out; insert swallows updates; delete swallows them too.
  private func text(_ effect: Effect) -> String? {
    let by =
      " by " + effect.clients.sorted().map(DumpText.quoted).joined(separator: " ")
      + (effect.isByUser ? " (user)" : "")
    switch (effect.isInserted, effect.isDeleted) {
    case (true, true): return nil
    case (true, false): return "inserted" + by
    case (false, true): return "deleted" + by
    case (false, false):
      return "updated " + effect.fields.sorted().joined(separator: " ") + by
    }
  }
}
