import Foundation
import Photos

/// Lists every album with the number of its assets, as a picker's first screen does.
public final class ModernAlbumList {
  /// One line of the list.
  public struct Entry {
    /// The album's title.
    public let title: String
    /// How many assets it shows.
    public let count: Int
  }

  /// Makes the list.
  public init() {}

  // MARK: Walk the albums

  /// The result is there at once. Folders are walked by hand, and the smart albums that shall be
  /// shown are asked for by name: here the whole library, last.
  public func load() -> [Entry] {
    var entries = albums(PHCollectionList.fetchTopLevelUserCollections(with: nil))
    let library = PHAssetCollection.fetchAssetCollections(
      with: .smartAlbum, subtype: .smartAlbumUserLibrary, options: nil)
    library.enumerateObjects { album, _, _ in entries.append(self.entry(album)) }
    return entries
  }

  private func albums(_ collections: PHFetchResult<PHCollection>) -> [Entry] {
    var entries: [Entry] = []
    collections.enumerateObjects { collection, _, _ in
      if let folder = collection as? PHCollectionList {
        entries += self.albums(PHCollection.fetchCollections(in: folder, options: nil))
      } else if let album = collection as? PHAssetCollection {
        entries.append(self.entry(album))
      }
    }
    return entries
  }

  // MARK: Title and count

  private func entry(_ album: PHAssetCollection) -> Entry {
    let assets = PHAsset.fetchAssets(in: album, options: nil)
    return Entry(title: album.localizedTitle ?? "", count: assets.count)
  }
}
