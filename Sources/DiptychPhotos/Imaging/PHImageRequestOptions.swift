import DiptychPlatform
import Foundation

/// Is told how far the download of a picture is.
///
/// Gets how much is there, from 0 to 1; the failure, if the download has failed; a flag that stops
/// the request when set to true; and the request's identifier under ``PHImageResultRequestIDKey``.
public typealias PHAssetImageProgressHandler = (
  Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?
) -> Void

/// Is told how far the download of a video is, as ``PHAssetImageProgressHandler`` is of a picture.
public typealias PHAssetVideoProgressHandler = (
  Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?
) -> Void

/// How a picture is asked for.
///
/// A request takes the values over when it is made, so that a later change of the object does not
/// reach it. One object may be used from several threads.
open class PHImageRequestOptions: NSObject, NSCopying {
  /// The values; guarded, because objects are shared between threads.
  private struct Values {
    var version = PHImageRequestOptionsVersion.current
    var deliveryMode = PHImageRequestOptionsDeliveryMode.opportunistic
    var resizeMode = PHImageRequestOptionsResizeMode.fast
    var normalizedCropRect = CGRect.zero
    var isNetworkAccessAllowed = false
    var isSynchronous = false
    var allowSecondaryDegradedImage = false
    var progressHandler: PHAssetImageProgressHandler?
  }

  private let values = Lock(Values())

  /// Makes options for the current version, opportunistic, resized fast, asynchronous, without the
  /// network.
  public override init() {
    super.init()
  }

  /// With or without edits; ``PHImageRequestOptionsVersion/current`` at first (P192).
  open var version: PHImageRequestOptionsVersion {
    get { values.withLock { $0.version } }
    set { values.withLock { $0.version = newValue } }
  }

  /// Quality or speed; ``PHImageRequestOptionsDeliveryMode/opportunistic`` at first (P185).
  open var deliveryMode: PHImageRequestOptionsDeliveryMode {
    get { values.withLock { $0.deliveryMode } }
    set { values.withLock { $0.deliveryMode = newValue } }
  }

  /// How the size is met; ``PHImageRequestOptionsResizeMode/fast`` at first (P190).
  open var resizeMode: PHImageRequestOptionsResizeMode {
    get { values.withLock { $0.resizeMode } }
    set { values.withLock { $0.resizeMode = newValue } }
  }

  /// The part of the upright picture that is wanted, in fractions of its sides from the top left
  /// corner. Counts with ``PHImageRequestOptionsResizeMode/exact`` only (P190); `zero`, as at
  /// first, is the whole picture. A rectangle outside of the picture, or of no number, makes the
  /// request fail with -1.
  open var normalizedCropRect: CGRect {
    get { values.withLock { $0.normalizedCropRect } }
    set { values.withLock { $0.normalizedCropRect = newValue } }
  }

  /// Whether the original may be downloaded; false at first (P193).
  open var isNetworkAccessAllowed: Bool {
    get { values.withLock { $0.isNetworkAccessAllowed } }
    set { values.withLock { $0.isNetworkAccessAllowed = newValue } }
  }

  /// Whether the request returns only after its one answer (P183); false at first.
  open var isSynchronous: Bool {
    get { values.withLock { $0.isSynchronous } }
    set { values.withLock { $0.isSynchronous = newValue } }
  }

  /// Called while the original is downloaded, and only then (P203).
  open var progressHandler: PHAssetImageProgressHandler? {
    get { values.withLock { $0.progressHandler } }
    set { values.withLock { $0.progressHandler = newValue } }
  }

  /// Whether an opportunistic request may answer with a second, larger degraded picture; false at
  /// first.
  open var allowSecondaryDegradedImage: Bool {
    get { values.withLock { $0.allowSecondaryDegradedImage } }
    set { values.withLock { $0.allowSecondaryDegradedImage = newValue } }
  }

  /// Not available: pictures are made in sRGB.
  @available(
    *, unavailable,
    message: "Pictures are made in sRGB with 8 bits a sample here; ask for the file's own bytes."
  )
  open var preferHDR: Bool {
    get { false }
    set {}
  }

  /// Not available: pictures are made in sRGB.
  @available(
    *, unavailable,
    message: "Pictures are made in sRGB with 8 bits a sample here; ask for the file's own bytes."
  )
  open var targetHDRHeadroom: CGFloat {
    get { 0 }
    set {}
  }

  /// Returns options with the same values.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = PHImageRequestOptions()
    copy.version = version
    copy.deliveryMode = deliveryMode
    copy.resizeMode = resizeMode
    copy.normalizedCropRect = normalizedCropRect
    copy.isNetworkAccessAllowed = isNetworkAccessAllowed
    copy.isSynchronous = isSynchronous
    copy.progressHandler = progressHandler
    copy.allowSecondaryDegradedImage = allowSecondaryDegradedImage
    return copy
  }
}
