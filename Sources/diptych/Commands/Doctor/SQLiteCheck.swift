import DiptychEngine

/// Which SQLite is in use.
enum SQLiteCheck {
  /// Asks SQLite itself, in a throw-away library, so that the library in force need not open.
  static func finding() -> Finding {
    do {
      let scratch = try EphemeralLibrary.open()
      defer { scratch.close() }
      let version = try scratch.read { transaction in
        try transaction.connection.first("SELECT sqlite_version()") { $0.text(0) }
      }
      return Finding("SQLite", sentence(version ?? ""))
    } catch {
      return Finding("SQLite", CommandFailure(error).message, isProblem: true)
    }
  }

  /// What is to be said about a version, such as `3.40.1`.
  ///
  /// SQLite up to 3.51.2 may damage a database when two connections reset the log at once. The
  /// library's own lock keeps commits and checkpoints apart, so that this cannot happen here, but
  /// it can to a program that opens the database itself.
  static func sentence(_ version: String) -> String {
    guard !hasResetFix(version) else { return "\(version)." }
    return "\(version), which lacks the WAL-reset fix of 3.51.3. The library's lock makes up for "
      + "it; let no other program write to library.sqlite."
  }

  static func hasResetFix(_ version: String) -> Bool {
    let parts = version.split(separator: ".").map { Int($0) ?? 0 }
    guard parts.count >= 3, parts[0] == 3 else { return parts.first.map { $0 > 3 } ?? false }
    switch parts[1] {
    // Two older branches got the fix as well.
    case 44: return parts[2] >= 6
    case 50: return parts[2] >= 7
    case 51: return parts[2] >= 3
    default: return parts[1] > 51
    }
  }
}
