import DiptychBridge
import DiptychEngine

/// `convert-urls`: the local identifiers of stored `assets-library://` URLs.
struct ConvertURLsCommand: Command {
  let description = CommandDescription(
    name: "convert-urls", arguments: "[FILE…]", count: 0...Int.max,
    summary: "Give the local identifiers of stored assets-library URLs.",
    details: [
      "Reads one URL a line from the files, or from standard input when there is none or one is -;",
      "with --column, one URL a row from that column of CSV. Empty lines and cells are passed over.",
      "An asset's URL gives a PHAsset's identifier, a group's a PHAssetCollection's. Nothing is",
      "changed. URLs of which the library has nothing (any more) are listed at the end, with the",
      "reason, and the exit status is 65.",
    ],
    options: [
      .option("column", "NAME|N", "The column of CSV: its name in the first row, or its number."),
      .flag(
        "allow-dead", "End with status 0 also when URLs are dead; they are listed all the same."),
      .json,
    ],
    examples: [
      .init("diptych convert-urls urls.txt", "Prints each URL with its local identifier."),
      .init(
        "diptych convert-urls --column photo_url --json --library Trip.diptych export.csv",
        "Converts a column of a table, for a script."),
    ])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let arguments = invocation.arguments
    let column = try arguments.value("column").map(ColumnChoice.init)
    let files = arguments.positionals.isEmpty ? ["-"] : arguments.positionals
    let entries = try files.flatMap { file in
      let source = try URLSource(file)
      return try column.map { try source.entries(in: $0) } ?? source.lines()
    }
    let report = try arguments.withLibrary { library in
      try LibraryReader(library).read { try ConvertURLsReport(entries, $0) }
    }
    switch OutputFormat(arguments) {
    case .json: try invocation.console.out(OutputFormat.json(report))
    case .text: try invocation.console.out(TextTable.text(report.converted.map(\.cells)))
    }
    for dead in report.dead { invocation.console.err(dead.line) }
    return report.dead.isEmpty || arguments.has("allow-dead") ? .success : .badData
  }
}

/// What became of each URL, in the order of the input.
struct ConvertURLsReport: Encodable {
  struct Converted: Encodable {
    let file: String
    /// The line on which the URL stands, from 1.
    let line: Int
    let url: String
    let kind: StoredURL.Kind
    let identifier: String

    var cells: [String] { [url, identifier] }
  }

  struct Dead: Encodable {
    enum CodingKeys: String, CodingKey {
      case file, code, url, reason
      case number = "line"
    }

    let file: String
    let number: Int
    let url: String
    let code: DeadURL
    let reason: String

    init(_ entry: URLEntry, _ code: DeadURL) {
      file = entry.file
      number = entry.line
      url = entry.text
      self.code = code
      reason = code.reason
    }

    /// As standard error shows it.
    var line: String {
      let isLong = url.count > 200
      let shown = DumpText.quoted(String(url.prefix(200)) + (isLong ? "…" : ""))
      return "\(file):\(number): \(shown): \(reason)"
    }
  }

  let converted: [Converted]
  let dead: [Dead]

  /// Looks everything up in one state of the library.
  /// - Complexity: One look-up a URL.
  init(_ entries: [URLEntry], _ snapshot: LibraryReader.Snapshot) throws {
    let stored = entries.map { StoredURL($0.text) }
    let lookup = try StoredURLLookup(stored.compactMap(\.self), snapshot)
    var converted: [Converted] = []
    var dead: [Dead] = []
    for (entry, url) in zip(entries, stored) {
      guard let url else {
        dead.append(Dead(entry, .malformed))
        continue
      }
      if let code = lookup.problem(of: url) {
        dead.append(Dead(entry, code))
        continue
      }
      converted.append(
        Converted(
          file: entry.file, line: entry.line, url: entry.text, kind: url.kind,
          identifier: url.localIdentifier))
    }
    self.converted = converted
    self.dead = dead
  }
}

extension StoredURL.Kind: Encodable {}
