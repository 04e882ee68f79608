import FaultSweeping
import Foundation
import Testing

/// Everything that hooks into SQLite's file layer, of which a process has one: one after the other.
@Suite("SQLite's file layer", .serialized)
enum FileLayerTests {
  /// A folder of a test's own, removed afterwards.
  static func inFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("diptych-faults-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
  }
}

extension SweepReport {
  /// The violations as one text for a failed expectation.
  var text: String { violations.joined(separator: "\n") }
}
