import DiptychEngine
import DiptychPlatform
import Foundation

/// A photo library of its own for one test: empty or seeded, private, gone when it is closed.
///
/// Code that runs inside `run(_:)` finds it wherever it says `PHPhotoLibrary.shared()` or
/// `ALAssetsLibrary()`. Everything that would differ from run to run is decided by the test: the
/// identifiers follow from a seed, and the clock stands still until the test moves it.
///
///     let library = try TestPhotoLibrary {
///       Album("Trip") { Photo(.jpeg(width: 40, height: 30), named: "beach.jpg") }
///     }
///     try await library.run { try await saver.save(image, to: "Trip") }
///     #expect(library.album("Trip")?.assets.count == 2)
public final class TestPhotoLibrary: Sendable {
  /// Where results of the old API, and image results, arrive (decision 39).
  public enum Delivery: String, Sendable, CaseIterable {
    /// On the main queue, as on iOS. A test that blocks the main thread never gets them.
    case main
    /// On a serial queue of the library.
    case `private`
  }

  /// Whether libraries may be in force side by side.
  public enum Mode: Sendable {
    /// One at a time in the whole process, so that the library also holds behind a hop through a
    /// queue or a thread.
    case oneAtATime
    /// Side by side, for code that never leaves its task. A call from outside a task ends the
    /// process when it cannot tell which library is meant (decision 42).
    case parallel

    fileprivate var turn: Turn.Mode { self == .parallel ? .parallel : .oneAtATime }
  }

  /// Waits until this process may have a library in force in this way, then runs `body`.
  package static func takingTurn<T>(
    _ mode: Mode, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> T
  ) async rethrows -> T {
    try await Turn.shared.take(mode.turn) { try await body() }
  }

  /// The application on whose behalf the code under test runs (decision 28).
  public let client: String
  /// The clock of the library. It moves only when the test moves it.
  public let clock: TestClock

  let library: Library
  let scope: LibraryScope
  let identifiers: SeededIdentifiers
  let faults: Lock<Faults>
  private let seed: String
  private let initialAccess: Access
  private let steps: Lock<[String: Int]>

  /// Makes a library and opens it.
  /// - Parameters:
  ///   - seed: What identifiers follow from. Two libraries with the same seed give the same ones to
  ///     the same calls.
  ///   - client: The name of the application under test.
  ///   - profile: How the APIs behave where systems differ from their documentation.
  ///   - access: What the user has decided for `client` before the test.
  ///   - delivery: Where results of the old API arrive.
  ///   - clock: The clock; a test of its own starts where `TestClock()` starts.
  ///   - language: The system's language, for the names of system albums: `en`, `de`, `fr`, `ja`,
  ///     `zh-Hans` or `zh-Hant` (decision 29), with or without a region (decision 254).
  ///   - timeZone: The zone of capture dates that name none (decision 21). UTC when nil.
  ///   - contents: What the library holds at the start.
  /// - Throws: An error that says what to do when the library cannot be made, a file of `contents`
  ///   cannot be stored, or `access` names a photo that `contents` does not have.
  /// - Complexity: Some milliseconds, and the time to copy the files of `contents`.
  public convenience init(
    seed: Int = 1, client: String = "App", profile: Profile = .documented,
    access: Access = .authorized, delivery: Delivery = .main, clock: TestClock = TestClock(),
    language: String = "en", timeZone: TimeZone? = nil,
    @LibraryBuilder contents: () -> [any LibraryContent] = { [] }
  ) throws {
    try self.init(
      seed: seed, client: client, profile: profile, access: access, delivery: delivery,
      clock: clock, language: language, timeZone: timeZone, seeds: contents())
  }

  /// The same for contents that are made already.
  package init(
    seed: Int, client: String, profile: Profile, access: Access, delivery: Delivery,
    clock: TestClock = TestClock(), language: String = "en", timeZone: TimeZone? = nil,
    seeds: [any LibraryContent]
  ) throws {
    self.client = client
    self.clock = clock
    self.seed = String(seed)
    steps = Lock([:])
    initialAccess = access
    let identifiers = SeededIdentifiers(seed: self.seed)
    let faults = Lock(Faults())
    self.identifiers = identifiers
    self.faults = faults
    library = try EphemeralLibrary.open { configuration in
      configuration.client = client
      configuration.clock = clock.engine
      configuration.identifiers = identifiers
      configuration.systemCalls = Faults.systemCalls(faults)
      configuration.profile = profile.engine
      configuration.language = language
      if let timeZone { configuration.timeZone = timeZone }
    }
    scope = LibraryScope(
      library: library, client: client, delivery: delivery == .main ? .main : .private,
      name: "test library \(seed)")
    beginStep("given")
    try Seeder(library).seed(seeds)
    if access != .authorized { try set(access) }
    step(Self.firstStep)
  }

  /// A library that is as `other` was made, which nobody has used since: what it holds, access,
  /// clock, and the identifiers to come. Made in a small part of the time.
  package init(twinOf other: TestPhotoLibrary) throws {
    client = other.client
    clock = TestClock(other.clock.now)
    seed = other.seed
    steps = Lock(other.steps.withLock { $0 })
    initialAccess = other.initialAccess
    let identifiers = SeededIdentifiers(seed: seed)
    let faults = Lock(Faults())
    let clock = clock.engine
    self.identifiers = identifiers
    self.faults = faults
    library = try EphemeralLibrary.twin(of: other.library) { configuration in
      configuration.clock = clock
      configuration.identifiers = identifiers
      configuration.systemCalls = Faults.systemCalls(faults)
    }
    scope = LibraryScope(
      library: library, client: client, delivery: other.scope.delivery,
      name: "\(other.scope.name), twin")
    identifiers.beginStep(Self.firstStep)
    // What the user will answer is not part of what a library holds.
    if case .ask = initialAccess { try set(initialAccess) }
  }

  /// The step that a test begins in.
  private static let firstStep = "test"

  deinit {
    close()
  }

  /// Closes the library and removes its files. Later calls on it fail; closing twice does nothing.
  public func close() {
    isMainQueueLate = false
    let path = library.path
    library.close()
    // The engine removes the library; the folder around it was made for it alone.
    rmdir(path.parentPath)
  }

  // MARK: In force

  /// Puts the library in force while `body` runs: for this task and what it starts, and, as long
  /// as no other library is in force, for the whole process, so that it also holds behind a hop
  /// through a queue or a thread (decision 42). The library that was in force for this task before
  /// is not, until `body` has returned.
  ///
  /// This form cannot wait until other tests are done with theirs. Use it where tests run one
  /// after the other, as in XCTest, inside a test with the trait `.photoLibrary`, or to carry the
  /// library across a hop.
  @_disfavoredOverload
  public func run<T>(_ body: () throws -> T) rethrows -> T {
    // Disfavored so that code that can wait takes its turn, also when `body` itself does not wait.
    if isCarried { return try body() }
    return try InForce.put(self, body)
  }

  /// Whether this task runs in the library already, be it in a scope that records traps.
  private var isCarried: Bool {
    LibraryScope.current.map { $0.library === library && $0.client == client } ?? false
  }

  /// Waits until no other test has a library in force, then puts this one in force while `body`
  /// runs, which may wait too.
  ///
  /// Where this library is in force already, `body` runs at once, also in a task that does not know of
  /// it, such as a detached one; such a task needs this call to have another library in force, or to
  /// compare. Child tasks of one test that put different libraries in force do it one after the other.
  ///
  /// Returns when `body` has returned, which may be before everything it started has ended; see
  /// ``settle(within:)``.
  nonisolated(nonsending) public func run<T>(
    _ body: nonisolated(nonsending) () async throws -> T
  ) async rethrows -> T {
    try await run(.oneAtATime, body)
  }

  /// The same, side by side with others where `mode` says so.
  nonisolated(nonsending) public func run<T>(
    _ mode: Mode, _ body: nonisolated(nonsending) () async throws -> T
  ) async rethrows -> T {
    if isCarried { return try await body() }
    return try await Turn.shared.join(mode.turn, for: scope) { joined in
      if let joined { return try await InForce.carry(self, in: joined) { try await body() } }
      return try await InForce.put(self) { try await body() }
    }
  }

  /// The library in force: the one that this task carries, else the only one of the process.
  ///
  /// Ends the process when there is none, or when there are several and the task carries none.
  public static var current: TestPhotoLibrary {
    if let library = InForce.current { return library }
    raise(
      "NSInternalInconsistencyException", reason: "No test library is in force here.",
      remedy: "Call this inside library.run { }, in a PhotoLibraryTestCase, or in a test with the "
        + "trait .photoLibrary.")
  }

  // MARK: Steps

  /// Starts a step: moves the clock forward by a second and begins the identifiers of the step
  /// anew, so that what one step makes does not shift the identifiers of the next.
  public func step(_ name: String) {
    beginStep(name)
    clock.advance(by: 1)
  }

  /// A name that comes again gets a number, for the same name would give the same identifiers.
  private func beginStep(_ name: String) {
    let count = steps.withLock { steps in
      steps[name, default: 0] += 1
      return steps[name] ?? 1
    }
    identifiers.beginStep(count == 1 ? name : "\(name)\u{0}\(count)")
  }

  /// Waits until the library has nothing left to do: no queued block, write, callback, notification or
  /// prompt.
  /// - Parameter limit: Seconds to wait at most. Time in which other tests keep the process from
  ///   running what waits counts only in part: by the clock it may be ten times as long.
  /// - Returns: What still waits when the limit was reached, oldest first; nothing when settled. What
  ///   ``isMainQueueLate`` holds is named and not waited for.
  @discardableResult
  public func settle(within limit: TimeInterval = 5) async -> [String] {
    await library.activities.settled(within: limit)
  }
}
