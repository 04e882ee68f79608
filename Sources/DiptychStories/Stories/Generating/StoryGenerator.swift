import DiptychEngine
import DiptychPlatform
import Foundation

/// Makes the story of a seed. It plays what it makes on a model, so that steps name what is there,
/// and now and then what is gone.
package struct StoryGenerator {
  var random: SplitMix64
  var model: LibraryModel
  private let story: Story
  /// Everything that was ever made, by name.
  var assets: [Name] = []
  var albums: [Name] = []
  var folders: [Name] = []
  var number = 0

  /// The story of a seed. One in 400 has an album of 5,000 members.
  package static func story(_ seed: UInt64) -> Story {
    var generator = StoryGenerator(seed)
    let count = Int.random(in: 20...60, using: &generator.random)
    var steps: [Step] = []
    if seed % 400 == 0 { steps += generator.bigAlbum() }
    while steps.count < count { steps.append(generator.step()) }
    return Story(seed: seed, steps: steps)
  }

  init(_ seed: UInt64) {
    random = SplitMix64(seed: seed)
    story = Story(seed: seed, steps: [])
    model = LibraryModel(seed: story.identifierSeed, now: 1_400_000_000_000_000)
  }

  private mutating func bigAlbum() -> [Step] {
    let actions: [Action] = [
      .saveMany(5_000), .makeAlbum("Everything"), .addMany(step: 1, count: 5_000, to: Name(2)),
    ]
    return actions.map { take($0, .allow) }
  }

  private mutating func step() -> Step {
    let action = chosen()
    var answer = Answer.allow
    let asks = action.parts.contains { $0.asks } || model.access.reading == .notDetermined
    if asks, chance(4) { answer = .refuse }
    if model.access.reading == .notDetermined, chance(4) { answer = .select(some(assets, upTo: 4)) }
    return take(action, answer)
  }

  /// Plays a step on the model and notes what it made.
  mutating func take(_ action: Action, _ answer: Answer) -> Step {
    number += 1
    let step = Step(number, action, answer: answer)
    model.begin(number)
    let before = model.everMade
    if let resolved = model.resolved(step) {
      let generation: Generation = model.ability(resolved) == .legacyOnly ? .legacy : .modern
      _ = model.play(resolved, answer: answer, through: generation)
    }
    guard model.everMade.count > before.count else { return step }
    for index in 1...max(model.counts[.asset] ?? 0, 1) {
      let name = Name(number, index)
      if model.asset(model.id(name, .asset)) != nil { assets.append(name) }
    }
    for index in 1...max(model.counts[.collection] ?? 0, 1) {
      let name = Name(number, index)
      guard let made = model.collections[model.id(name, .collection)] else { continue }
      if made.isFolder { folders.append(name) } else { albums.append(name) }
    }
    return step
  }

  // MARK: Chances

  /// True once in `count` times.
  mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  mutating func one<Element>(_ list: [Element]) -> Element? { list.randomElement(using: &random) }

  /// A few elements, usually different ones.
  mutating func some<Element>(_ list: [Element], upTo limit: Int = 3) -> [Element] {
    guard !list.isEmpty else { return [] }
    let count = Int.random(in: 1...limit, using: &random)
    return (0..<count).compactMap { _ in one(list) }
  }

  /// A few elements, all of them different.
  mutating func different(_ list: [Name], upTo limit: Int = 3) -> [Name] {
    some(list, upTo: limit).unique
  }

  /// One of weighted choices.
  mutating func weighted<Choice>(_ choices: [(weight: Int, choice: Choice)]) -> Choice? {
    var place = Int.random(in: 0..<max(choices.map(\.weight).reduce(0, +), 1), using: &random)
    for (weight, choice) in choices {
      if place < weight { return choice }
      place -= weight
    }
    return choices.last?.choice
  }

  // MARK: What is there

  /// Assets, mostly such as are there and not in the trash.
  var presentAssets: [Name] {
    assets.filter { model.asset(model.id($0, .asset)).map { $0.trashed == nil } ?? false }
  }

  var trashedAssets: [Name] {
    assets.filter { model.asset(model.id($0, .asset)).map { $0.trashed != nil } ?? false }
  }

  var editedAssets: [Name] {
    assets.filter { model.asset(model.id($0, .asset))?.adjustment != nil }
  }

  var presentAlbums: [Name] {
    albums.filter { model.collections[model.id($0, .collection)] != nil }
  }

  var presentFolders: [Name] {
    folders.filter { model.collections[model.id($0, .collection)] != nil }
  }

  /// The members of an album that a fetch shows.
  func members(_ album: Name) -> [Name] {
    let shown = Set(model.members(of: model.id(album, .collection)))
    return assets.filter { shown.contains(model.id($0, .asset)) }
  }

  mutating func anAsset() -> Name? { one(chance(8) ? assets : presentAssets) }
  mutating func anAlbum() -> Name? { one(chance(8) ? albums : presentAlbums) }
  mutating func aFolder() -> Name? { one(chance(8) ? folders : presentFolders) }
}

extension Action {
  /// Whether Photos asks the user first.
  fileprivate var asks: Bool {
    switch self {
    case .delete, .deleteAssets, .edit, .revert: true
    default: false
    }
  }
}
