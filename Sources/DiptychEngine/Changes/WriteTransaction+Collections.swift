import DiptychPlatform
import Foundation

extension WriteTransaction {
  /// The distance between neighbors when nothing stands between them yet.
  static let rankStep: Int64 = 1 << 32

  /// Makes an album or folder, empty and at the end of the root (P118, decision 4).
  func createCollection(_ uuid: UUID, _ kind: CollectionKind, _ title: String) throws {
    try ChangeLimits.check(title: title)
    let last =
      try connection.first("SELECT max(rank) FROM collections WHERE parent IS NULL") {
        $0.integer(0)
      } ?? 0
    try connection.execute(
      """
      INSERT INTO collections (uuid, kind, title, parent, rank, creator, created, modified)
      VALUES (?, ?, ?, NULL, ?, ?, ?, ?)
      """,
      uuid, kind.rawValue, title, try Self.rank(behind: last), client, date, date)
    let row = connection.lastInsertedRow
    try connection.execute(
      "DELETE FROM reserved_titles WHERE text_fold(title, 0) = ?", title.folded(0))
    try log(objectKind(kind), row: row, uuid: uuid, .inserted)
  }

  /// Gives an album or folder another title.
  /// - Throws: `objectGone` for one that is not there or out of the client's reach, `limitExceeded`
  ///   for a title that is too long.
  package func rename(_ uuid: UUID, _ title: String) throws {
    try ChangeLimits.check(title: title)
    guard let collection = try reachableCollection(uuid) else { throw Self.gone }
    guard collection.kind.isEditable else { throw Self.notEditable }
    // Compared by bytes: é and é are equal strings, but a rename from one to the other is wanted.
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("engine-rename-ignores-case"),
        collection.title.lowercased() == title.lowercased()
      {
        return
      }
    #endif
    guard Array(collection.title.utf8) != Array(title.utf8) else { return }
    try connection.execute(
      "UPDATE collections SET title = ?, modified = ? WHERE id = ?", title, date, collection.row)
    try log(
      objectKind(collection.kind), row: collection.row, uuid: uuid, .updated, fields: ["title"],
      old: ["title": .text(collection.title)])
  }

  /// Removes albums and folders, and with a folder all that is below it (P107, P108). Assets stay,
  /// and so does what the client does not see (decision 228).
  func deleteCollections(_ uuids: [UUID]) throws {
    for uuid in uuids {
      guard let collection = try reachableCollection(uuid) else { continue }
      guard collection.kind.isEditable else { throw Self.notEditable }
      try delete(collection)
      try noteChildren(of: collection.parent) { $0.creator == collection.creator }
    }
  }

  /// Dates and logs that a folder holds other collections, or the same in another order. The root has
  /// no object (decision 241).
  /// - Parameters:
  ///   - folder: The row of the folder; nil for the root.
  ///   - isSeen: Whether those see it who see only what the creator of the folder has made.
  func noteChildren(of folder: Int64?, _ isSeen: (CollectionRecord) -> Bool) throws {
    guard let folder, let record = try collection(row: folder) else { return }
    try connection.execute("UPDATE collections SET modified = ? WHERE id = ?", date, folder)
    try log(
      .folder, row: folder, uuid: record.uuid, .updated, fields: ["children"],
      old: [Self.isSeenByCreator: isSeen(record).sqliteValue])
  }

  /// Deletes a collection with all in it, however deep that is, and where it contains itself.
  func delete(_ collection: CollectionRecord) throws {
    var all: [CollectionRecord] = []
    var seen: Set<Int64> = []
    var waiting = [collection]
    while let next = waiting.popLast() {
      // Who cannot see it must not delete it. It goes where a child goes that is taken out.
      guard try next.row == collection.row || isReachable(next) else {
        try place(next, in: nil)
        continue
      }
      guard seen.insert(next.row).inserted else {
        try connection.execute("UPDATE collections SET parent = NULL WHERE id = ?", next.row)
        continue
      }
      all.append(next)
      waiting += try children(of: next.row).reversed()
    }
    for collection in all.reversed() { try deleteEmpty(collection) }
  }

  private func deleteEmpty(_ collection: CollectionRecord) throws {
    if collection.kind == .album {
      // Consulted only under the profile of iOS 8 (L51).
      try connection.execute(
        "INSERT OR IGNORE INTO reserved_titles (title) VALUES (?)", collection.title)
    }
    try connection.execute(
      "INSERT OR REPLACE INTO purged (kind, id, uuid) VALUES (?, ?, ?)",
      objectKind(collection.kind).rawValue, collection.row, collection.uuid)
    try connection.execute("DELETE FROM collections WHERE id = ?", collection.row)
    try log(
      objectKind(collection.kind), row: collection.row, uuid: collection.uuid, .deleted,
      old: [
        "title": .text(collection.title), "kind": .integer(Int64(collection.kind.rawValue)),
        // A mark without spaces in it, by which a client is told apart later (P178).
        "creator": ChangeSummary.mark(of: collection.creator).sqliteValue,
      ])
  }

  /// Changes the children of a folder, or of the root.
  func editFolder(_ uuid: UUID?, _ edit: FolderEdit) throws {
    var folder: CollectionRecord?
    if let uuid {
      guard let found = try reachableCollection(uuid), found.kind.isFolder else { throw Self.gone }
      folder = found
    }
    // What cannot be changed, such as a synced album, is not among the children that count (P28).
    let all = try children(of: folder?.row).filter(\.kind.isEditable)
    let before = try reach() == nil ? all : all.filter { $0.creator == client }
    var after = try rearranged(before, edit)
    if folder == nil {
      // A child taken out of the root has nowhere else to go: it becomes the last one.
      after += before.filter { child in !after.contains { $0.row == child.row } }
    }
    try check(after, in: folder)
    for child in before where !after.contains(where: { $0.row == child.row }) {
      try place(child, in: nil)
    }
    let children = Self.merged(after, into: all, before)
    // The order of the root is told through those that moved: there is no object for the root.
    // The ranks of what comes from a folder say nothing about the root.
    let stayed = folder == nil ? children.filter { $0.parent == nil } : []
    let moved = Set(stayed.map(\.rank).outOfOrder.map { stayed[$0].row })
    let reordered = Self.creatorsOfOtherOrder(stayed, moved)
    for (index, child) in children.enumerated() {
      let rank = Int64(index + 1) * Self.rankStep
      // One that moved past others may have the rank that it had.
      let isMoved = child.parent != folder?.row || moved.contains(child.row)
      guard isMoved || child.rank != rank else { continue }
      try connection.execute(
        "UPDATE collections SET parent = ?, rank = ? WHERE id = ?", folder?.row, rank, child.row)
      if isMoved {
        try log(
          objectKind(child.kind), row: child.row, uuid: child.uuid, .updated,
          fields: [child.parent != folder?.row ? "parent" : "place"],
          old: child.parent != folder?.row
            ? [:] : [Self.isSeenByCreator: reordered.contains(child.creator).sqliteValue])
      }
    }
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("engine-folder-change-not-dated") { return }
    #endif
    // A folder that gave a child up holds something else, too.
    for parent in Set(children.compactMap(\.parent)).sorted() where parent != folder?.row {
      try noteChildren(of: parent) { folder in
        children.contains { $0.parent == parent && $0.creator == folder.creator }
      }
    }
    // Other ranks in the same order are no change.
    guard children.map(\.row) != all.map(\.row) else { return }
    try noteChildren(of: folder?.row) { folder in
      func own(_ list: [CollectionRecord]) -> [Int64] {
        list.filter { $0.creator == folder.creator }.map(\.row)
      }
      return own(children) != own(all)
    }
  }

  /// The old value that says whether those see a change of order who see only what the creator of
  /// the object has made.
  static let isSeenByCreator = "own"

  /// Whose collections at the root stand in another order than before, among themselves.
  /// - Parameters:
  ///   - children: What was at the root and stays there, in the new order with the old ranks.
  ///   - moved: The rows of those that moved.
  private static func creatorsOfOtherOrder(
    _ children: [CollectionRecord], _ moved: Set<Int64>
  ) -> Set<String> {
    let movers = Set(children.filter { moved.contains($0.row) }.map(\.creator))
    return movers.filter { creator in
      !children.filter { $0.creator == creator }.map(\.rank).outOfOrder.isEmpty
    }
  }

  /// The children in their new order, in the places of those that the client sees; what it does
  /// not see stays where it is.
  private static func merged(
    _ after: [CollectionRecord], into all: [CollectionRecord], _ seen: [CollectionRecord]
  ) -> [CollectionRecord] {
    guard all.count > seen.count else { return after }
    let rows = Set(seen.map(\.row))
    var rest = after[...]
    let kept = all.compactMap { rows.contains($0.row) ? rest.popFirst() : $0 }
    return kept + rest
  }

  private func rearranged(
    _ before: [CollectionRecord], _ edit: FolderEdit
  ) throws -> [CollectionRecord] {
    var list = before
    switch edit {
    case .add(let uuids):
      let added = try existing(uuids)
      list.removeAll { child in added.contains { $0.row == child.row } }
      list += added
    case .insert(let uuids, let indexes):
      let added = try existing(uuids)
      guard uuids.count == indexes.count, added.count == uuids.count else {
        throw Self.indexMismatch
      }
      list.removeAll { child in added.contains { $0.row == child.row } }
      for (index, child) in zip(indexes, added) {
        guard index <= list.count else { throw Self.indexMismatch }
        list.insert(child, at: index)
      }
    case .remove(let uuids):
      let removed = try existing(uuids)
      list.removeAll { child in removed.contains { $0.row == child.row } }
    case .removeAt(let indexes):
      guard indexes.allSatisfy({ list.indices.contains($0) }) else { throw Self.indexMismatch }
      for index in indexes.reversed() { list.remove(at: index) }
    case .replaceAt(let indexes, let uuids):
      let added = try existing(uuids)
      guard uuids.count == indexes.count, added.count == uuids.count,
        indexes.allSatisfy({ list.indices.contains($0) })
      else { throw Self.indexMismatch }
      for (index, child) in zip(indexes, added) { list[index] = child }
      // A child that stood elsewhere leaves that place.
      let rows = Set(added.map(\.row))
      list = list.indices.filter { indexes.contains($0) || !rows.contains(list[$0].row) }
        .map { list[$0] }
    case .moveAt(let indexes, let target):
      guard indexes.allSatisfy({ list.indices.contains($0) }),
        target >= 0, target <= list.count - indexes.count
      else { throw Self.indexMismatch }
      let moved = indexes.map { list[$0] }
      for index in indexes.reversed() { list.remove(at: index) }
      list.insert(contentsOf: moved, at: target)
    }
    return list
  }

  private func existing(_ uuids: [UUID]) throws -> [CollectionRecord] {
    var seen: Set<UUID> = []
    return try uuids.filter { seen.insert($0).inserted }.compactMap { try reachableCollection($0) }
  }

  /// A folder may not hold itself or a folder that holds it (P80, C22), nor nest without end.
  private func check(_ children: [CollectionRecord], in folder: CollectionRecord?) throws {
    guard children.allSatisfy(\.kind.isEditable) else { throw Self.notEditable }
    guard let folder else { return }
    var depth = 0
    var ancestor: CollectionRecord? = folder
    while let current = ancestor {
      guard !children.contains(where: { $0.row == current.row }) else {
        throw LibraryError(
          .changeNotSupported, "A folder cannot be put into itself. Choose another folder.")
      }
      depth += 1
      guard depth < ChangeLimits.folderDepth else { throw Self.tooDeep }
      ancestor = try current.parent.flatMap { try collection(row: $0) }
    }
    for child in children where child.parent != folder.row {
      try checkHeight(of: child, below: depth)
    }
  }

  /// A child brings along what is in it, which counts too.
  private func checkHeight(of child: CollectionRecord, below depth: Int) throws {
    guard depth < ChangeLimits.folderDepth else { throw Self.tooDeep }
    guard child.kind.isFolder else { return }
    for grandchild in try self.children(of: child.row) {
      try checkHeight(of: grandchild, below: depth + 1)
    }
  }

  private static var tooDeep: LibraryError {
    LibraryError(
      .limitExceeded,
      "Folders may nest \(ChangeLimits.folderDepth) deep. Put the album higher up.")
  }

  private func place(_ child: CollectionRecord, in parent: Int64?) throws {
    guard child.parent != nil else { return }
    let last =
      try connection.first("SELECT max(rank) FROM collections WHERE parent IS ?", [parent]) {
        $0.integer(0)
      } ?? 0
    try connection.execute(
      "UPDATE collections SET parent = ?, rank = ? WHERE id = ?", parent,
      try Self.rank(behind: last), child.row)
    try log(
      objectKind(child.kind), row: child.row, uuid: child.uuid, .updated, fields: ["parent"])
  }

  func objectKind(_ kind: CollectionKind) -> ObjectKind { kind.isFolder ? .folder : .album }

  static var indexMismatch: LibraryError {
    LibraryError(
      .indexMismatch,
      "The indexes do not fit the album, or an asset is in it already. Fetch its assets again.")
  }

  static var notEditable: LibraryError {
    LibraryError(
      .changeNotSupported, "This collection cannot be changed. Ask canPerform(_:) first.")
  }
}
