import AssetsLibrary
import Foundation
import Photos

/// An operator bound to one album name, with a property list of URLs. The old API cannot delete,
/// so deleting goes through Photos.
public final class LegacyFolderOperator {
  let library = ALAssetsLibrary()
  let title: String
  let list: HandleList
  /// Tells the user something.
  let say: (String) -> Void

  /// Makes the list, and the album if no group has its name. `ready` is called when that is done.
  public init(
    title: String, listName: String, documents: URL, say: @escaping (String) -> Void,
    ready: @escaping () -> Void
  ) {
    self.title = title
    self.say = say
    list = HandleList(name: listName, in: documents)
    groups { groups in
      guard groups.isEmpty else { return ready() }
      self.library.addAssetsGroupAlbum(
        withName: title, resultBlock: { _ in ready() }, failureBlock: { _ in ready() })
    }
  }

  /// The list as it is: file name to URL.
  public var entries: [String: String] { list.read() }

  // MARK: Find the album

  private func groups(_ completion: @escaping ([ALAssetsGroup]) -> Void) {
    var found: [ALAssetsGroup] = []
    library.enumerateGroups(
      withTypes: ALAssetsGroupType(ALAssetsGroupAlbum),
      using: { group, _ in
        if let group {
          let name = group.value(forProperty: ALAssetsGroupPropertyName) as? String
          if name == self.title { found.append(group) }
        } else {
          completion(found)
        }
      },
      failureBlock: { _ in completion([]) })
  }

  // MARK: Save and note the handle

  /// Saves an image or a video once for each group of the name.
  public func save(_ file: URL, completion: @escaping () -> Void) {
    groups { groups in self.save(file, into: groups[...], completion: completion) }
  }

  private func save(
    _ file: URL, into groups: ArraySlice<ALAssetsGroup>, completion: @escaping () -> Void
  ) {
    guard let group = groups.first else { return completion() }
    let next: (URL?, Error?) -> Void = { url, error in
      guard let url else {
        self.say("could not save")
        return completion()
      }
      self.library.asset(
        for: url,
        resultBlock: { asset in
          if group.add(asset) { self.list.set(url.absoluteString, for: file.lastPathComponent) }
          self.save(file, into: groups.dropFirst(), completion: completion)
        },
        failureBlock: { _ in completion() })
    }
    if ["mp4", "mov"].contains(file.pathExtension.lowercased()) {
      library.writeVideoAtPath(toSavedPhotosAlbum: file, completionBlock: next)
    } else {
      library.writeImageData(
        toSavedPhotosAlbum: try? Data(contentsOf: file), metadata: nil, completionBlock: next)
    }
  }

  // MARK: Delete by the handle

  /// Deletes by file name. The system asks the user first.
  public func delete(named name: String, completion: @escaping @Sendable (Error?) -> Void) {
    guard let text = list.read()[name], let url = URL(string: text) else { return completion(nil) }
    let assets = PHAsset.fetchAssets(withALAssetURLs: [url], options: nil)
    PHPhotoLibrary.shared().performChanges(
      {
        PHAssetChangeRequest.deleteAssets(assets)
      },
      completionHandler: { success, error in
        if success { self.list.set(nil, for: name) }
        completion(error)
      })
  }
}
