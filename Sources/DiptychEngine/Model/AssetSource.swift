/// Where an asset comes from. The first three numbers are those of `PHAssetSourceType`.
package struct AssetSource: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The user's own library, which the Camera Roll shows.
  package static let userLibrary = AssetSource(rawValue: 1)
  /// A stream that others share.
  package static let shared = AssetSource(rawValue: 2)
  /// Synced from a computer.
  package static let synced = AssetSource(rawValue: 4)
  /// The user's own photo stream: pictures of another device that were not saved to this one.
  package static let ownStream = AssetSource(rawValue: 8)

  package static let streams: AssetSource = [.shared, .ownStream]
  package static let all: AssetSource = [.userLibrary, .shared, .synced, .ownStream]
}
