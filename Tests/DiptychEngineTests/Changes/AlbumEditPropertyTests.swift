import DiptychEngine
import DiptychPlatform
import Foundation
import Testing

/// Random album edits against a plain array that knows nothing of ranks.
struct AlbumEditPropertyTests {
  /// An album as a list of everything in it, and what of that is not seen.
  private struct Model {
    var members: [UUID] = []
    var unseen: Set<UUID> = []
    var seen: [UUID] { members.filter { !unseen.contains($0) } }

    /// The place in `members` directly behind the seen member before place `index` of `list`.
    func place(before index: Int, in list: [UUID]) -> Int {
      for uuid in list[..<index].reversed() {
        if let place = members.firstIndex(of: uuid) { return place + 1 }
      }
      return 0
    }

    mutating func apply(_ edit: AlbumEdit) -> Bool {
      let list = seen
      switch edit {
      case .add(let uuids):
        for uuid in uuids where !members.contains(uuid) && !unseen.contains(uuid) {
          members.append(uuid)
        }
      case .insert(let uuids, let indexes):
        guard uuids.allSatisfy({ !members.contains($0) }) else { return false }
        var final = list
        for (index, uuid) in zip(indexes, uuids) {
          guard index <= final.count else { return false }
          members.insert(uuid, at: place(before: index, in: final))
          final.insert(uuid, at: index)
        }
      case .remove(let uuids): members.removeAll { uuids.contains($0) }
      case .removeAt(let indexes):
        let removed = indexes.map { list[$0] }
        members.removeAll { removed.contains($0) }
      case .replaceAt(let indexes, let uuids):
        let replaced = indexes.map { list[$0] }
        for (old, new) in zip(replaced, uuids) {
          // A mark keeps the place while members move.
          if let place = members.firstIndex(of: old) { members[place] = mark(new) }
        }
        members.removeAll { uuids.contains($0) }
        for uuid in uuids {
          if let place = members.firstIndex(of: mark(uuid)) { members[place] = uuid }
        }
      case .moveAt(let indexes, let target):
        let moved = indexes.map { list[$0] }
        members.removeAll { moved.contains($0) }
        let place = place(before: target, in: list.filter { !moved.contains($0) })
        members.insert(contentsOf: moved, at: place)
      }
      return true
    }

    private func mark(_ uuid: UUID) -> UUID { UUID(hashing: uuid.uuidString) }
  }

  @Test func editsAgreeWithAPlainArray() throws {
    for _ in 0..<4 {
      let seed = UInt64.random(in: 0 ... .max)
      try run(seed)
    }
  }

  private func run(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let library = try Fixtures.library()
    defer { library.close() }
    try library.seedRows(24)
    let assets = try library.uuids(AssetQuery(.library))
    let album = try library.user.make(titled: "Trip")
    var model = Model()
    for step in 0..<120 {
      if step % 10 == 9, let uuid = assets.randomElement(using: &random) {
        try toggle(uuid, in: library, &model, &random)
        continue
      }
      let edit = edit(model, assets, &random)
      let succeeds = model.apply(edit)
      let code = errorCode { try library.commit(.editAlbum(album, edit, .defaultView)) }
      let context = "seed \(seed), step \(step): \(edit)"
      #expect(code == (succeeds ? nil : .indexMismatch), "\(context)")
      let members = try library.members(of: album)
      #expect(members == model.members, "\(context)")
      guard members == model.members else { return }
      #expect(try library.view(of: album) == model.seen, "\(context)")
    }
  }

  private func toggle(
    _ uuid: UUID, in library: Library, _ model: inout Model, _ random: inout SplitMix64
  ) throws {
    let becomesSeen = model.unseen.contains(uuid)
    var update = AssetUpdate()
    update.isHidden = !becomesSeen
    if model.unseen.remove(uuid) == nil { model.unseen.insert(uuid) }
    try library.user.update(uuid, update)
  }

  private func edit(
    _ model: Model, _ assets: [UUID], _ random: inout SplitMix64
  ) -> AlbumEdit {
    let list = model.seen
    // Hidden assets may be added too; the model's rule for them is simpler without.
    let others = assets.filter { !model.members.contains($0) && !model.unseen.contains($0) }
      .shuffled(using: &random)
    let few = Int.random(in: 1...3, using: &random)
    let places = IndexSet(list.indices.shuffled(using: &random).prefix(few))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .add(Array(others.prefix(few)) + Array(list.prefix(1)))
    case 1, 2:
      let new = Array(others.prefix(few))
      let indexes = IndexSet(
        (0..<list.count + new.count).shuffled(using: &random).prefix(new.count))
      return .insert(new, indexes)
    case 3: return few == 1 ? .remove(places.map { list[$0] }) : .removeAt(places)
    case 4:
      let new = Array((others + list).shuffled(using: &random).prefix(places.count))
      return new.count == places.count ? .replaceAt(places, new) : .add(others)
    default:
      return .moveAt(places, to: Int.random(in: 0...(list.count - places.count), using: &random))
    }
  }
}
