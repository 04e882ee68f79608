import DiptychEngine
import Foundation

/// Asks whether what threads did at once can be told as one after the other: the commits, played on
/// the reference model in the order of their tokens, must report what was reported and leave what
/// is there.
package struct ConcurrentCheck {
  private let story: ConcurrentStory
  private let record: ConcurrentRecord
  /// The last token of the set-up.
  private let start: Int64

  /// - Parameters:
  ///   - record: What every process did.
  ///   - start: The last token of the set-up.
  package init(_ story: ConcurrentStory, _ record: ConcurrentRecord, after start: Int64) {
    self.story = story
    self.record = record
    self.start = start
  }

  /// What is wrong, a line each.
  package func lines(_ library: Library) throws -> [String] {
    var lines = record.failures
    let commits = record.commits.filter { $0.token > start }.sorted { $0.token < $1.token }
    let logged = try library.read { transaction in
      try transaction.connection.all(
        "SELECT token FROM commits WHERE token > ? ORDER BY token", [start]
      ) { $0.integer(0) }
    }
    guard commits.map(\.token) == logged else {
      return lines + ["\(logged.count) commits are logged, and \(commits.count) were made"]
    }
    let steps = Dictionary(
      uniqueKeysWithValues: story.threads.joined().map { ($0.step.number, $0) })
    var model = LibraryModel(seed: story.identifierSeed, now: VirtualClock().now().microseconds)
    let date = model.now
    for step in story.setUp {
      model.begin(step.number, at: date)
      _ = model.play(step.action, answer: .allow, through: .modern)
    }
    for commit in commits {
      guard let move = steps[commit.step] else {
        lines.append("nobody made the commit \(commit.token)")
        continue
      }
      lines += play(move, commit.token, at: date, &model)
    }
    guard lines.isEmpty else { return lines }
    lines += StoryRunner.lines(
      try library.dump(.exact).withoutFiles, model.exactDump.withoutFiles, "one after the other")
    lines += StoryRunner.lines(
      try library.dump(.history), model.historyDump, "one after the other")
    return lines + (try library.verify().map(\.description))
  }

  private func play(
    _ move: ConcurrentStory.Move, _ token: Int64, at date: Int64, _ model: inout LibraryModel
  ) -> [String] {
    let step = move.step
    model.begin(step.number, at: date)
    guard let action = model.resolved(step) else {
      return ["step \(step.number), commit \(token): what it names was never made"]
    }
    var expected = model.play(action, answer: .allow, through: move.generation)
    var found = record.reports[step.number] ?? ["no report"]
    // What an editor got to work on was read before the commit.
    if case .edit = step.action {
      (expected, found) = (Array(expected.dropFirst()), Array(found.dropFirst()))
    }
    // A part that names what was never made says "done" where the model has nothing to do.
    (expected, found) = (expected.filter { $0 != "done" }, found.filter { $0 != "done" })
    guard found != expected else { return [] }
    return [
      "step \(step.number), commit \(token), \(step.action): \(found), "
        + "one after the other: \(expected)"
    ]
  }
}

extension LibraryModel {
  /// Begins a step that has the date of all others.
  mutating func begin(_ number: Int, at date: Int64) {
    begin(number)
    now = date
  }
}

extension Dump {
  /// Without the names of stored files, which follow from what was there when they were written, a
  /// little before the commit.
  fileprivate var withoutFiles: Dump {
    var dump = self
    for index in dump.objects.indices {
      dump.objects[index].fields.removeAll { $0.name.hasSuffix(" id") }
    }
    return dump
  }
}
