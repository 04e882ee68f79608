import DiptychEngine
import Foundation

extension PHPhotoLibrary {
  /// The present state of the library, to ask later what has changed since. One read transaction.
  ///
  /// Without access it is the state before the first change, the one of which the application knows
  /// as much (decision 163). A library that cannot be read ends the process.
  public var currentChangeToken: PHPersistentChangeToken {
    let scope = LibraryScope.resolve()
    let library = scope.library
    do {
      return try library.read { transaction in
        let token = try transaction.mayRead(scope.client) ? transaction.token() : 0
        return PHPersistentChangeToken(
          library: library.uuid, token: token, mark: try transaction.mark(ofCommit: token))
      }
    } catch {
      raise(
        "NSInternalInconsistencyException",
        reason: "The change token cannot be read. \(LibraryError.wrapping(error))",
        remedy: "Keep the library open and readable as long as it is in use.")
    }
  }

  /// Returns what has changed since a token, oldest first: by this application, by others and by
  /// the user (P166, P169). An application with limited access is told of what it may see.
  ///
  /// The log goes back 30 days, and at least 100,000 entries.
  /// - Throws: ``PHPhotosError`` `persistentChangeTokenExpired` (3105) for a token that is older
  ///   than the log, of another library (P165), or of a copy of this one that other changes were made
  ///   to since, as when a backup was put in its place (decision 210); `accessUserDenied` (3311) or
  ///   `accessRestricted` (3310) without access.
  public func fetchPersistentChanges(
    since token: PHPersistentChangeToken
  ) throws -> PHPersistentChangeFetchResult {
    let scope = LibraryScope.resolve()
    let last = try PersistentHistory(scope: scope).check(token)
    return PHPersistentChangeFetchResult(scope, after: token.token, through: last)
  }
}
