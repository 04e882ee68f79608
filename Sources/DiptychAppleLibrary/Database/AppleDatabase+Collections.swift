import DiptychEngine
import Foundation

/// A row of the table that holds albums, folders, import sessions, projects and more.
private struct CollectionRow {
  let key: Int64
  let uuid: UUID?
  let kind: Int64
  let title: String
  let wasCut: Bool
  let parent: Int64?
  let isTrashed: Bool
  let created: Date?
  /// 1 by date, 5 by title, else the user's own order.
  let sortKey: Int64
  let isAscending: Bool
}

/// The kinds of rows that are looked at; the others are the system's own.
private enum RowKind {
  static let album: Int64 = 2
  static let folder: Int64 = 4000
  static let top: Int64 = 3999
  static let shared: Int64 = 1505
  static let smart: Int64 = 1507
  static let project: Int64 = 1508
}

/// The albums and folders as a tree, in the making.
struct CollectionTree {
  fileprivate(set) var collections: [AppleCollection] = []
  fileprivate(set) var leftOut: [AppleLibrary.Remark] = []
  fileprivate(set) var notes: [AppleLibrary.Remark] = []
}

extension AppleDatabase {
  /// The albums and folders with their members.
  func collections(of assets: [AppleAsset]) throws -> CollectionTree {
    let rows = try collectionRows()
    var tree = CollectionTree()
    for row in rows { Self.leaveOut(row, &tree) }
    let members = try self.members(of: rows, assets)
    Self.place(rows, members, &tree)
    return tree
  }

  private func collectionRows() throws -> [CollectionRow] {
    func g(_ name: String) throws -> String { try pick("g", "ZGENERICALBUM", name) }
    return try connection.all(
      """
      SELECT g.Z_PK, g.ZUUID, g.ZKIND, g.ZTITLE, g.ZPARENTFOLDER, g.ZTRASHEDSTATE,
        \(try g("ZCREATIONDATE")), \(try g("ZCUSTOMSORTKEY")), \(try g("ZCUSTOMSORTASCENDING"))
      FROM ZGENERICALBUM AS g WHERE g.ZKIND IN (2, 4000, 3999, 1505, 1507, 1508)
      ORDER BY \(try g("Z_FOK_PARENTFOLDER")), g.Z_PK
      """
    ) { row in
      let title = row.foreignText(3) ?? ""
      return CollectionRow(
        key: row.integer(0), uuid: row.foreignUUID(1), kind: row.foreignInteger(2) ?? 0,
        title: title, wasCut: title.utf8.count < row.text(3).utf8.count,
        parent: row.foreignInteger(4), isTrashed: row.foreignFlag(5), created: row.foreignDate(6),
        sortKey: row.foreignInteger(7) ?? 0, isAscending: row.foreignInteger(8) != 0)
    }
  }

  private static func leaveOut(_ row: CollectionRow, _ tree: inout CollectionTree) {
    let reason: String
    switch row.kind {
    case RowKind.shared: reason = "A shared album, which belongs to iCloud."
    case RowKind.smart: reason = "A smart album; its rule is in no form that others can read."
    case RowKind.project: reason = "A project, such as a slide show or a book."
    case RowKind.album where row.isTrashed: reason = "A deleted album."
    case RowKind.folder where row.isTrashed: reason = "A deleted folder."
    case RowKind.album where row.uuid == nil, RowKind.folder where row.uuid == nil:
      reason = "Its row has no identifier."
    default: return
    }
    tree.leftOut.append(.init(subject: row.title, reason: reason))
  }

  /// The members of each album, by its row, in the order in which the user sees them (decision 103).
  private func members(
    of rows: [CollectionRow], _ assets: [AppleAsset]
  ) throws -> [Int64: [UUID]] {
    var places: [Int64: Int] = [:]
    for (place, asset) in assets.enumerated() { places[asset.key] = place }
    var found: [Int64: [Int]] = [:]
    for row in rows where row.kind == RowKind.album { found[row.key] = [] }
    try connection.forEach(
      """
      SELECT j.\(members.album), j.\(members.asset) FROM \(members.table) AS j
      ORDER BY j.\(members.album), j.\(members.position), j.\(members.asset)
      """
    ) { row in
      guard let place = places[row.integer(1)] else { return }
      found[row.integer(0)]?.append(place)
    }
    var members: [Int64: [UUID]] = [:]
    for row in rows {
      guard let list = found[row.key] else { continue }
      members[row.key] = Self.sorted(list, row, assets).map { assets[$0].uuid }
    }
    return members
  }

  /// The members of an album that is sorted by date or title; those that are equal stay as they are.
  private static func sorted(
    _ list: [Int], _ album: CollectionRow, _ assets: [AppleAsset]
  ) -> [Int] {
    let before: (AppleAsset, AppleAsset) -> Bool
    switch album.sortKey {
    case 1:
      before = { ($0.creationDate ?? .distantPast) < ($1.creationDate ?? .distantPast) }
    case 5:
      func title(_ asset: AppleAsset) -> String {
        (asset.values.texts.title ?? asset.fileName).lowercased()
      }
      before = { title($0) < title($1) }
    default: return list
    }
    let ordered = list.enumerated().sorted { first, second in
      let (a, b) = (assets[first.element], assets[second.element])
      if album.isAscending ? before(a, b) : before(b, a) { return true }
      if album.isAscending ? before(b, a) : before(a, b) { return false }
      return first.offset < second.offset
    }
    return ordered.map(\.element)
  }

  /// Puts albums and folders into the tree: from the top down, siblings in order. What hangs below
  /// nothing that is there, or below itself, or too deep, stands at the top.
  private static func place(
    _ rows: [CollectionRow], _ members: [Int64: [UUID]], _ tree: inout CollectionTree
  ) {
    var seen: Set<UUID> = []
    var usable: [Int64: CollectionRow] = [:]
    var order: [CollectionRow] = []
    for row in rows where row.kind == RowKind.album || row.kind == RowKind.folder {
      guard !row.isTrashed, let uuid = row.uuid else { continue }
      guard seen.insert(uuid).inserted, usable[row.key] == nil else {
        tree.leftOut.append(
          .init(subject: row.title, reason: "Its identifier is taken by another album or folder."))
        continue
      }
      usable[row.key] = row
      order.append(row)
    }
    let tops = Set(rows.filter { $0.kind == RowKind.top }.map(\.key))
    var children: [Int64: [CollectionRow]] = [:]
    var stack: [(row: CollectionRow, parent: UUID?, depth: Int)] = []
    for row in order {
      if let parent = row.parent, usable[parent]?.kind == RowKind.folder {
        children[parent, default: []].append(row)
      } else {
        stack.append((row, nil, 0))
        if let parent = row.parent, !tops.contains(parent) {
          tree.notes.append(
            .init(subject: row.title, reason: "Its folder is gone; it is at the top."))
        }
      }
    }
    var placed: Set<Int64> = []
    func unfold() {
      stack.reverse()
      while let (row, parent, depth) = stack.popLast() {
        guard let uuid = row.uuid, placed.insert(row.key).inserted else { continue }
        // An album may stand one deeper than the last folder.
        let isTooDeep = depth >= ChangeLimits.folderDepth - 1
        if isTooDeep {
          tree.notes.append(
            .init(subject: row.title, reason: "Its folder is nested too deep; it is at the top."))
        }
        if row.wasCut {
          tree.notes.append(
            .init(subject: row.title, reason: "Its title is too long, and was cut."))
        }
        tree.collections.append(
          AppleCollection(
            uuid: uuid, kind: row.kind == RowKind.folder ? .folder : .album, title: row.title,
            parent: isTooDeep ? nil : parent, created: row.created,
            members: members[row.key] ?? []))
        for child in (children[row.key] ?? []).reversed() {
          stack.append((child, uuid, isTooDeep ? 1 : depth + 1))
        }
      }
    }
    unfold()
    // What is left hangs in a circle.
    for row in order where !placed.contains(row.key) {
      tree.notes.append(
        .init(subject: row.title, reason: "Its folders hold each other; it is at the top."))
      stack = [(row, nil, 0)]
      unfold()
    }
  }
}
