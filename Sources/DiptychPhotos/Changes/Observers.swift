import DiptychEngine
import DiptychPlatform
import Foundation

/// Who is told of the changes of which library.
final class Observers: Sendable {
  static let shared = Observers()

  /// An observer, as long as it lives.
  private struct Entry: @unchecked Sendable {
    // Sendable because the reference is only read, and a protocol of Apple's promises that its
    // method may be called from any thread (P148).
    weak var observer: (any PHPhotoLibraryChangeObserver)?
    let identity: ObjectIdentifier
  }

  /// The observers of one application in one library, in the order in which they came.
  private struct Watch {
    let subscription: ChangeSubscription
    var entries: [Entry]

    mutating func add(_ entry: Entry) {
      entries.removeAll { $0.observer == nil }
      if !entries.contains(where: { $0.identity == entry.identity }) { entries.append(entry) }
    }
  }

  /// A library and an application.
  private struct Key: Hashable {
    let library: ObjectIdentifier
    let client: String

    init(_ scope: LibraryScope) {
      library = ObjectIdentifier(scope.library)
      client = scope.client
    }
  }

  private let watches = Lock<[Key: Watch]>([:])

  /// Watches the scope's library for an observer. A library that cannot be read is not watched, and
  /// a line says so.
  func add(_ observer: any PHPhotoLibraryChangeObserver, in scope: LibraryScope) {
    let key = Key(scope)
    let entry = Entry(observer: observer, identity: ObjectIdentifier(observer))
    scope.library.watchFetches(of: scope.client)
    guard !join(entry, key, scope) else { return }
    do {
      let subscription = try scope.library.observeChanges(in: scope) { [weak self] summary, scope in
        self?.tell(summary, in: scope)
      }
      start(Watch(subscription: subscription, entries: [entry]), key)
    } catch {
      Notices.once("Diptych: changes of the photo library cannot be observed. \(error)")
    }
  }

  /// Adds to a watch that is there; false when there is none.
  private func join(_ entry: Entry, _ key: Key, _ scope: LibraryScope) -> Bool {
    watches.withLock { watches in
      // A library may stand where another one stood that is gone.
      guard let watch = watches[key], watch.subscription.scope?.library === scope.library else {
        return false
      }
      watches[key]?.add(entry)
      return true
    }
  }

  /// Keeps a watch, and lets go of those whose application is gone.
  private func start(_ watch: Watch, _ key: Key) {
    // What is let go is released behind the lock, since a release calls into the engine.
    let released = watches.withLock { watches -> [Watch] in
      let old = watches.filter { $0.value.subscription.scope == nil }
      for key in old.keys { watches[key] = nil }
      guard watches[key] == nil else {
        for entry in watch.entries { watches[key]?.add(entry) }
        return Array(old.values) + [watch]
      }
      watches[key] = watch
      return Array(old.values)
    }
    withExtendedLifetime(released) {}
  }

  /// - Parameter library: Nil for every library.
  func remove(_ identity: ObjectIdentifier, in library: Library?) {
    let released = watches.withLock { watches -> [Watch] in
      var released: [Watch] = []
      for (key, watch) in watches
      where library == nil || key.library == library.map(ObjectIdentifier.init) {
        let rest = watch.entries.filter { $0.identity != identity && $0.observer != nil }
        watches[key]?.entries = rest
        if rest.isEmpty, let watch = watches.removeValue(forKey: key) { released.append(watch) }
      }
      return released
    }
    withExtendedLifetime(released) {}
  }

  /// Tells the observers of one commit. Runs on the observers queue.
  private func tell(_ summary: ChangeSummary, in scope: LibraryScope) {
    let observers = watches.withLock { $0[Key(scope)]?.entries.map(\.observer) ?? [] }
    let present = observers.compactMap { $0 }
    guard present.count > 0 else { return remove(ObjectIdentifier(self), in: scope.library) }
    guard let change = PHChange(summary, in: scope) else { return }
    for observer in present { observer.photoLibraryDidChange(change) }
  }
}
