import DiptychStories
import FaultSweeping
import Foundation

/// The fault sweep of every operation.
struct Faults {
  private var stride = 1
  private var only: String?
  private var folder = KillLoop.usualFolder

  init(_ arguments: [String]) {
    var arguments = arguments[...]
    while let option = arguments.popFirst() {
      switch (option, arguments.popFirst()) {
      case ("--stride", let value?):
        guard let stride = Int(value), stride > 0 else { Sweep.refuse("--stride takes a number.") }
        self.stride = stride
      case ("--only", let value?): only = value
      case ("--folder", let value?): folder = URL(fileURLWithPath: value, isDirectory: true)
      default: Sweep.refuse("\(option) is no option, or takes a value.")
      }
    }
  }

  /// Written at once: a sweep that is stopped has told what it found so far.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  /// Prints what was tried; ends the process with 1 when anything was not as it must be.
  func run() async throws {
    let folder = folder.appendingPathComponent("diptych-faults-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let operations = SweptOperation.all.filter { operation in
      only.map { "\(operation)".contains($0) } ?? true
    }
    print(
      "Faults: \(operations.count) operations, \(FaultKind.allCases.count) kinds, each once and for good."
    )
    let sweep = FaultSweep(stride: stride, folder: folder)
    var report = FaultSweep.Report()
    for operation in operations {
      let before = report
      let begun = DispatchTime.now().uptimeNanoseconds
      try await sweep.run(operation, &report)
      Self.say(
        "  \(operation): \(report.calls[operation.name] ?? 0) calls, "
          + "\(report.faults - before.faults) faults, "
          + "\(report.violations.count - before.violations.count) violations, "
          + "\(Sweep.seconds(since: begun)) s")
    }
    for violation in report.violations { print("VIOLATION: \(violation)") }
    print(
      "Faults: \(report.operations) operations × \(FaultKind.allCases.count) kinds × 2, "
        + "\(report.faults) fault points, \(report.violations.count) violations.")
    if !report.violations.isEmpty { exit(1) }
  }
}
