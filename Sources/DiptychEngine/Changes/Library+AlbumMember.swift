import Foundation

extension Library {
  /// Appends an asset to an album that can be edited; a member stays where it is (decision 10).
  /// Whether both are there for `client` is checked in the same transaction.
  /// - Returns: False when the album or the asset is gone, cannot be seen, or the album cannot be
  ///   edited.
  package func append(_ asset: UUID, toAlbum album: UUID, as client: String) throws -> Bool {
    var member = AssetQuery(.identifiers([asset]))
    // What a sync or a stream brought cannot be added (decision 72).
    member.sources = AssetSource.userLibrary.rawValue
    return try write(client: client) { [member] transaction in
      let albums = try transaction.fetchCollections(
        CollectionQuery(.identifiers([album], .album)), as: client)
      guard case .stored(let record)? = albums.first, record.kind == .album,
        try transaction.countAssets(member, as: client) == 1
      else { return false }
      try transaction.editAlbum(album, .add([asset]), .defaultView)
      return true
    }
  }
}
