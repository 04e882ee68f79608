import DiptychEngine
import DiptychPlatform

extension TestPhotoLibrary {
  /// How often a request for a picture answers.
  public enum ImageCallbacks: String, Sendable, CaseIterable {
    /// As the documentation says: a small picture first where a larger one follows (P185).
    case asDocumented
    /// Once, as if a good picture had been at hand.
    case one
    /// Twice, whatever the picture: a degraded one, then the real one (C81).
    case two
  }

  /// How often asynchronous opportunistic requests of `PHImageManager` answer, which are those with
  /// default options. Code that takes the first answer for the last, or waits for a second, is found
  /// out by `.two` and `.one`.
  public var imageCallbacks: ImageCallbacks {
    get {
      switch library.simulation.imageAnswers {
      case .asDocumented: .asDocumented
      case .one: .one
      case .two: .two
      }
    }
    set {
      library.simulation.imageAnswers =
        switch newValue {
        case .asDocumented: .asDocumented
        case .one: .one
        case .two: .two
        }
    }
  }

  /// Whether the degraded picture of such a request comes on the calling thread, before the call
  /// returns, which Apple allows (P184). False at first.
  public var answersFirstImageOnCaller: Bool {
    get { library.simulation.answersFirstOnCaller }
    set { library.simulation.answersFirstOnCaller = newValue }
  }

  /// Whether the network is down, so that downloads of originals that are not on this machine fail
  /// with 3169 (C84). See ``TestHand/offload(_:)``.
  public var isNetworkDown: Bool {
    get { library.simulation.isNetworkDown }
    set { library.simulation.isNetworkDown = newValue }
  }
}
