import DiptychCodecs
import Foundation

/// A video or sound. Those that are made here are all of the subclass ``AVURLAsset``.
open class AVAsset: NSObject, @unchecked Sendable {
  // Sendable because it has no stored properties, and the subclass of this module constant ones.

  override init() {
    super.init()
  }

  /// Not available: the type of the result would not be the one that Apple gives.
  @available(*, unavailable, message: "Use AVURLAsset(url:), which is what Apple returns here.")
  public convenience init(url: URL) { self.init() }

  /// How long it plays; ``CMTime/invalid`` when it cannot be read.
  open var duration: CMTime { .invalid }
}

/// A video in a file. Nothing is played or converted here: an object says where the file is and how
/// long it plays.
open class AVURLAsset: AVAsset, @unchecked Sendable {
  // Sendable because the stored property is a constant value.

  /// Where the file is. A file of a photo library belongs to the library: read it, do not change it.
  public let url: URL

  /// Makes an object for a file. Nothing is read before it is asked for.
  /// - Parameters:
  ///   - url: Where the file is.
  ///   - options: Has no effect.
  public init(url: URL, options: [String: Any]? = nil) {
    self.url = url
    super.init()
  }

  /// How long it plays, in 600ths of a second, read from the head of the file at each call;
  /// ``CMTime/invalid`` when that cannot be read, ``CMTime/indefinite`` when it does not say.
  open override var duration: CMTime {
    guard url.isFileURL,
      let probe = try? MediaCodecs.probe(.file(url.path), nameExtension: nil, limits: .standard)
    else { return .invalid }
    guard probe.duration > 0 else { return .indefinite }
    return CMTime(seconds: probe.duration, preferredTimescale: 600)
  }
}

/// How the sound of a video is mixed. None is ever made here: sound is neither played nor changed.
open class AVAudioMix: NSObject {
  override init() {
    super.init()
  }
}

/// Not available: nothing is played here.
@available(
  *, unavailable, message: "Nothing is played here; ask for an AVURLAsset and read its url."
)
open class AVPlayerItem: NSObject {}

/// Not available: videos are not converted here.
@available(
  *, unavailable, message: "Videos are not converted here; copy the file at an AVURLAsset's url."
)
open class AVAssetExportSession: NSObject {}
