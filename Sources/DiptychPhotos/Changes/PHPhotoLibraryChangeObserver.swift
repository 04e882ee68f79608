import Foundation

/// Is told of changes of the photo library.
public protocol PHPhotoLibraryChangeObserver: NSObjectProtocol {
  /// Called after each commit that touches something that the application has fetched (P149), made
  /// by it, by another application, by the user or in another process (P148).
  ///
  /// Runs on a serial queue of the library, never on the main queue; the calls come one at a time
  /// and in the order of the commits. The method may fetch, and may change the library.
  func photoLibraryDidChange(_ changeInstance: PHChange)
}

/// Would be told when the system's photo library goes away. A Diptych library is a folder that
/// stays.
@available(
  *, unavailable,
  message: "A Diptych library does not become unavailable while it is open; remove the observer."
)
public protocol PHPhotoLibraryAvailabilityObserver: NSObjectProtocol {
  /// Would be called when the library has become unavailable.
  func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary)
}
