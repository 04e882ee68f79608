import DiptychEngine
import DiptychPlatform
import Foundation

extension PHPhotosError {
  /// Apple's number for a failure of the engine; the sentence is the engine's.
  init(_ error: LibraryError) {
    self.init(
      Code(error.code),
      userInfo: [
        NSLocalizedDescriptionKey: error.message,
        NSDebugDescriptionErrorKey: "\(error.code.rawValue) at \(error.location)"
          + (error.cause.map { ": \($0)" } ?? ""),
      ])
  }

  /// Apple's error for anything that was thrown below the facade.
  init(wrapping error: any Error) {
    self = (error as? PHPhotosError) ?? PHPhotosError(LibraryError.wrapping(error))
  }
}

extension PHPhotosError.Code {
  /// The table from the engine's codes to Apple's numbers (facts, section O).
  init(_ code: LibraryError.Code) {
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("modern-wrong-code"), code == .indexMismatch {
        self = .changeNotSupported
        return
      }
    #endif
    self =
      switch code {
      case .invalidMedia, .encodingFailed, .wrongMediaKind, .limitExceeded: .invalidResource
      // A path without a usable file was reported as 3303 (P137).
      case .missingResource, .sourceUnreadable: .missingResource
      case .changeNotSupported: .changeNotSupported
      case .indexMismatch: .operationInterrupted
      case .objectGone: .requestNotSupportedForAsset
      case .userCancelled: .userCancelled
      case .accessDenied: .accessUserDenied
      case .accessRestricted: .accessRestricted
      case .noSpace: .notEnoughSpace
      case .notLocal: .networkAccessRequired
      case .networkUnavailable: .networkError
      case .busy, .libraryUnusable, .schemaUnknown, .libraryDamaged, .originalMissing, .system,
        .reentrant, .unsupportedQuery, .closed, .pairMismatch:
        .internalError
      }
  }
}
