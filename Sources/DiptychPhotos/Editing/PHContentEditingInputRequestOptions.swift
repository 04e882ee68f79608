import Foundation

/// How the content of an asset is asked for.
open class PHContentEditingInputRequestOptions: NSObject {
  /// Whether the editor can go on from an earlier edit (P216). At first it cannot go on from any.
  /// Called on a serial queue, and only for an asset that was edited.
  open var canHandleAdjustmentData: (PHAdjustmentData) -> Bool = { _ in false }
  /// Whether content may be downloaded.
  open var isNetworkAccessAllowed = false
  /// Called while content is downloaded, with how much is there, from 0 to 1, and a flag that stops
  /// the request when set; on a serial queue (P215).
  open var progressHandler: ((Double, UnsafeMutablePointer<ObjCBool>) -> Void)?

  /// Makes options that do not allow the network.
  public override init() {
    super.init()
  }
}

/// Names a request for content to edit.
public typealias PHContentEditingInputRequestID = Int

/// The key of a number that says whether the content has to be downloaded, which the options did not
/// allow.
public let PHContentEditingInputResultIsInCloudKey: String =
  "PHContentEditingInputResultIsInCloudKey"

/// The key of a number that says whether the request was cancelled.
public let PHContentEditingInputCancelledKey: String = "PHContentEditingInputCancelledKey"

/// An `NSError` of the domain ``PHPhotosErrorDomain`` that says why a request failed (P199); it can be
/// cast to ``PHPhotosError``.
public let PHContentEditingInputErrorKey: String = "PHContentEditingInputErrorKey"
