import DiptychStories
import Foundation

/// Concurrent stories: threads and processes on one library, checked against the change log.
///
///     ConcurrentStories [--seeds A..B] [--threads N] [--processes N] [--moves N] [--patience S]
///
/// Ends with 0 when everything could have happened one after the other, with 1 and what could not,
/// with 75 and what each thread is at when no move ends for S seconds, with 64 for wrong arguments.
@main
struct ConcurrentStories {
  private var seeds: ClosedRange<UInt64> = 1...20
  private var sweep = ConcurrentSweep()

  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "share", arguments.count == 2 {
      return try await ConcurrentSweep.Share(argument: arguments[1]).run(hang: hang)
    }
    try await ConcurrentStories(arguments).run()
  }

  private init(_ arguments: [String]) throws {
    sweep.program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    sweep.processes = 2
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard let text = rest.popFirst() else { Self.refuse("\(name) needs a value.") }
      if name == "--seeds" {
        let ends = text.components(separatedBy: "..").compactMap { UInt64($0) }
        guard ends.count == 2, ends[0] <= ends[1] else {
          Self.refuse("--seeds takes a range such as 1..20.")
        }
        seeds = ends[0]...ends[1]
        continue
      }
      guard let number = Int(text), number > 0 else { Self.refuse("\(name) needs a number.") }
      switch name {
      case "--threads": sweep.threads = number
      case "--processes": sweep.processes = number
      case "--moves": sweep.moves = min(number, 900)
      case "--patience": sweep.patience = number
      default: Self.refuse("There is no option \(name).")
      }
    }
    sweep.threads = max(sweep.threads, sweep.processes)
  }

  private func run() async throws {
    Self.say(
      "seeds \(seeds.lowerBound)..\(seeds.upperBound), \(sweep.threads) threads in "
        + "\(sweep.processes) processes, \(sweep.moves) moves each")
    var (commits, moves, failures) = (0, 0, [UInt64]())
    for seed in seeds {
      let outcome = try await sweep.run(seed, hang: Self.hang)
      commits += outcome.commits
      moves += outcome.moves
      guard !outcome.lines.isEmpty else { continue }
      failures.append(seed)
      Self.say("seed \(seed), library \(outcome.folder ?? "gone"):")
      for line in outcome.lines.prefix(20) { Self.say("  \(line)") }
    }
    Self.say(
      "\(seeds.count) stories, \(moves) moves, \(commits) commits: "
        + (failures.isEmpty
          ? "each could have happened one after the other."
          : "\(failures.count) could not, seeds "
            + failures.map(String.init).joined(separator: " ") + "."))
    if !failures.isEmpty { exit(1) }
  }

  @Sendable private static func hang(_ text: String) {
    say(text)
    exit(ConcurrentSweep.hangStatus)
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  private static func refuse(_ sentence: String) -> Never {
    FileHandle.standardError.write(Data("ConcurrentStories: \(sentence)\n".utf8))
    exit(64)
  }
}
