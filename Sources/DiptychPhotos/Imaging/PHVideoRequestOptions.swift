import DiptychPlatform
import Foundation

/// How a video is asked for. A request takes the values over when it is made.
open class PHVideoRequestOptions: NSObject {
  private struct Values {
    var version = PHVideoRequestOptionsVersion.current
    var deliveryMode = PHVideoRequestOptionsDeliveryMode.automatic
    var isNetworkAccessAllowed = false
    var progressHandler: PHAssetVideoProgressHandler?
  }

  private let values = Lock(Values())

  /// Makes options for the current version, without the network.
  public override init() {
    super.init()
  }

  /// Whether the video may be downloaded; false at first.
  open var isNetworkAccessAllowed: Bool {
    get { values.withLock { $0.isNetworkAccessAllowed } }
    set { values.withLock { $0.isNetworkAccessAllowed = newValue } }
  }

  /// With or without edits; ``PHVideoRequestOptionsVersion/current`` at first.
  open var version: PHVideoRequestOptionsVersion {
    get { values.withLock { $0.version } }
    set { values.withLock { $0.version = newValue } }
  }

  /// Quality or speed; ``PHVideoRequestOptionsDeliveryMode/automatic`` at first. Every mode gives
  /// the one file that the library has.
  open var deliveryMode: PHVideoRequestOptionsDeliveryMode {
    get { values.withLock { $0.deliveryMode } }
    set { values.withLock { $0.deliveryMode = newValue } }
  }

  /// Called while the video is downloaded, and only then (P203).
  open var progressHandler: PHAssetVideoProgressHandler? {
    get { values.withLock { $0.progressHandler } }
    set { values.withLock { $0.progressHandler = newValue } }
  }
}
