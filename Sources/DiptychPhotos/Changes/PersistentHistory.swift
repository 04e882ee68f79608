import DiptychEngine
import Foundation

/// The change log as an application may read it.
struct PersistentHistory: Sendable {
  let scope: LibraryScope

  /// The token up to which the changes since `token` reach.
  /// - Throws: A ``PHPhotosError`` when they cannot be told.
  func check(_ token: PHPersistentChangeToken) throws -> Int64 {
    let (last, holds) = try read { transaction in
      let last = try transaction.token()
      return (last, try isKnown(token, last, transaction))
    }
    guard holds else {
      throw PHPhotosError(
        .persistentChangeTokenExpired,
        userInfo: [
          NSLocalizedDescriptionKey:
            "The library's history does not go back to this token. Read the library anew and keep "
            + "currentChangeToken."
        ])
    }
    return last
  }

  /// Whether a token is of this history, and the log goes back to it.
  private func isKnown(
    _ token: PHPersistentChangeToken, _ last: Int64, _ transaction: ReadTransaction
  ) throws -> Bool {
    // An archive can hold any number.
    guard token.library == scope.library.uuid, (0...last).contains(token.token),
      try token.token == last || transaction.hasCommit(token.token + 1)
    else { return false }
    // A copy of the library has the same identifier and other commits (decision 210). Where the log
    // begins right behind the token, its own commit is forgotten, and nothing can be compared.
    guard let mark = token.mark, let present = try transaction.mark(ofCommit: token.token) else {
      return true
    }
    return mark == present
  }

  /// The state right after a commit. One that the log has forgotten since has no mark any more.
  func token(after commit: Int64) -> PHPersistentChangeToken {
    let mark = try? scope.library.read { try $0.mark(ofCommit: commit) }
    return PHPersistentChangeToken(library: scope.library.uuid, token: commit, mark: mark ?? nil)
  }

  /// The next commits after a token, as far as the application may see them; none at the end.
  /// - Throws: A ``PHPhotosError`` when they cannot be told although there are some.
  func batch(after token: Int64, through last: Int64) throws -> [ChangeSummary] {
    guard token < last else { return [] }
    let summaries = try read { try $0.changes(after: token, as: scope.client) }
    let reached = summaries.filter { $0.token <= last }
    // The log was cut behind the end of the walk, or another file stands in the library's place.
    guard !reached.isEmpty else { throw Self.lost }
    return reached
  }

  /// What one commit did.
  /// - Throws: `persistentChangeDetailsUnavailable` when the log has lost it.
  func details(_ token: Int64) throws -> ChangeSummary {
    let summary = try read { try $0.changes(after: token - 1, limit: 1, as: scope.client).first }
    guard let summary, summary.token == token, summary.isComplete else { throw Self.lost }
    return summary
  }

  private static var lost: PHPhotosError {
    PHPhotosError(
      .persistentChangeDetailsUnavailable,
      userInfo: [
        NSLocalizedDescriptionKey:
          "The library's history no longer has this change. Read the library anew."
      ])
  }

  private func read<Answer>(_ body: (ReadTransaction) throws -> Answer) throws -> Answer {
    do {
      try checkAccess()
      return try scope.library.read(body)
    } catch {
      throw PHPhotosError(wrapping: error)
    }
  }

  private func checkAccess() throws {
    let code: LibraryError.Code
    switch try scope.library.access.readStatus(.readWrite, scope.client) {
    case .authorized, .limited: return
    case .restricted: code = .accessRestricted
    case .denied, .notDetermined: code = .accessDenied
    }
    throw LibraryError(
      code, "The application may not read the photo library. Ask for access to it first.")
  }
}
