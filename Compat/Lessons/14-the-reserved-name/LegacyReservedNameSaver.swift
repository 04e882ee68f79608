import AssetsLibrary
import Foundation
import UIKit

/// Keeps the album's name, as an application keeps it in its user defaults.
public final class NameStore {
  /// The name in force.
  public var name: String

  /// Starts with a name.
  public init(_ name: String = "我的相册") {
    self.name = name
  }
}

/// The legacy way with its famous trap: on some systems the name of an album that the user deleted
/// stays reserved, so the album can be neither made nor found.
public final class LegacyReservedNameSaver {
  private lazy var library = ALAssetsLibrary()
  let store: NameStore
  /// Tells the user something.
  let say: (String) -> Void

  /// Makes a saver for the album of the stored name.
  public init(store: NameStore, say: @escaping (String) -> Void) {
    self.store = store
    self.say = say
  }

  // MARK: Make the album, else look for it

  /// Saves the image into the album of the stored name. `completion` is called after each photo
  /// that was said to be saved.
  public func save(_ image: UIImage, completion: @escaping () -> Void) {
    library.addAssetsGroupAlbum(
      withName: store.name,
      resultBlock: { [weak self] group in
        guard let self else { return completion() }
        if let group {
          self.save(image, into: group, completion: completion)
        } else {
          self.search(image, completion: completion)
        }
      }, failureBlock: { _ in completion() })
  }

  /// Looks for the album. The Camera Roll comes last, so meeting it means that the name is taken by
  /// an album that is gone: a space is appended, which nobody sees. The walk is not stopped then.
  private func search(_ image: UIImage, completion: @escaping () -> Void) {
    library.enumerateGroups(
      withTypes: ALAssetsGroupType(ALAssetsGroupAll),
      using: { [weak self] group, stop in
        guard let self, let group else { return }
        let name = group.value(forProperty: ALAssetsGroupPropertyName) as? String
        if name == self.store.name {
          self.save(image, into: group, completion: completion)
          stop?.pointee = true
        } else if name == "Camera Roll" {
          self.store.name += " "
          self.save(image, completion: completion)
        }
      }, failureBlock: { _ in completion() })
  }

  // MARK: Save into the album

  /// Every error is ignored, and the orientation is lost: no metadata is passed.
  private func save(
    _ image: UIImage, into group: ALAssetsGroup, completion: @escaping () -> Void
  ) {
    library.writeImage(toSavedPhotosAlbum: image.cgImage, metadata: nil) { [weak self] url, _ in
      guard let self else { return completion() }
      self.library.asset(
        for: url,
        resultBlock: { asset in
          _ = group.add(asset)
          self.say("saved")
          completion()
        },
        failureBlock: { _ in
          self.say("saved")
          completion()
        })
    }
  }
}
