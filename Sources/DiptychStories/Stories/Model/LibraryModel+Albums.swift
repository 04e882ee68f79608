import DiptychEngine
import Foundation

extension LibraryModel {
  /// A place in a list of members that an edit works on: a member, or a gap where something that
  /// is gone would stand.
  private typealias Slot = UUID?

  // MARK: Albums and folders themselves

  static func check(title: String) throws(ModelFailure) {
    guard title.utf8.count <= 4_096, !title.utf8.contains(0) else { throw .unsupported }
  }

  mutating func makeCollection(
    _ uuid: UUID, isFolder: Bool, _ title: String, _ author: Author
  ) throws(ModelFailure) {
    try Self.check(title: title)
    let collection = Collection(
      uuid: uuid, isFolder: isFolder, title: title, creator: author.client, created: now,
      modified: now)
    collections[uuid] = collection
    children[nil, default: []].append(uuid)
    reservedTitles.remove(title)
    everMade.insert(uuid)
    logCollection(collection, .inserted, [], author)
  }

  mutating func rename(
    _ uuid: UUID, _ title: String, confined: Bool, _ author: Author
  ) throws(ModelFailure) {
    try Self.check(title: title)
    guard var collection = collections[uuid], isReachable(collection, confined) else { throw .gone }
    guard Array(collection.title.utf8) != Array(title.utf8) else { return }
    collection.title = title
    collection.modified = now
    collections[uuid] = collection
    logCollection(collection, .updated, ["title"], author)
  }

  mutating func deleteCollections(_ uuids: [UUID], confined: Bool, _ author: Author) {
    for uuid in uuids {
      guard let collection = collections[uuid], isReachable(collection, confined) else { continue }
      delete(collection, confined: confined, author)
      logChildren(of: collection.parent, author) { $0 == collection.creator }
    }
  }

  /// Notes that a folder holds other collections; the root has no object (decision 241).
  /// - Parameter isSeen: Whether an application sees it that sees only what the maker has made.
  mutating func logChildren(
    of folder: UUID?, _ author: Author, _ isSeen: (_ maker: String) -> Bool
  ) {
    guard let folder, var collection = collections[folder] else { return }
    collection.modified = now
    collections[folder] = collection
    logCollection(
      collection, .updated, ["children"], isSeenByMaker: isSeen(collection.creator), author)
  }

  /// What the application does not see stays, at the end of the root.
  private mutating func delete(_ collection: Collection, confined: Bool, _ author: Author) {
    for child in (children[collection.uuid] ?? []).compactMap({ collections[$0] }) {
      if isReachable(child, confined) {
        delete(child, confined: confined, author)
      } else {
        place(child.uuid, in: nil, author)
      }
    }
    children[collection.uuid] = nil
    children[collection.parent]?.removeAll { $0 == collection.uuid }
    collections[collection.uuid] = nil
    if !collection.isFolder { reservedTitles.insert(collection.title) }
    logCollection(collection, .deleted, [], author)
  }

  // MARK: Members

  /// What an album shows to the application, or to the user's hand.
  func view(of album: Collection, confined: Bool) -> [UUID] {
    album.members.filter { uuid in
      asset(uuid).map { isShownInAlbums($0) } == true && isReachable(uuid, confined)
    }
  }

  /// Hidden photos stay in albums under the profile of iOS 8 (decision 15).
  func isShownInAlbums(_ asset: Asset) -> Bool {
    asset.trashed == nil && (!asset.isHidden || profile.hiddenShownInAlbums)
  }

  mutating func editAlbum(
    _ uuid: UUID, _ edit: ListEdit, kept: [UUID]?, confined: Bool, _ author: Author
  ) throws(ModelFailure) {
    guard var album = collections[uuid], isReachable(album, confined) else { throw .gone }
    guard !album.isFolder else { throw .unsupported }
    let list = kept ?? view(of: album, confined: confined)
    let before = album.members
    // Members that leave and come back have been touched as well.
    var returning: Set<UUID> = []
    switch edit {
    case .add(let uuids):
      let members = Set(before)
      let added = present(uuids, confined).compactMap { $0 }
      album.members += added.unique.filter { !members.contains($0) }
    case .insert(let uuids, let indexes):
      try insert(uuids, indexes, list, confined, &album.members)
    case .remove(let uuids):
      album.members.removeAll { uuids.contains($0) && isReachable($0, confined) }
    case .removeAt(let indexes):
      try Self.check(indexes, list)
      let removed = Set(indexes.map { list[$0] }.filter { isReachable($0, confined) })
      album.members.removeAll { removed.contains($0) }
    case .replace(let indexes, let uuids):
      try replace(indexes, uuids, list, confined, &album.members)
      let replaced = indexes.map { list[$0] }.filter { isReachable($0, confined) }
      returning = Set(replaced).intersection(before)
      returning.formUnion(present(uuids, confined).compactMap { $0 })
    case .move(let indexes, let target):
      returning = try move(indexes, target, list, confined, &album.members)
    }
    collections[uuid] = album
    touchedMembers[uuid, default: []].formUnion(
      returning.union(Set(before).symmetricDifference(album.members)))
    if membersBefore[uuid] == nil { membersBefore[uuid] = before }
  }

  /// Tells which albums the edits of one commit have changed: what was taken out and put back where
  /// it was is no change (decision 242).
  mutating func settleMembers(_ author: Author) {
    for (uuid, before) in membersBefore {
      guard var album = collections[uuid], album.members != before else { continue }
      album.modified = now
      collections[uuid] = album
      logCollection(
        album, .updated, ["members"], members: touchedMembers[uuid] ?? [], author)
    }
    membersBefore = [:]
    touchedMembers = [:]
  }

  /// The n-th asset stands at the n-th index of the final list (P111). What is gone leaves its
  /// place empty; behind the nearest that is there is the place of an asset.
  private func insert(
    _ uuids: [UUID], _ indexes: [Int], _ list: [UUID], _ confined: Bool, _ members: inout [UUID]
  ) throws(ModelFailure) {
    let indexes = Set(indexes).sorted()
    guard uuids.count == indexes.count, Set(uuids).count == uuids.count else { throw .wrongIndexes }
    let present = Set(members)
    var slots: [Slot] = list.map { present.contains($0) ? $0 : nil }
    for (index, asset) in zip(indexes, self.present(uuids, confined)) {
      guard index <= slots.count else { throw .wrongIndexes }
      slots.insert(asset, at: index)
      guard let asset else { continue }
      guard !members.contains(asset) else { throw .wrongIndexes }
      Self.put([asset], behind: slots[..<index], &members)
    }
  }

  /// Each asset takes the place of the member at its index (P115). Where that member has left, the
  /// place is behind the nearest before it that is there.
  private func replace(
    _ indexes: [Int], _ uuids: [UUID], _ list: [UUID], _ confined: Bool, _ members: inout [UUID]
  ) throws(ModelFailure) {
    let indexes = Set(indexes).sorted()
    guard uuids.count == indexes.count, Set(uuids).count == uuids.count else { throw .wrongIndexes }
    try Self.check(indexes, list)
    let assets = present(uuids, confined)
    let replaced = indexes.map { list[$0] }
    let wasThere = replaced.map { members.contains($0) && isReachable($0, confined) }
    let newcomers = Set(assets.compactMap { $0 })
    var result: [UUID] = []
    for member in members {
      if let place = replaced.firstIndex(of: member), wasThere[place] {
        if let asset = assets[place] { result.append(asset) }
      } else if !newcomers.contains(member) {
        result.append(member)
      }
    }
    members = result
    var slots: [Slot] = list.map { members.contains($0) && !newcomers.contains($0) ? $0 : nil }
    for (place, index) in indexes.enumerated() {
      slots[index] = wasThere[place] ? assets[place] : nil
    }
    for (place, index) in indexes.enumerated() where !wasThere[place] {
      guard let asset = assets[place] else { continue }
      Self.put([asset], behind: slots[..<index], &members)
      slots[index] = asset
    }
  }

  /// Taken out, then put in before the target of what is left (P114).
  /// - Returns: What was moved.
  private func move(
    _ indexes: [Int], _ target: Int, _ list: [UUID], _ confined: Bool, _ members: inout [UUID]
  ) throws(ModelFailure) -> Set<UUID> {
    let indexes = Set(indexes).sorted()
    try Self.check(indexes, list)
    let moved = indexes.map { list[$0] }
      .filter { members.contains($0) && isReachable($0, confined) }
    let rest = list.indices.filter { !indexes.contains($0) }.map { list[$0] }
    guard (0...rest.count).contains(target) else { throw .wrongIndexes }
    members.removeAll { moved.contains($0) }
    let present = Set(members)
    let slots: [Slot] = rest.map { present.contains($0) ? $0 : nil }
    Self.put(moved, behind: slots[..<target], &members)
    return Set(moved)
  }

  /// Puts assets directly behind the last slot that is filled, or in front of all.
  private static func put(_ assets: [UUID], behind slots: ArraySlice<Slot>, _ members: inout [UUID])
  {
    let predecessor = slots.last { $0 != nil } ?? nil
    let place = predecessor.flatMap { members.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    members.insert(contentsOf: assets, at: place)
  }

  private static func check(_ indexes: [Int], _ list: [UUID]) throws(ModelFailure) {
    guard indexes.allSatisfy({ list.indices.contains($0) }) else { throw .wrongIndexes }
  }

  /// The assets that are there and not in the trash; nil in the place of others (decision 41).
  private func present(_ uuids: [UUID], _ confined: Bool) -> [UUID?] {
    uuids.map { uuid in
      guard let asset = asset(uuid), asset.trashed == nil, isReachable(uuid, confined) else {
        return nil
      }
      return uuid
    }
  }
}

/// An edit with identifiers in the place of names.
enum ListEdit: Sendable {
  case add([UUID])
  case insert([UUID], [Int])
  case remove([UUID])
  case removeAt([Int])
  case replace([Int], [UUID])
  case move([Int], Int)
}

extension Array where Element: Hashable {
  /// The elements without repetitions, each at its first place.
  var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
