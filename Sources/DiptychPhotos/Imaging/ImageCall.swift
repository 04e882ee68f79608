import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation

/// One call of an image manager: which asset, where the answers go, and what a download may do.
struct ImageCall<Value: Sendable>: Sendable {
  let request: ImageRequest
  /// Nil for an asset that denotes nothing, such as a mock.
  let asset: ObjectReference?
  let scope: LibraryScope
  let isSynchronous: Bool
  let answers: ImageAnswers<Value>
  let download: ImageDownload

  /// Takes over what the caller said. Nothing is read yet.
  /// - Parameter place: Where asynchronous answers are given.
  init(
    _ asset: PHAsset, isSynchronous: Bool, isNetworkAllowed: Bool,
    _ progressHandler: PHAssetImageProgressHandler?,
    place: ImageAnswers<Value>.Place = .deliveryQueue,
    _ handler: @escaping (Value?, [AnyHashable: Any]) -> Void
  ) {
    request = .begin(cancellable: !isSynchronous)
    self.asset = asset.reference
    scope = asset.reference?.scope ?? .resolve()
    self.isSynchronous = isSynchronous
    answers = ImageAnswers(
      request: request, scope: scope, place: isSynchronous ? .here : place,
      handler: Handover(value: handler))
    download = ImageDownload(
      request: request, isAllowed: isNetworkAllowed,
      progressHandler: Handover(value: progressHandler))
  }

  static var noAsset: LibraryError {
    LibraryError(.objectGone, "The asset denotes nothing in a library. Fetch one.")
  }

  /// Starts a request that answers once with what `make` gives.
  func start(_ make: @escaping @Sendable (AssetFiles, Library) throws -> Value) -> PHImageRequestID
  {
    run {
      answers.finish(
        Result {
          try make(files(), scope.library)
        })
    }
    return request.id
  }

  /// Runs the work of the request: here if it is synchronous, else on the image queue, where a
  /// request that was cancelled before does nothing more.
  func run(_ work: @escaping @Sendable () -> Void) {
    LibraryScope.$current.withValue(scope) {
      guard !isSynchronous else { return work() }
      scope.library.queues.image("an image request") {
        guard !request.isCancelled else { return answers.finish(.failure(Self.noAsset)) }
        work()
      }
    }
  }

  /// The files of the asset.
  func files() throws -> AssetFiles {
    guard let asset else { throw Self.noAsset }
    return try AssetFiles(of: asset)
  }
}

/// The bytes of a photo.
struct PhotoBytes: Sendable {
  let data: Data
  let typeIdentifier: String
  let orientation: ImageOrientation
}
