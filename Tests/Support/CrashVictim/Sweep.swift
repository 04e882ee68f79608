import DiptychStories
import Foundation

/// The kill loops of flows 3 and 5.
struct Sweep {
  private var kills = 200
  private var seed: UInt64 = 1
  private var folder = KillLoop.usualFolder

  init(_ arguments: [String]) {
    var arguments = arguments[...]
    while let option = arguments.popFirst() {
      switch (option, arguments.popFirst()) {
      case ("--kills", let value?):
        guard let kills = Int(value), kills > 0 else { Self.refuse("--kills takes a number.") }
        self.kills = kills
      case ("--seed", let value?):
        guard let seed = UInt64(value) else { Self.refuse("--seed takes a number.") }
        self.seed = seed
      case ("--folder", let value?): folder = URL(fileURLWithPath: value, isDirectory: true)
      default: Self.refuse("\(option) is no option, or takes a value.")
      }
    }
  }

  /// Prints what was found; ends the process with 1 when a library was not as it must be.
  func run() async throws {
    let begun = DispatchTime.now().uptimeNanoseconds
    let folder = folder.appendingPathComponent("diptych-sweep-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    print("Kill loops: \(kills) kills a flow, seed \(seed).")
    var failures: [String] = []
    for name in ["3-insert", "5"] {
      guard let row = FlowRow.named(name) else { Self.refuse("There is no row \(name).") }
      let loop = KillLoop(program: "/proc/self/exe", row: row, folder: folder)
      let rowBegun = DispatchTime.now().uptimeNanoseconds
      let report = try await loop.run(
        kills: kills, openingKills: max(1, kills / 10), seed: seed
      ) { done in
        if done % 50 == 0 { print("  flow \(name): \(done) victims") }
      }
      print(
        "Flow \(name): \(report.kills) killed while it ran, \(report.openingKills) while the "
          + "library was made, \(report.late) had ended before, "
          + "\(report.recoveries) left staged files, \(report.failures.count) failures, "
          + "\(Self.seconds(since: rowBegun)) s.")
      for (state, count) in report.states.sorted(by: { $0.key < $1.key }) {
        print("  \(String(count).leftPadded(to: 4)) × \(state)")
      }
      failures += report.failures
    }
    for failure in failures { print("FAILED: \(failure)") }
    if failures.isEmpty { try FileManager.default.removeItem(at: folder) }
    print(
      "Kill loops: \(failures.isEmpty ? "every library was legal" : "libraries are in \(folder.path)")"
        + ", \(Self.seconds(since: begun)) s.")
    if !failures.isEmpty { exit(1) }
  }

  static func refuse(_ sentence: String) -> Never {
    FileHandle.standardError.write(Data((sentence + "\n").utf8))
    exit(64)
  }

  static func seconds(since begun: UInt64) -> String {
    String(format: "%.1f", Double(DispatchTime.now().uptimeNanoseconds - begun) / 1e9)
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
