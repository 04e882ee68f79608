import DiptychEngine
import Foundation

/// The change log as an application may read it.
struct PersistentHistory: Sendable {
  let scope: LibraryScope

  /// The token up to which the changes since `token` reach.
  /// - Throws: A ``PHPhotosError`` when they cannot be told.
  func check(_ token: PHPersistentChangeToken) throws -> Int64 {
    let (last, isKept) = try read { transaction in
      let last = try transaction.token()
      let isKept = try token.token == last || transaction.hasCommit(token.token + 1)
      return (last, isKept)
    }
    guard token.library == scope.library.uuid, isKept, token.token >= 0, token.token <= last else {
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

  /// The next commits after a token, as far as the application may see them; nil at the end.
  func batch(after token: Int64, through last: Int64) -> [ChangeSummary]? {
    guard token < last else { return nil }
    let summaries = try? read { try $0.changes(after: token, as: scope.client) }
    let reached = summaries?.filter { $0.token <= last }
    return reached.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// What one commit did.
  /// - Throws: `persistentChangeDetailsUnavailable` when the log has lost it.
  func details(_ token: Int64) throws -> ChangeSummary {
    let summary = try read { try $0.changes(after: token - 1, limit: 1, as: scope.client).first }
    guard let summary, summary.token == token, summary.isComplete else {
      throw PHPhotosError(
        .persistentChangeDetailsUnavailable,
        userInfo: [
          NSLocalizedDescriptionKey:
            "The library's history no longer has this change. Read the library anew."
        ])
    }
    return summary
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
