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

  private enum CodingKeys: String, CodingKey {
    case imported, duplicates, passedOver, failed
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
  }

  private var failed: [(Failed, ExitStatus)] {
    failures.sorted { $0.key < $1.key }.map(\.value)
  }

  // MARK: Looking

  /// Looks at what was found; nil when it is no media, which is noted.
  mutating func probing(_ place: Int, _ item: FolderWalk.Item) -> ImportFile? {
    switch item {
    case .failure(let path, let error): fail(place, path, error)
    case .passedOver(let path, let reason): passOver(path, reason)
    case .file(let file):
      let ending = (file.path as NSString).pathExtension
      guard ending.lowercased() != "aae" else {
        passOver(file.path, "Says how Apple's Photos made an edit, and holds no picture.")
        return nil
      }
      do {
        let probe = try MediaCodecs.probe(.file(file.path), nameExtension: ending)
        return ImportFile(place: place, found: file, probe: probe)
      } catch {
        // A folder holds other things than media; what is named as media must be some.
        let isOther = file.folder != nil && MediaFormat.named(fileExtension: ending) == nil
        if isOther, [.unrecognized, .damaged].contains(error.code) {
          passOver(file.path, "No photo or video.")
        } else {
          fail(place, file.path, LibraryError(error))
        }
      }
    }
    return nil
  }

  // MARK: Noting

  /// Notes the asset that a group became; nil in a dry run.
  mutating func add(_ group: ImportGroup, _ uuid: UUID?) {
    let main = group.main
    let size = main.probe.uprightSize
    let entry = Imported(
      file: main.path, files: group.parts.count > 1 ? group.parts.map(\.file.path) : nil,
      identifier: uuid.map(Identifiers.asset), kind: main.probe.format.kind.rawValue,
      width: size.width, height: size.height,
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
    guard !failures.isEmpty else { return lines }
    let noun = count == 1 ? "1 file" : "\(count) files"
    lines.append("diptych: \(failures.count) of \(noun) could not be imported:")
    return lines + failed.map { "  \(DumpText.quoted($0.0.file)): \($0.0.reason)" }
  }

  /// Bad data when a file failed; another status when the library did.
  var status: ExitStatus {
    guard let first = failed.first else { return isIncomplete ? .badData : .success }
    return failed.map(\.1).first { $0 != .badData } ?? first.1
  }
}
