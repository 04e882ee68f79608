import AssetsLibrary

/// Saves pictures into an album, as applications did until iOS 8.
final class LegacySaver {
  private let library = ALAssetsLibrary()

  func save(_ picture: Data, to title: String, completion: @escaping (Error?) -> Void) {
    // Makes nothing when an album of that name is there; the walk below finds it either way.
    library.addAssetsGroupAlbum(withName: title) { _ in
      self.library.writeImageData(toSavedPhotosAlbum: picture, metadata: nil) { url, error in
        guard let url = url else { return completion(error) }
        self.library.asset(for: url) { asset in
          self.library.enumerateGroups(withTypes: ALAssetsGroupType(ALAssetsGroupAlbum)) {
            group, _ in
            guard let group = group else { return completion(nil) }  // The walk is over.
            if group.value(forProperty: ALAssetsGroupPropertyName) as? String == title {
              group.add(asset)
            }
          } failureBlock: {
            completion($0)
          }
        } failureBlock: {
          completion($0)
        }
      }
    } failureBlock: {
      completion($0)
    }
  }
}
