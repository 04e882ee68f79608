import DiptychEngine
import Foundation

/// Checks a library for `verify`, and mends it where that is wanted.
struct VerifyJob {
  let configuration: LibraryConfiguration
  let console: Console
  /// Prints what is about to be done.
  let plan: (String) throws -> Void

  func run(repairs: Bool) throws -> VerifyReport {
    do {
      return try work(repairs: repairs)
    } catch let error as LibraryError where error.message.contains("run `diptych verify`") {
      // Whoever has just done that needs another remedy.
      throw LibraryError(
        error.code,
        "The library could not be checked to its end: a file operation failed. Check the disk, and "
          + "that everything in the library's folder can be read and written.", cause: error.cause)
    }
  }

  private func work(repairs: Bool) throws -> VerifyReport {
    var report = VerifyReport()
    let found = try check { library, found in
      report.found = found
      guard repairs, !found.contains(where: { $0.kind == .database }) else { return }
      try mend(library, found, &report)
    }
    report.found = found
    guard repairs, found.contains(where: { $0.kind == .database }) else { return report }
    let isEmptied = try salvage(&report)
    _ = try check { library, found in try mend(library, found, &report) }
    if isEmptied { report.remaining.append(.emptied) }
    return report
  }

  /// Opens the library and hands it to `body` with what is wrong. One that cannot be opened because
  /// its database is damaged is told of like any damage.
  private func check(_ body: (Library, [VerifyIssue]) throws -> Void) throws -> [VerifyIssue] {
    let library: Library
    var configuration = configuration
    configuration.acceptsLostCommits = true
    do {
      library = try Library.open(configuration)
    } catch let error as LibraryError where error.code == .libraryDamaged && hasOriginals {
      return [VerifyIssue(error)]
    }
    defer { library.close() }
    let found = try issues(library)
    try body(library, found)
    return found
  }

  /// Whether the folder was a library once: a foreign file is not for us to mend.
  private var hasOriginals: Bool {
    var isFolder = ObjCBool(false)
    return FileManager.default.fileExists(
      atPath: configuration.folder + "/originals", isDirectory: &isFolder) && isFolder.boolValue
  }

  private func issues(_ library: Library) throws -> [VerifyIssue] {
    let reporter = ProgressReporter("Verified", every: 100, on: console)
    defer { console.endProgress() }
    return try library.verify(progress: reporter.report)
  }

  /// What `repair` can do something about.
  private static let mendable: Set<VerifyIssue.Kind> = [
    .strayOriginal, .strayStaging, .lostCommits, .changeLog, .membership, .rank, .reference,
    .reusedRow,
  ]

  private func mend(
    _ library: Library, _ found: [VerifyIssue], _ report: inout VerifyReport
  ) throws {
    report.remaining = found
    let strays = found.filter { $0.kind == .strayOriginal }.compactMap(\.path)
    let rest = found.filter { $0.kind != .strayOriginal && Self.mendable.contains($0.kind) }
    guard !strays.isEmpty || !rest.isEmpty else { return }
    if !strays.isEmpty {
      let noun = strays.count == 1 ? "1 original" : "\(strays.count) originals"
      let end = rest.isEmpty ? "; nothing else is changed." : "."
      try plan(
        "Plan: move \(noun) that no asset names to recovered/\(end)\n"
          + strays.map { "  \($0)\n" }.joined())
    }
    if !rest.isEmpty {
      try plan("Plan: mend this; no original is deleted.\n" + rest.map { "  \($0)\n" }.joined())
    }
    let done = try library.repair()
    report.moved += done.moved
    report.mended += done.mended
    report.remaining = try issues(library)
  }

  /// - Returns: Whether the library had photos and has none now.
  private func salvage(_ report: inout VerifyReport) throws -> Bool {
    try plan(
      "Plan: write what can be read of the database into a new one; the old one is kept in "
        + "recovered/.\n")
    let done = try Salvage.run(configuration)
    report.moved += done.kept
    let rows = ["assets", "resources", "collections"].map { done.saved[$0, default: 0] }
    report.mended.append(
      "Made a new database with \(rows[0]) assets, \(rows[1]) files and \(rows[2]) albums and "
        + "folders.")
    if done.lost > 0 {
      report.mended.append(
        "About \(done.lost) row\(done.lost == 1 ? "" : "s") could not be read. Compare with a backup, if "
          + "there is one.")
    }
    return done.isEmptied
  }
}

/// What `verify` tells.
struct VerifyReport: Encodable {
  struct Issue: Encodable {
    let kind: String
    let description: String
    /// Below the library's folder; absent for what concerns no file.
    let path: String?

    init(_ issue: VerifyIssue) {
      kind = issue.kind.rawValue
      description = issue.description
      path = issue.path
    }
  }

  private enum CodingKeys: String, CodingKey {
    case found, moved, mended, remaining
  }

  /// What was found before anything was mended.
  var found: [VerifyIssue] = []
  /// Where files were moved to, below the library's folder.
  var moved: [String] = []
  /// A sentence for each other thing that was mended.
  var mended: [String] = []
  /// What is still wrong; nil until something was mended.
  private var left: [VerifyIssue]?

  var remaining: [VerifyIssue] {
    get { left ?? found }
    set { left = newValue }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(found.map(Issue.init), forKey: .found)
    try container.encode(moved, forKey: .moved)
    try container.encode(mended, forKey: .mended)
    try container.encode(remaining.map(Issue.init), forKey: .remaining)
  }

  var text: String {
    var lines = mended + moved.map { "Moved to \($0)." } + remaining.map(\.description)
    switch remaining.count {
    case 0:
      lines.append(moved.isEmpty && mended.isEmpty ? "Nothing is wrong." : "Nothing else is wrong.")
    case 1: lines.append("1 issue.")
    default: lines.append("\(remaining.count) issues.")
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
