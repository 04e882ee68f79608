import DiptychPlatform

/// What a test may force on a library, in this process only: the network, and how often image
/// requests answer.
package final class Simulation: Sendable {
  /// How often an asynchronous opportunistic image request answers.
  package enum ImageAnswers: String, Sendable, CaseIterable {
    /// A small picture first where there is a larger one to follow, as the documentation says.
    case asDocumented
    /// The real picture only, as where a good one was at hand.
    case one
    /// Always a degraded picture first, then the real one (C81).
    case two
  }

  private struct State {
    var isNetworkDown: Bool
    var imageAnswers = ImageAnswers.asDocumented
    var answersFirstOnCaller = false
  }

  private let state: Lock<State>

  init(isNetworkDown: Bool) {
    state = Lock(State(isNetworkDown: isNetworkDown))
  }

  /// Whether downloads fail (C84).
  package var isNetworkDown: Bool {
    get { state.withLock { $0.isNetworkDown } }
    set { state.withLock { $0.isNetworkDown = newValue } }
  }

  package var imageAnswers: ImageAnswers {
    get { state.withLock { $0.imageAnswers } }
    set { state.withLock { $0.imageAnswers = newValue } }
  }

  /// Whether the first of two answers comes on the calling thread, before the request returns,
  /// which Apple allows (P184).
  package var answersFirstOnCaller: Bool {
    get { state.withLock { $0.answersFirstOnCaller } }
    set { state.withLock { $0.answersFirstOnCaller = newValue } }
  }
}
