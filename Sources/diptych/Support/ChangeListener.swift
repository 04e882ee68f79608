import DiptychAssetsLibrary
import DiptychEngine
import DiptychPlatform
import Foundation

/// Something that `watch` tells.
struct WatchEvent: Encodable, Sendable {
  /// `commit`, `AssetsLibrary` or `Photos`.
  let event: String
  var commit: CommitEntry?
  /// What the user info of `ALAssetsLibraryChanged` says: URLs by the names of its keys; absent when
  /// everything may have changed.
  var userInfo: [String: [String]]?
  /// The indexes in all photos, and in the albums at the top, by what happened there.
  var indexes: [String: [Int]]?

  var text: String {
    if let indexes {
      let parts = indexes.sorted { $0.key < $1.key }.map { key, places in
        "\(key) at \(places.map(String.init).joined(separator: " "))"
      }
      return "  Photos         \(parts.isEmpty ? "a change" : parts.joined(separator: ", "))\n"
    }
    if let commit { return commit.cells.filter { !$0.isEmpty }.joined(separator: "  ") + "\n" }
    guard let userInfo else { return "  \(event)  everything may have changed\n" }
    guard !userInfo.isEmpty else { return "  \(event)  something changed\n" }
    return userInfo.sorted { $0.key < $1.key }.map { key, urls in
      "  \(event)  \(key): \(urls.joined(separator: " "))\n"
    }.joined()
  }
}

/// Listens to a library, as an application that uses the old API and as the engine itself.
final class ChangeListener: Sendable {
  let events: AsyncStream<WatchEvent>
  private let continuation: AsyncStream<WatchEvent>.Continuation
  private let library: Library
  private let scope: LibraryScope
  private let subscription = Lock<ChangeSubscription?>(nil)
  private let legacy = ALAssetsLibrary()
  private let observer: Lock<(any NSObjectProtocol)?> = Lock(nil)
  private let modern = Lock<PhotosListener?>(nil)

  init(_ library: Library) {
    let stream = AsyncStream.makeStream(of: WatchEvent.self)
    let scope = LibraryScope(library: library, delivery: .private, name: "watch")
    self.library = library
    self.scope = scope
    events = stream.stream
    continuation = stream.continuation
  }

  private static func subscribe(
    _ library: Library, _ scope: LibraryScope,
    _ continuation: AsyncStream<WatchEvent>.Continuation
  ) throws -> ChangeSubscription {
    try library.observeChanges(in: scope) { [weak library] summary, scope in
      // A commit of which the program sees nothing is none of its events.
      let entries = try? library?.snapshot {
        try CommitEntry.entries(
          after: summary.token - 1, limit: 1, as: scope.client, in: $0)
      }
      // What cannot be read may be anything.
      var unknown = ChangeSummary(token: summary.token)
      unknown.isComplete = false
      let told = entries.map(\.first) ?? CommitEntry(unknown, nil, [:])
      guard let commit = told else { return }
      continuation.yield(WatchEvent(event: "commit", commit: commit))
    }
  }

  /// Begins to listen, first as an application: an object that has not been used posts nothing
  /// (L182). A commit is told only once both APIs tell of it.
  func listen() async throws {
    let token = NotificationCenter.default.addObserver(
      forName: .ALAssetsLibraryChanged, object: legacy, queue: nil
    ) { [continuation] notification in
      continuation.yield(
        WatchEvent(event: "AssetsLibrary", userInfo: Self.texts(notification.userInfo)))
    }
    observer.withLock { $0 = token }
    let photos = scope.run {
      PhotosListener { [continuation] indexes in
        continuation.yield(WatchEvent(event: "Photos", indexes: indexes))
      }
    }
    modern.withLock { $0 = photos }
    await withCheckedContinuation { done in
      scope.run {
        legacy.enumerateGroups(
          withTypes: ALAssetsGroupType(ALAssetsGroupSavedPhotos),
          using: { group, _ in if group == nil { done.resume() } },
          failureBlock: { _ in done.resume() })
      }
    }
    let commits = try Self.subscribe(library, scope, continuation)
    subscription.withLock { $0 = commits }
  }

  private static func texts(_ info: [AnyHashable: Any]?) -> [String: [String]]? {
    guard let info else { return nil }
    var texts: [String: [String]] = [:]
    for (key, value) in info {
      texts["\(key)"] = (value as? Set<URL> ?? []).map(\.absoluteString).sorted()
    }
    return texts
  }

  /// Ends the events, behind those of the commits that were told so far.
  func finish() {
    library.queues.observe("the end of watching") { [continuation] in continuation.finish() }
  }

  deinit {
    if let observer = observer.withLock({ $0 }) {
      NotificationCenter.default.removeObserver(observer)
    }
  }
}
