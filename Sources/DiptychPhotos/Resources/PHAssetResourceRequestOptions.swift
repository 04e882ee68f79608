import Foundation

/// Is told how far a download is, from 0 to 1 (P211).
public typealias PHAssetResourceProgressHandler = (Double) -> Void

/// Names a request for data.
public typealias PHAssetResourceDataRequestID = Int32

/// The name that no request has.
public var PHInvalidAssetResourceDataRequestID: PHAssetResourceDataRequestID { 0 }

/// How the data of a resource is asked for.
open class PHAssetResourceRequestOptions: NSObject, NSCopying {
  /// Whether data may be downloaded.
  open var isNetworkAccessAllowed = false
  /// Called on the queue of the request while data is downloaded, from 0 to 1, and only then
  /// (P211). Files that are on this machine are not downloaded.
  open var progressHandler: PHAssetResourceProgressHandler?

  /// Makes options that do not allow the network.
  public override init() {
    super.init()
  }

  /// Returns options with the same values.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = PHAssetResourceRequestOptions()
    copy.isNetworkAccessAllowed = isNetworkAccessAllowed
    copy.progressHandler = progressHandler
    return copy
  }
}
