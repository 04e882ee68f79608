import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation

/// Runs threads of a concurrent story on a library that other processes may use too.
package struct ConcurrentRunner: Sendable {
  private let story: ConcurrentStory
  private let library: Library
  private let trace: CallTrace
  /// What each thread is at, and how many moves are done.
  private let state = Lock(State())

  private struct State {
    var present: [Int: String] = [:]
    var done = 0
  }

  /// Opens the library for the story's threads, or makes it.
  /// - Parameter folder: The library's folder.
  /// - Throws: A `LibraryError` when it cannot be opened.
  package init(_ story: ConcurrentStory, folder: String) throws {
    let trace = CallTrace()
    var configuration = LibraryConfiguration(folder: folder)
    configuration.client = LibraryModel.client
    configuration.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    configuration.isDurable = false
    configuration.systemCalls = RealSystemCalls(durable: false)
    // Everything has one date, so that the end does not tell who was first.
    configuration.clock = VirtualClock()
    configuration.identifiers = ScopedIdentifiers(seed: story.identifierSeed)
    configuration.trace = trace
    // Commits of the other processes are waited for, however slow the machine is.
    configuration.busyTimeout = 60_000_000
    self.story = story
    self.trace = trace
    library = try Library.open(configuration)
  }

  /// Closes the library.
  package func close() { library.close() }

  /// What is wrong with what was done since the set-up, a line each.
  package func check(_ record: ConcurrentRecord, after start: Int64) throws -> [String] {
    try ConcurrentCheck(story, record, after: start).lines(library)
  }

  /// Does the set-up, one step after the other.
  /// - Returns: The token of its last commit.
  package func setUp() async throws -> Int64 {
    let home = StoryLibrary(joining: library, seed: story.identifierSeed)
    for step in story.setUp {
      home.begin(move: step)
      let texts = await home.scope.runInTask { [home] in
        await ModernPlayer(home).play(step.action, waits: true)
      }
      if let error = texts.first(where: { $0.hasPrefix("error") }) {
        throw LibraryError(.system, "The set-up of seed \(story.seed) failed: \(error).")
      }
      home.remember(story.made(by: step))
    }
    return try library.currentToken()
  }

  /// Runs some of the story's threads side by side, and one more that looks at the ring meanwhile.
  /// - Parameters:
  ///   - threads: Which.
  ///   - ready: Called when every thread has taken hold of what the set-up made, and nothing was done.
  ///   - patience: Seconds without a finished move after which `hang` is told what each thread is at.
  package func run(
    _ threads: Range<Int>, ready: () -> Void = {}, patience: Int = 60,
    hang: @escaping @Sendable (String) -> Void
  ) async -> ConcurrentRecord {
    trace.clear()
    let homes = threads.map { _ in
      let home = StoryLibrary(joining: library, seed: story.identifierSeed)
      for step in story.setUp { home.remember(story.made(by: step)) }
      return home
    }
    ready()
    let watchdog = watchdog(patience, hang)
    defer { watchdog.cancel() }
    let isOver = Lock(false)
    async let seen = look(while: { !isOver.withLock { $0 } })
    let executors = threads.map { ThreadExecutor("story thread \($0)") }
    defer { withExtendedLifetime(executors) {} }
    var record = await withTaskGroup(of: ConcurrentRecord.self) { group in
      for (index, thread) in threads.enumerated() {
        group.addTask(executorPreference: executors[index]) { await run(thread, homes[index]) }
      }
      var record = ConcurrentRecord()
      for await part in group { record.add(part) }
      return record
    }
    for label in await library.activities.settled(within: Double(patience)) {
      record.failures.append("\(label) still waits")
    }
    isOver.withLock { $0 = true }
    record.failures += await seen
    for event in trace.recorded {
      guard let token = event.token else { continue }
      let step = event.scope.flatMap { Int($0.dropFirst("step ".count)) } ?? 0
      record.commits.append(.init(token: token, step: step))
    }
    return record
  }

  // MARK: A thread

  private func run(_ thread: Int, _ home: StoryLibrary) async -> ConcurrentRecord {
    var record = ConcurrentRecord()
    for move in story.threads[thread] {
      state.withLock { $0.present[thread] = "step \(move.step.number), \(move.step.action)" }
      Self.spin(move.pause)
      home.begin(move: move.step)
      let texts = await home.scope.runInTask { [home] in await Self.texts(move, home) }
      record.reports[move.step.number] = texts
      home.remember(story.made(by: move.step))
      state.withLock { $0.done += 1 }
    }
    state.withLock { $0.present[thread] = nil }
    return record
  }

  private static func texts(_ move: ConcurrentStory.Move, _ home: StoryLibrary) async -> [String] {
    do {
      switch move.step.action {
      case .user(let hand): try HandPlayer(home, home.library.user).play(hand)
      case .otherApp(let hand): try HandPlayer(home, home.library.otherApp("Camera")).play(hand)
      default:
        guard move.generation == .modern else {
          return await LegacyPlayer(home).play(
            move.step.action, usesUIKit: LibraryModel.usesUIKit(move.step.number))
        }
        return await ModernPlayer(home).play(
          move.step.action, waits: move.step.number % 2 == 0)
      }
      return ["done"]
    } catch {
      return ["failed \(HandPlayer.text(error))"]
    }
  }

  private static func spin(_ microseconds: Int) {
    let end = DispatchTime.now().uptimeNanoseconds + UInt64(microseconds) * 1_000
    while DispatchTime.now().uptimeNanoseconds < end {}
  }

  // MARK: Beside the threads

  /// Looks where the assets of the ring are: each in one album, in every snapshot.
  private func look(while goesOn: @Sendable () -> Bool) async -> [String] {
    let scope = LibraryScope(
      library: library, client: LibraryModel.client, delivery: .private, name: "reader")
    let names = story.ring.assets.map {
      Identifiers.asset($0.uuid(.asset, in: story.identifierSeed))
    }
    var failures: [String] = []
    while goesOn() {
      failures += LibraryScope.$current.withValue(scope) {
        let assets = PHAsset.fetchAssets(withLocalIdentifiers: names, options: nil)
        return (0..<assets.count).compactMap { index -> String? in
          let albums = PHAssetCollection.fetchAssetCollectionsContaining(
            assets[index], with: .album, options: nil)
          guard albums.count != 1 else { return nil }
          return "an asset of the ring was seen in \(albums.count) albums"
        }
      }
      await Task.yield()
    }
    return failures
  }

  private func watchdog(
    _ patience: Int, _ hang: @escaping @Sendable (String) -> Void
  ) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "story watchdog"))
    let seen = Lock((done: -1, at: 0))
    timer.schedule(deadline: .now() + 1, repeating: 1)
    timer.setEventHandler { [state, library, story] in
      let (present, done) = state.withLock { ($0.present, $0.done) }
      let waited = seen.withLock { seen in
        seen = seen.done == done ? (done, seen.at + 1) : (done, 0)
        return seen.at
      }
      guard waited == patience else { return }
      let lines = present.sorted { $0.key < $1.key }.map { "  thread \($0.key): \($0.value)" }
      let pending = library.activities.pending.map { "  pending: \($0)" }
      hang(
        "seed \(story.seed): no thread has finished a move for \(patience) seconds\n"
          + (lines + pending).joined(separator: "\n"))
    }
    timer.resume()
    return timer
  }
}
