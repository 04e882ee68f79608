import DiptychEngine
import Foundation

/// Runs the stories of a range of seeds.
///
/// What it does is a function of the range alone, so that any number of machines can share one: of
/// `shards`, each takes every n-th seed. A file keeps the next seed, so that a sweep that was
/// stopped goes on where it was.
package struct StorySweep: Sendable {
  /// How far a sweep has come.
  package struct Progress: Codable, Sendable {
    package var stories = 0
    package var steps = 0
    /// The seeds that failed.
    package var failures: [UInt64] = []
    /// The next seed to run.
    package var next: UInt64

    package init(next: UInt64) {
      self.next = next
    }
  }

  package var seeds: ClosedRange<UInt64>
  /// Which part of the range is run, from 0, and of how many.
  package var shard: UInt64 = 0
  package var shards: UInt64 = 1
  /// Where progress is kept; nil to keep none.
  package var file: URL?
  /// Seconds after which no further story is begun; nil for no limit.
  package var limit: Double?
  /// Which system the facades behave like.
  package var profile = BehaviorProfile.documented
  /// Whether the first failure ends the sweep.
  package var stopsAtFailure = false
  /// Whether failing stories are shortened.
  package var shrinks = true

  package init(seeds: ClosedRange<UInt64>) {
    self.seeds = seeds
  }

  /// Runs what is left of the range.
  /// - Throws: `ProgressError` where the file is damaged or of another run.
  /// - Parameters:
  ///   - report: Called with the text of each failure: what disagreed, and the shortest story that
  ///     fails as Swift source.
  ///   - step: Called after each story.
  package func run(
    report: (String) throws -> Void, step: (Progress) -> Void = { _ in }
  ) async throws -> Progress {
    var progress = try stored() ?? Progress(next: seeds.lowerBound)
    let start = DispatchTime.now().uptimeNanoseconds
    while progress.next <= seeds.upperBound {
      let seed = progress.next
      if let limit, Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9 > limit { break }
      if (seed - seeds.lowerBound) % shards == shard {
        let story = StoryGenerator.story(seed)
        do {
          progress.steps += try await runner.run(story)
        } catch let failure as StoryRunner.Failure {
          progress.steps += story.steps.firstIndex { $0.number == failure.step }.map { $0 + 1 } ?? 0
          progress.failures.append(seed)
          try report(try await text(failure, story))
        }
        progress.stories += 1
      }
      progress.next = seed + 1
      try store(progress)
      step(progress)
      if stopsAtFailure, !progress.failures.isEmpty { break }
    }
    return progress
  }

  private var runner: StoryRunner {
    var runner = StoryRunner()
    runner.profile = profile
    return runner
  }

  private func text(_ failure: StoryRunner.Failure, _ story: Story) async throws -> String {
    guard shrinks else { return failure.description }
    let shortest = try await StoryShrinker(runner).shortest(story, failingAt: failure.step)
    var last = failure
    do {
      try await runner.run(shortest)
    } catch let failure as StoryRunner.Failure {
      last = failure
    }
    return "\(last)\(shortest.steps.count) steps of \(story.steps.count) are enough:\n"
      + shortest.source
  }

  // MARK: Progress

  /// Why a file's progress cannot be gone on with.
  package enum ProgressError: Error, Equatable {
    /// The file holds no progress.
    case damaged
    /// The progress is of another run: its first seed, its part of how many, and its profile.
    case other(String)
  }

  /// What a file keeps: progress, and of what.
  private struct Kept: Codable {
    var first: UInt64
    var shard: UInt64
    var shards: UInt64
    var profile: String
    var progress: Progress
  }

  private func stored() throws -> Progress? {
    guard let file, let data = try? Data(contentsOf: file), !data.isEmpty else { return nil }
    guard let kept = try? JSONDecoder().decode(Kept.self, from: data),
      kept.progress.next >= kept.first
    else { throw ProgressError.damaged }
    guard kept.first == seeds.lowerBound, kept.shard == shard, kept.shards == shards,
      kept.profile == profile.name
    else {
      throw ProgressError.other(
        "seeds from \(kept.first) on, part \(kept.shard + 1)/\(kept.shards), profile "
          + kept.profile)
    }
    return kept.progress
  }

  private func store(_ progress: Progress) throws {
    guard let file else { return }
    let kept = Kept(
      first: seeds.lowerBound, shard: shard, shards: shards, profile: profile.name,
      progress: progress)
    try JSONEncoder().encode(kept).write(to: file, options: .atomic)
  }
}
