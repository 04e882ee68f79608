import DiptychPlatform
import Foundation

/// Tells subscribers what each commit changed: on the observers queue, in the order of the
/// commits, once each, with no lock held and no transaction open.
///
/// What it tells comes from the change log, so that commits of other processes are told the same
/// way. While there are subscribers, the library's doorbell says that there are any, and once a
/// second they are looked for, since a writer may die between its commit and the doorbell.
package final class ChangeFeed: Sendable {
  private struct Entry {
    weak var subscription: ChangeSubscription?
  }

  private struct State {
    var subscriptions: [ObjectIdentifier: Entry] = [:]
    /// The last token that subscribers were told about.
    var told: Int64 = 0
    var timer: (any DispatchSourceTimer)?
    var doorbell: FileWatcher.Watch?
  }

  private let state = Lock(State())
  private let queues: LibraryQueues

  init(queues: LibraryQueues) {
    self.queues = queues
  }

  /// Looks for new commits. One lock check when nobody subscribed.
  func ring(_ library: Library) {
    guard state.withLock({ !$0.subscriptions.isEmpty }) else { return }
    // In no scope: each subscriber is called in its own.
    LibraryScope.$current.withValue(nil) {
      queues.observe("a change notice") { [self, library] in catchUp(library) }
    }
  }

  /// Rings if another process has committed.
  func check(_ library: Library) {
    let told = state.withLock { $0.subscriptions.isEmpty ? nil : $0.told }
    guard let told, let token = try? library.currentToken(), token > told else { return }
    ring(library)
  }

  func subscribe(
    _ library: Library, _ scope: LibraryScope,
    _ body: @escaping @Sendable (ChangeSummary, LibraryScope) -> Void
  ) throws -> ChangeSubscription {
    let start = try library.currentToken()
    let subscription = ChangeSubscription(start: start, scope: scope, feed: self, body)
    let isFirst = state.withLock { state in
      let isFirst = state.subscriptions.isEmpty
      state.subscriptions[ObjectIdentifier(subscription)] = Entry(subscription: subscription)
      if isFirst { state.told = max(state.told, start) }
      return isFirst
    }
    if isFirst {
      startTimer(library)
      listen(to: library)
    }
    // A commit between the two steps found nobody to tell.
    check(library)
    return subscription
  }

  func end(_ subscription: ChangeSubscription) {
    let (timer, doorbell) = state.withLock { state in
      state.subscriptions[ObjectIdentifier(subscription)] = nil
      guard state.subscriptions.isEmpty else {
        return (nil as (any DispatchSourceTimer)?, nil as FileWatcher.Watch?)
      }
      defer {
        state.timer = nil
        state.doorbell = nil
      }
      return (state.timer, state.doorbell)
    }
    timer?.cancel()
    // It is released here, behind the lock, since that calls out.
    withExtendedLifetime(doorbell) {}
  }

  /// How many subscriptions there are.
  package var count: Int { state.withLock { $0.subscriptions.count } }

  private func startTimer(_ library: Library) {
    let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    let interval = library.configuration.changeCheckInterval
    timer.schedule(
      deadline: .now() + interval, repeating: interval, leeway: .milliseconds(100))
    timer.setEventHandler { [weak library] in
      guard let library else { return }
      library.feed.check(library)
    }
    let surplus = state.withLock { state -> (any DispatchSourceTimer)? in
      guard !state.subscriptions.isEmpty else { return timer }
      defer { state.timer = timer }
      return state.timer
    }
    // A source has to run before it may be released.
    timer.resume()
    surplus?.cancel()
  }

  private func listen(to library: Library) {
    let doorbell = library.folder.listen { [weak library] in
      guard let library else { return }
      library.feed.check(library)
    }
    let surplus = state.withLock { state -> FileWatcher.Watch? in
      guard !state.subscriptions.isEmpty, state.doorbell == nil else { return doorbell }
      state.doorbell = doorbell
      return nil
    }
    withExtendedLifetime(surplus) {}
  }

  /// Tells what was committed since the last time. Runs on the observers queue only.
  private func catchUp(_ library: Library) {
    while true {
      let told = state.withLock { $0.subscriptions.isEmpty ? nil : $0.told }
      guard let told, let summaries = try? library.read({ try $0.changes(after: told) }),
        !summaries.isEmpty
      else { return }
      for summary in summaries {
        let subscriptions = state.withLock { state in
          state.told = max(state.told, summary.token)
          return state.subscriptions.values.compactMap(\.subscription)
        }
        #if DIPTYCH_PLANTED_FAULTS
          if isPlanted("engine-told-twice") { subscriptions.first?.tell(summary) }
        #endif
        for subscription in subscriptions { subscription.tell(summary) }
      }
    }
  }
}

extension Library {
  /// Calls `body` on the observers queue, in `scope`, after each commit from now on that changed
  /// something, once a commit and in their order. The block may read and write the library.
  /// - Returns: An object that ends the subscription when it is released.
  package func observeChanges(
    in scope: LibraryScope, _ body: @escaping @Sendable (ChangeSummary, LibraryScope) -> Void
  ) throws -> ChangeSubscription {
    try feed.subscribe(self, scope, body)
  }

  /// Looks now for commits of other processes, as happens by itself once a second.
  package func checkForChanges() {
    feed.check(self)
  }

  /// The token of the last commit, without a transaction.
  package func currentToken() throws -> Int64 {
    let connection = try readers.take()
    let before = connection.statementCount
    defer {
      count(statementsSince: before, of: connection)
      readers.give(connection)
    }
    return try connection.first("SELECT token FROM library") { $0.integer(0) } ?? 0
  }
}
