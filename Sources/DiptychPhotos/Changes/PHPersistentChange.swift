import DiptychEngine
import Foundation

/// One commit of the library's history.
public final class PHPersistentChange: NSObject, Sendable {
  private let history: PersistentHistory
  private let summary: ChangeSummary

  init(_ history: PersistentHistory, _ summary: ChangeSummary) {
    self.history = history
    self.summary = summary
    super.init()
  }

  /// The state right after the change. Keep that of the last one: the history since then is what is
  /// new (P166).
  public var changeToken: PHPersistentChangeToken {
    PHPersistentChangeToken(library: history.scope.library.uuid, token: summary.token)
  }

  /// Returns which objects of a kind came, changed and went.
  ///
  /// An asset that went into Recently Deleted is deleted; one that came back is inserted.
  /// - Throws: ``PHPhotosError`` `persistentChangeDetailsUnavailable` (3210) when the log lost the
  ///   change before it was read (P167).
  public func changeDetails(for objectType: PHObjectType) throws -> PHPersistentObjectChangeDetails
  {
    let summary = self.summary.isComplete ? self.summary : try history.details(self.summary.token)
    return PHPersistentObjectChangeDetails(objectType, summary)
  }
}
