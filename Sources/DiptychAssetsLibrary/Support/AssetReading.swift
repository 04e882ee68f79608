import DiptychEngine

/// What a walk has read of an asset, and the stamp of the library before it did. It is what the
/// asset answers as long as the library still has that stamp.
struct AssetReading: Sendable {
  let facts: AssetFacts
  /// Of the file that stands first among the representations.
  let fileExtension: String
  let stamp: CommitStamp
}

extension Binding {
  /// The assets at `rows`, with what may be kept of them; nil when they cannot be read. An asset
  /// that was purged is left out.
  func assets(at rows: [Int64]) -> [(place: Int, asset: ALAsset)]? {
    // Before the transaction: what is committed in between makes the stamp an old one.
    // A profile that lacks the key of URLs keeps nothing, so that nobody has to look for it.
    let stamp = library.profile.lacksAssetURLKey ? nil : library.stamp
    return read { transaction -> [(place: Int, asset: ALAsset)]? in
      // What anybody sees, who sees everything: others are asked about at each call.
      let isAuthorized =
        try library.access.status(.readWrite, client, in: transaction) == .authorized
      return try transaction.assetFacts(rows).map { found -> (place: Int, asset: ALAsset) in
        var reading: AssetReading?
        if let stamp, isAuthorized, let shown = found.shown {
          reading = AssetReading(
            facts: shown.facts, fileExtension: shown.fileExtension, stamp: stamp)
        }
        return (found.place, ALAsset(found.uuid, self, reading))
      }
    }
  }
}
