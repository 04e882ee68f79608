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

  /// What is let go of only when the lock is free. Who looks whether an observer lives holds it for
  /// that moment, maybe as the last one, and its `deinit` comes back here (P163).
  private struct Release {
    var observers: [any PHPhotoLibraryChangeObserver] = []
    var scopes: [LibraryScope] = []
    var watches: [Watch] = []
  }

  /// The observers of one application in one library, in the order in which they came.
  private struct Watch {
    let subscription: ChangeSubscription
    var entries: [Entry]

    mutating func add(_ entry: Entry, _ release: inout Release) {
      prune(&release)
      if !entries.contains(where: { $0.identity == entry.identity }) { entries.append(entry) }
    }

    /// Takes out the observers that are gone, and the one that is to go.
    mutating func prune(of identity: ObjectIdentifier? = nil, _ release: inout Release) {
      var rest: [Entry] = []
      for entry in entries where entry.identity != identity {
        guard let observer = entry.observer else { continue }
        release.observers.append(observer)
        rest.append(entry)
      }
      entries = rest
    }

    /// The application that is told, while it is there.
    func scope(_ release: inout Release) -> LibraryScope? {
      let scope = subscription.scope
      if let scope { release.scopes.append(scope) }
      return scope
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
    let (isThere, release) = watches.withLock { watches -> (Bool, Release) in
      var release = Release()
      // A library may stand where another one stood that is gone.
      guard let watch = watches[key], watch.scope(&release)?.library === scope.library
      else { return (false, release) }
      watches[key]?.add(entry, &release)
      return (true, release)
    }
    withExtendedLifetime(release) {}
    return isThere
  }

  /// Keeps a watch, and lets go of those whose application is gone.
  private func start(_ watch: Watch, _ key: Key) {
    let release = watches.withLock { watches -> Release in
      var release = Release()
      for (key, old) in watches where old.scope(&release) == nil {
        watches[key] = nil
        release.watches.append(old)
      }
      guard watches[key] == nil else {
        for entry in watch.entries { watches[key]?.add(entry, &release) }
        return release
      }
      watches[key] = watch
      return release
    }
    withExtendedLifetime(release) {}
  }

  /// - Parameter library: Nil for every library.
  func remove(_ identity: ObjectIdentifier, in library: Library?) {
    let release = watches.withLock { watches -> Release in
      var release = Release()
      for key in Array(watches.keys)
      where library == nil || key.library == library.map(ObjectIdentifier.init) {
        watches[key]?.prune(of: identity, &release)
        guard watches[key]?.entries.isEmpty ?? false else { continue }
        if let watch = watches.removeValue(forKey: key) { release.watches.append(watch) }
      }
      return release
    }
    withExtendedLifetime(release) {}
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
