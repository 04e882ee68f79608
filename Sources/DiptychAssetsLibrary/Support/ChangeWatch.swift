import DiptychEngine
import DiptychPlatform
import Foundation

/// Which libraries an `ALAssetsLibrary` has used, and so posts notifications for (L182).
final class ChangeWatch: Sendable {
  private struct Entry {
    let subscription: ChangeSubscription
    var hasRead = false
    var hasPosted = false
  }

  private let entries = Lock<[ObjectIdentifier: Entry]>([:])

  /// Notes that `owner` uses the scope's library. A library that cannot be read now is watched
  /// from the next use on.
  func use(_ scope: LibraryScope, by owner: ALAssetsLibrary, reads: Bool) {
    let key = ObjectIdentifier(scope.library)
    let isWatched = entries.withLock { entries in
      // The scope goes with its library, whose address may be used again.
      guard let entry = entries[key], entry.subscription.scope?.library === scope.library else {
        return false
      }
      if reads { entries[key]?.hasRead = true }
      return true
    }
    guard !isWatched else { return }
    let subscription = try? scope.library.observeChanges(in: scope) { [weak owner] summary, scope in
      owner?.post(summary, in: scope)
    }
    guard let subscription else { return }
    // What is replaced is released behind the lock, since a release calls into the engine.
    let replaced = entries.withLock { entries -> [Entry] in
      let old = entries.filter { $0.value.subscription.scope == nil }
      for key in old.keys { entries[key] = nil }
      if let winner = entries[key] { return Array(old.values) + [winner] }
      entries[key] = Entry(subscription: subscription, hasRead: reads)
      return Array(old.values)
    }
    withExtendedLifetime(replaced) {}
  }

  /// Whether this is the first notice of an object that has read nothing (L180).
  func startsBlind(in library: Library) -> Bool {
    entries.withLock { entries in
      let key = ObjectIdentifier(library)
      guard let entry = entries[key] else { return false }
      defer { entries[key]?.hasPosted = true }
      return !entry.hasRead && !entry.hasPosted
    }
  }
}

extension ALAssetsLibrary {
  /// A call of this object, from which on it tells of changes.
  func call(_ name: String, reads: Bool = true) -> LegacyCall {
    let call = LegacyCall("ALAssetsLibrary.\(name)")
    watch.use(call.scope, by: self, reads: reads)
    return call
  }

  /// Posts what a commit changed. Runs on the observers queue (L173).
  fileprivate func post(_ summary: ChangeSummary, in scope: LibraryScope) {
    let library = scope.library
    let notice: ChangeNotice?
    do {
      notice = try library.read { try ChangeNotice(summary, in: $0, as: scope.client) }
    } catch {
      VideoCheck.note("A change of the library cannot be told. \(error)")
      return
    }
    guard var notice else { return }
    if watch.startsBlind(in: library), library.profile.emptyFirstPayload { notice = .empty }
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("legacy-one-notice-too-many") {
        NotificationCenter.default.post(name: .ALAssetsLibraryChanged, object: self, userInfo: [:])
      }
    #endif
    NotificationCenter.default.post(
      name: .ALAssetsLibraryChanged, object: self, userInfo: notice.userInfo)
  }
}
