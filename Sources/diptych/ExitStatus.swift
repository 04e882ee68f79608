import DiptychEngine

/// What the program tells its caller when it ends. The numbers from 64 on are those of `sysexits`.
struct ExitStatus: RawRepresentable, Hashable, Sendable {
  let rawValue: Int32

  init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  static let success = ExitStatus(rawValue: 0)
  /// Two things that were compared differ.
  static let differs = ExitStatus(rawValue: 1)
  /// Two things could not be compared.
  static let trouble = ExitStatus(rawValue: 2)
  /// The command line itself is wrong.
  static let usage = ExitStatus(rawValue: 64)
  /// A file, a library or a name is not what it must be.
  static let badData = ExitStatus(rawValue: 65)
  /// Something that is needed cannot be had: the library, its volume, its writer.
  static let unavailable = ExitStatus(rawValue: 69)
  /// The client may not do this.
  static let noAccess = ExitStatus(rawValue: 77)
}

extension LibraryError.Code {
  /// The exit status that tells of this failure.
  var exitStatus: ExitStatus {
    switch self {
    case .invalidMedia, .encodingFailed, .wrongMediaKind, .limitExceeded, .sourceUnreadable,
      .missingResource, .changeNotSupported, .indexMismatch, .objectGone, .unsupportedQuery,
      .schemaUnknown, .libraryDamaged, .originalMissing, .pairMismatch,
      .notLocal:
      .badData
    case .busy, .noSpace, .libraryUnusable, .networkUnavailable, .system, .reentrant, .closed:
      .unavailable
    case .userCancelled, .accessDenied, .accessRestricted: .noAccess
    }
  }
}
