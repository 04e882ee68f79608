import AssetsLibrary
import Foundation
import UIKit

/// Saves a photo, then adds it to the application's album. The old API can only append.
public final class LegacyAlbumSaver {
  let library = ALAssetsLibrary()
  let album: LegacyAppAlbum
  /// Tells the user something.
  let say: (String) -> Void

  /// Makes a saver for the album of a title.
  public init(title: String, say: @escaping (String) -> Void) {
    album = LegacyAppAlbum(library: library, title: title, say: say)
    self.say = say
  }

  // MARK: Save and find the album

  /// Three steps, so a failure half-way leaves the photo, or the photo and an empty album.
  public func save(_ image: UIImage, completion: @escaping () -> Void) {
    save(image, finding: album.find, completion: completion)
  }

  func save(
    _ image: UIImage,
    finding find: @escaping (@escaping (ALAssetsGroup?, Error?) -> Void) -> Void,
    completion: @escaping () -> Void
  ) {
    library.writeImage(
      toSavedPhotosAlbum: image.cgImage,
      orientation: ALAssetOrientation(rawValue: image.imageOrientation.rawValue) ?? .up
    ) { url, error in
      guard let url else {
        self.say("could not save")
        return completion()
      }
      find { group, error in self.add(url, to: group, completion: completion) }
    }
  }

  // MARK: Add to the album

  private func add(_ url: URL, to group: ALAssetsGroup?, completion: @escaping () -> Void) {
    guard let group else {
      say("album could not be made")
      return completion()
    }
    library.asset(
      for: url,
      resultBlock: { asset in
        self.say(group.add(asset) ? "saved" : "could not save")
        completion()
      },
      failureBlock: { _ in
        self.say("could not save")
        completion()
      })
  }
}
