import Foundation
import Photos

/// An operator bound to one album name, with a property list of local identifiers.
public final class ModernFolderOperator {
  let title: String
  let list: HandleList
  /// Tells the user something.
  let say: (String) -> Void

  /// Makes the list, and the album if no top-level collection has its name: asynchronously, so a
  /// save right afterwards finds no album. `ready` is called when the album is there.
  public init(
    title: String, listName: String, documents: URL, say: @escaping (String) -> Void,
    ready: @escaping @Sendable () -> Void
  ) {
    self.title = title
    self.say = say
    list = HandleList(name: listName, in: documents)
    guard collections().isEmpty else {
      ready()
      return
    }
    PHPhotoLibrary.shared().performChanges(
      {
        PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
      }, completionHandler: { _, _ in ready() })
  }

  /// The list as it is: file name to local identifier.
  public var entries: [String: String] { list.read() }

  // MARK: Find the album

  /// Every top-level collection of the name, albums and folders alike; the walk never stops early.
  private func collections() -> [PHCollection] {
    var found: [PHCollection] = []
    PHCollectionList.fetchTopLevelUserCollections(with: nil).enumerateObjects { object, _, _ in
      if object.localizedTitle == self.title { found.append(object) }
    }
    return found
  }

  // MARK: Save and note the handle

  /// Saves an image or a video in one change block for each album of the name. A folder of the
  /// name counts as found, but nothing can be put into it: the photo is lost without a word.
  public func save(_ file: URL, completion: @escaping @Sendable () -> Void) {
    save(file, into: collections().compactMap { $0 as? PHAssetCollection }[...], completion)
  }

  private func save(
    _ file: URL, into albums: ArraySlice<PHAssetCollection>,
    _ completion: @escaping @Sendable () -> Void
  ) {
    guard let album = albums.first else { return completion() }
    let saved = SavedAsset()
    PHPhotoLibrary.shared().performChanges(
      {
        let isVideo = ["mp4", "mov"].contains(file.pathExtension.lowercased())
        let request =
          isVideo
          ? PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: file)
          : PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
        guard let placeholder = request?.placeholderForCreatedAsset else { return }
        saved.identifier = placeholder.localIdentifier
        PHAssetCollectionChangeRequest(for: album)?.addAssets([placeholder] as NSArray)
      },
      completionHandler: { success, _ in
        if success {
          self.list.set(saved.identifier, for: file.lastPathComponent)
        } else {
          self.say("could not save")
        }
        self.save(file, into: albums.dropFirst(), completion)
      })
  }

  // MARK: Delete by the handle

  /// Deletes by file name. The system asks the user first.
  public func delete(named name: String, completion: @escaping @Sendable (Error?) -> Void) {
    guard let identifier = list.read()[name] else { return completion(nil) }
    for case let album as PHAssetCollection in collections() {
      let assets = PHAsset.fetchAssets(in: album, options: PHFetchOptions())
      for index in 0..<assets.count where assets[index].localIdentifier == identifier {
        let asset = assets[index]
        PHPhotoLibrary.shared().performChanges(
          {
            PHAssetChangeRequest.deleteAssets([asset] as NSArray)
          },
          completionHandler: { success, error in
            if success { self.list.set(nil, for: name) }
            completion(error)
          })
        return
      }
    }
    completion(nil)
  }
}

/// What the change block hands to its completion handler, which runs after it.
private final class SavedAsset: @unchecked Sendable {
  // Sendable because the block ends before the completion handler begins.
  var identifier: String?
}
