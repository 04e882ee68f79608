import DiptychPlatform

/// Somebody who is told about commits, as long as this object lives.
///
/// It keeps neither the library nor the scope: when the scope is gone, so is the application that
/// it stood for, and nobody is told any more.
package final class ChangeSubscription: Sendable {
  /// The commits up to this token were there before.
  let start: Int64
  private weak let scopeReference: LibraryScope?
  private let feed: ChangeFeed
  private let body: @Sendable (ChangeSummary, LibraryScope) -> Void

  init(
    start: Int64, scope: LibraryScope, feed: ChangeFeed,
    _ body: @escaping @Sendable (ChangeSummary, LibraryScope) -> Void
  ) {
    self.start = start
    scopeReference = scope
    self.feed = feed
    self.body = body
  }

  /// The scope whose blocks are called, while it is there.
  package var scope: LibraryScope? { scopeReference }

  /// Calls the block in the scope.
  func tell(_ summary: ChangeSummary) {
    guard summary.token > start, let scope else { return }
    LibraryScope.$current.withValue(scope) { body(summary, scope) }
  }

  deinit {
    feed.end(self)
  }
}
