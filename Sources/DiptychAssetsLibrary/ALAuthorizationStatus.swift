/// Whether the application may use the photo library. Raw values are those of
/// `PHAuthorizationStatus` (L190).
public enum ALAuthorizationStatus: Int, Sendable {
  /// The user has not been asked yet.
  case notDetermined = 0
  /// A policy forbids it, and the user cannot change that.
  case restricted = 1
  /// The user said no.
  case denied = 2
  /// The user said yes.
  case authorized = 3
}
