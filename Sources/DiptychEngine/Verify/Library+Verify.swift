import Foundation

extension Library {
  /// Checks rows against files, files against their hashes, and rows against the change log.
  /// Nothing is changed.
  ///
  /// A missing derivative is no damage: it is made again.
  /// - Complexity: Reads every original once.
  package func verify(progress: (Int, Int) -> Void = { _, _ in }) throws -> [VerifyIssue] {
    let rung = try doorbellToken()
    var issues = try part { try read(databaseIssues) }
    if issues.isEmpty {
      issues += try part { try read { try lostCommitIssues($0, rung) + logIssues($0) } }
      issues += try part { try read(rowIssues) }
    }
    var resources: [ResourceRecord] = []
    issues += try part {
      resources = try read { transaction in
        try transaction.connection.all(
          "SELECT \(ResourceRecord.columns) FROM resources r ORDER BY r.id", [],
          ResourceRecord.init)
      }
      return []
    }
    for (index, resource) in resources.enumerated() {
      progress(index + 1, resources.count)
      if let issue = try issue(resource) { issues.append(issue) }
    }
    return try issues + part { try strayIssues() }
  }

  /// A part of the check: what cannot be read because of damage is an issue like any other.
  private func part(_ body: () throws -> [VerifyIssue]) throws -> [VerifyIssue] {
    do {
      return try body()
    } catch let error as LibraryError where error.code == .libraryDamaged {
      return [.damaged(error.cause ?? "a page cannot be read")]
    }
  }

  private func databaseIssues(_ transaction: ReadTransaction) throws -> [VerifyIssue] {
    try transaction.connection.all("PRAGMA integrity_check") { $0.text(0) }
      .filter { $0 != "ok" }.map { .damaged($0) }
  }

  // MARK: The change log

  /// The token that the last commit left in the doorbell; nil when it left none.
  func doorbellToken() throws -> Int64? {
    let system = configuration.systemCalls
    guard let descriptor = try? system.open(folder.doorbell, .readHere) else { return nil }
    defer { system.close(descriptor) }
    var token: Int64 = 0
    let count = try withUnsafeMutableBytes(of: &token) { buffer in
      try system.fill(buffer, from: descriptor, at: 0)
    }
    return count == MemoryLayout<Int64>.size ? Int64(littleEndian: token) : nil
  }

  /// How many commits at most one believes that a log lost. More is a damaged doorbell.
  static let believableLoss: Int64 = 1 << 32

  /// Every commit rings when it is durable, so a database behind the doorbell has lost what came
  /// between.
  private func lostCommitIssues(
    _ transaction: ReadTransaction, _ rung: Int64?
  ) throws -> [VerifyIssue] {
    try lostCommits(transaction, rung).map { [VerifyIssue(.lostCommits, $0)] } ?? []
  }

  /// What is wrong with a database that is behind the doorbell; nil where it is not.
  private func lostCommits(_ transaction: ReadTransaction, _ rung: Int64?) throws -> String? {
    let token = try transaction.token()
    guard let rung, rung > token, rung - token < Self.believableLoss else { return nil }
    return
      "The database ends at change \(token), and there were \(rung): its log was cut short or is "
      + "damaged. Put library.sqlite-wal back, or restore the library from a backup; run `diptych "
      + "verify --repair` to go on without the lost changes."
  }

  /// Refuses a database that is behind the doorbell (decision 266): what is written to it next would
  /// have the numbers of what was lost, and hide that anything was.
  func refuseLostCommits() throws {
    guard !configuration.acceptsLostCommits else { return }
    // The doorbell first: a commit is there before it rings.
    let rung = try doorbellToken()
    if let sentence = try read({ try lostCommits($0, rung) }) {
      throw LibraryError(.libraryDamaged, sentence)
    }
  }

  private func logIssues(_ transaction: ReadTransaction) throws -> [VerifyIssue] {
    let remedy = "Run `diptych verify --repair` to begin a new log; applications then read anew."
    let token = try transaction.token()
    let log = try transaction.connection.first(
      "SELECT coalesce(min(token), 0), coalesce(max(token), 0), count(*) FROM commits"
    ) { (first: $0.integer(0), last: $0.integer(1), count: $0.integer(2)) }
    guard let log else { return [] }
    var issues: [VerifyIssue] = []
    if token != log.last {
      issues.append(
        VerifyIssue(
          .changeLog, "The change log ends at \(log.last), the library at \(token). \(remedy)"))
    }
    // Of numbers that somebody else wrote, the difference may be none.
    let (span, isBeyond) = log.last.subtractingReportingOverflow(log.first)
    let missing = log.count == 0 ? 0 : isBeyond ? .max : span - (log.count - 1)
    if missing > 0 {
      issues.append(
        VerifyIssue(
          .changeLog,
          "The change log has a gap of \(missing) change\(missing == 1 ? "" : "s"). \(remedy)"))
    }
    let lost = try transaction.connection.first(
      "SELECT count(*) FROM changes WHERE token NOT IN (SELECT token FROM commits)"
    ) { $0.int(0) }
    if let lost, lost > 0 {
      issues.append(
        VerifyIssue(.changeLog, "\(lost) entries of the change log have no date. \(remedy)"))
    }
    issues += try transaction.connection.all(
      """
      SELECT a.uuid FROM assets a WHERE a.id NOT IN (
        SELECT c.object FROM changes c WHERE c.object_kind = 0 AND c.change = 0)
      AND (SELECT min(token) FROM commits) = 1
      """
    ) { row in
      VerifyIssue(
        .changeLog,
        "The asset \(Identifiers.asset(row.uuid(0))) has no entry in the change log. \(remedy)")
    }
    return issues
  }
}
