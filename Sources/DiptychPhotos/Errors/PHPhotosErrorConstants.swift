import Foundation

// The numbers as old Swift code spells them.

/// The number of ``PHPhotosError/Code/internalError``.
@available(*, deprecated, message: "Use PHPhotosError.internalError.")
public var PHPhotosErrorInvalid: Int {
  PHPhotosError.Code.internalError.rawValue
}

/// The number of ``PHPhotosError/Code/userCancelled``.
@available(*, deprecated, message: "Use PHPhotosError.userCancelled.")
public var PHPhotosErrorUserCancelled: Int {
  PHPhotosError.Code.userCancelled.rawValue
}

/// The number of ``PHPhotosError/Code/libraryVolumeOffline``.
@available(*, deprecated, message: "Use PHPhotosError.libraryVolumeOffline.")
public var PHPhotosErrorLibraryVolumeOffline: Int {
  PHPhotosError.Code.libraryVolumeOffline.rawValue
}

/// The number of ``PHPhotosError/Code/relinquishingLibraryBundleToWriter``.
@available(*, deprecated, message: "Use PHPhotosError.relinquishingLibraryBundleToWriter.")
public var PHPhotosErrorRelinquishingLibraryBundleToWriter: Int {
  PHPhotosError.Code.relinquishingLibraryBundleToWriter.rawValue
}

/// The number of ``PHPhotosError/Code/switchingSystemPhotoLibrary``.
@available(*, deprecated, message: "Use PHPhotosError.switchingSystemPhotoLibrary.")
public var PHPhotosErrorSwitchingSystemPhotoLibrary: Int {
  PHPhotosError.Code.switchingSystemPhotoLibrary.rawValue
}
