import DiptychEngine
import DiptychPlatform
import Foundation

/// Runs a story three times, through AssetsLibrary where it can, through Photos, and alternating,
/// each beside a reference model, and compares after every step.
package struct StoryRunner: Sendable {
  /// Which API does what both can do.
  package enum Mode: String, Sendable, CaseIterable {
    case legacy, modern, alternating

    func generation(_ step: Step) -> Generation {
      switch self {
      case .legacy: .legacy
      case .modern: .modern
      case .alternating: step.number % 2 == 0 ? .legacy : .modern
      }
    }
  }

  /// The first step at which a run and its model, or two runs, disagreed.
  package struct Failure: Error, Sendable, CustomStringConvertible {
    package let seed: UInt64
    package let step: Int
    package let mode: Mode
    /// What disagreed, a line each.
    package let lines: [String]

    package var description: String {
      "seed \(seed), step \(step), \(mode.rawValue) run:\n"
        + lines.map { "  \($0)\n" }.joined()
    }
  }

  /// Which system the facades behave like.
  package var profile = BehaviorProfile.documented
  /// Looks at each run's library beside us, such as an independent oracle of a test.
  package var watch: (any StoryWatch)?

  package init() {}

  /// Runs the story.
  /// - Returns: The steps done, all of them when nothing disagreed.
  @discardableResult
  package func run(_ story: Story) async throws -> Int {
    var runs: [StoryRun] = []
    defer { for run in runs { run.home.close() } }
    let cache = ModelDumpCache()
    for mode in Mode.allCases {
      runs.append(try await StoryRun(story, mode, profile, cache, watch))
    }
    for (place, step) in story.steps.enumerated() {
      let isLast = place == story.steps.count - 1
      for run in runs.indices { try await runs[run].play(step, isLast: isLast) }
      for run in runs.dropFirst() where run.dump != runs[0].dump {
        throw Failure(
          seed: story.seed, step: step.number, mode: run.mode,
          lines: Self.lines(run.dump, runs[0].dump, "legacy run"))
      }
    }
    return story.steps.count
  }

  /// The lines on which a dump differs from the one that it should equal.
  static func lines(_ found: Dump, _ expected: Dump, _ name: String) -> [String] {
    found.differences(from: expected).map {
      "\($0.object) \($0.field): \($0.left ?? "–"), \(name): \($0.right ?? "–")"
    }
  }
}

/// Somebody who looks at the libraries of a story's runs.
package protocol StoryWatch: Sendable {
  /// Called with each run's library before the first step.
  func begin(_ library: Library) throws
  /// Called after each step.
  /// - Returns: What is wrong, a line each.
  func lines(after step: Step, in library: Library) throws -> [String]
}

/// One run of a story, with its model.
struct StoryRun {
  let home: StoryLibrary
  let mode: StoryRunner.Mode
  let seed: UInt64
  var model: LibraryModel
  /// What the model looked like when it was last compared.
  private(set) var dump = Dump(objects: [])
  private let cache: ModelDumpCache
  private var stepsDone = 0
  /// Up to where the history was compared, in the library and in the model.
  private var comparedHistory: (token: Int64, steps: Int) = (0, 0)
  private var followedAccess: AccessStatus?
  private var followedAlbums: [UUID] = []

  private let watch: (any StoryWatch)?

  init(
    _ story: Story, _ mode: StoryRunner.Mode, _ profile: BehaviorProfile,
    _ cache: ModelDumpCache, _ watch: (any StoryWatch)? = nil
  ) async throws {
    home = try StoryLibrary(story, profile)
    self.watch = watch
    self.mode = mode
    self.cache = cache
    seed = story.seed
    model = LibraryModel(
      seed: story.identifierSeed, now: home.clock.now().microseconds, profile: profile)
    try watch?.begin(home.library)
    home.register()
    // From its first use on, the object tells of changes (L182).
    await home.scope.runInTask { [home] in await LegacyPlayer(home).touch() }
  }

  /// Does a step and compares everything.
  mutating func play(_ step: Step, isLast: Bool) async throws {
    model.begin(step.number)
    home.begin(step)
    stepsDone += 1
    guard let action = model.resolved(step) else { return }
    let (found, expected) = await texts(action, step)
    let waiting = await home.library.activities.settled(within: 30)
    var lines = waiting.map { "\($0) still waits after 30 seconds" }
    if found != expected {
      lines.append(
        "reports: \(found.joined(separator: ", ")), model: "
          + expected.joined(separator: ", "))
    }
    if home.prompts != model.access.prompts {
      lines.append("prompts: \(home.prompts), model: \(model.access.prompts)")
    }
    let notices = home.notices.withLock { $0 }
    if notices != model.notices(home.library.uuid) {
      lines.append("notices: \(notices), model: \(model.notices(home.library.uuid))")
    }
    // A large library is looked at as a whole now and then; what is followed through changes, and
    // what was reported, always.
    let isSmall = model.assets.count + model.collections.count < 300
    let isWhole = isLast || isSmall || stepsDone % 20 == 0
    if isWhole { lines += try compareDumps(isLast: isLast) }
    if let watch { lines += try watch.lines(after: step, in: home.library) }
    home.remember(model.everMade)
    if lines.isEmpty { lines = followed(action) }
    if lines.isEmpty, isWhole { lines = await read(step) }
    if isLast { lines += try home.library.verify().map(\.description) }
    guard lines.isEmpty else {
      throw StoryRunner.Failure(seed: seed, step: step.number, mode: mode, lines: lines)
    }
  }

  /// Compares the whole state, and what the history has gained since the last time: it only grows,
  /// and the whole of it is compared once, at the end.
  private mutating func compareDumps(isLast: Bool) throws -> [String] {
    dump = model.exactDump(cache)
    var lines = StoryRunner.lines(try home.library.dump(.exact), dump, "model")
    let compared = isLast ? (token: 0, steps: 0) : comparedHistory
    lines += StoryRunner.lines(
      try home.library.historyDump(after: compared.token),
      model.historyDump(from: compared.steps), "model")
    comparedHistory = (try home.library.currentToken(), model.history.count)
    return lines
  }

  // MARK: Doing

  /// What the step reported, and what it should have.
  private mutating func texts(_ action: Action, _ step: Step) async -> ([String], [String]) {
    let wanted = mode.generation(step)
    switch model.ability(action) {
    case .outside:
      let found = await outside(action)
      return (found, model.play(action, answer: step.answer, through: .modern))
    case .legacyOnly: return await texts(action, step, .legacy)
    case .modernOnly: return await texts(action, step, .modern)
    case .both: return await texts(action, step, wanted)
    case .modernAfterRefusal:
      guard wanted == .legacy else { return await texts(action, step, .modern) }
      let refused = await texts(action, step, .legacy)
      let done = await texts(action, step, .modern)
      return (refused.0 + done.0, refused.1 + done.1)
    }
  }

  private mutating func texts(
    _ action: Action, _ step: Step, _ generation: Generation
  ) async -> ([String], [String]) {
    let usesUIKit = model.usesUIKit
    let found = await home.scope.runInTask { [home] () -> [String] in
      if case .keepMembers(let name, let order) = action {
        ModernPlayer(home).keepMembers(name, order)
        return ["done"]
      }
      return switch generation {
      case .legacy: await LegacyPlayer(home).play(action, usesUIKit: usesUIKit)
      case .modern: await ModernPlayer(home).play(action, waits: step.number % 2 == 0)
      }
    }
    let settled = await home.library.activities.settled(within: 30)
    let expected = model.play(action, answer: step.answer, through: generation)
    return (found + settled, expected)
  }

  private func outside(_ action: Action) async -> [String] {
    do {
      switch action {
      case .user(let hand): try HandPlayer(home, home.library.user).play(hand)
      case .otherApp(let hand): try HandPlayer(home, home.library.otherApp("Camera")).play(hand)
      case .setAccess(let setting):
        try home.library.access.set(preset(setting), LibraryModel.client)
      case .pass(let days):
        home.clock.advance(by: Double(days) * 86_400)
        try home.library.user.restore([])
      default: return ["nothing"]
      }
      return ["done"]
    } catch {
      return ["failed \(HandPlayer.text(error))"]
    }
  }

  private func preset(_ setting: Action.Access) -> AccessPreset {
    switch setting {
    case .authorized: .authorized
    case .denied: .denied
    case .restricted: .restricted
    case .addOnly: .addOnly
    case .undecided: .notDetermined
    case .limited(let names): .limited(names.map { home.id($0, .asset) })
    }
  }

  // MARK: Looking

  /// What was followed by changes alone must be what the model has. With other access, and with a
  /// new album, it is fetched afresh.
  private mutating func followed(_ action: Action) -> [String] {
    guard model.access.canRead else {
      followedAccess = nil
      return []
    }
    let isOld = followedAccess == model.access.reading
    var isSetting = false
    if case .setAccess = action { isSetting = true }
    let lines = isOld && !isSetting ? home.observer.lines(model) : []
    let albums = model.visibleTree.filter { !$0.isFolder }.map(\.uuid)
    if !isOld || isSetting || albums != followedAlbums {
      LibraryScope.$current.withValue(home.scope) { home.observer.follow(albums) }
    }
    followedAccess = model.access.reading
    followedAlbums = albums
    return lines
  }

  /// Reads through both APIs. While nothing is decided, looking would make the system ask.
  private func read(_ step: Step) async -> [String] {
    guard model.access.reading != .notDetermined else { return [] }
    let random = SplitMix64(seed: seed &* 1_000_003 &+ UInt64(step.number))
    return await home.scope.runInTask { [home, model] () -> [String] in
      var modern = ModernReader(home, model, random)
      var legacy = LegacyReader(home, model, random)
      return await modern.run() + legacy.run()
    }
  }
}
