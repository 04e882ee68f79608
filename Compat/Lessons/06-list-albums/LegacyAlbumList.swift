import AssetsLibrary
import Foundation

/// Lists every album with the number of its assets, as a picker's first screen does.
public final class LegacyAlbumList {
  /// One line of the list.
  public struct Entry {
    /// The album's name.
    public let title: String
    /// How many assets it shows.
    public let count: Int
  }

  let library = ALAssetsLibrary()

  /// Makes the list, with a library object that lives as long as it does.
  public init() {}

  // MARK: Walk the albums

  /// The groups come one by one, later, on the main queue; a nil group says that there are no more.
  /// Albums in folders come as if there were no folders, and the Camera Roll comes last.
  public func load(_ completion: @escaping ([Entry], Error?) -> Void) {
    var entries: [Entry] = []
    library.enumerateGroups(
      withTypes: ALAssetsGroupType(ALAssetsGroupAll),
      using: { group, _ in
        guard let group else { return completion(entries, nil) }
        entries.append(self.entry(group))
      },
      failureBlock: { error in completion([], error) })
  }

  // MARK: Title and count

  private func entry(_ group: ALAssetsGroup) -> Entry {
    let name = group.value(forProperty: ALAssetsGroupPropertyName) as? String
    return Entry(title: name ?? "", count: group.numberOfAssets())
  }
}
