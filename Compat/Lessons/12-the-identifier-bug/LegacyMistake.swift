import AssetsLibrary
import Foundation
import UIKit

extension LegacyAppAlbum {
  // MARK: The mistake

  /// 2b: compares the persistent identifier with the title. Nothing ever matches, and the second
  /// creation gives nil, so from the second save on the photo stays outside.
  public func findByMistake(_ completion: @escaping (ALAssetsGroup?, Error?) -> Void) {
    var found: ALAssetsGroup?
    library.enumerateGroups(
      withTypes: ALAssetsGroupType(ALAssetsGroupAlbum),
      using: { group, stop in
        if let group {
          let identifier = group.value(forProperty: ALAssetsGroupPropertyPersistentID) as? String
          if identifier == self.title { found = group }
        } else if let found {
          completion(found, nil)
        } else {
          self.library.addAssetsGroupAlbum(
            withName: self.title,
            resultBlock: { group in
              if group != nil { self.say("album made") }
              completion(group, nil)
            },
            failureBlock: { completion(nil, $0) })
        }
      },
      failureBlock: { error in completion(nil, error) })
  }
}

extension LegacyAlbumSaver {
  // MARK: Save three times

  /// Saves a photo and puts it into the album that the mistake finds.
  public func saveByMistake(_ image: UIImage, completion: @escaping () -> Void) {
    save(image, finding: album.findByMistake, completion: completion)
  }
}
