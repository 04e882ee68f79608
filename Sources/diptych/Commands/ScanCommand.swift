import DiptychScanner
import Foundation

/// `scan`: the uses of AssetsLibrary in sources and project files.
struct ScanCommand: Command {
  let description = CommandDescription(
    name: "scan", arguments: "PATH…", count: 1...Int.max,
    summary: "Find every use of AssetsLibrary in Objective-C and Swift sources.",
    details: [
      "Reads .m, .mm, .h, .pch and .swift files, and the link flags of project files, below each",
      "PATH. Leaves out comments, strings, dead `#if 0` branches, links, and the folders .build,",
      "build, DerivedData, Pods, Carthage, .git and node_modules. A use is direct, needs care, or",
      "has no counterpart in Photos; M numbers are rows of MIGRATION.md.",
      "Exit status: 0 done; 1 there are uses that --fail-on names; 64 wrong usage; 65 bad baseline.",
    ],
    options: [
      .json,
      .flag("sarif", "Print SARIF 2.1.0, for code review tools."),
      .flag("markdown", "Print a plan of the port, with boxes to check."),
      .option(
        "fail-on", "WHICH",
        "Exit 1 on `any` use, on `care` or worse, or on `none` (no counterpart)."),
      .option("baseline", "FILE", "Leave out the uses that FILE knows."),
      .option("write-baseline", "FILE", "Write the uses that are there now to FILE."),
      .flag("include-dependencies", "Scan the folders Pods and Carthage, too."),
    ],
    opensLibrary: false,
    examples: [
      .init("diptych scan Sources", "What does the application use, and what to do first?"),
      .init("diptych scan --markdown . > PORT.md", "A plan of the port."),
      .init("diptych scan --write-baseline scan.txt .", "Take what is there as known."),
      .init(
        "diptych scan --baseline scan.txt --fail-on any .", "Let CI fail on new uses only."),
    ])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let arguments = invocation.arguments
    let form = try form(arguments)
    let threshold = try threshold(arguments)
    let result = try scan(invocation)
    if let file = arguments.value("write-baseline") { try write(Baseline.text(result), to: file) }
    let shown = try arguments.value("baseline").map { try baseline($0).removing(from: result) }
    let report = shown ?? result
    try invocation.console.out(try form(report))
    let fails = report.uses.contains { use in
      threshold.map { report.symbol(use).rating >= $0 } ?? false
    }
    return fails ? .differs : .success
  }

  private func scan(_ invocation: Invocation) throws -> ScanResult {
    let console = invocation.console
    defer { console.endProgress() }
    do {
      let scanner = try SourceScanner(
        Catalog.bundled(), includesDependencies: invocation.arguments.has("include-dependencies"))
      return try scanner.scan(invocation.arguments.positionals) { done, total in
        if done % 64 == 0 { console.progress("Scanning", done, of: total) }
      }
    } catch let failure as SourceScanner.Failure {
      throw CommandFailure(.badData, failure.message)
    } catch let error as CatalogError {
      throw CommandFailure(.unavailable, error.description)
    }
  }

  private func form(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> (ScanResult) throws -> String {
    let given = ["json", "sarif", "markdown"].filter(arguments.has)
    guard given.count < 2 else {
      throw UsageError("--\(given[0]) and --\(given[1]) exclude each other. Give one of them.")
    }
    switch given.first {
    case "json": return JSONReport.text
    case "sarif": return SARIFReport.text
    case "markdown": return MarkdownReport.text
    default: return TextReport.text
    }
  }

  private func threshold(_ arguments: ParsedArguments) throws(UsageError) -> Symbol.Rating? {
    switch arguments.value("fail-on") {
    case nil: return nil
    case "any": return .direct
    case "care": return .care
    case "none": return Symbol.Rating.none
    default: throw UsageError("The value of --fail-on must be any, care or none.")
    }
  }

  private func baseline(_ file: String) throws(CommandFailure) -> Baseline {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw CommandFailure(
        .badData, "The baseline \(file) cannot be read. Write one with --write-baseline.")
    }
    do {
      return try Baseline(text: String(decoding: data, as: UTF8.self))
    } catch {
      throw CommandFailure(
        .badData,
        "Line \(error.line) of \(file) belongs to no baseline. Write one with --write-baseline.")
    }
  }

  private func write(_ text: String, to file: String) throws(CommandFailure) {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    } catch {
      throw CommandFailure(
        .unavailable, "The baseline \(file) cannot be written. Check the folder and its space.")
    }
  }
}
