import FaultSweeping
import Foundation
import Testing

/// The short form of the fault sweep: some calls of some operations. `scripts/sweep` tries all.
@Suite("Fault sweeps", .serialized)
struct ShortFaultSweepTests {
  private static let names: Set = [
    "save a file", "purge", "move an album into a folder", "writeImageData", "setImageData", "add",
    "addResource with a file into an album", "moveAssets",
  ]

  @Test(
    "a failed call leaves a library that is whole",
    arguments: SweptOperation.all.filter { names.contains($0.name) })
  func sweep(_ operation: SweptOperation) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("diptych-faults-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var report = FaultSweep.Report()
    try await FaultSweep(stride: 131, folder: folder).run(operation, &report)
    #expect(report.violations.isEmpty, "\(report.violations.joined(separator: "\n"))")
    #expect(report.faults > 20)
  }
}
