import DiptychEngine
import DiptychPlatform
import Foundation

extension PHAsset {
  /// Requests the content for editing.
  ///
  /// For an asset that was edited, the options say whether the editor can go on from that edit; if
  /// so it gets what the edit started from and the edit's data, else the present rendering (P216).
  /// - Parameters:
  ///   - options: Nil for the default values.
  ///   - completionHandler: Called once on a serial queue (P215): with the input; or with nil and,
  ///     in the dictionary, an `NSError` under ``PHContentEditingInputErrorKey`` (3306 for an asset
  ///     that is gone, 3311 or 3310 without access), true under
  ///     ``PHContentEditingInputResultIsInCloudKey`` for content that would have to be downloaded,
  ///     or true under ``PHContentEditingInputCancelledKey``.
  /// - Returns: A name for `cancelContentEditingInputRequest(_:)`.
  @discardableResult
  public func requestContentEditingInput(
    with options: PHContentEditingInputRequestOptions?,
    completionHandler: @escaping (PHContentEditingInput?, [AnyHashable: Any]) -> Void
  ) -> PHContentEditingInputRequestID {
    ContentEditingRequests.shared.start(reference, options, completionHandler)
  }

  /// Cancels a request for content: its completion handler gets nil, and true under
  /// ``PHContentEditingInputCancelledKey``. A request that has completed is not affected.
  public func cancelContentEditingInputRequest(_ requestID: PHContentEditingInputRequestID) {
    ContentEditingRequests.shared.cancel(requestID)
  }
}
