import Foundation

extension Library {
  /// Makes an album unless a group has its title. The check and the creation are one transaction,
  /// so that of two callers at once only one succeeds (decision 6).
  ///
  /// Of other applications' titles a client with limited access learns nothing: those that it does
  /// not see do not count (P178).
  /// - Returns: The album; nil when a group of that title is there (decision 7), or when the
  ///   profile reserves the title of a deleted album (L51).
  /// - Throws: `limitExceeded` for a title that is too long or holds a NUL.
  package func createAlbum(uniquelyTitled title: String, as client: String) throws
    -> CollectionRecord?
  {
    try ChangeLimits.check(title: title)
    return try write(client: client) { transaction in
      let isLimited = try transaction.isClientLimited()
      guard try !transaction.hasGroup(titled: title, madeBy: isLimited ? client : nil) else {
        return nil
      }
      if profile.reservesDeletedTitles, !isLimited, try transaction.isReserved(title: title) {
        return nil
      }
      let uuid = configuration.identifiers.next(.collection)
      try transaction.createCollection(uuid, .album, title)
      return try transaction.collection(uuid)
    }
  }
}
