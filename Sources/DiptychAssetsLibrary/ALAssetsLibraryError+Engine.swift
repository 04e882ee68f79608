import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation

extension LibraryError.Code {
  /// The code that a failed write reports. A refusal is -3310 (decision 25).
  var writeCode: Int {
    switch self {
    case .invalidMedia: ALAssetsLibraryWriteInvalidDataError
    case .encodingFailed: ALAssetsLibraryWriteDataEncodingError
    case .wrongMediaKind: ALAssetsLibraryWriteIncompatibleDataError
    case .busy: ALAssetsLibraryWriteBusyError
    case .noSpace: ALAssetsLibraryWriteDiskSpaceError
    case .accessDenied, .accessRestricted, .libraryUnusable, .schemaUnknown, .libraryDamaged,
      .originalMissing, .notLocal, .networkUnavailable, .closed:
      ALAssetsLibraryDataUnavailableError
    case .limitExceeded, .sourceUnreadable, .missingResource, .changeNotSupported, .indexMismatch,
      .pairMismatch,
      .objectGone, .userCancelled, .system, .reentrant, .unsupportedQuery:
      ALAssetsLibraryWriteFailedError
    }
  }

  /// The code that a failed read, look-up or album call reports (L191, L193, L196).
  var readCode: Int {
    switch self {
    case .accessDenied: ALAssetsLibraryAccessUserDeniedError
    case .accessRestricted: ALAssetsLibraryAccessGloballyDeniedError
    // Only an album call meets these two: it writes.
    case .busy: ALAssetsLibraryWriteBusyError
    case .noSpace: ALAssetsLibraryWriteDiskSpaceError
    case .invalidMedia, .encodingFailed, .wrongMediaKind, .limitExceeded, .sourceUnreadable,
      .missingResource, .changeNotSupported, .indexMismatch, .pairMismatch, .objectGone,
      .userCancelled,
      .libraryUnusable, .schemaUnknown, .libraryDamaged, .originalMissing, .notLocal,
      .networkUnavailable, .system, .reentrant, .unsupportedQuery, .closed:
      ALAssetsLibraryDataUnavailableError
    }
  }
}

/// Makes the errors that the module hands out.
enum AssetsLibraryError {
  /// What the codes are called in `localizedDescription` (L197).
  static func text(_ code: Int) -> String {
    switch code {
    case ALAssetsLibraryWriteFailedError: "Write failed"
    case ALAssetsLibraryWriteBusyError: "Write busy"
    case ALAssetsLibraryWriteInvalidDataError: "Invalid data"
    case ALAssetsLibraryWriteIncompatibleDataError: "Incompatible data"
    case ALAssetsLibraryWriteDataEncodingError: "Data has invalid encoding"
    case ALAssetsLibraryWriteDiskSpaceError: "Out of disk space"
    case ALAssetsLibraryDataUnavailableError: "Data unavailable"
    case ALAssetsLibraryAccessUserDeniedError: "User denied access"
    case ALAssetsLibraryAccessGloballyDeniedError: "Global denied access"
    default: "Unknown error"
    }
  }

  /// An error with Apple's text for the code, and a sentence that says what to do.
  static func make(_ code: Int, _ sentence: String) -> NSError {
    NSError(
      domain: ALAssetsLibraryErrorDomain, code: code,
      userInfo: [
        NSLocalizedDescriptionKey: text(code), NSLocalizedRecoverySuggestionErrorKey: sentence,
        // The same error lies underneath, as clients have seen it (L151, L198).
        NSUnderlyingErrorKey: NSError(
          domain: ALAssetsLibraryErrorDomain, code: code,
          userInfo: [NSLocalizedDescriptionKey: text(code)]),
      ])
  }

  /// The error of a failed write.
  static func write(_ error: any Error, profile: BehaviorProfile) -> NSError {
    let error = wrapping(error)
    let isRefusal = error.code == .accessDenied || error.code == .accessRestricted
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("legacy-wrong-refusal") {
        return make(ALAssetsLibraryWriteFailedError, error.message)
      }
    #endif
    return make(
      isRefusal && profile.refusedWriteIsUserDenied
        ? ALAssetsLibraryAccessUserDeniedError : error.code.writeCode, error.message)
  }

  /// The error of a failed read or look-up.
  static func read(_ error: any Error) -> NSError {
    let error = wrapping(error)
    return make(error.code.readCode, error.message)
  }

  private static func wrapping(_ error: any Error) -> LibraryError {
    if let error = error as? CodecError { return LibraryError(error) }
    return LibraryError.wrapping(error)
  }
}
