import DiptychAssetsLibrary
import DiptychEngine
import Foundation

/// Every call of an API from several threads on one library, and then a look at what is left.
///
///     Stress [--api legacy|modern|mixed] [--threads N] [--calls N] [--seed S]
///
/// Ends with 0 when everything holds, with 1 and what does not otherwise, with 64 for wrong
/// arguments. Made for the thread sanitizer: see `scripts/stress`.
@main
struct Stress {
  /// Whose calls are made: of one API, or of both at once.
  enum API: String {
    case legacy, modern, mixed

    var operations: [StressOperation] {
      switch self {
      case .legacy: LegacyOperations.all
      case .modern: ModernOperations.all
      case .mixed:
        // What the user does is in both lists.
        LegacyOperations.all
          + ModernOperations.all.dropLast(LegacyOperations.user.count)
      }
    }
  }

  var api = API.mixed
  var threads = 4
  var calls = 250
  var seed = UInt64.random(in: 0..<1_000_000)

  static func main() async throws {
    let stress = try Stress(Array(CommandLine.arguments.dropFirst()))
    // Whoever sees it fail repeats it with the seed.
    say(
      "seed \(stress.seed), \(stress.threads) threads, \(stress.calls) calls each, "
        + stress.api.rawValue)
    let problems = try await stress.run()
    for problem in problems { say(problem) }
    guard problems.isEmpty else { exit(1) }
  }

  private init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      if name == "--api" {
        guard let api = rest.popFirst().flatMap(API.init) else {
          Self.refuse("--api needs legacy, modern or mixed.")
        }
        self.api = api
        continue
      }
      guard let text = rest.popFirst(), let number = UInt64(text), number < 1 << 40 else {
        Self.refuse("\(name) needs a number.")
      }
      switch name {
      case "--threads": threads = max(1, Int(number))
      case "--calls": calls = max(1, Int(number))
      case "--seed": seed = number
      default: Self.refuse("There is no option \(name).")
      }
    }
  }

  private static func refuse(_ reason: String) -> Never {
    say("\(reason) Usage: Stress [--api legacy|modern|mixed] [--threads N] [--calls N] [--seed S]")
    exit(64)
  }

  static func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

  /// Runs the threads and returns what does not hold afterwards.
  private func run() async throws -> [String] {
    let operations = api.operations
    let world = try StressWorld(seed: seed)
    // Two applications. The results of one arrive on a queue of the library, those of the other on
    // the main queue (decision 39), which is free since nothing here blocks the main thread.
    let scopes = [
      LibraryScope(library: world.engine, client: "App", delivery: .private),
      LibraryScope(library: world.engine, client: "Other", delivery: .main),
    ]
    // One handle an application, used by its threads together.
    let handles = scopes.map { _ in ALAssetsLibrary() }
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<threads {
        let scope = scopes[index % scopes.count]
        let handle = handles[index % handles.count]
        group.addTask {
          await Self.onThread {
            LibraryScope.$current.withValue(scope) {
              let worker = StressWorker(world, scope, handle, index: index)
              // Each call once at least, then by chance.
              if index < scopes.count { operations.forEach(worker.perform) }
              worker.run(operations, count: calls)
            }
          }
        }
      }
    }
    let left = await world.engine.activities.settled(within: 60)
    var problems = world.problems + left.map { "\($0) is still waiting" }
    problems += try StressCheck(world, operations).problems()
    withExtendedLifetime(handles) {}
    let total = world.calls.values.reduce(0, +)
    Self.say("\(total) calls of \(world.calls.count) kinds, \(problems.count) problems")
    world.engine.close()
    return problems
  }

  /// Runs `body` on a thread of its own, which may block.
  private static func onThread(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        body()
        continuation.resume()
      }
      thread.stackSize = 4 << 20
      thread.start()
    }
  }
}
