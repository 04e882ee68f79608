import FaultSweeping
import Foundation
import Testing

extension FileLayerTests {
  /// The short form of the fault sweep: some calls of some operations. `scripts/sweep` tries all.
  @Suite("Fault sweeps")
  struct ShortFaultSweepTests {
    private static let names: Set = [
      "save a file", "save bytes without links", "purge", "edit content", "make another library",
      "writeImageData", "setImageData", "add", "addResource with a file into an album",
    ]

    @Test(
      "a failed call leaves a library that is whole",
      arguments: SweptOperation.all.filter { names.contains($0.name) })
    func sweep(_ operation: SweptOperation) async throws {
      let report = try await inFolder { folder in
        try await FaultSweep.calls(stride: 173, folder: folder).run(operation)
      }
      #expect(report.violations.isEmpty, "\(report.text)")
      #expect(report.points > 20)
      #expect(report.kinds.count == 8)
    }

    @Test("every write is swept by its own name")
    func operationsHaveNames() {
      #expect(Set(SweptOperation.all.map(\.description)).count == SweptOperation.all.count)
      #expect(SweptOperation.all.count >= 53)
    }
  }
}
