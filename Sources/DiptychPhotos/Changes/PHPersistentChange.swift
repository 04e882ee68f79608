import DiptychEngine
import Foundation

/// One commit of the library's history.
public final class PHPersistentChange: NSObject, Sendable {
  private let history: PersistentHistory
  private let summary: ChangeSummary
  /// Why nothing is known of it.
  private let failure: PHPhotosError?

  init(_ history: PersistentHistory, _ summary: ChangeSummary) {
    self.history = history
    self.summary = summary
    failure = nil
    super.init()
  }

  /// The changes behind a token that a walk could not read.
  init(_ history: PersistentHistory, unreadAfter token: Int64, _ failure: PHPhotosError) {
    self.history = history
    summary = ChangeSummary(token: token)
    self.failure = failure
    super.init()
  }

  /// The state right after the change. Keep that of the last one: the history since then is what is
  /// new (P166). The token of a change that could not be read is that of the last one that could.
  public var changeToken: PHPersistentChangeToken {
    history.token(after: summary.token)
  }

  /// Returns which objects of a kind came, changed and went.
  ///
  /// An asset that went into Recently Deleted is deleted; one that came back is inserted.
  /// - Parameter objectType: The kind of objects.
  /// - Throws: ``PHPhotosError`` `persistentChangeDetailsUnavailable` (3210) when the log lost the
  ///   change before it was read (P167); what made a walk end early, such as `accessUserDenied`
  ///   (3311), when the rest could not be read (decision 243).
  public func changeDetails(for objectType: PHObjectType) throws -> PHPersistentObjectChangeDetails
  {
    if let failure { throw failure }
    let summary = self.summary.isComplete ? self.summary : try history.details(self.summary.token)
    return PHPersistentObjectChangeDetails(objectType, summary)
  }
}
