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

  /// Whether the main queue is late, as behind a main thread that is busy. What it is to get then
  /// waits: results of the old API, and pictures of asynchronous requests (decision 39). It gets them
  /// in their order when the test says that it is no longer late, and at the latest when a half of a
  /// comparison has returned or the test is over.
  ///
  /// Code that takes a call's return for its result, or that blocks until the result is there, is
  /// found out. ``settle(within:)`` returns when nothing but such results is left, and names them. A
  /// library with delivery `.private` has nothing for the main queue.
  public var isMainQueueLate: Bool {
    get { library.queues.isMainQueueLate }
    set { library.queues.isMainQueueLate = newValue }
  }
}
