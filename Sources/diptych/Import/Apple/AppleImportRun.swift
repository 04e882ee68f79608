import DiptychAppleLibrary
import DiptychEngine
import DiptychStories
import Foundation

/// One import of libraries of Apple's Photos: assets batch by batch, then albums and folders.
struct AppleImportRun {
  /// Assets whose files share their syncs.
  private static let batchSize = 64

  let format: OutputFormat
  private(set) var report: AppleImportReport
  private let console: Console
  private let isDry: Bool
  private let force: Bool

  private init(_ invocation: Invocation) {
    console = invocation.console
    format = OutputFormat(invocation.arguments)
    isDry = invocation.arguments.has("dry-run")
    force = invocation.arguments.has("force")
    report = AppleImportReport()
  }

  /// Imports the libraries that the arguments name; nil when they name none.
  /// - Throws: A usage error where files stand beside libraries, or options that are for files.
  static func run(_ invocation: Invocation) throws -> ExitStatus? {
    let arguments = invocation.arguments
    let packages = arguments.positionals.filter(ApplePackage.isPackage).map(ApplePackage.init)
    guard !packages.isEmpty else { return nil }
    guard packages.count == arguments.positionals.count else {
      throw UsageError(
        "Libraries of Apple's Photos and other files are imported one after the other. Run the "
          + "command once for each kind.")
    }
    for option in ["album", "albums", "duplicates", "move"]
    where arguments.has(option) || arguments.value(option) != nil {
      throw UsageError(
        "--\(option) is for files, not for libraries of Apple's Photos. Leave it out.")
    }
    var run = AppleImportRun(invocation)
    // All are read before anything is written, so that a wrong one does not leave half an import.
    let libraries = try packages.map { try AppleLibrary.read($0, force: run.force) }
    try arguments.withImportLibrary(invocation.console) { target in
      for library in libraries { try run.bring(library, into: target) }
    }
    if run.format == .json { try invocation.console.out(OutputFormat.json(run.report)) }
    for line in run.report.closingLines { invocation.console.err(line) }
    return run.report.status
  }

  /// - Parameter target: Nil only in a dry run, where there is none yet.
  private mutating func bring(_ library: AppleLibrary, into target: Library?) throws {
    report.begin(library)
    try flushLines()
    let planner = ImportPlanner(library.package)
    let progress = JobProgress(isDry ? "Looked at" : "Imported", of: library.assets.count)
    defer { console.endProgress() }
    var done = 0
    for start in stride(from: 0, to: library.assets.count, by: Self.batchSize) {
      let assets = library.assets[start..<min(start + Self.batchSize, library.assets.count)]
      var present: [UUID: Presence] = [:]
      if let target { present = try Self.presence(of: assets, in: target) }
      var plans: [ImportPlan] = []
      for asset in assets {
        let plan = planner.plan(asset)
        if let presence = present[asset.uuid] {
          try meet(plan, presence, target)
        } else {
          plans.append(plan)
        }
        done += 1
        if done % 16 == 0 { console.progress(progress, done) }
      }
      try commit(plans, target)
      console.endProgress()
      try flushLines()
    }
    try bringCollections(of: library, into: target)
    report.end(library)
    try flushLines()
  }

  /// How an asset is there already.
  private enum Presence {
    case whole
    /// It came without its original.
    case withoutOriginal
    case trashed
  }

  private static func presence(
    of assets: ArraySlice<AppleAsset>, in library: Library
  ) throws -> [UUID: Presence] {
    try library.snapshot { transaction in
      var present: [UUID: Presence] = [:]
      for asset in assets {
        guard let record = try transaction.asset(asset.uuid) else { continue }
        let original = try transaction.original(of: record.row)
        let lacksOriginal = original.map { $0.sha256 == ContentHash.unknown } ?? false
        present[asset.uuid] =
          record.trashedDate != nil ? .trashed : lacksOriginal ? .withoutOriginal : .whole
      }
      return present
    }
  }

  /// An asset that is there already: at most its original is still to come.
  private mutating func meet(_ plan: ImportPlan, _ presence: Presence, _ target: Library?) throws {
    guard case .withoutOriginal = presence, plan.hasOriginal else {
      return report.addPresent(plan)
    }
    guard let filling = plan.filling else {
      report.addPresent(plan)
      report.fail(
        plan.mainFile,
        LibraryError(
          .changeNotSupported,
          "The asset is there without its files, of which it has several. Delete it for ever with "
            + "`diptych user delete` and `diptych user purge`, then import again."))
      return
    }
    if !isDry, let target {
      do {
        try Self.commit(filling, to: target)
      } catch let error as LibraryError where error.code.exitStatus == .badData {
        return report.fail(plan.mainFile, error)
      }
    }
    report.add(plan)
  }

  /// Commits what a batch of plans asks for, and one by one where that fails.
  /// - Throws: A failure of the library itself; what was committed stays, and a next import goes on
  ///   from there.
  private mutating func commit(_ plans: [ImportPlan], _ target: Library?) throws {
    let wanted = plans.filter { $0.refusal == nil }
    for plan in plans where plan.refusal != nil { report.refuse(plan) }
    guard !isDry, let target else {
      for plan in wanted { report.add(plan) }
      return
    }
    guard !wanted.isEmpty else { return }
    do {
      try Self.commit(wanted.flatMap(\.operations), to: target)
      for plan in wanted { report.add(plan) }
    } catch let error as LibraryError where error.code.exitStatus == .badData {
      guard wanted.count > 1 else { return report.fail(wanted[0].mainFile, error) }
      for plan in wanted { try commit([plan], target) }
    }
  }

  private static func commit(_ operations: [ChangeOperation], to library: Library) throws {
    var changes = ChangeSet()
    changes.operations = operations
    try library.commit(changes)
  }

  private mutating func bringCollections(of library: AppleLibrary, into target: Library?) throws {
    var present: [UUID: CollectionKind] = [:]
    if let target {
      present = try target.snapshot { transaction in
        var present: [UUID: CollectionKind] = [:]
        for collection in library.collections {
          present[collection.uuid] = try transaction.collection(collection.uuid)?.kind
        }
        return present
      }
    }
    let (operations, leftOut) = library.collectionOperations(present: present)
    if !isDry, let target { try Self.commit(operations, to: target) }
    for collection in library.collections { report.add(collection) }
    for remark in leftOut { report.leaveOut(remark) }
  }

  private mutating func flushLines() throws {
    let lines = report.takeLines()
    if format == .text { try console.out(lines) }
  }
}
