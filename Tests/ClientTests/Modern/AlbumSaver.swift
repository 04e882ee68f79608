import Photos
import UIKit

/// Saves pictures and movies into an album that carries the application's name.
package class AlbumSaver {
  package enum Failure: Swift.Error { case noAlbum, noPlaceholder, noAsset }

  private let title: String

  package init(title: String?) {
    self.title =
      title ?? Bundle.main.infoDictionary?[kCFBundleNameKey as String] as? String ?? "App"
  }

  package func save(
    _ image: UIImage, completion: @escaping (Result<PHAsset, Swift.Error>) -> Void
  ) {
    withAlbum { [weak self] album in
      guard let self = self, let album = album else { return completion(.failure(Failure.noAlbum)) }
      self.save(
        { PHAssetChangeRequest.creationRequestForAsset(from: image) }, in: album, completion)
    }
  }

  package func save(_ movie: URL, completion: @escaping (Result<PHAsset, Swift.Error>) -> Void) {
    withAlbum { [weak self] album in
      guard let self = self, let album = album else { return completion(.failure(Failure.noAlbum)) }
      self.save(
        { PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: movie) }, in: album,
        completion)
    }
  }

  private func album() -> PHAssetCollection? {
    let options = PHFetchOptions()
    options.predicate = NSPredicate(format: "title = %@", title)
    return PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: options)
      .firstObject
  }

  private func withAlbum(_ body: @escaping (PHAssetCollection?) -> Void) {
    if let album = album() { return body(album) }
    PHPhotoLibrary.shared().performChanges({
      PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: self.title)
    }) { success, _ in
      body(success ? self.album() : nil)
    }
  }

  private func save(
    _ make: @escaping () -> PHAssetChangeRequest?, in album: PHAssetCollection,
    _ completion: @escaping (Result<PHAsset, Swift.Error>) -> Void
  ) {
    let created = Created()
    PHPhotoLibrary.shared().performChanges({
      guard let placeholder = make()?.placeholderForCreatedAsset,
        let request = PHAssetCollectionChangeRequest(for: album)
      else { return }
      created.identifier = placeholder.localIdentifier
      request.addAssets(NSArray(array: [placeholder]))
    }) { success, error in
      if let error = error { return completion(.failure(error)) }
      guard success, let identifier = created.identifier else {
        return completion(.failure(Failure.noPlaceholder))
      }
      let found = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil)
      completion(found.firstObject.map { .success($0) } ?? .failure(Failure.noAsset))
    }
  }
}

/// What the change block hands to the completion handler.
private final class Created: @unchecked Sendable {
  // Sendable because the handler runs after the block.
  var identifier: String?
}
