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
    let deadline = Deadline(name: "the \(half) half", place: setup.place, limit: setup.time)
    try await library.run {
      do {
        try await deadline.watch(
          waiting: { library.library.activities.pending }, expire: setup.expire
        ) { try await body(library) }
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
    var findings = Findings()
    let left = try legacy.dumps(setup.level)
    let right = try modern.dumps(setup.level)
    let pictures = PicturePairs(legacy.library, modern.library)
    let albums = try SurplusAlbums(legacy.library, modern.library)
    for (left, right) in zip(left, right) {
      compare(left, right, pictures, albums, &findings)
    }
    let known = AllowedDifference.known.filter(findings.known.contains)
    guard findings.undeclared.isEmpty else {
      throw LibraryDifference(lines: findings.undeclared, known: known)
    }
    return LibraryComparison(
      legacy: TestPhotoLibrary.text(left), modern: TestPhotoLibrary.text(right),
      allowed: findings.allowed)
  }

  /// What was found, in the dumps of every level.
  private struct Findings {
    var undeclared: [LibraryDifference.Line] = []
    var known: Set<AllowedDifference> = []
    var allowed: [String: [LibraryDifference.Line]] = [:]
  }

  private func compare(
    _ left: Dump, _ right: Dump, _ pictures: PicturePairs, _ albums: SurplusAlbums,
    _ findings: inout Findings
  ) {
    /// The lines that differ without albums that the old API refuses for these reasons.
    func look(without refusals: [SurplusAlbums.Refusal]) -> (Evidence, [LibraryDifference.Line]) {
      let right = albums.without(refusals, right, like: left)
      let lines = self.lines(left, right, pictures).filter { line in
        !setup.ignoring.contains { $0.covers(line.field) }
      }
      return (Evidence(left, right, pictures), lines)
    }
    var refusals: [SurplusAlbums.Refusal] = []
    var (evidence, lines) = look(without: [])
    guard !lines.isEmpty else { return }
    for difference in setup.allowing {
      guard let refusal = difference.refusal, !refusals.contains(refusal) else { continue }
      refusals.append(refusal)
      let rest = look(without: refusals)
      let explained = lines.filter { !rest.1.contains($0) }
      if !explained.isEmpty { findings.allowed[difference.name, default: []] += explained }
      (evidence, lines) = rest
    }
    var undeclared: [LibraryDifference.Line] = []
    for line in lines {
      if let difference = setup.allowing.first(where: { $0.explains(line, by: evidence) }) {
        findings.allowed[difference.name, default: []].append(line)
      } else {
        undeclared.append(line)
      }
    }
    guard !undeclared.isEmpty else { return }
    findings.undeclared += undeclared
    for difference in AllowedDifference.known {
      if let refusal = difference.refusal, !refusals.contains(refusal) {
        let rest = look(without: refusals + [refusal])
        guard !undeclared.allSatisfy(rest.1.contains) else { continue }
        // What shows only when the albums are gone is offered as well.
        findings.known.formUnion(
          [difference]
            + AllowedDifference.known.filter { known in
              rest.1.contains { !lines.contains($0) && known.explains($0, by: rest.0) }
            })
      } else if undeclared.contains(where: { difference.explains($0, by: evidence) }) {
        findings.known.insert(difference)
      }
    }
  }

  /// The lines on which the dumps disagree, and the pictures that only look the same in them: of a
  /// file that was encoded here a dump tells the size, for its bytes are not promised (decision 20).
  private func lines(
    _ left: Dump, _ right: Dump, _ pictures: PicturePairs
  ) -> [LibraryDifference.Line] {
    var lines = left.differences(from: right).map { difference in
      LibraryDifference.Line(
        object: difference.object, field: difference.field, legacy: difference.left,
        modern: difference.right)
    }
    let theirs = Dictionary(right.objects.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    for object in left.objects {
      guard let other = theirs[object.name], object.content != other.content else { continue }
      for field in object.fields where field.value.hasPrefix("encoded ") {
        guard other.value(field.name) == field.value,
          !pictures.areSame(object.name, role: Evidence.role(field.name))
        else { continue }
        lines.append(
          LibraryDifference.Line(
            object: object.heading, field: field.name, legacy: field.value,
            modern: field.value + ", another picture"))
      }
    }
    return lines
  }
}
