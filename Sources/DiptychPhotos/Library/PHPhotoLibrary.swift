import DiptychEngine
import DiptychPlatform
import Foundation

/// The photo library: the way to permission and to changes.
///
/// There is one object, whatever library is meant: each call looks up the library of the present
/// scope, and what it hands out stays with that library (decision 42).
open class PHPhotoLibrary: NSObject, @unchecked Sendable {
  // Sendable because it has no stored properties.

  private static let sharedLibrary = PHPhotoLibrary()

  override init() {
    super.init()
  }

  /// The one library object.
  open class func shared() -> PHPhotoLibrary { sharedLibrary }
}

/// Carries a closure that is not Sendable to the queue that calls it.
struct Handover<Value>: @unchecked Sendable {
  // Sendable because the receiver is the only one that uses the value, once, and the caller's API
  // (P227) says that it runs elsewhere.
  let value: Value
}
