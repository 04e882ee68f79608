import DiptychEngine
import Foundation
import Testing

@testable import FaultSweeping

extension FileLayerTests {
  /// The short form of the fault sweep: some calls of some operations. `scripts/sweep` tries all.
  @Suite("Fault sweeps")
  struct ShortFaultSweepTests {
    private static let names: Set = [
      "save a file", "save bytes without links", "purge", "edit content", "make another library",
      "writeImageData", "setImageData", "add", "addResource with a file into an album",
      "ask for access with an answer left", "repair", "writeData of a file that is elsewhere",
    ]

    @Test(
      "a failed call leaves a library that is whole",
      arguments: SweptOperation.all.filter { names.contains($0.name) })
    func sweep(_ operation: SweptOperation) async throws {
      let report = try await inFolder { folder in
        try await FaultSweep.calls(.most(4), folder: folder).run(operation)
      }
      #expect(report.violations.isEmpty, "\(report.text)")
      #expect(report.points > 20)
      #expect(report.kinds.count == 8)
    }

    @Test(
      "a save that was committed reports success, whatever fails behind the commit",
      arguments: ["writeImageData", "setImageData", "writeModifiedVideoAtPath"])
    func successIsReported(_ name: String) async throws {
      let operation = try #require(SweptOperation.named("legacy: \(name)"))
      let report = try await inFolder { folder in
        let plan = FaultPlan()
        try plan.attach()
        let sweep = FaultSweep(
          [FailingCall(plan: plan, kind: .failure, isLasting: true)],
          systemCalls: plan.systemCalls, vfs: FaultVFS.name, sampling: .most(40), folder: folder)
        return try await sweep.run(operation)
      }
      #expect(report.violations.isEmpty, "\(report.text)")
      // About as many fail behind the commit as before it.
      #expect(report.points > 30 && report.there > 60)
    }

    @Test("access that was decided is reported, whatever fails behind the decision")
    func decisionsAreReported() async throws {
      let operation = try #require(SweptOperation.named("engine: ask for access"))
      let report = try await inFolder { folder in
        let plan = FaultPlan()
        try plan.attach()
        let sweep = FaultSweep(
          [FailingCall(plan: plan, kind: .failure, isLasting: true)],
          systemCalls: plan.systemCalls, vfs: FaultVFS.name, folder: folder)
        return try await sweep.run(operation)
      }
      #expect(report.violations.isEmpty, "\(report.text)")
      #expect(report.points > 15)
    }

    @Test("a photo that cannot be read any more ends the process, as documented, and nothing else")
    func documentedEnds() async throws {
      let operation = try #require(SweptOperation.named("modern: deleteAssets"))
      let report = try await inFolder { folder in
        let sweep = IsolatedSweep(
          program: try program("CrashVictim"), "calls", .every(1), folder: folder)
        return try sweep.run(operation)
      }
      #expect(report.violations.isEmpty, "\(report.text)")
      #expect(report.traps > 0)
      // What ended is looked at too, and the sweep goes on behind it.
      #expect(report.points > 60 && report.kinds.count == 8)
    }

    @Test("an end that is not documented is a violation, and the sweep goes on behind it")
    func otherEnds() async throws {
      let operation = try #require(SweptOperation.named("engine: rename"))
      let report = try await inFolder { folder in
        let sweep = IsolatedSweep(
          program: try program("CrashVictim"), "deadly", .most(6), folder: folder)
        return try sweep.run(operation)
      }
      #expect(report.violations.count == 6, "\(report.text)")
      for violation in report.violations {
        #expect(violation.hasPrefix("engine: rename, disturbance 1 at "))
        #expect(violation.hasSuffix("ends the process: killed(9)"))
      }
      #expect(report.traps == 0 && report.points == 6 && report.kinds == ["death"])
    }

    @Test("the log goes into the database where an operation is swept for that")
    func checkpoints() async throws {
      let operation = try #require(SweptOperation.named("engine: checkpoint"))
      try await inFolder { folder in
        let watch = WriterWatch()
        try watch.attach()
        defer { try? FaultVFS.use(nil) }
        let sweep = FaultSweep(
          [], systemCalls: watch.systemCalls(RealSystemCalls(durable: false)), vfs: FaultVFS.name,
          folder: folder)
        let report = try await sweep.run(operation)
        #expect(report.violations.isEmpty, "\(report.text)")
        #expect(watch.findings.checkpoints > SweptOperation.shortLog / 2)
      }
    }

    @Test("every write is swept by its own name")
    func operationsHaveNames() {
      #expect(Set(SweptOperation.all.map(\.description)).count == SweptOperation.all.count)
    }
  }
}
