import Foundation

/// Measures what Diptych costs beside plain calls that do the same.
///
///     diptych-bench [--quick] [--only NAME] [--assets N] [--folder FOLDER]
///     diptych-bench --table [--quick] [--sizes N,N,…] [--rows WORD] [--folder FOLDER]
///     diptych-bench --make-library N
@main
struct DiptychBench {
  private static let names = ["saving", "batch", "fetching", "import", "testing"]

  static func main() async {
    do {
      try await run()
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(2)
    }
  }

  private static func run() async throws {
    var isQuick = false
    var only: String?
    var assets: Int?
    var folder = URL(fileURLWithPath: ".build", isDirectory: true)
    var arguments = CommandLine.arguments.dropFirst()
    if let status = try await TableRun.start(Array(arguments)) { exit(status) }
    while let option = arguments.popFirst() {
      switch option {
      case "--quick": isQuick = true
      case "--only":
        only = arguments.popFirst()
        guard let only, names.contains(only) else {
          refuse("--only takes one of \(names.joined(separator: ", ")).")
        }
      case "--assets":
        assets = arguments.popFirst().flatMap { Int($0) }
        guard let assets, assets > 0 else { refuse("--assets takes a number.") }
      case "--folder":
        guard let path = arguments.popFirst() else { refuse("--folder takes a folder on a disk.") }
        folder = URL(fileURLWithPath: path, isDirectory: true)
      default: refuse("\(option) is no option of diptych-bench.")
      }
    }
    let workshop = try Workshop(folder: folder, isQuick: isQuick, assetCount: assets)
    defer { workshop.clean() }
    try CountingVFS.register()
    var report = Report()
    if only ?? "saving" == "saving" { try SavingBenchmark(workshop: workshop).run(&report) }
    if only ?? "batch" == "batch" { try BatchBenchmark(workshop: workshop).run(&report) }
    if only ?? "fetching" == "fetching" { try FetchingBenchmark(workshop: workshop).run(&report) }
    if only ?? "import" == "import" { try ImportBenchmark(workshop: workshop).run(&report) }
    // Needs no disk, and takes as long as a user's suite does.
    if only ?? "testing" == "testing" {
      try await TestingBenchmark(workshop: workshop).run(&report)
    }
    let goals = report.figures.filter { $0.goal != nil }
    print("\(goals.count(where: \.isReached)) of \(goals.count) goals reached.")
  }

  private static func refuse(_ sentence: String) -> Never {
    FileHandle.standardError.write(Data((sentence + "\n").utf8))
    exit(64)
  }
}
