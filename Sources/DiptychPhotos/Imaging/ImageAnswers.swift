import DiptychEngine
import DiptychPlatform
import Foundation

/// Gives the answers of one request to its handler, at the place where they belong: on the calling
/// thread for a synchronous request (P183), on the delivery queue for an asynchronous one (P184),
/// on the queue that works on it for a video (P202).
struct ImageAnswers<Value: Sendable>: Sendable {
  enum Place: Sendable {
    case here, deliveryQueue
  }

  let request: ImageRequest
  let scope: LibraryScope
  let place: Place
  /// The keys of the info dictionary, which Live Photos made of files have names of their own for.
  var keys = ImageInfoKeys.images
  let handler: Handover<(Value?, [AnyHashable: Any]) -> Void>

  /// Gives a picture that is not the last.
  func degraded(_ value: Value, here: Bool = false) {
    tell(at: here ? .here : place) {
      guard !request.isCancelled else { return }
      handler.value(value, info([keys.isDegraded: true]))
    }
  }

  /// Gives the last answer; that of a cancelled request has nothing but that flag (P194).
  /// - Parameter isDegraded: Whether a better one could be had by another request.
  func finish(_ outcome: Result<Value, any Error>, isDegraded: Bool = false) {
    tell(at: place) {
      guard let isCancelled = request.end() else { return }
      guard !isCancelled else { return handler.value(nil, info([keys.isCancelled: true])) }
      switch outcome {
      case .success(let value): handler.value(value, info([keys.isDegraded: isDegraded]))
      case .failure(let error): handler.value(nil, failure(error))
      }
    }
  }

  private func tell(at place: Place, _ body: @escaping @Sendable () -> Void) {
    LibraryScope.$current.withValue(scope) {
      switch place {
      case .here: body()
      case .deliveryQueue: scope.library.queues.deliver("an image request", body)
      }
    }
  }

  private func failure(_ error: any Error) -> [AnyHashable: Any] {
    let error = PHPhotosError(wrapping: error)
    var flags = [keys.isDegraded: false]
    if error.code == .networkAccessRequired || error.code == .networkError {
      flags[PHImageResultIsInCloudKey] = true
    }
    var info = info(flags)
    info[keys.error] = NSError(error)
    return info
  }

  /// Values are objects, as on Apple systems (P199).
  private func info(_ flags: [String: Bool]) -> [AnyHashable: Any] {
    var info: [AnyHashable: Any] = [PHImageResultRequestIDKey: NSNumber(value: request.id)]
    for (key, value) in flags { info[key] = NSNumber(value: value) }
    return info
  }
}

/// The names in an info dictionary.
struct ImageInfoKeys: Sendable {
  let isDegraded: String
  let isCancelled: String
  let error: String

  static let images = ImageInfoKeys(
    isDegraded: PHImageResultIsDegradedKey, isCancelled: PHImageCancelledKey,
    error: PHImageErrorKey)
  static let livePhotos = ImageInfoKeys(
    isDegraded: PHLivePhotoInfoIsDegradedKey, isCancelled: PHLivePhotoInfoCancelledKey,
    error: PHLivePhotoInfoErrorKey)
}

extension NSError {
  /// The same failure as the object that Apple's dictionaries hold.
  convenience init(_ error: PHPhotosError) {
    self.init(
      domain: PHPhotosErrorDomain, code: error.errorCode, userInfo: error.errorUserInfo)
  }
}
