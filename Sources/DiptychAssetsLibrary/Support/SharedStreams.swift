import DiptychEngine
import DiptychPlatform

/// Whether shared photo streams are hidden, for the process or, where a test has set up a library
/// of its own, for the application that the test plays (L186).
final class SharedStreams: Sendable {
  private struct Application: Hashable {
    let library: ObjectIdentifier
    let client: String
  }

  private struct State {
    var isHidden = false
    /// The libraries are kept by weak references, since an address can be used again.
    var applications: [Application: WeakLibrary] = [:]
  }

  private struct WeakLibrary {
    weak var library: Library?
  }

  /// The switch of this process.
  static let process = SharedStreams()

  private let state = Lock(State())

  /// Hides them from now on.
  func hide() {
    guard let scope = LibraryScope.inForce else { return state.withLock { $0.isHidden = true } }
    let key = Application(library: ObjectIdentifier(scope.library), client: scope.client)
    state.withLock { state in
      state.applications = state.applications.filter { $0.value.library != nil }
      state.applications[key] = WeakLibrary(library: scope.library)
    }
  }

  /// Shows them again everywhere: for tests.
  func reset() {
    state.withLock { $0 = State() }
  }

  /// Whether `client` does not see them in `library`: because it said so, or because the profile is
  /// of a system before there were any (L186).
  static func areHidden(in library: Library, for client: String) -> Bool {
    library.profile.hidesSharedStreams || process.areHidden(in: library, for: client)
  }

  /// Whether `client` asked for not seeing them in `library`.
  func areHidden(in library: Library, for client: String) -> Bool {
    state.withLock { state in
      if state.isHidden { return true }
      guard !state.applications.isEmpty else { return false }
      let key = Application(library: ObjectIdentifier(library), client: client)
      return state.applications[key]?.library === library
    }
  }
}
