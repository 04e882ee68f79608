internal import CDiptychSQLite

extension LibraryError {
  /// The engine's code and sentence for a SQLite result. Bound values are never part of it.
  package init(
    sqlite code: Int32, _ message: String, sql: String, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    let (kind, sentence): (Code, String) =
      switch code & 0xFF {
      case SQLITE_FULL:
        (.noSpace, "The volume of the library is full. Free some space, then try again.")
      case SQLITE_BUSY, SQLITE_LOCKED:
        (.busy, "Another process is writing to the library. Try again when it has finished.")
      case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN:
        (.libraryUnusable, "The library cannot be opened. Check the path and its permissions.")
      case SQLITE_CORRUPT, SQLITE_NOTADB:
        (
          .libraryDamaged,
          "The library's database is damaged. Run `diptych verify --repair` to save what can be "
            + "read, or restore it from a backup."
        )
      case SQLITE_NOMEM:
        (.system, "There is not enough memory. Close other programs, then try again.")
      case SQLITE_IOERR where code == SQLITE_IOERR | 12 << 8:
        // The file layer was given no memory.
        (.system, "There is not enough memory. Close other programs, then try again.")
      case SQLITE_IOERR:
        (.system, "The disk failed while the library was in use. Check it, then try again.")
      default:
        (.system, "The library's database refused a statement. Please report this.")
      }
    self.init(
      kind, sentence, cause: "SQLite \(code): \(message) in \(sql)", file: file, line: line)
  }
}
