import DiptychEngine
import Foundation

extension PHPhotoLibrary {
  /// Tells an observer of changes from now on.
  ///
  /// It is told only of what the application has fetched: results and objects, before and after
  /// this call (P149). The reference is weak, so that an observer that is released without being
  /// unregistered does no harm (P163). Registering it twice is the same as once.
  public func register(_ observer: any PHPhotoLibraryChangeObserver) {
    Observers.shared.add(observer, in: .resolve())
  }

  /// Ends what ``register(_:)-(PHPhotoLibraryChangeObserver)`` began. A notification that is under
  /// way may still arrive. May be called in `deinit`.
  public func unregisterChangeObserver(_ observer: any PHPhotoLibraryChangeObserver) {
    Observers.shared.remove(ObjectIdentifier(observer), in: LibraryScope.inForce?.library)
  }

  /// Not offered.
  @available(
    *, unavailable,
    message: "A Diptych library does not become unavailable while it is open; remove the observer."
  )
  public func register(_ observer: any PHPhotoLibraryAvailabilityObserver) {}

  /// Not offered.
  @available(
    *, unavailable,
    message: "A Diptych library does not become unavailable while it is open; remove the observer."
  )
  public func unregisterAvailabilityObserver(
    _ observer: any PHPhotoLibraryAvailabilityObserver
  ) {}
}
