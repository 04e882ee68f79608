import Foundation

/// The folder of a library: its parts, how it is made, and which paths are refused.
struct LibraryFolder: Sendable {
  let path: String
  let system: any SystemCalls

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
        throw LibraryError(
          .libraryUnusable,
          "There is no library at \(path). Make one with `diptych library create`.")
      }
      try makeAll()
      return
    } catch let error as SystemCallError {
      throw unusable(error)
    }
    try refuseNetwork()
    let hasDatabase: Bool
    do {
      hasDatabase = try system.status(database).kind == .file
    } catch let error where error.number == ENOENT {
      hasDatabase = false
    } catch {
      throw unusable(error)
    }
    if hasDatabase { return }
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
      throw LibraryError(
        .libraryUnusable,
        "There is no library at \(path). Make one with `diptych library create`.")
    }
    try makeAll()
  }

  /// The failure of a library whose originals are there without a database that names them. A new
  /// database would hide them.
  static let databaseMissing = LibraryError(
    .libraryDamaged,
    "The library's database library.sqlite is missing or empty, and its originals are there. "
      + "Restore it from a backup, or run `diptych verify --repair` to make a new one and move the "
      + "originals to recovered/.")

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

  private func makeAll() throws {
    do {
      try makeParents()
      try makeFolder(path)
      try refuseNetwork()
      try makeFolder(derivatives)
      try makeFolder(staging)
      try makeFolder(originals)
      for byte in 0..<256 {
        try makeFolder(originals + "/" + OriginalStore.hexadecimal(UInt8(byte)))
      }
      // SQLite gives its log the mode of the database, so the database is made here, as 0600.
      system.close(try system.open(database, .readWrite))
      let parent = (path as NSString).deletingLastPathComponent
      for folder in [originals, path, parent.isEmpty ? "." : parent] {
        let descriptor = try system.open(folder, .folder)
        defer { system.close(descriptor) }
        try system.sync(descriptor)
      }
    } catch let error as SystemCallError {
      throw unusable(error)
    }
  }

  private func makeParents() throws {
    let parent = (path as NSString).deletingLastPathComponent
    guard !parent.isEmpty, parent != "/" else { return }
    var made = ""
    for part in parent.split(separator: "/", omittingEmptySubsequences: true) {
      made += (made.isEmpty && !parent.hasPrefix("/") ? "" : "/") + part
      try makeFolder(made)
    }
  }

  private func makeFolder(_ path: String) throws {
    do {
      try system.makeFolder(path)
    } catch let error where error.number == EEXIST {
      return
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
