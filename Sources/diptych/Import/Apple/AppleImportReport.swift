import DiptychAppleLibrary
import DiptychCodecs
import DiptychEngine
import Foundation

/// What became of the assets, albums and folders of libraries of Apple's Photos.
struct AppleImportReport: Encodable {
  /// What is in a library, by its rows.
  struct Contents: Encodable {
    let path: String
    let model: Int
    /// The application that writes the model; nil for one that is not known.
    let application: String?
    let assets: Int
    let favorites: Int
    let hidden: Int
    let trashed: Int
    let edited: Int
    /// How many originals are in the package.
    var originals = 0
    let albums: Int
    let folders: Int
  }

  struct Collection: Encodable {
    let identifier: String
    let kind: String
    let title: String
    /// Members of an album.
    let count: Int?
  }

  struct Note: Encodable {
    let file: String
    let reason: String
  }

  private var libraries: [Contents] = []
  private var imported: [ImportReport.Imported] = []
  private var duplicates: [ImportReport.Duplicate] = []
  private var collections: [Collection] = []
  private var passedOver: [ImportReport.PassedOver] = []
  private var notes: [Note] = []
  private var failed: [ImportReport.Failed] = []
  private var lines = ""
  /// The most telling status of what failed.
  private(set) var status = ExitStatus.success
  private var originals = 0

  private enum CodingKeys: String, CodingKey {
    case libraries, imported, duplicates, collections, passedOver, notes, failed
  }

  // MARK: Noting

  mutating func begin(_ library: AppleLibrary) {
    originals = 0
    for remark in library.leftOut { leaveOut(remark) }
    for remark in library.notes { notes.append(Note(file: remark.subject, reason: remark.reason)) }
  }

  /// Notes the figures of a library, once all of it was looked at.
  mutating func end(_ library: AppleLibrary) {
    let assets = library.assets
    let contents = Contents(
      path: library.package.path, model: library.model.number,
      application: library.model.application, assets: assets.count,
      favorites: assets.count { $0.isFavorite }, hidden: assets.count { $0.isHidden },
      trashed: assets.count { $0.isTrashed }, edited: assets.count { $0.isEdited },
      originals: originals, albums: library.albums.count, folders: library.folders.count)
    libraries.append(contents)
    lines += TextTable.text([
      ["library", DumpText.quoted(library.package.name)],
      ["version", "\(contents.application ?? "unknown"), model \(contents.model)"],
      [
        "assets",
        "\(contents.assets): \(contents.favorites) favorite, \(contents.hidden) hidden, "
          + "\(contents.trashed) deleted, \(contents.edited) edited",
      ],
      ["originals", "\(contents.originals) in the library's folder"],
      ["albums", "\(contents.albums)"], ["folders", "\(contents.folders)"],
    ])
  }

  /// Notes an asset that came, or in a dry run would come.
  mutating func add(_ plan: ImportPlan) {
    let entry = ImportReport.Imported(
      file: plan.mainFile, files: plan.files.count > 1 ? plan.files : nil,
      identifier: Identifiers.asset(plan.asset.uuid), kind: plan.kind.rawValue,
      width: plan.size.width, height: plan.size.height, details: nil)
    imported.append(entry)
    let isWhole = plan.hasOriginal ? "" : "  without its original"
    lines +=
      "\(Identifiers.asset(plan.asset.uuid))  \(entry.kind)  \(entry.width)×\(entry.height)  "
      + DumpText.quoted(plan.asset.fileName) + isWhole + "\n"
    note(plan)
  }

  /// Notes an asset that is there already.
  mutating func addPresent(_ plan: ImportPlan) {
    if plan.hasOriginal { originals += 1 }
    duplicates.append(
      ImportReport.Duplicate(
        file: plan.mainFile, identifier: Identifiers.asset(plan.asset.uuid)))
    lines +=
      "\(Identifiers.asset(plan.asset.uuid))  there already  "
      + DumpText.quoted(plan.asset.fileName) + "\n"
  }

  /// Notes an asset of which nothing can be brought.
  mutating func refuse(_ plan: ImportPlan) {
    for shortfall in plan.shortfalls { fail(shortfall.file, shortfall.error) }
  }

  private mutating func note(_ plan: ImportPlan) {
    if plan.hasOriginal { originals += 1 }
    refuse(plan)
    for sentence in plan.notes { notes.append(Note(file: plan.mainFile, reason: sentence)) }
  }

  mutating func add(_ collection: AppleCollection) {
    let isFolder = collection.kind == .folder
    let entry = Collection(
      identifier: isFolder
        ? Identifiers.folder(collection.uuid) : Identifiers.album(collection.uuid),
      kind: isFolder ? "folder" : "album", title: collection.title,
      count: isFolder ? nil : collection.members.count)
    collections.append(entry)
    let count = entry.count.map { $0 == 1 ? "  1 asset" : "  \($0) assets" } ?? ""
    lines +=
      "\(entry.identifier)  \(entry.kind)\(count)  \(DumpText.quoted(entry.title))\n"
  }

  mutating func leaveOut(_ remark: AppleLibrary.Remark) {
    passedOver.append(.init(file: remark.subject, reason: remark.reason))
  }

  mutating func fail(_ file: String, _ error: LibraryError) {
    failed.append(
      .init(file: file, code: error.code.rawValue, reason: CommandFailure(error).message))
    if status == .success || status == .badData { status = error.code.exitStatus }
  }

  // MARK: Telling

  /// The lines of what was done since the last call.
  mutating func takeLines() -> String {
    defer { lines = "" }
    return lines
  }

  /// What was left out, what came with a change, and what could not be brought, and why.
  var closingLines: [String] {
    var lines: [String] = []
    func add(_ heading: String, _ entries: [(String, String)]) {
      guard !entries.isEmpty else { return }
      lines.append("diptych: \(heading):")
      lines += entries.map { "  \(DumpText.quoted($0.0)): \($0.1)" }
    }
    add("passed over", passedOver.map { ($0.file, $0.reason) })
    add("to know", notes.map { ($0.file, $0.reason) })
    add(
      "\(failed.count == 1 ? "1 file" : "\(failed.count) files") could not be brought",
      failed.map { ($0.file, $0.reason) })
    return lines
  }
}
