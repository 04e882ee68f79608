import Foundation

extension Library {
  /// Makes an album unless a group has its title. The check and the creation are one transaction,
  /// so that of two callers at once only one succeeds (decision 6).
  ///
  /// Of other applications' titles a client with limited access learns nothing: those that it does
  /// not see do not count (P178).
  /// - Parameters:
  ///   - title: What the album is to be called.
  ///   - client: Who makes it.
  ///   - hidesShared: Whether that client has switched shared streams off, so that their names do not
  ///     count (L186).
  /// - Returns: The album; nil when a group of that title is there (decision 7), or when the
  ///   profile reserves the title of a deleted album (L51).
  /// - Throws: `limitExceeded` for a title that is too long or holds a NUL.
  package func createAlbum(
    uniquelyTitled title: String, as client: String, hidesShared: Bool = false
  ) throws -> CollectionRecord? {
    try ChangeLimits.check(title: title)
    return try write(client: client) { transaction in
      let isLimited = try transaction.isClientLimited()
      guard
        try !transaction.hasGroup(titled: title, as: client, hidesShared: hidesShared)
      else { return nil }
      if profile.reservesDeletedTitles, !isLimited, try transaction.isReserved(title: title) {
        return nil
      }
      let uuid = configuration.identifiers.next(.collection)
      try transaction.createCollection(uuid, .album, title)
      return try transaction.collection(uuid)
    }
  }
}
