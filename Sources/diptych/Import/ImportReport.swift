import DiptychCodecs
import DiptychEngine
import Foundation

/// What became of each file.
struct ImportReport: Encodable {
  struct Imported: Encodable {
    let file: String
    /// Every file of the asset, where there are several.
    let files: [String]?
    /// Nil in a dry run.
    let identifier: String?
    let kind: String
    /// Pixels.
    let width: Int
    /// Pixels.
    let height: Int
    /// What each of its files says of itself; only in a dry run for machines.
    let details: [FileDetails]?
  }

  struct Duplicate: Encodable {
    let file: String
    /// The asset that has the same bytes; nil in a dry run where none has them yet.
    let identifier: String?
  }

  struct Failed: Encodable {
    let file: String
    let code: String
    let reason: String
  }

  struct PassedOver: Encodable {
    let file: String
    let reason: String
  }

  /// Why an import ended before its end.
  struct Stopped: Encodable {
    let code: String
    let reason: String
  }

  private enum CodingKeys: String, CodingKey {
    case imported, duplicates, passedOver, failed, stopped
  }

  private let count: Int
  private let isForMachines: Bool
  private var imported: [Imported] = []
  private var duplicates: [Duplicate] = []
  private var passedOver: [PassedOver] = []
  /// By place among what was found.
  private var failures: [Int: (Failed, ExitStatus)] = [:]
  /// Whether a file is still there that should have been moved.
  private var isIncomplete = false
  private var stopped: (Stopped, ExitStatus)?
  private var lines = ""

  /// - Parameters:
  ///   - count: How many files were found.
  ///   - isForMachines: Whether the report is printed as a whole at the end; else only what failed
  ///     is kept till then, and a dry run tells no details.
  init(count: Int, isForMachines: Bool) {
    self.count = count
    self.isForMachines = isForMachines
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(imported, forKey: .imported)
    try container.encode(duplicates, forKey: .duplicates)
    try container.encode(passedOver, forKey: .passedOver)
    try container.encode(failed.map(\.0), forKey: .failed)
    try container.encodeIfPresent(stopped?.0, forKey: .stopped)
  }

  private var failed: [(Failed, ExitStatus)] {
    failures.sorted { $0.key < $1.key }.map(\.value)
  }

  // MARK: Noting

  /// Notes what a look gave; the file, where it is media.
  mutating func note(_ finding: ImportFinding) -> ImportFile? {
    switch finding {
    case .file(let file): return file
    case .failure(let place, let path, let error): fail(place, path, error)
    case .passedOver(let path, let reason): passOver(path, reason)
    }
    return nil
  }

  /// Notes the asset that a group became; nil in a dry run.
  mutating func add(_ group: ImportGroup, _ uuid: UUID?) {
    let main = group.main
    let entry = Imported(
      file: main.path, files: group.parts.count > 1 ? group.parts.map(\.file.path) : nil,
      identifier: uuid.map(Identifiers.asset), kind: main.format.kind.rawValue,
      width: main.size.width, height: main.size.height,
      details: uuid == nil && isForMachines ? group.parts.map { FileDetails($0.file) } : nil)
    if isForMachines { imported.append(entry) }
    addLine(
      [entry.identifier ?? "-", entry.kind, "\(entry.width)×\(entry.height)", Self.names(group)])
  }

  /// Notes that the library has the bytes of a group already.
  mutating func addDuplicate(_ group: ImportGroup, of uuid: UUID?) {
    let identifier = uuid.map(Identifiers.asset)
    if isForMachines {
      duplicates += group.parts.map { Duplicate(file: $0.file.path, identifier: identifier) }
    }
    addLine([identifier ?? "-", "duplicate", Self.names(group)])
  }

  /// Notes that no file of a group could be imported.
  mutating func fail(_ group: ImportGroup, _ error: LibraryError) {
    for part in group.parts { fail(part.file.place, part.file.path, error) }
  }

  /// Notes that the library takes nothing more.
  mutating func stop(_ error: LibraryError) {
    stopped = (
      Stopped(code: error.code.rawValue, reason: CommandFailure(error).message),
      error.code.exitStatus
    )
  }

  /// Notes that a file is in the library but could not be removed from where it was.
  mutating func keep(_ path: String, _ error: SystemCallError) {
    isIncomplete = true
    passOver(path, "Imported, but it cannot be removed (\(error.reason)); remove it yourself.")
  }

  private mutating func fail(_ place: Int, _ path: String, _ error: LibraryError) {
    let entry = Failed(file: path, code: error.code.rawValue, reason: CommandFailure(error).message)
    failures[place] = (entry, error.code.exitStatus)
  }

  private mutating func passOver(_ path: String, _ reason: String) {
    passedOver.append(PassedOver(file: path, reason: reason))
  }

  private mutating func addLine(_ cells: [String]) {
    guard !isForMachines else { return }
    lines += cells.joined(separator: "  ") + "\n"
  }

  private static func names(_ group: ImportGroup) -> String {
    group.parts.map { DumpText.quoted($0.file.name) }.joined(separator: " + ")
  }

  // MARK: Telling

  /// The lines of what was done since the last call.
  mutating func takeLines() -> String {
    defer { lines = "" }
    return lines
  }

  /// What was passed over and what could not be imported, and why.
  var closingLines: [String] {
    var lines: [String] = []
    if !passedOver.isEmpty {
      lines.append("diptych: passed over:")
      lines += passedOver.map { "  \(DumpText.quoted($0.file)): \($0.reason)" }
    }
    if !failures.isEmpty {
      let noun = count == 1 ? "1 file" : "\(count) files"
      lines.append("diptych: \(failures.count) of \(noun) could not be imported:")
      lines += failed.map { "  \(DumpText.quoted($0.0.file)): \($0.0.reason)" }
    }
    if let (stopped, _) = stopped {
      lines.append(
        "diptych: the import stopped: \(stopped.reason) What is in the library stays; run the command "
          + "again to go on.")
    }
    if count == 0 {
      lines.append("diptych: there is nothing to import; names that begin with a dot are left out.")
    }
    return lines
  }

  /// Bad data when a file failed; another status when the library did.
  var status: ExitStatus {
    if let (_, status) = stopped { return status }
    guard let first = failed.first else { return isIncomplete ? .badData : .success }
    return failed.map(\.1).first { $0 != .badData } ?? first.1
  }
}
