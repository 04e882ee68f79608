import Foundation
import Photos
import UIKit

extension ModernAppAlbum {
  // MARK: The mistake

  /// 2b: compares the local identifier with the title. Nothing ever matches, so every call makes
  /// another album of the same title, which Photos allows.
  public func findByMistake() -> PHAssetCollection? {
    let albums = PHAssetCollection.fetchAssetCollections(
      with: .album, subtype: .albumRegular, options: nil)
    for index in 0..<albums.count where albums[index].localIdentifier == title {
      return albums[index]
    }
    return make()
  }
}

extension ModernAlbumSaver {
  // MARK: Save three times

  /// Saves a photo and puts it into the album that the mistake finds.
  public func saveByMistake(_ image: UIImage) {
    save(image, finding: album.findByMistake)
  }
}
