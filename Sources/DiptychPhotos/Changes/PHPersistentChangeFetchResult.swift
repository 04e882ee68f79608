import DiptychEngine
import Foundation

/// The changes since a token, oldest first (P166). They are read as they are walked, some hundred
/// at a time; a walk ends with the state in which they were asked for. Where the rest cannot be read,
/// as when the user has taken access away meanwhile, the last element is a change whose details throw
/// the reason (decision 243).
public final class PHPersistentChangeFetchResult: NSObject, Sendable, Sequence {
  private let history: PersistentHistory
  private let first: Int64
  private let last: Int64

  init(_ scope: LibraryScope, after first: Int64, through last: Int64) {
    history = PersistentHistory(scope: scope)
    self.first = first
    self.last = last
    super.init()
  }

  /// Walks the changes of a result.
  public struct Iterator: IteratorProtocol {
    private let history: PersistentHistory
    private let last: Int64
    private var token: Int64
    private var batch: ArraySlice<PHPersistentChange> = []

    fileprivate init(_ history: PersistentHistory, after token: Int64, through last: Int64) {
      self.history = history
      self.token = token
      self.last = last
    }

    /// Returns the next change, or nil at the end.
    public mutating func next() -> PHPersistentChange? {
      while batch.isEmpty {
        guard token < last else { return nil }
        let summaries: [ChangeSummary]
        do {
          summaries = try history.batch(after: token, through: last)
        } catch {
          // A loop that just ended would say that nothing else has happened.
          let reached = token
          token = last
          return PHPersistentChange(
            history, unreadAfter: reached, PHPhotosError(wrapping: error))
        }
        token = summaries.last?.token ?? last
        // What an application with limited access does not see leaves a commit empty (P169).
        let told = summaries.filter { !$0.isEmpty || !$0.isComplete }
        batch = told.map { PHPersistentChange(history, $0) }[...]
      }
      return batch.popFirst()
    }
  }

  /// Returns an iterator over the changes, oldest first.
  public func makeIterator() -> Iterator { Iterator(history, after: first, through: last) }
}
