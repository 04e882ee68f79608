import DiptychEngine
import DiptychPlatform

extension TestPhotoLibrary {
  /// Whether the volume has no room for another file. Saving a photo or a video then fails as it
  /// does on a full device (-3305 in the old API, 3305 in the modern one); what needs no file, such
  /// as making an album, goes on.
  public var isDiskFull: Bool {
    get { faults.withLock { $0.isDiskFull } }
    set { faults.withLock { $0.isDiskFull = newValue } }
  }

  /// Whether another process keeps the library. Every write then fails as if it had waited for
  /// its five seconds (-3301), without waiting; reads go on.
  public var isBusy: Bool {
    get { faults.withLock { $0.isBusy } }
    set { faults.withLock { $0.isBusy = newValue } }
  }
}
