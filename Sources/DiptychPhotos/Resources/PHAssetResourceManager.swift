import DiptychEngine
import DiptychPlatform
import Foundation

/// Reads the bytes of resources.
open class PHAssetResourceManager: NSObject, @unchecked Sendable {
  // Sendable because the stored properties are constants of Sendable types.
  private static let shared = PHAssetResourceManager()

  private struct Requests {
    var last: PHAssetResourceDataRequestID = 0
    var running: Set<PHAssetResourceDataRequestID> = []
  }

  private let queue = DispatchQueue(label: "diptych.resources", qos: .userInitiated)
  private let requests = Lock(Requests())

  override init() {
    super.init()
  }

  /// The one manager.
  open class func `default`() -> PHAssetResourceManager { shared }

  /// Delivers the bytes of a resource in pieces, in order, on a serial queue (P206).
  /// - Parameters:
  ///   - resource: The file of an asset.
  ///   - options: Nil for the default values.
  ///   - handler: Gets each piece, of at most 1 MiB.
  ///   - completionHandler: Called once: with nil, or with a ``PHPhotosError`` of code 3164 when the
  ///     file is not on this machine and may not be downloaded (P209), 3169 when the download fails,
  ///     3072 when the request was cancelled, 3306 when the asset or the file is gone or not to be
  ///     seen, 3311 or 3310 without access, -1 when the file is missing.
  /// - Returns: A name for `cancelDataRequest(_:)`.
  @discardableResult
  open func requestData(
    for resource: PHAssetResource, options: PHAssetResourceRequestOptions?,
    dataReceivedHandler handler: @escaping (Data) -> Void,
    completionHandler: @escaping ((any Error)?) -> Void
  ) -> PHAssetResourceDataRequestID {
    let id = requests.withLock { requests in
      requests.last = requests.last == .max ? 1 : requests.last + 1
      requests.running.insert(requests.last)
      return requests.last
    }
    let handlers = Handover(value: (handler, completionHandler))
    let isWanted: @Sendable () -> Bool = { self.requests.withLock { $0.running.contains(id) } }
    read(resource, options, while: isWanted) { piece in
      guard isWanted() else { return false }
      handlers.value.0(piece)
      return true
    } completion: { error in
      self.requests.withLock { _ = $0.running.remove(id) }
      handlers.value.1(error)
    }
    return id
  }

  /// Ends a request: no further piece comes, and it completes with code 3072. A request that has
  /// completed is not affected.
  open func cancelDataRequest(_ requestID: PHAssetResourceDataRequestID) {
    requests.withLock { _ = $0.running.remove(requestID) }
  }

  /// Writes the bytes of a resource into a new file.
  ///
  /// A file that is there already is not touched and fails the call with -1 (P208), as does a
  /// missing folder (P207); a full volume fails it with 3305. Nothing is left behind by a failure.
  /// - Parameters:
  ///   - resource: The file of an asset.
  ///   - fileURL: The new file.
  ///   - options: Nil for the default values.
  ///   - completionHandler: Called once on a serial queue, with nil or a ``PHPhotosError``.
  open func writeData(
    for resource: PHAssetResource, toFile fileURL: URL, options: PHAssetResourceRequestOptions?,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let library = ResourceReader(resource, nil).scope.library
    let file = NewFile(fileURL, library.configuration.systemCalls)
    read(resource, options, while: { true }) { piece in
      try file.append(piece)
      return true
    } completion: { error in
      completionHandler(file.finish(after: error))
    }
  }

  /// Writes the bytes of a resource into a new file, as the form with a completion handler does.
  /// - Throws: ``PHPhotosError``.
  open func writeData(
    for resource: PHAssetResource, toFile fileURL: URL, options: PHAssetResourceRequestOptions?
  ) async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      writeData(for: resource, toFile: fileURL, options: options) { error in
        if let error {
          continuation.resume(throwing: error)
        } else {
          continuation.resume()
        }
      }
    }
  }

  /// Reads a resource on the queue, piece by piece, until `receive` returns false.
  private func read(
    _ resource: PHAssetResource, _ options: PHAssetResourceRequestOptions?,
    while isWanted: @escaping @Sendable () -> Bool,
    receive: @escaping @Sendable (Data) throws -> Bool,
    completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let reader = ResourceReader(resource, options)
    let activities = reader.scope.library.activities
    let activity = activities.begin("resource data")
    queue.async {
      LibraryScope.$current.withValue(reader.scope) {
        var failure: PHPhotosError?
        do {
          try reader.read(while: isWanted, receive)
        } catch {
          failure = PHPhotosError(wrapping: error)
        }
        completion(failure)
      }
      activities.end(activity)
    }
  }
}
