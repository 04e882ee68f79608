import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation

/// What a process costs from its start to its end.
struct ProcessBenchmark {
  let workshop: Workshop

  /// Opens a large library in a process of its own.
  func runCold(_ count: Int, _ report: inout Report) throws {
    let name = "cold-\(count)"
    try GeneratedLibrary(count: count).copy(to: workshop.path(name))
    defer { workshop.remove(name) }
    let program = try Self.ownPath()
    let rounds = workshop.isQuick ? 3 : 11
    let fetched = report.figures.first { $0.row == .firstFetch && $0.size == count }
    guard let firstFetch = fetched?.floorTime else {
      throw WrongResult(description: "A cold process is measured after a first fetch.")
    }
    let times = try Measure.medians(
      rounds: rounds,
      [
        { try ChildProcess.run([program, "--cold", "nothing", workshop.path(name)]).time },
        { try ChildProcess.run([program, "--cold", "limit", workshop.path(name)]).time },
        { try ChildProcess.run([program, "--cold", "all", workshop.path(name)]).time },
      ])
    report.add(
      Figure(
        work: "Cold process: open \(count), fetchLimit 1, list", time: times[1],
        floor: "a process that does nothing", floorTime: times[0], goal: nil, row: .coldLimit,
        size: count))
    report.add(
      Figure(
        work: "Cold process: open \(count), fetch all, first object", time: times[2],
        floor: "a first fetch", floorTime: firstFetch, goal: nil, row: .coldAll,
        size: count))
  }

  /// The work of the child.
  static func beCold(_ what: String, _ path: String) throws {
    guard what != "nothing" else { return }
    let library = try Library.open(LibraryConfiguration(folder: path))
    defer { library.close() }
    try LibraryScope(library: library, delivery: .private, name: "cold").run {
      let options = PHFetchOptions()
      options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
      if what == "limit" { options.fetchLimit = 1 }
      let result = PHAsset.fetchAssets(with: options)
      try check(result.firstObject?.creationDate == GeneratedLibrary.date(0), "A wrong asset.")
      print(result.count, result.firstObject?.localIdentifier ?? "")
    }
  }

  /// Runs `diptych compare`, where the program stands beside this one.
  func runCompare(_ report: inout Report) throws {
    let own = URL(fileURLWithPath: try Self.ownPath())
    let program = own.deletingLastPathComponent().appendingPathComponent("diptych").path
    guard access(program, X_OK) == 0 else {
      report.note("diptych compare: not measured, because \(program) is not built.")
      return
    }
    let rounds = workshop.isQuick ? 1 : 3
    let times = try Measure.medians(
      rounds: rounds,
      [
        { try ChildProcess.run([program, "--help"]).time },
        { try ChildProcess.run([program, "compare"]).time },
      ])
    report.add(
      Figure(
        work: "diptych compare, every row", time: times[1], floor: "diptych --help",
        floorTime: times[0], goal: nil, row: .compare))
  }

  private static func ownPath() throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  }
}
