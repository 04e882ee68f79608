import AssetsLibrary

/// Saves pictures into an album, as applications did until iOS 8.
final class LegacySaver {
  private let library = ALAssetsLibrary()

  func save(_ picture: Data, to title: String, completion: @escaping (Error?) -> Void) {
    library.writeImageData(toSavedPhotosAlbum: picture, metadata: nil) { url, error in
      guard let url = url else { return completion(error) }
      let add = { (asset: ALAsset?) in
        self.withAlbum(title, failure: completion) { album in
          album.add(asset)
          completion(nil)
        }
      }
      self.library.asset(for: url, resultBlock: add, failureBlock: completion)
    }
  }

  /// Makes the album, or finds it when making one gives nil, for then the name is taken.
  private func withAlbum(
    _ title: String, failure: @escaping (Error?) -> Void, use: @escaping (ALAssetsGroup) -> Void
  ) {
    let find = { (group: ALAssetsGroup?, stop: UnsafeMutablePointer<ObjCBool>?) in
      guard let group = group,
        group.value(forProperty: ALAssetsGroupPropertyName) as? String == title
      else { return }
      stop?.pointee = true
      use(group)
    }
    let result = { (made: ALAssetsGroup?) in
      if let made = made { return use(made) }
      self.library.enumerateGroups(
        withTypes: ALAssetsGroupType(ALAssetsGroupAlbum), using: find, failureBlock: failure)
    }
    library.addAssetsGroupAlbum(withName: title, resultBlock: result, failureBlock: failure)
  }
}
