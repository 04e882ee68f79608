import DiptychCodecs
import DiptychEngine
import DiptychStories
import Foundation

/// One import: looks at what was found, tells duplicates, and commits the rest batch by batch.
struct ImportRun {
  let format: OutputFormat
  private(set) var report: ImportReport
  private let console: Console
  private let album: String?
  private let usesFolders: Bool
  private let moves: Bool
  private let isDry: Bool
  private let keepsDuplicates: Bool

  init(_ arguments: ParsedArguments, _ console: Console, count: Int) {
    self.console = console
    format = OutputFormat(arguments)
    report = ImportReport(count: count, isForMachines: format == .json)
    album = arguments.value("album")
    usesFolders = arguments.has("albums")
    moves = arguments.has("move")
    isDry = arguments.has("dry-run")
    keepsDuplicates = arguments.has("duplicates")
  }

  /// Looks at every file, and finds what belongs together.
  mutating func look(at items: [FolderWalk.Item]) -> [ImportGroup] {
    let progress = JobProgress("Looked at", of: items.count)
    defer { console.endProgress() }
    var files: [ImportFile] = []
    for (place, item) in items.enumerated() {
      if let file = report.probing(place, item) { files.append(file) }
      // A line for each would cost time, and nobody would see it.
      if place % 64 == 0 { console.progress(progress, place) }
    }
    return ImportGroup.groups(files)
  }

  /// The album that a group goes to.
  private func album(of group: ImportGroup) -> String? {
    usesFolders ? group.main.found.folder : album
  }

  /// What is not written yet.
  private struct Batch {
    var orders: [Importer.Order] = []
    var digests: [[[UInt8]]] = []
    var pending: Set<[UInt8]> = []
    var members: [(album: String, asset: UUID)] = []

    mutating func add(_ order: Importer.Order, _ digests: [[UInt8]]) {
      orders.append(order)
      self.digests.append(digests)
      pending.formUnion(digests)
    }
  }

  /// Imports the groups.
  /// - Parameter library: Nil only in a dry run, where there is none yet.
  mutating func run(_ groups: [ImportGroup], _ library: Library?) throws {
    var index = try ContentIndex(groups, library.flatMap { try LibraryReader.permitted($0) })
    var importer =
      isDry
      ? nil
      : try library.map { try Importer(library: $0, albums: groups.compactMap(album(of:))) }
    let progress = JobProgress("Imported", of: groups.count)
    defer { console.endProgress() }
    var batch = Batch()
    for (place, group) in groups.enumerated() {
      do {
        let digests = keepsDuplicates ? [] : try index.digests(of: group)
        // Whether the first of two files arrives decides about the second.
        if !digests.isEmpty, digests.allSatisfy(batch.pending.contains) {
          try flush(&batch, &importer, &index)
        }
        take(group, digests, &batch, &index)
      } catch let error as LibraryError where error.code == .sourceUnreadable {
        report.fail(group, error)
      }
      if batch.orders.count + batch.members.count >= Importer.batchSize {
        try flush(&batch, &importer, &index)
        console.progress(progress, place + 1)
      } else if place % 64 == 0 {
        // Duplicates fill no batch.
        console.progress(progress, place)
      }
    }
    try flush(&batch, &importer, &index)
  }

  /// Decides about one group.
  private mutating func take(
    _ group: ImportGroup, _ digests: [[UInt8]], _ batch: inout Batch, _ index: inout ContentIndex
  ) {
    let owner = digests.isEmpty ? nil : index.owner(of: digests)
    switch owner {
    case .asset(let uuid):
      report.addDuplicate(group, of: uuid)
      if let album = album(of: group) { batch.members.append((album, uuid)) }
    case .file: report.addDuplicate(group, of: nil)
    case nil where isDry:
      report.add(group, nil)
      index.note(digests, .file)
    case nil: batch.add(Importer.Order(group: group, album: album(of: group)), digests)
    }
  }

  /// Writes what is waiting and tells of it.
  private mutating func flush(
    _ batch: inout Batch, _ importer: inout Importer?, _ index: inout ContentIndex
  ) throws {
    defer { batch = Batch() }
    if var current = importer {
      let results = batch.orders.isEmpty ? [] : current.commit(batch.orders)
      for (place, result) in results.enumerated() {
        let group = batch.orders[place].group
        switch result {
        case .success(let uuid):
          report.add(group, uuid)
          index.note(batch.digests[place], .asset(uuid))
          if moves { remove(group) }
        case .failure(let error): report.fail(group, error)
        }
      }
      try current.add(batch.members)
      importer = current
    }
    console.endProgress()
    if format == .text { try console.out(report.takeLines()) }
  }

  /// Removes the files of a group, which are in the library.
  private mutating func remove(_ group: ImportGroup) {
    for part in group.parts {
      do {
        try RealSystemCalls().unlink(part.file.path)
      } catch {
        report.keep(part.file.path, error)
      }
    }
  }
}
