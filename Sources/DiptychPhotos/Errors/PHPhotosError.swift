import Foundation

/// The domain of ``PHPhotosError``: the text "PHPhotosErrorDomain" (P223).
public let PHPhotosErrorDomain: String = "PHPhotosErrorDomain"

/// A failure of the photo library: a code, and a sentence that says what to do.
///
/// Catch one by code (`catch PHPhotosError.userCancelled`), or convert it with `as NSError` and
/// compare domain and code. `as?` casts between this type and an `NSError` of ``PHPhotosErrorDomain``
/// work in both directions, also out of `Any`, which on Linux they do for no other Swift error.
public struct PHPhotosError: CustomNSError, Hashable, Error {
  /// What went wrong, numbered as by Apple.
  public enum Code: Int, Sendable {
    /// Anything that has no number of its own.
    case internalError = -1
    /// The user refused a deletion (P102).
    case userCancelled = 3072
    /// A change token is older than the kept history.
    case persistentChangeTokenExpired = 3105
    /// The volume of the library is not there.
    case libraryVolumeOffline = 3114
    /// Another program has taken over the library.
    case relinquishingLibraryBundleToWriter = 3142
    /// The system photo library is being switched.
    case switchingSystemPhotoLibrary = 3143
    /// The data is not on this machine, and the request does not allow the network (P209).
    case networkAccessRequired = 3164
    /// The network failed.
    case networkError = 3169
    /// No object has the identifier.
    case identifierNotFound = 3201
    /// More than one object has the identifier.
    case multipleIdentifiersFound = 3202
    /// Details of a change are not available.
    case persistentChangeDetailsUnavailable = 3210
    /// A request, or a combination of requests or resources, is not supported (P139).
    case changeNotSupported = 3300
    /// The indexes of an album edit do not fit the album, or the change was interrupted (P112).
    case operationInterrupted = 3301
    /// The bytes of a resource are damaged or of another kind (P135, P136).
    case invalidResource = 3302
    /// There is no usable resource (P137).
    case missingResource = 3303
    /// The volume is full.
    case notEnoughSpace = 3305
    /// The asset does not take this request; it may be gone (decision 41).
    case requestNotSupportedForAsset = 3306
    /// Too many jobs.
    case limitExceeded = 3307
    /// A policy forbids access (P174).
    case accessRestricted = 3310
    /// The user denied access (P174).
    case accessUserDenied = 3311
    /// The library is in a folder that a file provider syncs.
    case libraryInFileProviderSyncRoot = 5423

    /// The old name of ``internalError``.
    public static var invalid: Code { .internalError }

    /// Matches any error that carries this code, so that `catch PHPhotosError.userCancelled` works,
    /// also an `NSError` of the same domain and number, such as those in info dictionaries.
    public static func ~= (code: Code, error: any Error) -> Bool {
      if let error = error as? PHPhotosError { return error.code == code }
      let error = error as NSError
      return error.domain == PHPhotosErrorDomain && error.code == code.rawValue
    }
  }

  /// What went wrong.
  public let code: Code
  /// Values for `NSError`, among them the sentence under `NSLocalizedDescriptionKey`.
  public let userInfo: [String: Any]

  /// Makes an error.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    self.userInfo = userInfo
  }

  /// The text "PHPhotosErrorDomain".
  public static var errorDomain: String { PHPhotosErrorDomain }

  /// The number of ``code``.
  public var errorCode: Int { code.rawValue }

  /// The same as ``userInfo``.
  public var errorUserInfo: [String: Any] { userInfo }

  /// The sentence that says what to do.
  public var localizedDescription: String {
    userInfo[NSLocalizedDescriptionKey] as? String
      ?? "The photo library failed with code \(code.rawValue)."
  }

  /// Errors are equal when their codes and their sentences are.
  public static func == (left: PHPhotosError, right: PHPhotosError) -> Bool {
    left.code == right.code && left.localizedDescription == right.localizedDescription
  }

  /// Equal errors have equal hashes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(localizedDescription)
  }
}

extension PHPhotosError: @unchecked Sendable {
  // Sendable because everything is constant; the values of `userInfo` are made by this module or
  // are the caller's promise, as for any `NSError`.
}

extension PHPhotosError {
  /// ``Code/internalError``.
  public static var internalError: Code { .internalError }
  /// ``Code/userCancelled``.
  public static var userCancelled: Code { .userCancelled }
  /// ``Code/persistentChangeTokenExpired``.
  public static var persistentChangeTokenExpired: Code { .persistentChangeTokenExpired }
  /// ``Code/libraryVolumeOffline``.
  public static var libraryVolumeOffline: Code { .libraryVolumeOffline }
  /// ``Code/relinquishingLibraryBundleToWriter``.
  public static var relinquishingLibraryBundleToWriter: Code {
    .relinquishingLibraryBundleToWriter
  }
  /// ``Code/switchingSystemPhotoLibrary``.
  public static var switchingSystemPhotoLibrary: Code { .switchingSystemPhotoLibrary }
  /// ``Code/networkAccessRequired``.
  public static var networkAccessRequired: Code { .networkAccessRequired }
  /// ``Code/networkError``.
  public static var networkError: Code { .networkError }
  /// ``Code/identifierNotFound``.
  public static var identifierNotFound: Code { .identifierNotFound }
  /// ``Code/multipleIdentifiersFound``.
  public static var multipleIdentifiersFound: Code { .multipleIdentifiersFound }
  /// ``Code/persistentChangeDetailsUnavailable``.
  public static var persistentChangeDetailsUnavailable: Code {
    .persistentChangeDetailsUnavailable
  }
  /// ``Code/changeNotSupported``.
  public static var changeNotSupported: Code { .changeNotSupported }
  /// ``Code/operationInterrupted``.
  public static var operationInterrupted: Code { .operationInterrupted }
  /// ``Code/invalidResource``.
  public static var invalidResource: Code { .invalidResource }
  /// ``Code/missingResource``.
  public static var missingResource: Code { .missingResource }
  /// ``Code/notEnoughSpace``.
  public static var notEnoughSpace: Code { .notEnoughSpace }
  /// ``Code/requestNotSupportedForAsset``.
  public static var requestNotSupportedForAsset: Code { .requestNotSupportedForAsset }
  /// ``Code/limitExceeded``.
  public static var limitExceeded: Code { .limitExceeded }
  /// ``Code/accessRestricted``.
  public static var accessRestricted: Code { .accessRestricted }
  /// ``Code/accessUserDenied``.
  public static var accessUserDenied: Code { .accessUserDenied }
  /// ``Code/libraryInFileProviderSyncRoot``.
  public static var libraryInFileProviderSyncRoot: Code { .libraryInFileProviderSyncRoot }
}
