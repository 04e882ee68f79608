import DiptychPlatform
import Foundation

/// How a Live Photo is asked for. A request takes the values over when it is made.
open class PHLivePhotoRequestOptions: NSObject, NSCopying {
  private struct Values {
    var version = PHImageRequestOptionsVersion.current
    var deliveryMode = PHImageRequestOptionsDeliveryMode.opportunistic
    var isNetworkAccessAllowed = false
    var progressHandler: PHAssetImageProgressHandler?
  }

  private let values = Lock(Values())

  /// Makes options for the current version, without the network.
  public override init() {
    super.init()
  }

  /// With or without edits; ``PHImageRequestOptionsVersion/current`` at first.
  open var version: PHImageRequestOptionsVersion {
    get { values.withLock { $0.version } }
    set { values.withLock { $0.version = newValue } }
  }

  /// Quality or speed. A Live Photo is its two files, which are there at once, so every mode gives
  /// one answer.
  open var deliveryMode: PHImageRequestOptionsDeliveryMode {
    get { values.withLock { $0.deliveryMode } }
    set { values.withLock { $0.deliveryMode = newValue } }
  }

  /// Whether the two files may be downloaded; false at first.
  open var isNetworkAccessAllowed: Bool {
    get { values.withLock { $0.isNetworkAccessAllowed } }
    set { values.withLock { $0.isNetworkAccessAllowed = newValue } }
  }

  /// Called while the files are downloaded, and only then (P203).
  open var progressHandler: PHAssetImageProgressHandler? {
    get { values.withLock { $0.progressHandler } }
    set { values.withLock { $0.progressHandler = newValue } }
  }

  /// Returns options with the same values.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = PHLivePhotoRequestOptions()
    copy.version = version
    copy.deliveryMode = deliveryMode
    copy.isNetworkAccessAllowed = isNetworkAccessAllowed
    copy.progressHandler = progressHandler
    return copy
  }
}
