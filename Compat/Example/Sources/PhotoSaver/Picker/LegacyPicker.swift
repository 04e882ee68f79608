import AssetsLibrary

/// The model behind a picker, with the calls of AssetsLibrary. Everything arrives on the main queue.
final class LegacyPicker {
  private let library = ALAssetsLibrary()

  /// The user's albums with their numbers of photos.
  func albums(_ completion: @escaping ([PickerAlbum]) -> Void) {
    var albums: [PickerAlbum] = []
    eachAlbum { group in
      guard let group = group else { return completion(albums) }
      albums.append(PickerAlbum(title: group.title, count: group.numberOfAssets()))
    }
  }

  /// The file names of an album's photos, the newest first.
  func photos(in title: String, _ completion: @escaping ([String]) -> Void) {
    var names: [String] = []
    eachAlbum { group in
      guard let group = group else { return completion(names) }
      guard group.title == title else { return }
      group.enumerateAssets(options: .reverse) { asset, _, _ in
        if let name = asset?.defaultRepresentation()?.filename() { names.append(name) }
      }
    }
  }

  /// The square thumbnail of an album's newest photo; nil for an empty album.
  func thumbnail(of title: String, _ completion: @escaping (CGImage?) -> Void) {
    var picture: CGImage?
    eachAlbum { group in
      guard let group = group else { return completion(picture) }
      guard group.title == title else { return }
      group.enumerateAssets(options: .reverse) { asset, _, stop in
        picture = asset?.thumbnail()?.takeUnretainedValue()
        stop?.pointee = true
      }
    }
  }

  /// Calls `body` with each album and with nil at the end. A filter stays with its group.
  private func eachAlbum(_ body: @escaping (ALAssetsGroup?) -> Void) {
    library.enumerateGroups(withTypes: ALAssetsGroupType(ALAssetsGroupAlbum)) { group, _ in
      group?.setAssetsFilter(ALAssetsFilter.allPhotos())
      body(group)
    } failureBlock: { _ in
      body(nil)
    }
  }
}

extension ALAssetsGroup {
  fileprivate var title: String {
    value(forProperty: ALAssetsGroupPropertyName) as? String ?? ""
  }
}
