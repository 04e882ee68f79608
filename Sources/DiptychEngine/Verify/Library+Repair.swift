import Foundation

/// What `repair` did.
package struct RepairReport: Sendable, Equatable {
  /// Files that were moved to `recovered/`, by their new path below the library's folder.
  package internal(set) var moved: [String] = []
  /// A sentence for each other thing that was mended.
  package internal(set) var mended: [String] = []

  package init() {}
}

extension Library {
  /// Mends what can be mended without loss. An original is never deleted: what no row names is
  /// moved to `recovered/`. What is left is for a backup, and `verify` says so.
  ///
  /// Damaged pages are not mended here but by ``Salvage``, which needs the library closed.
  package func repair() throws -> RepairReport {
    var report = RepairReport()
    let rung = try doorbellToken()
    let lost = try write(origin: .upkeep) { transaction in
      // First, since what is mended behind it is logged.
      report.mended += try transaction.mendLog(rung)
      let files = try transaction.lostFiles()
      report.mended += try transaction.mendRows()
      return files
    }
    try move(lost.map { ($0.path, $0.fileName) }, into: &report)
    try spellNames()
    // What a process that died left is finished as at the opening of the library.
    try recover()
    let strays = try strayIssues().filter { $0.kind != .unreadableOriginal }.compactMap(\.path)
    try move(strays.map { ($0, $0.lastPathName) }, into: &report)
    return report
  }

  private func move(
    _ files: [(path: String, name: String)], into report: inout RepairReport
  ) throws {
    let system = configuration.systemCalls
    for file in files where folder.hasName(folder.path + "/" + file.path) {
      let place = try folder.freePlace(for: file.name)
      try system.rename(folder.path + "/" + file.path, folder.path + "/" + place)
      report.moved.append(place)
    }
  }

  /// Gives what cannot be named in a call a name that can: whoever put it there did so in bytes that
  /// are no text (decision 227).
  private func spellNames() throws {
    let system = configuration.systemCalls
    for top in [folder.originals, folder.staging] {
      try spell(try system.list(top), in: top)
      for part in try system.list(top) {
        // What is no folder, or cannot be read, is an issue of its own.
        guard let names = try? system.list(top + "/" + part) else { continue }
        try spell(names, in: top + "/" + part)
      }
    }
  }

  private func spell(_ names: [String], in part: String) throws {
    guard names.contains(where: \.isPerhapsNoText) else { return }
    try configuration.systemCalls.spellNames(in: part)
  }
}

extension String {
  /// Whether a name of a file may have bytes that are no text: they are read as this character.
  var isPerhapsNoText: Bool { unicodeScalars.contains("\u{FFFD}") }
}

extension LibraryFolder {
  /// A path in `recovered/` that nothing has yet: a file that was moved there before stays.
  func freePlace(for name: String) throws -> String {
    try makeRecovered()
    let name = name.replacingOccurrences(of: "/", with: "-")
    var place = "recovered/\(name)"
    var number = 1
    while hasName(path + "/" + place) {
      number += 1
      place = "recovered/\(number)-\(name)"
    }
    return place
  }

  private func makeRecovered() throws {
    guard try !makeFolder(recovered), try system.status(recovered).kind != .folder else { return }
    throw LibraryError(
      .libraryUnusable,
      "recovered in the library's folder \(path) is no folder, and files are to be moved there. Move "
        + "it elsewhere, then try again.")
  }

  /// Whether anything has a name, be it a symbolic link that leads nowhere.
  func hasName(_ path: String) -> Bool {
    if (try? system.status(path)) != nil { return true }
    do {
      system.close(try system.open(path, .readInside))
      return true
    } catch {
      return error.number == ELOOP
    }
  }
}

extension WriteTransaction {
  /// Files of assets that are not there, whose rows are removed: the files themselves are kept.
  fileprivate func lostFiles() throws -> [ResourceRecord] {
    let files = try connection.all(
      "SELECT \(ResourceRecord.columns) FROM resources r "
        + "WHERE r.asset NOT IN (SELECT id FROM assets) ORDER BY r.id", [], ResourceRecord.init)
    for file in files {
      try connection.execute("DELETE FROM resources WHERE uuid = ?", file.uuid)
    }
    return files
  }

  /// - Returns: A sentence for each kind of thing that was mended.
  fileprivate func mendRows() throws -> [String] {
    var mended: [String] = []
    func change(_ sql: String, _ sentence: (Int) -> String) throws {
      try connection.execute(sql)
      if connection.changedRows > 0 { mended.append(sentence(connection.changedRows)) }
    }
    try change("DELETE \(Library.membershipsOfNothing)") {
      "Removed \($0) place\($0 == 1 ? "" : "s") of nothing from albums."
    }
    try change("DELETE \(Library.reusedRows)") {
      "Forgot \($0) removed object\($0 == 1 ? "" : "s") whose number another has."
    }
    try change(
      "UPDATE assets SET derived_from = NULL WHERE derived_from NOT IN (SELECT id FROM assets)"
    ) { "Cut \($0) link\($0 == 1 ? "" : "s") to an original photo that is not there." }
    try change("DELETE FROM access_selection WHERE asset NOT IN (SELECT id FROM assets)") {
      "Removed \($0) photo\($0 == 1 ? "" : "s") that \($0 == 1 ? "is" : "are") not there from "
        + "selections."
    }
    return try mended + mendFolderMembers() + mendParents() + mendCircles() + mendRanks()
  }

  /// Photos that are members of a folder, which shows none, go into an album of its name (decision
  /// 268).
  private func mendFolderMembers() throws -> [String] {
    let folders = try connection.all(
      "SELECT \(CollectionRecord.columns) FROM collections c "
        + "WHERE c.kind = ? AND c.id IN (SELECT album FROM memberships) ORDER BY c.id",
      [CollectionKind.folder.rawValue], CollectionRecord.init)
    var count = 0
    for folder in folders {
      let uuid = library.configuration.identifiers.next(.collection)
      let isTitle = (try? ChangeLimits.check(title: folder.title)) != nil
      try createCollection(uuid, .album, isTitle ? folder.title : "Recovered")
      guard let album = try collection(uuid) else { continue }
      try connection.execute(
        "UPDATE collections SET creator = ? WHERE id = ?", folder.creator, album.row)
      try connection.execute(
        "UPDATE memberships SET album = ? WHERE album = ?", album.row, folder.row)
      count += connection.changedRows
    }
    guard count > 0 else { return [] }
    let noun = count == 1 ? "photo that was a member" : "photos that were members"
    return ["Moved \(count) \(noun) of a folder into an album of its name."]
  }

  /// Albums and folders of a folder that is not there go to the root, where they can be seen.
  private func mendParents() throws -> [String] {
    let children = try connection.all(
      "SELECT \(CollectionRecord.columns) FROM collections c "
        + "WHERE c.parent NOT IN (SELECT id FROM collections) ORDER BY c.id", [],
      CollectionRecord.init)
    try moveToRoot(children)
    guard !children.isEmpty else { return [] }
    let noun = children.count == 1 ? "album or folder" : "albums and folders"
    return ["Moved \(children.count) \(noun) of a folder that is not there to the root."]
  }

  /// Opens each circle of folders at one place, so that all of it can be seen.
  private func mendCircles() throws -> [String] {
    let heads = try circleHeads()
    try moveToRoot(heads)
    guard !heads.isEmpty else { return [] }
    return [
      heads.count == 1
        ? "Moved 1 folder that was inside of what it contains to the root."
        : "Moved \(heads.count) folders that were inside of what they contain to the root."
    ]
  }

  private func moveToRoot(_ collections: [CollectionRecord]) throws {
    for child in collections {
      let last =
        try connection.first("SELECT max(rank) FROM collections WHERE parent IS NULL") {
          $0.integer(0)
        } ?? 0
      try connection.execute(
        "UPDATE collections SET parent = NULL, rank = ? WHERE id = ?",
        Self.sum(last, Self.rankStep),
        child.row)
      try log(
        objectKind(child.kind), row: child.row, uuid: child.uuid, .updated, fields: ["parent"])
    }
  }

  /// Other ranks in the same order are no change.
  private func mendRanks() throws -> [String] {
    let folders = try connection.all(Library.foldersWithBrokenRanks, Library.arrangedKinds) {
      $0.isNull(0) ? nil : $0.integer(0)
    }
    for folder in folders {
      let arranged = try children(of: folder).filter(\.kind.isEditable)
      for (index, child) in arranged.enumerated() {
        try connection.execute(
          "UPDATE collections SET rank = ? WHERE id = ?", Int64(index + 1) * Self.rankStep,
          child.row)
      }
    }
    guard !folders.isEmpty else { return [] }
    return ["Numbered the albums in \(folders.count) folder\(folders.count == 1 ? "" : "s") anew."]
  }

  /// Begins a new log behind one that cannot be trusted, or behind lost commits: whoever kept a
  /// token is told to read the library anew (3105), and no token is given twice.
  fileprivate func mendLog(_ rung: Int64?) throws -> [String] {
    let token = try self.token()
    var isLost = false
    if let rung, rung > token, rung - token < Library.believableLoss { isLost = true }
    let isBroken = try connection.first(
      """
      SELECT coalesce(max(token), 0) <> (SELECT token FROM library)
        OR (count(*) > 0 AND max(token) - min(token) + 1 <> count(*))
        OR EXISTS (SELECT 1 FROM changes WHERE token NOT IN (SELECT token FROM commits))
        OR (min(token) = 1 AND EXISTS (SELECT 1 FROM assets WHERE id NOT IN (
          SELECT object FROM changes WHERE object_kind = 0 AND change = 0)))
      FROM commits
      """
    ) { $0.int(0) != 0 }
    guard isLost || isBroken == true else { return [] }
    try connection.execute(
      """
      UPDATE library SET token = max(token, ?, coalesce((SELECT max(token) FROM commits), 0),
        coalesce((SELECT max(token) FROM changes), 0))
      """, isLost ? rung ?? 0 : 0)
    let first = try stamp()
    try connection.execute("DELETE FROM commits WHERE token <> ?", first)
    try connection.execute("DELETE FROM changes WHERE token <> ?", first)
    return ["Began a new change log."]
  }
}
