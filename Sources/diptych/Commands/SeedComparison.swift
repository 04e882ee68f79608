import DiptychEngine
import DiptychStories
import Foundation

/// `compare --seeds`: random stories, each through AssetsLibrary, through Photos, through both in
/// turn and on a reference model.
struct SeedComparison {
  private let sweep: StorySweep
  private let isJSON: Bool

  init(_ seeds: String, _ arguments: ParsedArguments) throws {
    guard arguments.positionals.isEmpty else {
      throw UsageError("Rows and --seeds do not go together. Leave one of them out.")
    }
    var sweep = StorySweep(seeds: try Self.range(seeds))
    if let shard = arguments.value("shard") { (sweep.shard, sweep.shards) = try Self.shard(shard) }
    sweep.file = arguments.value("resume").map { URL(fileURLWithPath: $0) }
    if let seconds = arguments.value("seconds") {
      guard let limit = Double(seconds), limit > 0 else {
        throw UsageError("--seconds takes a number above 0, such as --seconds 120.")
      }
      sweep.limit = limit
    }
    if let profile = arguments.value("profile") {
      sweep.profile = try CompareCommand.profile(profile)
    }
    sweep.stopsAtFailure = arguments.has("first")
    sweep.shrinks = !arguments.has("whole")
    self.sweep = sweep
    isJSON = arguments.has("json")
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let count = Int(clamping: sweep.seeds.upperBound - sweep.seeds.lowerBound) + 1
    let start = DispatchTime.now().uptimeNanoseconds
    let progress: StorySweep.Progress
    do {
      progress = try await sweep.run(
        report: { text in
          if isJSON { console.err(text) } else { try console.out(text + "\n") }
        },
        step: { progress in
          console.progress(
            "story", Int(clamping: progress.next - sweep.seeds.lowerBound), of: count)
        })
    } catch let error as StorySweep.ProgressError {
      throw failure(error)
    }
    console.endProgress()
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    if isJSON {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      try console.out(String(decoding: try encoder.encode(progress), as: UTF8.self) + "\n")
    } else {
      try console.out(
        "\(progress.stories) stories, \(progress.steps) steps in "
          + String(format: "%.1f", seconds) + " s: "
          + (progress.failures.isEmpty
            ? "no difference.\n"
            : "\(progress.failures.count) differ, seeds "
              + progress.failures.map(String.init).joined(separator: " ") + ".\n"))
    }
    return progress.failures.isEmpty ? .success : .differs
  }

  private func failure(_ error: StorySweep.ProgressError) -> any Error {
    let file = sweep.file?.path ?? ""
    switch error {
    case .damaged:
      return CommandFailure(
        .badData, "The file \(file) holds no progress. Give another file, or delete it.")
    case .other(let run):
      return UsageError(
        "The progress in \(file) is of another run: \(run). Give another file, or the same options."
      )
    }
  }

  private static func range(_ text: String) throws -> ClosedRange<UInt64> {
    let parts = text.components(separatedBy: "..").map { UInt64($0) }
    guard parts.count == 2, let first = parts[0], let last = parts[1], first <= last,
      last < UInt64(Int.max)
    else {
      throw UsageError("--seeds takes a range such as 1..500.")
    }
    return first...last
  }

  private static func shard(_ text: String) throws -> (UInt64, UInt64) {
    let parts = text.split(separator: "/").map { UInt64($0) }
    guard parts.count == 2, let part = parts[0], let count = parts[1], (1...count).contains(part)
    else {
      throw UsageError("--shard takes a part and a number of parts, such as 1/2.")
    }
    return (part - 1, count)
  }
}
