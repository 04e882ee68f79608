import DiptychEngine
import Foundation

extension LibraryModel {
  /// Edits the children of a folder, or of the root. A child that a folder gives up becomes the
  /// last of the root; a child that the root gives up becomes its last.
  mutating func editFolder(
    _ uuid: UUID?, _ edit: ListEdit, confined: Bool, _ author: Author
  ) throws(ModelFailure) {
    if let uuid {
      guard let folder = collections[uuid], folder.isFolder, isReachable(folder, confined) else {
        throw .gone
      }
    }
    let all = children[uuid] ?? []
    let seen = all.filter { collections[$0].map { isReachable($0, confined) } ?? false }
    var after = try rearranged(seen, edit, confined)
    if uuid == nil { after += seen.filter { !after.contains($0) } }
    try check(after, in: uuid)
    var order = merged(after, into: all, seen)
    for child in seen where !after.contains(child) {
      place(child, in: nil, author)
      order.removeAll { $0 == child }
    }
    let changed = order != all
    if uuid == nil { logMoved(from: all, to: order, author) }
    // Folders that give a child up hold something else, too.
    for parent in order.map({ collections[$0]?.parent }).unique where parent != uuid {
      let given = order.filter { collections[$0]?.parent == parent }
      let makers = Set(given.compactMap { collections[$0]?.creator })
      logChildren(of: parent, author) { makers.contains($0) }
    }
    for child in order where collections[child]?.parent != uuid {
      children[collections[child]?.parent]?.removeAll { $0 == child }
      collections[child]?.parent = uuid
      if let collection = collections[child] {
        logCollection(collection, .updated, ["parent"], author)
      }
    }
    children[uuid] = order
    guard changed else { return }
    let makers = Set(collections.values.map(\.creator))
    let seeing = makers.filter { own(order, of: $0) != own(all, of: $0) }
    logChildren(of: uuid, author) { seeing.contains($0) }
  }

  /// There is no object for the root, so its order is told through the fewest children that have
  /// to move for it.
  private mutating func logMoved(from old: [UUID], to new: [UUID], _ author: Author) {
    let stayed = new.filter { old.contains($0) }
    let places = stayed.compactMap { old.firstIndex(of: $0) }
    // The longest run of children that keep their order, preferring those that stood further up.
    var lengths: [Int] = []
    var before: [Int?] = []
    for place in places {
      let ends = lengths.indices.filter { places[$0] < place }
      let longest = ends.map { lengths[$0] }.max() ?? 0
      before.append(
        ends.filter { lengths[$0] == longest }.min { places[$0] < places[$1] })
      lengths.append(longest + 1)
    }
    let longest = lengths.max() ?? 0
    var kept: Set<Int> = []
    var next = lengths.indices.filter { lengths[$0] == longest }.min { places[$0] < places[$1] }
    while let index = next {
      kept.insert(index)
      next = before[index]
    }
    for (index, child) in stayed.enumerated() where !kept.contains(index) {
      guard let collection = collections[child] else { continue }
      let beside = own(stayed, of: collection.creator)
      logCollection(
        collection, .updated, ["place"],
        isSeenByMaker: beside != old.filter { beside.contains($0) }, author)
    }
  }

  /// What one application has made of some albums and folders.
  private func own(_ list: [UUID], of maker: String) -> [UUID] {
    list.filter { collections[$0]?.creator == maker }
  }

  mutating func place(_ child: UUID, in parent: UUID?, _ author: Author) {
    guard var collection = collections[child], collection.parent != parent else { return }
    children[collection.parent]?.removeAll { $0 == child }
    collection.parent = parent
    collections[child] = collection
    children[parent, default: []].append(child)
    logCollection(collection, .updated, ["parent"], author)
  }

  /// What the application does not see stays where it is.
  private func merged(_ after: [UUID], into all: [UUID], _ seen: [UUID]) -> [UUID] {
    var rest = after[...]
    let kept = all.compactMap { seen.contains($0) ? rest.popFirst() : $0 }
    return kept + rest
  }

  private func rearranged(
    _ before: [UUID], _ edit: ListEdit, _ confined: Bool
  ) throws(ModelFailure) -> [UUID] {
    var list = before
    func existing(_ uuids: [UUID]) -> [UUID] {
      uuids.unique.filter { collections[$0].map { isReachable($0, confined) } ?? false }
    }
    func check(_ indexes: [Int]) throws(ModelFailure) {
      guard indexes.allSatisfy({ list.indices.contains($0) }) else { throw .wrongIndexes }
    }
    switch edit {
    case .add(let uuids):
      let added = existing(uuids)
      list = list.filter { !added.contains($0) } + added
    case .insert(let uuids, let indexes):
      let added = existing(uuids)
      let indexes = Set(indexes).sorted()
      guard uuids.count == indexes.count, added.count == uuids.count else { throw .wrongIndexes }
      list.removeAll { added.contains($0) }
      for (index, child) in zip(indexes, added) {
        guard index <= list.count else { throw .wrongIndexes }
        list.insert(child, at: index)
      }
    case .remove(let uuids):
      list.removeAll { existing(uuids).contains($0) }
    case .removeAt(let indexes):
      try check(indexes)
      list = list.indices.filter { !indexes.contains($0) }.map { list[$0] }
    case .replace(let indexes, let uuids):
      let added = existing(uuids)
      let indexes = Set(indexes).sorted()
      guard uuids.count == indexes.count, added.count == uuids.count else { throw .wrongIndexes }
      try check(indexes)
      for (index, child) in zip(indexes, added) { list[index] = child }
      // A child that stood elsewhere leaves that place.
      list = list.indices.filter { !added.contains(list[$0]) || indexes.contains($0) }
        .map { list[$0] }
    case .move(let indexes, let target):
      let indexes = Set(indexes).sorted()
      try check(indexes)
      let moved = indexes.map { list[$0] }
      list = list.indices.filter { !indexes.contains($0) }.map { list[$0] }
      guard (0...list.count).contains(target) else { throw .wrongIndexes }
      list.insert(contentsOf: moved, at: target)
    }
    return list
  }

  /// No folder in itself (P80), and not more than 64 deep.
  private func check(_ list: [UUID], in folder: UUID?) throws(ModelFailure) {
    guard let folder else { return }
    var depth = 0
    var ancestor: UUID? = folder
    while let current = ancestor {
      guard !list.contains(current) else { throw .unsupported }
      depth += 1
      guard depth < 64 else { throw .unsupported }
      ancestor = collections[current]?.parent
    }
    for child in list where collections[child]?.parent != folder {
      try checkHeight(of: child, below: depth)
    }
  }

  private func checkHeight(of child: UUID, below depth: Int) throws(ModelFailure) {
    guard depth < 64 else { throw .unsupported }
    guard collections[child]?.isFolder == true else { return }
    for grandchild in children[child] ?? [] { try checkHeight(of: grandchild, below: depth + 1) }
  }
}
