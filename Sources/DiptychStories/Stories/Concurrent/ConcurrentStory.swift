import DiptychEngine
import DiptychPlatform
import Foundation

/// What several threads do to one library at once, each its own list of steps, after a set-up that
/// one of them does. It depends on nothing but its seed; which thread is faster does not.
package struct ConcurrentStory: Sendable {
  /// A step of a thread, and which API does it.
  package struct Move: Hashable, Sendable {
    /// What is done.
    package let step: Step
    /// Which API does it.
    package let generation: Generation
    /// Microseconds that the thread waits before it, so that threads meet at other places.
    package let pause: Int
  }

  /// What everything follows from.
  package let seed: UInt64
  /// What one thread does before the others begin.
  package let setUp: [Step]
  /// The moves of each thread. Their numbers tell them apart: those of the n-th are above n × 1,000.
  package let threads: [[Move]]
  /// For each thread an asset that nobody else names. It is in one album of the ring, always.
  package let ring: Ring

  /// Albums that assets go around in: a thread takes its asset out of one and puts it into the next,
  /// in one change block.
  package struct Ring: Sendable {
    /// One a thread.
    package let assets: [Name]
    /// In the order in which assets go around.
    package let albums: [Name]
  }

  /// What identifiers follow from.
  package var identifierSeed: String { "story \(seed)" }

  /// The story of a seed.
  /// - Parameters:
  ///   - count: How many threads there are.
  ///   - moves: How many moves each makes, at most 999.
  package init(seed: UInt64, threads count: Int, moves: Int) {
    self.seed = seed
    var generator = StoryGenerator(seed)
    var setUp: [Step] = []
    var assets: [Name] = []
    var albums: [Name] = []
    for index in 0..<max(count, 2) {
      setUp.append(generator.take(.makeAlbum("Ring \(index)"), .allow))
      albums.append(Name(generator.number))
    }
    for index in 0..<count {
      let action = Action.batch([
        .saveBytes(.plain),
        .editAlbum(albums[index], .add([Name(generator.number + 1)]), .view),
      ])
      setUp.append(generator.take(action, .allow))
      assets.append(Name(generator.number))
    }
    // Nobody but its own thread names a member of the ring.
    (generator.assets, generator.albums) = ([], [])
    setUp += (0..<10).map { _ in generator.take(generator.aSave(), .allow) }
    setUp += (0..<3).map { generator.take(.makeAlbum("Shared \($0)"), .allow) }
    setUp.append(generator.take(.makeFolder("Folder"), .allow))
    for album in generator.albums {
      setUp.append(
        generator.take(.editAlbum(album, .add(Array(generator.assets.prefix(6))), .view), .allow))
    }
    self.setUp = setUp
    let ring = Ring(assets: assets, albums: albums)
    self.ring = ring
    threads = (0..<count).map { [generator] thread in generator.moves(of: thread, moves, ring) }
  }

  /// The identifiers that a step gives to what it makes.
  package func made(by step: Step) -> Set<UUID> {
    var counts: [IdentifierKind: Int] = [:]
    var made: Set<UUID> = []
    for kind in step.action.parts.compactMap(\.madeKind) + step.action.madeByHand {
      counts[kind, default: 0] += 1
      made.insert(Name(step.number, counts[kind] ?? 1).uuid(kind, in: identifierSeed))
    }
    return made
  }
}

extension Action {
  /// What the user's hand or another application makes.
  fileprivate var madeByHand: [IdentifierKind] {
    switch self {
    case .user(.save), .otherApp(.save): [.asset]
    case .user(.makeAlbum), .user(.makeFolder), .otherApp(.makeAlbum), .otherApp(.makeFolder):
      [.collection]
    default: []
    }
  }
}

extension StoryGenerator {
  /// The moves of one thread, as if it were alone with what the set-up made.
  fileprivate func moves(
    of thread: Int, _ count: Int, _ ring: ConcurrentStory.Ring
  ) -> [ConcurrentStory.Move] {
    var generator = self
    for _ in 0...thread { generator.random = SplitMix64(seed: generator.random.next()) }
    generator.number = (thread + 1) * 1_000
    var place = thread
    var moves: [ConcurrentStory.Move] = []
    while moves.count < count {
      var action = generator.chosen().asMove
      if generator.chance(6) {
        let next = (place + 1) % ring.albums.count
        action = .batch([
          .editAlbum(ring.albums[place], .remove([ring.assets[thread]]), .view),
          .editAlbum(ring.albums[next], .add([ring.assets[thread]]), .view),
        ])
        place = next
      } else if generator.chance(5), let asset = generator.one(Array(assets.prefix(3))),
        let picture = generator.one(Picture.images)
      {
        // Often the same few assets get new content, which is staged before anything is locked.
        action =
          generator.chance(2)
          ? .edit(asset, .file(picture), resumes: true) : .setContent(asset, picture)
      }
      guard let action else { continue }
      let step = generator.take(action, .allow)
      let isLegacy = action.isOneCommitOfLegacy && (action.needsLegacy || generator.chance(2))
      moves.append(
        ConcurrentStory.Move(
          step: step, generation: isLegacy ? .legacy : .modern,
          pause: generator.chance(3) ? Int.random(in: 0...400, using: &generator.random) : 0))
    }
    return moves
  }
}

extension Action {
  /// The action, if its end does not depend on what was read before its one commit; what an
  /// application decides by an earlier look is no transaction.
  fileprivate var asMove: Action? {
    switch self {
    case .saveBitmap, .saveBytes, .saveVideo, .saveFile, .saveNamed, .saveNothing, .saveLive,
      .saveRaw, .setContent, .makeAlbum, .makeFolder, .rename, .delete, .editFolder, .update,
      .deleteAssets, .revert, .user, .otherApp, .editAlbum(_, _, .view):
      self
    case .edit(let name, .file(let picture), _): .edit(name, .file(picture), resumes: true)
    case .batch(let parts): parts.contains { $0.asMove == nil } ? nil : self
    default: nil
    }
  }

  fileprivate var isOneCommitOfLegacy: Bool {
    switch self {
    case .saveBitmap, .saveBytes, .saveVideo, .setContent, .makeAlbum: true
    case .editAlbum(_, .add(let names), _): names.count == 1
    default: false
    }
  }

  fileprivate var needsLegacy: Bool {
    if case .setContent = self { return true }
    return false
  }
}
