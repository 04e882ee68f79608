import Photos

/// The model behind a picker, with the calls of Photos. Lists come at once, pictures later.
final class ModernPicker {
  /// The user's albums with their numbers of photos.
  func albums() -> [PickerAlbum] {
    let albums = PHAssetCollection.fetchAssetCollections(
      with: .album, subtype: .albumRegular, options: nil)
    return (0..<albums.count).map { index in
      PickerAlbum(
        title: albums[index].localizedTitle ?? "",
        count: PHAsset.fetchAssets(in: albums[index], options: photosOnly).count)
    }
  }

  /// The file names of an album's photos, the newest first.
  func photos(in title: String) -> [String] {
    fetch(title).reversed().compactMap { asset in
      PHAssetResource.assetResources(for: asset).first?.originalFilename
    }
  }

  /// The square thumbnail of an album's newest photo; nil for an empty album.
  func thumbnail(of title: String, _ completion: @escaping (UIImage?) -> Void) {
    guard let newest = fetch(title).last else { return completion(nil) }
    let options = PHImageRequestOptions()
    options.resizeMode = .exact
    PHImageManager.default().requestImage(
      for: newest, targetSize: CGSize(width: 150, height: 150), contentMode: .aspectFill,
      options: options
    ) { image, info in
      // A small picture may come first; the one to show comes after it.
      if info?[PHImageResultIsDegradedKey] as? Bool == true { return }
      completion(image)
    }
  }

  private func fetch(_ title: String) -> [PHAsset] {
    let options = PHFetchOptions()
    options.predicate = NSPredicate(format: "title = %@", title)
    let albums = PHAssetCollection.fetchAssetCollections(
      with: .album, subtype: .albumRegular, options: options)
    guard let album = albums.firstObject else { return [] }
    let result = PHAsset.fetchAssets(in: album, options: photosOnly)
    return (0..<result.count).map { result[$0] }
  }

  private var photosOnly: PHFetchOptions {
    let options = PHFetchOptions()
    options.predicate = NSPredicate(format: "mediaType = %d", PHAssetMediaType.image.rawValue)
    return options
  }
}
