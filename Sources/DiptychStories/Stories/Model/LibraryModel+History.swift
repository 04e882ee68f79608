import DiptychEngine
import Foundation

extension LibraryModel {
  /// The net effects of one step on each object.
  struct HistoryStep: Sendable {
    var date: Int64
    var effects: [String: Effect] = [:]
  }

  struct Effect: Sendable {
    var isInserted = false
    var isDeleted = false
    var fields: Set<String> = []
    var clients: Set<String> = []
    var isByUser = false

    /// Nil when the object came and went.
    var text: String? {
      let by =
        " by " + clients.sorted().map(DumpText.quoted).joined(separator: " ")
        + (isByUser ? " (user)" : "")
      if isInserted { return isDeleted ? nil : "inserted" + by }
      if isDeleted { return "deleted" + by }
      return "updated " + fields.sorted().joined(separator: " ") + by
    }
  }

  /// One change of one object.
  struct Entry: Sendable {
    enum Kind: String, Sendable { case asset, album, folder }
    enum Change: Sendable { case inserted, updated, deleted }

    var part: Int
    var kind: Kind
    var uuid: UUID
    var change: Change
    var fields: [String]
    /// The albums that held an asset that comes or goes.
    var albums: [UUID] = []
    /// Whether the asset was in the trash before.
    var wasTrashed = false
    /// Whether a limited application saw the asset that goes for ever, or that the original of this
    /// one was.
    var wasSelected = false
    /// The members of an album that came, went or moved.
    var members: Set<UUID> = []
    /// Whether another order shows among what the maker of the collection has made.
    var isSeenByMaker = true
    /// Who made the collection.
    var creator = ""
  }

  /// Who makes a change.
  struct Author: Sendable {
    var client: String
    var isUser = false

    static let application = Author(client: LibraryModel.client)
    static let user = Author(client: "Photos", isUser: true)
    static let otherApp = Author(client: "Camera")
  }

  mutating func log(_ entry: Entry, _ author: Author) {
    entries.append(entry)
    if history.last?.date != now { history.append(HistoryStep(date: now)) }
    let name = "\(entry.kind.rawValue) \(entry.uuid.text())"
    var effect = history[history.count - 1].effects[name] ?? Effect()
    effect.clients.insert(author.client)
    effect.isByUser = effect.isByUser || author.isUser
    switch entry.change {
    case .inserted: effect.isInserted = true
    case .deleted: effect.isDeleted = true
    case .updated: effect.fields.formUnion(entry.fields)
    }
    history[history.count - 1].effects[name] = effect
  }

  mutating func logAsset(
    _ uuid: UUID, _ change: Entry.Change, _ fields: [String], albums: [UUID] = [],
    wasTrashed: Bool = false, wasSelected: Bool = false, _ author: Author
  ) {
    log(
      Entry(
        part: part, kind: .asset, uuid: uuid, change: change, fields: fields, albums: albums,
        wasTrashed: wasTrashed, wasSelected: wasSelected), author)
  }

  mutating func logCollection(
    _ collection: Collection, _ change: Entry.Change, _ fields: [String],
    members: Set<UUID> = [], isSeenByMaker: Bool = true, _ author: Author
  ) {
    log(
      Entry(
        part: part, kind: collection.isFolder ? .folder : .album, uuid: collection.uuid,
        change: change, fields: fields, members: members, isSeenByMaker: isSeenByMaker,
        creator: collection.creator), author)
  }

  /// The history as the library has to dump it.
  package var historyDump: Dump { historyDump(from: 0) }

  /// The part of the history that is behind its first so many steps.
  func historyDump(from start: Int) -> Dump {
    Dump(
      objects: history.dropFirst(start).compactMap { step in
        let fields = step.effects.sorted { $0.key < $1.key }.compactMap { name, effect in
          effect.text.map { Dump.Field(name: name, value: $0) }
        }
        guard !fields.isEmpty else { return nil }
        return Dump.Object(name: DumpText.date(Date(microseconds: step.date)), fields: fields)
      })
  }
}
