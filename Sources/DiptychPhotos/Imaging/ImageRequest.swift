import DiptychPlatform
import Foundation

/// One request of an image manager. It can be cancelled until its last answer has begun.
final class ImageRequest: Sendable {
  private struct Registry {
    var last: PHImageRequestID = 0
    var running: [PHImageRequestID: ImageRequest] = [:]
  }

  /// Requests of every manager; identifiers are unique in the process.
  private static let registry = Lock(Registry())

  private struct State {
    var isCancelled = false
    var isOver = false
  }

  let id: PHImageRequestID
  private let state = Lock(State())

  private init(_ id: PHImageRequestID) {
    self.id = id
  }

  /// Begins a request. One that cannot be cancelled by its identifier (P183) is not kept.
  static func begin(cancellable: Bool) -> ImageRequest {
    registry.withLock { registry in
      repeat {
        registry.last = registry.last == .max ? 1 : registry.last + 1
      } while registry.running[registry.last] != nil
      let request = ImageRequest(registry.last)
      if cancellable { registry.running[request.id] = request }
      return request
    }
  }

  /// Cancels the request of an identifier; nothing happens when there is none.
  static func cancel(_ id: PHImageRequestID) {
    registry.withLock { $0.running[id] }?.cancel()
  }

  /// How many requests are under way.
  static var runningCount: Int { registry.withLock { $0.running.count } }

  func cancel() {
    state.withLock { $0.isCancelled = true }
  }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Ends the request, so that the one last answer is given.
  /// - Returns: Whether it was cancelled before; nil when it is over already.
  func end() -> Bool? {
    Self.registry.withLock { _ = $0.running.removeValue(forKey: id) }
    return state.withLock { state in
      guard !state.isOver else { return nil }
      state.isOver = true
      return state.isCancelled
    }
  }
}
