import DiptychEngine
import DiptychStories
import Foundation

/// `compare`: the main job. Every flow through both facades, and whether they leave one state.
struct CompareCommand: Command {
  let description = CommandDescription(
    name: "compare", arguments: "[ROW …]", count: 0...Int.max,
    summary: "Do every flow through both APIs and compare the libraries.",
    details: [
      "Without a row, every row of the table and the twelve runs of the mix are done.",
      "Rows: \(FlowRow.all.map(\.name).joined(separator: " ")) mix",
      "The number of a flow, such as 1 or 3, means all of its rows, unless a row is called so. The "
        + "runs of the mix are 7-1 to 7-12.",
      "Rows of lessons: \(Self.lessonRows)",
      "Each half starts on a fresh library of its own, with the same seed and clock.",
      "With --seeds, random stories run through AssetsLibrary, Photos, both in turn and a model.",
      "Exit status: 0 every row has its declared verdict, 1 one has not or a story differs.",
    ],
    options: [
      .flag("exact", "Compare identifiers, bookkeeping dates and history, too."),
      .option(
        "profile", "NAME",
        "Behave like a system: \(BehaviorProfile.all.map(\.name).joined(separator: ", ")); a + adds "
          + "a single quirk."),
      .option("media", "FOLDER", "Use the photos and videos of a folder."),
      .option("html", "FILE", "Write one page with sources, calls, albums and dumps, too."),
      .option("keep", "FOLDER", "Keep each half's library in this folder."),
      .option("seeds", "A..B", "Run the random stories of these seeds instead of rows."),
      .option("shard", "K/N", "Of the seeds, run only the K-th of N parts (1/1)."),
      .option("resume", "FILE", "Keep progress in this file and go on where it says."),
      .option("seconds", "N", "Begin no story after so many seconds."),
      .flag("first", "Stop at the first story that fails."),
      .flag("whole", "Print failing stories as they are, without shortening them."),
      .json,
    ],
    opensLibrary: false,
    examples: [
      .init("diptych compare", "Every row, on the bundled photos."),
      .init("diptych compare 3-insert-second", "One row, with the lines that differ."),
      .init("diptych compare --html report.html", "Also a page to read, print or send."),
      .init("diptych compare mix --exact", "The twelve runs of the mix, byte for byte."),
      .init("diptych compare --profile iOS8 --json", "As on iOS 8, for a script."),
      .init("diptych compare --seeds 1..500", "500 random stories, each run four ways."),
      .init("diptych compare --profile iOS8+callsNilAfterStop", "With a quirk more."),
    ])

  private static var lessonRows: String {
    FlowRow.withLessons.map(\.name).filter { $0.hasPrefix("lesson-") }.joined(separator: " ")
  }

  func run(_ invocation: Invocation) async throws -> ExitStatus {
    let arguments = invocation.arguments
    if let seeds = arguments.value("seeds") {
      return try await SeedComparison(seeds, arguments).run(invocation.console)
    }
    var runner = FlowRunner()
    runner.isExact = arguments.has("exact")
    if let name = arguments.value("profile") { runner.profile = try Self.profile(name) }
    if let folder = arguments.value("media") { runner.media = try media(folder) }
    if let folder = arguments.value("keep") { runner.keeps = try keeping(folder) }
    runner.isIllustrated = arguments.value("html") != nil
    let (rows, mix) = try rows(arguments.positionals)
    let results = try await results(rows, mix, runner, invocation.console)
    if let file = arguments.value("html") {
      try write(results, to: file, arguments)
      invocation.console.err("The page is in \(file).")
    }
    let report = CompareReport(results)
    switch OutputFormat(arguments) {
    case .text: try invocation.console.out(report.table(width: invocation.console.width))
    case .json: try invocation.console.out(report.json() + "\n")
    }
    return report.isAsDeclared ? .success : .differs
  }

  private func results(
    _ rows: [FlowRow], _ mix: MixedRuns, _ runner: FlowRunner, _ console: Console
  ) async throws -> [RowResult] {
    var results: [RowResult] = []
    for (index, row) in rows.enumerated() {
      console.progress("row \(row.name),", index + 1, of: rows.count)
      results.append(try await runner.run(row))
    }
    if mix != .none {
      console.progress("the mix,", rows.count, of: rows.count)
      results += try await runner.runMix().filter { mix.includes($0.name) }
    }
    console.endProgress()
    return results
  }

  private func write(
    _ results: [RowResult], to file: String, _ arguments: ParsedArguments
  ) throws {
    let settings = [
      arguments.value("profile").map { "Profile \($0)" },
      arguments.value("media").map { "Photos and videos of \($0.lastPathName)" },
      arguments.has("exact") ? "Identifiers, bookkeeping dates and history compared, too" : nil,
    ]
    let page = ComparePage(results, settings: settings.compactMap { $0 })
    do {
      try Data(page.html.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    } catch {
      throw CommandFailure(
        .unavailable, "The page \(file) cannot be written. Give a file in a folder that is there.")
    }
  }

  /// Which runs of the mix are wanted.
  private enum MixedRuns: Equatable {
    case none, all
    case some([String])

    func includes(_ name: String) -> Bool {
      switch self {
      case .none: false
      case .all: true
      case .some(let names): names.contains(name)
      }
    }
  }

  private func rows(_ names: [String]) throws -> ([FlowRow], MixedRuns) {
    guard !names.isEmpty else { return (FlowRow.all, .all) }
    var rows: [FlowRow] = []
    var runs: [String] = []
    for name in names where !["mix", "7"].contains(name) {
      let ofFlow = FlowRow.all.filter { row in
        Int(name) != nil && row.name.prefix { $0.isNumber } == name
      }
      if let row = FlowRow.named(name) {
        rows.append(row)
      } else if !ofFlow.isEmpty {
        rows += ofFlow
      } else if FlowRunner.mixNames.contains(name) {
        runs.append(name)
      } else {
        let known = FlowRow.withLessons.map(\.name) + ["mix"]
        throw UsageError(
          "There is no row \(name).\(Suggestion.sentence(name, among: known)) "
            + "Run `diptych compare --help` for the list.")
      }
    }
    let isWhole = names.contains { ["mix", "7"].contains($0) }
    return (rows, isWhole ? .all : runs.isEmpty ? .none : .some(runs))
  }

  static func profile(_ name: String) throws -> BehaviorProfile {
    guard let profile = BehaviorProfile.named(name) else {
      let known = BehaviorProfile.all.map(\.name)
      let quirks = BehaviorProfile.Quirk.allCases.map(\.rawValue)
      throw UsageError(
        "There is no profile \(name).\(Suggestion.sentence(name, among: known + quirks)) "
          + "The profiles are \(known.joined(separator: ", ")); quirks, which a + adds, are "
          + "\(quirks.joined(separator: ", ")).")
    }
    return profile
  }

  private func media(_ folder: String) throws -> FlowMedia {
    do {
      return try FlowMedia.from(folder: URL(fileURLWithPath: folder, isDirectory: true))
    } catch {
      throw CommandFailure(
        .badData, "The folder \(folder) cannot be read. Give a folder with photos and videos.")
    }
  }

  private func keeping(_ folder: String) throws -> URL {
    let url = URL(fileURLWithPath: folder, isDirectory: true)
    let present = try? FileManager.default.contentsOfDirectory(atPath: folder)
    guard present?.isEmpty ?? true else {
      throw CommandFailure(
        .badData, "The folder \(folder) is not empty. Give a new or an empty one.")
    }
    return url
  }
}
