import DiptychCodecs
import DiptychEngine
import DiptychStories
import Foundation

/// One import: goes through what was named folder by folder, tells duplicates, and commits the rest
/// batch by batch. While a batch is written, the files of the next are put in place, and more are
/// looked at.
struct ImportRun {
  let format: OutputFormat
  private(set) var report: ImportReport
  private let console: Console
  private let album: String?
  private let usesFolders: Bool
  private let moves: Bool
  private let isDry: Bool
  private let keepsDuplicates: Bool
  private let census: ImportCensus
  private var walk: FolderWalk
  /// How many items of the walk were looked at.
  private var lookedAt = 0
  private let progress: JobProgress

  init(_ invocation: Invocation) {
    let arguments = invocation.arguments
    console = invocation.console
    format = OutputFormat(arguments)
    album = arguments.value("album")
    usesFolders = arguments.has("albums")
    moves = arguments.has("move")
    isDry = arguments.has("dry-run")
    keepsDuplicates = arguments.has("duplicates")
    walk = FolderWalk(arguments.positionals, moves: moves)
    census = ImportCensus(walk)
    report = ImportReport(count: census.count, isForMachines: format == .json)
    progress = JobProgress(isDry ? "Looked at" : "Imported", of: census.count)
  }

  /// Imports everything. No library is opened, or made, where there is nothing for it.
  mutating func run(_ arguments: ParsedArguments) throws {
    defer { console.endProgress() }
    guard let first = nextGroups() else { return }
    try arguments.withImportLibrary(console) { library in
      try run(first, library)
    }
  }

  /// Items that are looked at between two messages of progress.
  private static let stride = 256

  /// Looks at what is in the next folder that has media; nil at the end.
  private mutating func nextGroups() -> (any Sequence<ImportGroup>)? {
    while let items = walk.next() {
      var files: [ImportFile] = []
      files.reserveCapacity(items.count)
      for start in Swift.stride(from: 0, to: items.count, by: Self.stride) {
        let part = items[start..<min(start + Self.stride, items.count)]
        for finding in ImportFinding.of(part, first: lookedAt) {
          if let file = report.note(finding) { files.append(file) }
        }
        lookedAt += part.count
        if isDry { console.progress(progress, lookedAt) }
      }
      if !files.isEmpty { return ImportGroup.groups(files) }
    }
    return nil
  }

  /// The album that a group goes to.
  private func album(of group: ImportGroup) -> String? {
    usesFolders ? group.main.found.title : album
  }

  // MARK: Batches

  /// What is not written yet.
  private struct Batch: Sendable {
    /// The most bytes that are copied before they count as imported, where files are large: what an
    /// interruption costs.
    static let mostBytes: Int64 = 256 << 20

    var orders: [Importer.Order] = []
    var digests: [[ContentIndex.Digest]] = []
    var pending: Set<ContentIndex.Digest> = []
    var members: [(album: String, asset: UUID)] = []
    private var byteCount: Int64 = 0

    var isEmpty: Bool { orders.isEmpty && members.isEmpty }

    var isFull: Bool {
      orders.count + members.count >= Importer.batchSize || byteCount >= Self.mostBytes
    }

    mutating func add(_ order: Importer.Order, _ digests: [ContentIndex.Digest]) {
      orders.append(order)
      self.digests.append(digests)
      pending.formUnion(digests)
      byteCount += order.group.parts.reduce(0) { $0 + $1.file.found.byteCount }
    }
  }

  /// The library takes nothing more.
  private struct Stop: Error {}

  /// The state of an import that writes.
  private struct Work {
    var index: ContentIndex
    /// Nil in a dry run.
    var importer: Importer?
    /// Gathered and not handed over yet.
    var batch = Batch()
    /// Being written, the first first.
    var current: [(batch: Batch, work: BackgroundWork<Importer.Outcome>)] = []

    /// Whether files with these digests are on their way.
    func awaits(_ digests: [ContentIndex.Digest]) -> Bool {
      !digests.isEmpty
        && digests.allSatisfy { digest in
          batch.pending.contains(digest)
            || current.contains { $0.batch.pending.contains(digest) }
        }
    }
  }

  /// - Parameter library: Nil only in a dry run, where there is none yet.
  private mutating func run(_ first: any Sequence<ImportGroup>, _ library: Library?) throws {
    var work = Work(
      index: try ContentIndex(census, library.flatMap { try LibraryReader.permitted($0) }),
      importer: isDry ? nil : try library.map { try Importer(library: $0, albums: albums) })
    do {
      var next: (any Sequence<ImportGroup>)? = first
      while let groups = next {
        for group in groups { try take(group, &work) }
        if isDry { try tell() }
        next = nextGroups()
      }
      try flush(&work)
    } catch {
      // Nothing may go on writing when the library is closed.
      for (_, current) in work.current { _ = current.result() }
      guard error is Stop else { throw error }
    }
  }

  /// The names of all albums that files may go to.
  private var albums: [String] {
    usesFolders ? census.folders.sorted() : album.map { [$0] } ?? []
  }

  /// Decides about one group.
  private mutating func take(_ group: ImportGroup, _ work: inout Work) throws {
    do {
      let digests = keepsDuplicates ? [] : try work.index.digests(of: group)
      // Whether the first of two files arrives decides about the second.
      if work.awaits(digests) { try flush(&work) }
      take(group, digests, &work)
    } catch let error as LibraryError where error.code == .sourceUnreadable {
      report.fail(group, error)
    }
    if work.batch.isFull { try handOver(&work) }
  }

  private mutating func take(
    _ group: ImportGroup, _ digests: [ContentIndex.Digest], _ work: inout Work
  ) {
    switch digests.isEmpty ? nil : work.index.owner(of: digests) {
    case .asset(let uuid):
      report.addDuplicate(group, of: uuid)
      if let album = album(of: group) { work.batch.members.append((album, uuid)) }
    case .file: report.addDuplicate(group, of: nil)
    case nil where isDry:
      report.add(group, nil)
      work.index.note(digests, .file)
    case nil: work.batch.add(Importer.Order(group: group, album: album(of: group)), digests)
    }
  }

  /// Batches that are on their way at a time.
  private static let mostBatches = 2

  /// Has what was gathered written, and goes on meanwhile.
  private mutating func handOver(_ work: inout Work) throws {
    if work.current.count == Self.mostBatches { try settle(&work) }
    defer { work.batch = Batch() }
    guard let importer = work.importer else { return try tell() }
    guard !work.batch.isEmpty else { return }
    let batch = work.batch
    let previous = work.current.last?.work
    let next = BackgroundWork {
      let staged = importer.stage(batch.orders)
      // Assets arrive in the order of their files.
      return (previous?.result().importer ?? importer).commit(staged, adding: batch.members)
    }
    work.current.append((batch, next))
  }

  /// Waits for the first batch that is being written, and tells of it.
  private mutating func settle(_ work: inout Work) throws {
    guard let (batch, current) = work.current.first else { return }
    let outcome = current.result()
    work.current.removeFirst()
    work.importer = outcome.importer
    for (place, result) in outcome.results.enumerated() {
      let group = batch.orders[place].group
      switch result {
      case .success(let uuid):
        report.add(group, uuid)
        work.index.note(batch.digests[place], .asset(uuid))
        if moves { remove(group) }
      case .failure(let error):
        if outcome.failure == nil { report.fail(group, error) }
      }
    }
    try tell()
    if let failure = outcome.failure {
      report.stop(failure)
      throw Stop()
    }
    if let last = batch.orders.last { console.progress(progress, last.group.main.place + 1) }
  }

  /// Writes everything that was gathered.
  private mutating func flush(_ work: inout Work) throws {
    try handOver(&work)
    while !work.current.isEmpty { try settle(&work) }
    // Also of files that nothing had to be written for.
    try tell()
  }

  /// Prints what was done since the last time.
  private mutating func tell() throws {
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
