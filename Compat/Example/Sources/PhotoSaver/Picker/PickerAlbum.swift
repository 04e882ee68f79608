/// A row of a picker's list of albums.
struct PickerAlbum: Equatable, Sendable {
  let title: String
  /// Photos only; a picker of pictures shows no videos.
  let count: Int
}
