import DiptychEngine
import DiptychStories
import Foundation

/// `lesson`: the jobs told one by one, with both sources and what they leave.
struct LessonCommand: Command {
  let description = CommandDescription(
    name: "lesson", arguments: "[LESSON]", count: 0...1,
    summary: "Teach the move, job by job: both sources side by side, run.",
    details: [
      "Without a name, the lessons are listed. LESSON is a number or a name.",
      "A lesson shows what to watch, both sources with the same steps beside each other, and what",
      "both leave. --exercise writes the old file, an empty new one and a test that fails, as a",
      "package; --solution runs its test.",
    ],
    options: [
      .flag("sources", "Only show the sources."),
      .flag("run", "Only run both halves and show what they leave."),
      .option("exercise", "FOLDER", "Write the lesson as an exercise into a new folder."),
      .option("solution", "FOLDER", "Run the test of an exercise."),
      .option(
        "diptych", "PATH",
        "Where Diptych's own package is, for --exercise; found by itself when "
          + "this folder or the program is inside of it."),
      .json,
    ],
    opensLibrary: false,
    examples: [
      .init("diptych lesson", "Lists the lessons."),
      .init("diptych lesson list-albums", "Shows and runs one."),
      .init("diptych lesson 5 --sources", "Shows both sources of lesson 5."),
      .init("diptych lesson 5 --exercise Cover", "Writes lesson 5 as an exercise."),
      .init("diptych lesson 5 --solution Cover", "Checks what you wrote."),
    ])

  func run(_ invocation: Invocation) async throws -> ExitStatus {
    let arguments = invocation.arguments
    guard let name = arguments.positionals.first else {
      try list(invocation)
      return .success
    }
    guard let lesson = Lesson.named(name) else {
      throw UsageError(
        "There is no lesson \(name).\(Suggestion.sentence(name, among: Lesson.all.map(\.name))) "
          + "Run `diptych lesson` for the list.")
    }
    if let folder = arguments.value("exercise") {
      let exercise = LessonExercise(lesson)
      let files = try exercise.write(
        to: folder, package: try DiptychPackage.path(arguments.value("diptych")))
      try invocation.console.out(files.map { "\(folder)/\($0)\n" }.joined())
      invocation.console.err(
        "Work on \(folder)/\(exercise.open); \(folder)/README.md says what is asked. Then run "
          + "`diptych lesson \(lesson.number) --solution \(folder)`.")
      return .success
    }
    if let folder = arguments.value("solution") {
      return try LessonExercise(lesson).check(folder, invocation.console)
    }
    return try await show(lesson, invocation)
  }

  // MARK: List

  private func list(_ invocation: Invocation) throws {
    switch OutputFormat(invocation.arguments) {
    case .json: try invocation.console.out(OutputFormat.json(Lesson.all.map { Entry($0) }))
    case .text:
      let rows = Lesson.all.map { [String($0.number), $0.name, $0.title] }
      try invocation.console.out(TextTable.text(rows))
    }
  }

  /// What the list tells of a lesson, and its page in full when it is shown.
  private struct Entry: Encodable {
    struct Source: Encodable {
      let file: String
      let text: String
    }

    let number: Int
    let name: String
    let title: String
    let rows: [String]
    var summary: String?
    var legacy: [Source]?
    var modern: [Source]?
    /// What comparing gave, as `compare --json` prints it.
    var results: CompareReport?

    init(_ lesson: Lesson) {
      number = lesson.number
      name = lesson.name
      title = lesson.title
      rows = lesson.rows.isEmpty ? ["mix"] : lesson.rows.map(\.name)
    }
  }

  // MARK: Show

  private func show(_ lesson: Lesson, _ invocation: Invocation) async throws -> ExitStatus {
    let arguments = invocation.arguments
    let console = invocation.console
    let runs = !arguments.has("sources")
    let tells = !arguments.has("run")
    var report: CompareReport?
    if runs { report = CompareReport(try await results(lesson)) }
    if OutputFormat(arguments) == .json {
      var entry = Entry(lesson)
      if tells {
        entry.summary = lesson.summary
        entry.legacy = lesson.sources(.legacy).map { .init(file: $0.file, text: $0.text) }
        entry.modern = lesson.sources(.modern).map { .init(file: $0.file, text: $0.text) }
      }
      entry.results = report
      try console.out(OutputFormat.json(entry))
    } else {
      let columns = Columns(width: console.width)
      if tells {
        try console.out(console.colored("\(lesson.number). \(lesson.title)", .bold) + "\n\n")
        try console.out(lesson.summary + "\n\n")
        try console.out(sources(lesson, columns, console))
      }
      if let report { try console.out(states(report, columns, console)) }
    }
    return report?.isAsDeclared ?? true ? .success : .differs
  }

  private func results(_ lesson: Lesson) async throws -> [RowResult] {
    let runner = FlowRunner()
    guard !lesson.rows.isEmpty else { return try await runner.runMix() }
    var results: [RowResult] = []
    for row in lesson.rows { results.append(try await runner.run(row)) }
    return results
  }

  private func sources(_ lesson: Lesson, _ columns: Columns, _ console: Console) -> String {
    let files = [FlowSide.legacy, .modern].map { side in
      lesson.sources(side).map(\.file).joined(separator: ", ")
    }
    var text = columns.text([files[0]], [files[1]])
    for step in AlignedSources(lesson).steps {
      if let name = step.name { text += console.colored("── \(name)", .bold) + "\n" }
      text += columns.text(step.legacy, step.modern)
    }
    return text + "\n"
  }

  private func states(
    _ report: CompareReport, _ columns: Columns, _ console: Console
  ) -> String {
    var text = ""
    for result in report.results {
      let color: Console.Color = result.verdict == .differs ? .red : .green
      text +=
        console.colored("── \(result.name)  \(result.title)", .bold) + "  "
        + console.colored(result.verdict.rawValue, color) + "\n"
      let legacy = result.legacy.state.text.split(separator: "\n").map(String.init)
      let modern = result.modern.state.text.split(separator: "\n").map(String.init)
      text += columns.text(legacy, modern, marking: true)
      for divergence in Set(result.declared.map(\.divergence)).sorted(by: {
        $0.rawValue < $1.rawValue
      }) {
        text += "\(divergence.rawValue): \(divergence.summary)\n"
      }
      text += (result.legacy.issues + result.modern.issues).map { $0 + "\n" }.joined() + "\n"
    }
    return text
  }
}
