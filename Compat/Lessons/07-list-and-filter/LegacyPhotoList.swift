import AssetsLibrary
import Foundation

/// Lists the photos of the Camera Roll, newest first, and counts its videos.
public final class LegacyPhotoList {
  let library = ALAssetsLibrary()

  /// Makes the list, with a library object that lives as long as it does.
  public init() {}

  // MARK: Find the Camera Roll

  /// Gives the file names of the photos, newest first, and the number of videos.
  public func load(_ completion: @escaping ([String], Int) -> Void) {
    library.enumerateGroups(
      withTypes: ALAssetsGroupType(ALAssetsGroupSavedPhotos),
      using: { group, stop in
        guard let group else { return }
        stop?.pointee = true
        completion(self.names(group), self.videos(group))
      },
      failureBlock: { _ in completion([], 0) })
  }

  // MARK: Photos, newest first

  /// The filter sticks to the group object. The walk ends with a nil asset.
  private func names(_ group: ALAssetsGroup) -> [String] {
    var names: [String] = []
    group.setAssetsFilter(ALAssetsFilter.allPhotos())
    group.enumerateAssets(options: .reverse) { asset, _, _ in
      guard let asset else { return }
      names.append(asset.defaultRepresentation()?.filename() ?? "")
    }
    return names
  }

  // MARK: Count the videos

  /// The count follows the filter in force.
  private func videos(_ group: ALAssetsGroup) -> Int {
    group.setAssetsFilter(ALAssetsFilter.allVideos())
    return group.numberOfAssets()
  }
}
