import AssetsLibrary
import Foundation

/// Holds an album for a while. The object is live, and dies with the library object that gave it.
public final class LegacyAlbumWatcher {
  var library: ALAssetsLibrary? = ALAssetsLibrary()
  var group: ALAssetsGroup?

  /// Makes a watcher that holds nothing yet.
  public init() {}

  // MARK: Take the album

  /// Takes the first album.
  public func take(_ completion: @escaping () -> Void) {
    library?.enumerateGroups(
      withTypes: ALAssetsGroupType(ALAssetsGroupAlbum),
      using: { group, _ in
        guard let group else { return completion() }
        self.group = self.group ?? group
      },
      failureBlock: { _ in completion() })
  }

  // MARK: Look again

  /// The name and the count at this moment: the object reads the library at each call. An album
  /// that is gone answers nil and 0.
  public var now: (title: String?, count: Int) {
    let name = group?.value(forProperty: ALAssetsGroupPropertyName) as? String
    return (name, group?.numberOfAssets() ?? 0)
  }

  // MARK: Let go of the library

  /// Everything that came from the library object is a husk from now on.
  public func releaseLibrary() {
    library = nil
  }
}
