import DiptychCodecs
import Foundation

extension Library {
  /// What the library holds, at `level`.
  package func dump(_ level: Dump.Level = .state) throws -> Dump {
    try read { transaction in
      switch level {
      case .state: try StateDumper(transaction, exact: false).dump()
      case .exact: try StateDumper(transaction, exact: true).dump()
      case .history: try HistoryDumper(transaction).dump()
      }
    }
  }

  /// The part of the history that was committed after `token`: what a step has added, if that is the
  /// token before it.
  package func historyDump(after token: Int64) throws -> Dump {
    try read { try HistoryDumper($0).dump(after: token) }
  }

  /// Every row of every table, with tokens, ranks and row ids. Two runs of the same calls with the
  /// same seed give the same text.
  package func rawDump() throws -> String {
    try read { transaction in
      let tables = try transaction.connection.all(
        """
        SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'
        ORDER BY name
        """
      ) { $0.text(0) }
      return try tables.map { table in
        let columns = try transaction.connection.all(
          "SELECT name FROM pragma_table_info(?)", [table]
        ) { $0.text(0) }
        let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
        let rows = try transaction.connection.all(
          "SELECT \(list) FROM \"\(table)\" ORDER BY \(list)"
        ) { row in
          var text: [String] = []
          for (index, name) in columns.enumerated() {
            text.append("\(name)=\(Self.rawText(row.value(Int32(index))))")
          }
          return text.joined(separator: " ")
        }
        return ([table] + rows.map { "  " + $0 }).joined(separator: "\n") + "\n"
      }.joined()
    }
  }

  private static func rawText(_ value: Value) -> String {
    switch value {
    case .null: "null"
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .text(let text): DumpText.quoted(text)
    case .blob(let bytes): bytes.hexadecimal
    }
  }
}

/// Writes assets and collections as a dump.
private struct StateDumper {
  let transaction: ReadTransaction
  let exact: Bool
  var assets: [AssetRecord]
  var collections: [CollectionRecord]
  var names: [Int64: String] = [:]
  var collectionNames: [Int64: String] = [:]
  var burstNames: [UUID: String] = [:]
  /// The files of each asset, and the place of each collection among its siblings, by row.
  private var resources: [Int64: [ResourceRecord]] = [:]
  private var places: [Int64: Int] = [:]
  /// The assets about which something is written: most libraries have none.
  let written: Set<Int64>

  init(_ transaction: ReadTransaction, exact: Bool) throws {
    self.transaction = transaction
    self.exact = exact
    written = try transaction.assetsWithTexts()
    assets = try transaction.connection.all(
      "SELECT \(AssetRecord.columns) FROM assets a ORDER BY a.id", [], AssetRecord.init)
    collections = try transaction.collectionTree()
    // Depth first, siblings come in the user's order.
    var counts: [Int64?: Int] = [:]
    for collection in collections {
      counts[collection.parent, default: 0] += 1
      places[collection.row] = counts[collection.parent]
    }
    try transaction.connection.forEach(
      "SELECT \(ResourceRecord.columns) FROM resources r ORDER BY r.asset, r.role, r.id"
    ) { row in
      let resource = ResourceRecord(row)
      resources[resource.asset, default: []].append(resource)
    }
    if exact {
      assets.sort { $0.uuid < $1.uuid }
      collections.sort { $0.uuid < $1.uuid }
    }
    for (index, asset) in assets.enumerated() {
      names[asset.row] = exact ? asset.uuid.text() : "a\(index + 1)"
      if let burst = asset.burst, burstNames[burst] == nil {
        burstNames[burst] = exact ? burst.text() : "b\(burstNames.count + 1)"
      }
    }
    for (index, collection) in collections.enumerated() {
      collectionNames[collection.row] = exact ? collection.uuid.text() : "c\(index + 1)"
    }
  }

  func dump() throws -> Dump {
    Dump(objects: try assets.map(object) + collections.map(object))
  }

  private func object(_ asset: AssetRecord) throws -> Dump.Object {
    var fields: [Dump.Field] = []
    func add(_ name: String, _ value: String?) {
      if let value { fields.append(.init(name: name, value: value)) }
    }
    add("kind", String(describing: asset.kind))
    add("subtypes", asset.subtypes == 0 ? nil : String(asset.subtypes))
    add("playback style", String(asset.playbackStyle))
    add("pixel size", "\(asset.pixelSize.width)×\(asset.pixelSize.height)")
    add("duration", asset.kind == .image ? nil : DumpText.number(asset.duration) + " s")
    add("creation date", asset.creationDate.map(DumpText.date) ?? "none")
    add("location", asset.location.map(DumpText.location))
    add("favorite", asset.isFavorite ? "yes" : nil)
    add("hidden", asset.isHidden ? "yes" : nil)
    add("trashed", asset.trashedDate == nil ? nil : "yes")
    add(
      "adjusted",
      asset.adjustmentFormat.map { DumpText.quoted("\($0) \(asset.adjustmentVersion ?? "")") })
    add("burst", asset.burst.flatMap { burstNames[$0] })
    // Of a burst, the picks are what every list shows (decision 1).
    add("burst pick", asset.burstPick == 0 ? nil : String(asset.burstPick))
    add("source", asset.source == 1 ? nil : String(asset.source))
    add("creator", DumpText.quoted(asset.creator))
    add("derived from", asset.derivedFrom.flatMap { names[$0] })
    if written.contains(asset.row) {
      let texts = try transaction.texts(of: asset.row)
      add("title", texts.title.map(DumpText.quoted))
      add("caption", texts.caption.map(DumpText.quoted))
      let keywords = texts.keywords.map(DumpText.quoted).joined(separator: " ")
      add("keywords", keywords.isEmpty ? nil : keywords)
    }
    if exact {
      add("added", DumpText.date(asset.addedDate))
      add("modified", DumpText.date(asset.modificationDate))
      add("adjustment date", asset.adjustmentDate.map(DumpText.date))
      add("trashed date", asset.trashedDate.map(DumpText.date))
    }
    let resources = resources[asset.row] ?? []
    for resource in resources {
      let role = String(describing: resource.role)
      add("\(role) type", resource.typeIdentifier)
      add("\(role) name", DumpText.quoted(resource.fileName))
      add("\(role) content", content(resource))
      add("\(role) local", resource.isLocal ? nil : "no")
      if exact { add("\(role) id", resource.uuid.text()) }
    }
    return Dump.Object(
      name: names[asset.row] ?? "", title: nil, fields: fields,
      content: resources.map { $0.sha256.hexadecimal }.joined(separator: " "))
  }

  /// What we encoded ourselves is not promised byte for byte (decision 20).
  private func content(_ resource: ResourceRecord) -> String {
    let size = "\(resource.storedSize.width)×\(resource.storedSize.height)"
    let turned =
      resource.orientation == .up ? "" : " orientation \(resource.orientation.rawValue)"
    if resource.isEncoded, !exact {
      return "encoded \(resource.fileExtension) \(size)\(turned)"
    }
    return "\(resource.byteCount) bytes sha256 \(resource.sha256.hexadecimal)"
  }

  private func object(_ collection: CollectionRecord) throws -> Dump.Object {
    var fields: [Dump.Field] = []
    func add(_ name: String, _ value: String?) {
      if let value { fields.append(.init(name: name, value: value)) }
    }
    let parent = collection.parent.flatMap { collectionNames[$0] } ?? "root"
    add("kind", String(describing: collection.kind))
    add("place", "\(parent) \(places[collection.row] ?? 1)")
    add("creator", DumpText.quoted(collection.creator))
    if !collection.kind.isFolder {
      let members = try transaction.connection.all(
        "SELECT asset FROM memberships WHERE album = ? ORDER BY rank", [collection.row]
      ) { names[$0.integer(0)] ?? "" }
      add("members", members.isEmpty ? "none" : members.joined(separator: " "))
      var cover = AssetQuery(.album(collection.uuid))
      cover.limit = 1
      let first = try transaction.fetchAssets(cover, as: nil).first
      add("cover", first.flatMap { names[$0] } ?? "none")
    }
    if exact {
      add("created", DumpText.date(collection.created))
      add("modified", DumpText.date(collection.modified))
    }
    return Dump.Object(
      name: collectionNames[collection.row] ?? "", title: DumpText.quoted(collection.title),
      fields: fields)
  }
}
