/// What the user decided about access to the photo library.
public enum PHAuthorizationStatus: Int, Sendable {
  /// Nothing was decided; the first use asks (P172).
  case notDetermined = 0
  /// A policy forbids access, and the user cannot change that.
  case restricted = 1
  /// The user said no.
  case denied = 2
  /// The user said yes.
  case authorized = 3
  /// The user chose the assets that may be seen (P177).
  case limited = 4
}

/// What an application asks for.
public enum PHAccessLevel: Int, Sendable {
  /// To save assets, and nothing else (P180).
  case addOnly = 1
  /// To read and to change the library.
  case readWrite = 2
}
