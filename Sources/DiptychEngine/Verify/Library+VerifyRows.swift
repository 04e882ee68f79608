import Foundation

/// Rows that disagree with one another.
extension Library {
  func rowIssues(_ transaction: ReadTransaction) throws -> [VerifyIssue] {
    try memberIssues(transaction) + rankIssues(transaction) + referenceIssues(transaction)
      + circleIssues(transaction) + reusedRowIssues(transaction) + bareAssetIssues(transaction)
  }

  /// Memberships of an album or an asset that is not there.
  static let membershipsOfNothing = """
    FROM memberships WHERE album NOT IN (SELECT id FROM collections)
      OR asset NOT IN (SELECT id FROM assets)
    """

  private func memberIssues(_ transaction: ReadTransaction) throws -> [VerifyIssue] {
    var issues: [VerifyIssue] = []
    let lost = try transaction.count("SELECT count(*) \(Self.membershipsOfNothing)")
    if lost > 0 {
      issues.append(
        VerifyIssue(
          .membership,
          "\(lost) place\(lost == 1 ? "" : "s") in albums name a photo or an album that is not "
            + "there. Run `diptych verify --repair` to remove them."))
    }
    let inFolders = try transaction.count(
      """
      SELECT count(*) FROM memberships m JOIN collections c ON c.id = m.album WHERE c.kind = ?
      """, [CollectionKind.folder.rawValue])
    if inFolders > 0 {
      issues.append(
        VerifyIssue(
          .membership,
          "\(inFolders) photo\(inFolders == 1 ? " is a member" : "s are members") of a folder. Run "
            + "`diptych verify --repair` to move them into an album of its name."))
    }
    return issues
  }

  /// Folders, the root being null, of which two children that can be arranged have one place.
  static let foldersWithBrokenRanks = """
    SELECT DISTINCT parent FROM collections WHERE kind IN (?, ?)
    GROUP BY parent, rank HAVING count(*) > 1
    """

  static var arrangedKinds: [any BindableValue] {
    CollectionKind.allCases.filter(\.isEditable).map(\.rawValue)
  }

  private func rankIssues(_ transaction: ReadTransaction) throws -> [VerifyIssue] {
    let folders = try transaction.connection.all(
      "SELECT (SELECT title FROM collections WHERE id = b.parent) "
        + "FROM (\(Self.foldersWithBrokenRanks)) b", Self.arrangedKinds
    ) { $0.isNull(0) ? nil : $0.text(0) }
    return folders.map { title in
      let place = title.map { "the folder \(DumpText.quoted($0))" } ?? "the root"
      return VerifyIssue(
        .rank,
        "In \(place) two albums or folders have the same place. Run `diptych verify --repair` to "
          + "number them anew in the order in which they are listed.")
    }
  }

  private func referenceIssues(_ transaction: ReadTransaction) throws -> [VerifyIssue] {
    var issues = try transaction.connection.all(
      "SELECT \(ResourceRecord.columns) FROM resources r "
        + "WHERE r.asset NOT IN (SELECT id FROM assets) ORDER BY r.id", [], ResourceRecord.init
    ).map { file in
      VerifyIssue(
        .reference,
        "The asset of the file \(DumpText.quoted(file.fileName)) is not there. Run `diptych verify "
          + "--repair` to move the file to recovered/.", path: file.path)
    }
    for (what, condition) in Self.danglingLinks {
      let count = try transaction.count("SELECT count(*) FROM \(condition)")
      guard count > 0 else { continue }
      issues.append(
        VerifyIssue(
          .reference,
          "\(count) \(what). Run `diptych verify --repair` to cut the link."))
    }
    return issues
  }

  /// Links to rows that are not there, which nothing is lost with.
  private static let danglingLinks = [
    (
      "albums or folders are in a folder that is not there",
      "collections WHERE parent NOT IN (SELECT id FROM collections)"
    ),
    (
      "photos are modified copies of one that is not there",
      "assets WHERE derived_from NOT IN (SELECT id FROM assets)"
    ),
    (
      "photos that an application may see are not there",
      "access_selection WHERE asset NOT IN (SELECT id FROM assets)"
    ),
  ]

  /// Names of purged objects whose row another object has.
  static let reusedRows = """
    FROM purged WHERE (kind = 0 AND id IN (SELECT id FROM assets))
      OR (kind <> 0 AND id IN (SELECT id FROM collections))
    """

  private func reusedRowIssues(_ transaction: ReadTransaction) throws -> [VerifyIssue] {
    let count = try transaction.count("SELECT count(*) \(Self.reusedRows)")
    guard count > 0 else { return [] }
    return [
      VerifyIssue(
        .reusedRow,
        "\(count) object\(count == 1 ? " has" : "s have") the number of one that was removed. Run "
          + "`diptych verify --repair` to forget the removed one.")
    ]
  }

  private func bareAssetIssues(_ transaction: ReadTransaction) throws -> [VerifyIssue] {
    try transaction.connection.all(
      "SELECT a.uuid FROM assets a WHERE NOT EXISTS (SELECT 1 FROM resources r WHERE r.asset = a.id)"
    ) { row in
      VerifyIssue(
        .missingOriginal,
        "The asset \(Identifiers.asset(row.uuid(0))) has no file. Give it up with "
          + "`diptych user delete` and `diptych user purge`, or restore the library from a backup.")
    }
  }
}

extension ReadTransaction {
  /// The number that a statement counts.
  func count(_ sql: String, _ arguments: [any BindableValue] = []) throws -> Int {
    try connection.first(sql, arguments) { $0.int(0) } ?? 0
  }
}
