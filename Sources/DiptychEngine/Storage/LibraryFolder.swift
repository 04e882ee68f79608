import Foundation

/// The folder of a library: its parts, how it is made, and which paths are refused.
struct LibraryFolder: Sendable {
  let path: String
  let system: any SystemCalls
  /// Whether the folders of originals are made one by one when they are needed, and not with the
  /// library: for one that is gone when it is closed, where most of the 256 would stay empty.
  var makesFoldersLate = false

  var database: String { path + "/library.sqlite" }
  var originals: String { path + "/originals" }
  var derivatives: String { path + "/derivatives" }
  var staging: String { path + "/staging" }
  var recovered: String { path + "/recovered" }
  var lock: String { path + "/lock" }
  var doorbell: String { path + "/doorbell" }

  /// Makes the folder and what it holds, or checks that it is one of ours.
  func prepare(createsIfMissing: Bool) throws {
    do {
      let status = try system.status(path)
      guard status.kind == .folder else {
        throw LibraryError(
          .libraryUnusable,
          "The path \(path) is a file. Give the path of a library folder, or of a new one.")
      }
    } catch let error as SystemCallError where error.number == ENOENT {
      guard createsIfMissing else {
        throw missing
      }
      try makeAll()
      return
    } catch let error as SystemCallError {
      throw unusable(error)
    }
    try refuseNetwork()
    try refuseLinks()
    if try isFile(database) { return }
    guard try !hasOriginals() else { throw Self.databaseMissing }
    let own = ["originals", "derivatives", "staging", "lock", "doorbell", "recovered"]
    let names = try system.list(path).filter {
      !own.contains($0) && !$0.hasPrefix("library.sqlite")
    }
    guard names.isEmpty else {
      throw LibraryError(
        .libraryUnusable,
        "The folder \(path) holds other files and no library. Choose an empty or a new folder.")
    }
    guard createsIfMissing else {
      throw missing
    }
    try makeAll()
  }

  /// Why a library that nobody may make cannot be opened, with the line that makes it.
  private var missing: LibraryError {
    let isPlain = path.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "/._-~+,@%".unicodeScalars.contains(scalar)
    }
    let quoted = "'" + path.replacingOccurrences(of: "'", with: "'\\''") + "'"
    return LibraryError(
      .libraryUnusable,
      "There is no library at \(path). "
        + "Make one with `diptych library create \(isPlain ? path : quoted)`.")
  }

  /// Whether a process died while it made the database.
  var hasJournal: Bool {
    get throws { try isFile(database + "-journal") }
  }

  func isFile(_ path: String) throws -> Bool {
    do {
      return try system.status(path).kind == .file
    } catch let error where error.number == ENOENT {
      return false
    } catch {
      throw unusable(error)
    }
  }

  /// The failure of a library whose originals are there without a database that names them. A new
  /// database would hide them.
  static let databaseMissing = LibraryError(
    .libraryDamaged,
    "The library's database library.sqlite is missing or empty, and its originals are there. "
      + "Restore it from a backup, or run `diptych verify --repair` to make a new one of what its log "
      + "still holds and move other originals to recovered/.")

  /// Whether any original is there.
  func hasOriginals() throws -> Bool {
    for part in (try? system.list(originals)) ?? [] {
      if let names = try? system.list(originals + "/" + part), !names.isEmpty { return true }
    }
    return false
  }

  /// Tells other processes that `token` was committed. Not being able to is no failure: who waits
  /// looks by itself too.
  func ring(_ token: Int64) {
    try? system.signal(doorbell, withUnsafeBytes(of: token.littleEndian, Array.init))
  }

  /// Calls `body` after each ring, from whatever process; nil where files cannot be watched.
  func listen(_ body: @escaping @Sendable () -> Void) -> FileWatcher.Watch? {
    guard let descriptor = try? system.open(doorbell, .readWrite) else { return nil }
    system.close(descriptor)
    return FileWatcher.shared.watch(doorbell, body)
  }

  /// Makes the folder and all in it. The database comes last, when everything else is durable:
  /// where it is, nothing is missing.
  private func makeAll() throws {
    do {
      try makeParents()
      try makeFolder(path)
      try refuseNetwork()
      try makeFolder(derivatives)
      try makeFolder(staging)
      try makeFolder(originals)
      if !makesFoldersLate {
        for byte in 0..<256 {
          try makeFolder(originals + "/" + OriginalStore.hexadecimal(UInt8(byte)))
        }
      }
      for folder in [originals, path, parent] { try sync(folder) }
      // SQLite gives its log the mode of the database, so the database is made here, as 0600.
      system.close(try system.open(database, .readWrite))
      try sync(path)
    } catch let error as SystemCallError {
      throw unusable(error)
    }
  }

  /// The folder that the library's stands in.
  private var parent: String {
    let parent = path.parentPath
    return parent.isEmpty ? "." : parent
  }

  private func sync(_ folder: String) throws {
    let descriptor = try system.open(folder, .folder)
    defer { system.close(descriptor) }
    try system.sync(descriptor)
  }

  /// Makes the folders above the library's that are missing, each durably: a library is not there
  /// when one of them is not.
  private func makeParents() throws {
    guard parent != ".", parent != "/" else { return }
    var made = path.hasPrefix("/") ? "/" : "."
    for part in parent.split(separator: "/", omittingEmptySubsequences: true) {
      let above = made
      made = made == "." ? String(part) : made + (made == "/" ? "" : "/") + part
      if try makeFolder(made) { try sync(above) }
    }
  }

  /// Makes again what is missing of the folder's own parts: what copies files alone leaves folders
  /// out in which there are none (decision 225).
  func makeMissingFolders() throws {
    do {
      for part in [originals, staging] {
        // One call where it is there, as it nearly always is.
        if try isFolder(part) { continue }
        if try makeFolder(part) { try sync(path) }
        if try isFolder(part) { continue }
        throw LibraryError(
          .libraryUnusable,
          "\(part.lastPathName) in the library's folder \(path) is no folder. Move it elsewhere.")
      }
    } catch let error as SystemCallError {
      throw unusable(error)
    }
  }

  private func isFolder(_ path: String) throws(SystemCallError) -> Bool {
    do {
      return try system.status(path).kind == .folder
    } catch {
      if error.number == ENOENT { return false }
      throw error
    }
  }

  /// Makes a folder unless it is there.
  /// - Returns: Whether the folder was missing.
  @discardableResult
  func makeFolder(_ path: String) throws -> Bool {
    do {
      try system.makeFolder(path)
      return true
    } catch let error where error.number == EEXIST {
      return false
    }
  }

  /// A symbolic link could lead out of the folder, and recovery and upkeep remove files
  /// (decision 150). Files are too many to be looked at here: each is when it is read.
  private func refuseLinks() throws {
    for part in ["", "originals/", "staging/"] {
      guard let name = try links(in: part).first else { continue }
      throw LibraryError(
        .libraryUnusable,
        "\(part)\(name) in the library's folder is a symbolic link, which could lead out of it. Put "
          + "what it leads to in its place.")
    }
  }

  /// The symbolic links in a part of the folder, which may not be there yet.
  private func links(in part: String) throws(SystemCallError) -> [String] {
    do {
      return try system.links(in: path + "/" + part)
    } catch {
      if error.leadsNowhere { return [] }
      throw error
    }
  }

  private func refuseNetwork() throws {
    guard try system.isOnNetwork(path) else { return }
    throw LibraryError(
      .libraryUnusable,
      "The library's folder is on a network file system, where its log cannot work. "
        + "Choose a folder on a disk of this machine.")
  }

  private func unusable(_ error: SystemCallError) -> LibraryError {
    switch error.number {
    case EACCES, EPERM, EROFS:
      LibraryError(
        .libraryUnusable,
        "The library's folder \(path) cannot be written. Check its permissions.",
        cause: error.description)
    case ENOTDIR:
      LibraryError(
        .libraryUnusable,
        "A part of the path \(path) is a file. Give the path of a library folder.",
        cause: error.description)
    case ENAMETOOLONG:
      LibraryError(
        .libraryUnusable, "The path of the library is too long. Choose a shorter one.",
        cause: error.description)
    default: LibraryError(error)
    }
  }
}
