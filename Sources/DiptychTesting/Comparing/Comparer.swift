import DiptychEngine
import Foundation

/// Runs two halves on twin libraries, one after the other, and compares what they leave.
package struct Comparer {
  private let setup: ComparisonSetup

  package init(_ setup: ComparisonSetup) {
    self.setup = setup
  }

  /// Runs the halves and compares.
  /// - Throws: ``LibraryDifference`` or ``ComparisonFailure``.
  package func compare(
    isolation: isolated (any Actor)? = #isolation,
    legacy: (TestPhotoLibrary) async throws -> Void,
    modern: (TestPhotoLibrary) async throws -> Void
  ) async throws -> LibraryComparison {
    try await Turn.shared.take(.oneAtATime) {
      let left = try made(.legacy) {
        try TestPhotoLibrary(
          seed: setup.seed, client: setup.client, profile: setup.profile, access: setup.access,
          delivery: setup.delivery, seeds: setup.contents)
      }
      defer { left.close() }
      let right = try made(.modern) { try TestPhotoLibrary(twinOf: left) }
      defer { right.close() }
      try await run(.legacy, left, legacy)
      try await run(.modern, right, modern)
      return try compare(left, right)
    }
  }

  private func made(
    _ half: ComparisonFailure.Half, _ make: () throws -> TestPhotoLibrary
  ) throws(ComparisonFailure) -> TestPhotoLibrary {
    do {
      return try make()
    } catch {
      throw ComparisonFailure(half: half, reason: .notMade(error))
    }
  }

  /// Runs one half until it is settled, and checks what it left.
  private func run(
    _ half: ComparisonFailure.Half, isolation: isolated (any Actor)? = #isolation,
    _ library: TestPhotoLibrary, _ body: (TestPhotoLibrary) async throws -> Void
  ) async throws {
    try await library.run {
      do {
        try await body(library)
      } catch {
        throw ComparisonFailure(half: half, reason: .threw(error))
      }
      library.isMainQueueLate = false
      let left = await library.settle(within: setup.limit)
      guard left.isEmpty else {
        throw ComparisonFailure(half: half, reason: .unsettled(left, limit: setup.limit))
      }
    }
    let issues = try library.verify()
    guard issues.isEmpty else {
      throw ComparisonFailure(half: half, reason: .damaged(issues))
    }
  }

  private func compare(
    _ legacy: TestPhotoLibrary, _ modern: TestPhotoLibrary
  ) throws -> LibraryComparison {
    var undeclared: [LibraryDifference.Line] = []
    var allowed: [String: [LibraryDifference.Line]] = [:]
    let left = try legacy.dumps(setup.level)
    let right = try modern.dumps(setup.level)
    for (left, right) in zip(left, right) {
      for difference in left.differences(from: right) {
        let line = LibraryDifference.Line(
          object: difference.object, field: difference.field, legacy: difference.left,
          modern: difference.right)
        if setup.ignoring.contains(where: { $0.covers(line.field) }) { continue }
        if let known = setup.allowing.first(where: { $0.covers(line.field) }) {
          allowed[known.name, default: []].append(line)
        } else {
          undeclared.append(line)
        }
      }
    }
    guard undeclared.isEmpty else { throw LibraryDifference(lines: undeclared) }
    return LibraryComparison(
      legacy: TestPhotoLibrary.text(left), modern: TestPhotoLibrary.text(right), allowed: allowed)
  }
}
