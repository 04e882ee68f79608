/// What became of asking the user for access to photos.
enum PermissionAnswer: String, Sendable {
  /// The application may go on, maybe with the photos that the user chose.
  case granted
  /// The user said no: show where the switch is.
  case refused
  /// A policy forbids it: there is no switch to show.
  case forbidden
}
