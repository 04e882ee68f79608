import Foundation
import Photos

/// Finds albums by walking all of them, as older tools do, and makes what is missing.
package enum AlbumFinder {
  package enum Failure: Error { case notThere(String) }

  package static func find(_ name: String) -> PHAssetCollection? {
    let albums: PHFetchResult<PHAssetCollection> = PHAssetCollection.fetchAssetCollections(
      with: .album, subtype: .albumRegular, options: nil)
    var hit: PHAssetCollection? = nil
    albums.enumerateObjects { (album, _, stop) in
      guard album.localizedTitle == Optional(name) else { return }
      hit = album
      stop.pointee = true
    }
    return hit
  }

  package static func findOrMake(_ name: String) async throws -> PHAssetCollection {
    if let album = find(name) { return album }
    try await PHPhotoLibrary.shared().performChanges {
      PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: name)
    }
    guard let album = find(name) else { throw Failure.notThere(name) }
    return album
  }
}
