import Foundation

extension LibraryError {
  /// The engine's code and sentence for a failed system call.
  package init(_ error: SystemCallError, file: StaticString = #fileID, line: UInt = #line) {
    let (code, message): (Code, String) =
      switch error.number {
      case ENOSPC, EDQUOT:
        (.noSpace, "The volume of the library is full. Free some space, then try again.")
      case EMFILE, ENFILE:
        (.system, "Too many files are open. Close some, or raise the limit, then try again.")
      case EACCES, EPERM:
        (.system, "The library's folder may not be read or written. Check its permissions.")
      case EROFS:
        (.libraryUnusable, "The library's volume is read-only. Move it to one that can be written.")
      default:
        (.system, "A file operation failed. Check the disk, then run `diptych verify`.")
      }
    self.init(code, message, cause: error.description, file: file, line: line)
  }
}
