/// The domain of every error of this module.
public let ALAssetsLibraryErrorDomain: String = "ALAssetsLibraryErrorDomain"

/// -1: no reason is known.
public var ALAssetsLibraryUnknownError: Int { -1 }

/// -3300: the write failed, or the asset may not be changed by this application (L155, L158).
public var ALAssetsLibraryWriteFailedError: Int { -3300 }

/// -3301: another process kept the library for too long; try again.
public var ALAssetsLibraryWriteBusyError: Int { -3301 }

/// -3302: the bytes are no valid media.
public var ALAssetsLibraryWriteInvalidDataError: Int { -3302 }

/// -3303: the media is of a kind that the call does not store.
public var ALAssetsLibraryWriteIncompatibleDataError: Int { -3303 }

/// -3304: the media has a bad encoding.
public var ALAssetsLibraryWriteDataEncodingError: Int { -3304 }

/// -3305: the disk is full.
public var ALAssetsLibraryWriteDiskSpaceError: Int { -3305 }

/// -3310: the library's data cannot be reached; also what a refused write gets (decision 25).
public var ALAssetsLibraryDataUnavailableError: Int { -3310 }

/// -3311: the user refused access to photos (L191).
public var ALAssetsLibraryAccessUserDeniedError: Int { -3311 }

/// -3312: no application may have access; also what a restricted one gets (L192, L193).
public var ALAssetsLibraryAccessGloballyDeniedError: Int { -3312 }
