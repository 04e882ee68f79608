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
  /// Bytes of one piece.
  private static let pieceSize = 1 << 20

  override init() {
    super.init()
  }

  /// The one manager.
  open class func `default`() -> PHAssetResourceManager { shared }

  /// Delivers the bytes of a resource in pieces, in order, on a serial queue (P206).
  /// - Parameters:
  ///   - handler: Gets each piece, of at most 1 MiB.
  ///   - completionHandler: Called once: with nil, or with a ``PHPhotosError`` of code 3164 when the
  ///     file is not on this machine (P209), 3072 when the request was cancelled, 3306 when the
  ///     asset is gone or not to be seen, 3311 or 3310 without access, -1 when the file is missing.
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
    read(resource, options) { piece in
      guard self.requests.withLock({ $0.running.contains(id) }) else { return false }
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
  /// - Parameter completionHandler: Called once on a serial queue, with nil or a ``PHPhotosError``.
  open func writeData(
    for resource: PHAssetResource, toFile fileURL: URL, options: PHAssetResourceRequestOptions?,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let file = NewFile(fileURL, resource.asset.scope.library.configuration.systemCalls)
    read(resource, options) { piece in
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
    receive: @escaping @Sendable (Data) throws -> Bool,
    completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let (record, asset) = (resource.record, resource.asset)
    let scope = asset.scope
    let isNetworkAllowed = options?.isNetworkAccessAllowed ?? false
    let activities = scope.library.activities
    let activity = activities.begin("resource data")
    queue.async {
      LibraryScope.$current.withValue(scope) {
        var failure: PHPhotosError?
        do {
          try Self.pieces(of: record, of: asset, isNetworkAllowed, receive)
        } catch {
          failure = PHPhotosError(wrapping: error)
        }
        completion(failure)
      }
      activities.end(activity)
    }
  }

  private static func pieces(
    of record: ResourceRecord, of asset: ObjectReference, _ isNetworkAllowed: Bool,
    _ receive: (Data) throws -> Bool
  ) throws {
    let scope = asset.scope
    switch try scope.library.access.readStatus(.readWrite, scope.client) {
    case .authorized, .limited: break
    case .restricted: throw ChangeRunner.restricted
    case .notDetermined, .denied: throw ChangeRunner.denied
    }
    guard try scope.library.read({ try asset.visibleRow(in: $0) }) != nil else {
      throw LibraryError(.objectGone, "The asset is gone from the library. Fetch again.")
    }
    guard record.isLocal else {
      throw PHPhotosError(
        isNetworkAllowed ? .networkError : .networkAccessRequired,
        userInfo: [
          NSLocalizedDescriptionKey: isNetworkAllowed
            ? "The file is not on this machine and cannot be downloaded. Import the original again."
            : "The file is not on this machine. Allow network access in the options."
        ])
    }
    var offset: Int64 = 0
    repeat {
      let piece = try scope.library.data(of: record, offset: offset, count: pieceSize)
      guard try receive(piece) else {
        throw LibraryError(.userCancelled, "The request was cancelled. Start it again if needed.")
      }
      guard !piece.isEmpty else { break }
      offset += Int64(piece.count)
    } while offset < record.byteCount
  }
}
