import Foundation

/// The whole table: `diptych-bench --table`, and what serves it.
struct TableRun {
  private var isQuick = false
  private var sizes = [10_000, 100_000, 1_000_000]
  private var parts = Set(Part.allCases)
  private var fetching = Set(FetchingBenchmark.Part.allCases)
  private var folder = URL(fileURLWithPath: ".build", isDirectory: true)

  /// What can be measured by itself.
  private enum Part: String, CaseIterable {
    case saving, batch, fetching, albums, thumbnail, cold, compare, testing
  }

  /// Does what the arguments ask for, if it is anything of this file.
  /// - Returns: The status of the process; 1 if a row misses its goal. Nil for other arguments.
  static func start(_ arguments: [String]) async throws -> Int32? {
    switch arguments.first {
    case "--cold" where arguments.count == 3:
      try ProcessBenchmark.beCold(arguments[1], arguments[2])
      return 0
    case "--make-library" where arguments.count == 2:
      guard let count = Int(arguments[1]), count > 0 else {
        throw WrongResult(description: "--make-library takes a number.")
      }
      let (path, time) = try GeneratedLibrary(count: count).make()
      print(time.map { "Made in \(Report.seconds($0)): \(path)" } ?? "Already there: \(path)")
      return 0
    case "--table": return try await TableRun(arguments.dropFirst()).run()
    default: return nil
    }
  }

  private init(_ arguments: ArraySlice<String>) throws {
    var arguments = arguments
    while let option = arguments.popFirst() {
      switch option {
      case "--quick":
        isQuick = true
        sizes = [1_000, 10_000]
      case "--sizes":
        sizes = (arguments.popFirst() ?? "").split(separator: ",").compactMap { Int($0) }
        guard !sizes.isEmpty, sizes.allSatisfy({ $0 >= 1_000 }) else {
          throw WrongResult(description: "--sizes takes numbers of at least 1000, with commas.")
        }
      case "--rows":
        try choose((arguments.popFirst() ?? "").split(separator: ",").map(String.init))
      case "--folder":
        guard let path = arguments.popFirst() else {
          throw WrongResult(description: "--folder takes a folder on a disk.")
        }
        folder = URL(fileURLWithPath: path, isDirectory: true)
      default: throw WrongResult(description: "\(option) is no option of --table.")
      }
    }
  }

  /// Takes the words of `--rows`: parts, and parts of `fetching`.
  private mutating func choose(_ names: [String]) throws {
    parts = Set(names.compactMap(Part.init))
    let single = Set(names.compactMap(FetchingBenchmark.Part.init))
    guard parts.count + single.count == names.count, !names.isEmpty else {
      let all = Part.allCases.map(\.rawValue) + FetchingBenchmark.Part.allCases.map(\.rawValue)
      throw WrongResult(
        description: "--rows takes some of \(all.joined(separator: ", ")).")
    }
    guard !parts.contains(.fetching) else { return }
    // What a cold process costs is held against a first fetch.
    fetching = parts.contains(.cold) ? single.union([.first]) : single
    if !fetching.isEmpty { parts.insert(.fetching) }
  }

  private func run() async throws -> Int32 {
    let workshop = try Workshop(folder: folder, isQuick: isQuick, assetCount: nil)
    defer { workshop.clean() }
    try CountingVFS.register()
    var report = Report()
    // First, since a process that has done much has much to do at each allocation.
    if parts.contains(.saving) { try SavingBenchmark(workshop: workshop).run(&report) }
    if parts.contains(.thumbnail) { try ThumbnailBenchmark(workshop: workshop).run(&report) }
    for size in sizes {
      if parts.contains(.fetching) {
        try FetchingBenchmark(workshop: workshop, count: size, parts: fetching).run(&report)
      }
      if parts.contains(.albums) {
        try AlbumBenchmark(workshop: workshop, count: size).run(&report)
      }
      if parts.contains(.cold) {
        try ProcessBenchmark(workshop: workshop).runCold(size, &report)
      }
    }
    if parts.contains(.compare) { try ProcessBenchmark(workshop: workshop).runCompare(&report) }
    if parts.contains(.testing) {
      try await TestingBenchmark(workshop: workshop).run(&report)
    }
    if parts.contains(.batch) { try BatchBenchmark(workshop: workshop).run(&report) }
    print()
    let missed = Table(report: report).print()
    print()
    guard !missed.isEmpty else {
      print("Every row that was measured reaches its goal.")
      return 0
    }
    print("Missed: " + missed.map(\.title).joined(separator: "; "))
    return 1
  }
}
