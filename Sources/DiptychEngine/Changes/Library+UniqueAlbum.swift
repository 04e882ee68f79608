import Foundation

extension Library {
  /// Makes an album unless a group has its title. The check and the creation are one transaction,
  /// so that of two callers at once only one succeeds (decision 6).
  /// - Returns: The album; nil when a group of that title is there (decision 7), or when the
  ///   profile reserves the title of a deleted album (L51).
  /// - Throws: `limitExceeded` for a title that is too long or holds a NUL.
  package func createAlbum(uniquelyTitled title: String, as client: String) throws
    -> CollectionRecord?
  {
    try ChangeLimits.check(title: title)
    return try write(client: client) { transaction in
      guard try !transaction.hasGroup(titled: title) else { return nil }
      if profile.reservesDeletedTitles, try transaction.isReserved(title: title) { return nil }
      let uuid = configuration.identifiers.next(.collection)
      try transaction.createCollection(uuid, .album, title)
      return try transaction.collection(uuid)
    }
  }
}
