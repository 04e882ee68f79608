import AssetsLibrary
import Foundation
import UIKit

/// The three steps of saving into an album, each through AssetsLibrary or UIKit, with local
/// identifiers as handles so that the modern steps can take over at any point.
public final class LegacySteps {
  let library = ALAssetsLibrary()

  /// Makes the steps, with a library object that lives as long as they do.
  public init() {}

  // MARK: Save

  /// Saves with the UIKit function, then looks for the newest photo: there is no other handle.
  public func saveWithUIKit(_ image: UIImage, completion: @escaping (String?) -> Void) {
    UIImageWriteToSavedPhotosAlbum(image) { _, error in
      guard error == nil else { return completion(nil) }
      self.newest(completion)
    }
  }

  /// Saves with AssetsLibrary. The URL's identifier is the first part of the local one.
  public func save(_ image: UIImage, completion: @escaping (String?) -> Void) {
    LegacySaver().save(image) { url, _ in completion(url.flatMap(Self.identifier)) }
  }

  private func newest(_ completion: @escaping (String?) -> Void) {
    library.enumerateGroups(
      withTypes: ALAssetsGroupType(ALAssetsGroupSavedPhotos),
      using: { group, _ in
        guard let group else { return }
        var identifier: String?
        group.enumerateAssets(options: .reverse) { asset, _, stop in
          let url = asset?.value(forProperty: ALAssetPropertyAssetURL) as? URL
          identifier = url.flatMap(Self.identifier) ?? identifier
          stop?.pointee = true
        }
        completion(identifier)
      }, failureBlock: { _ in completion(nil) })
  }

  // MARK: Find the album

  /// Finds the album or makes it.
  public func album(titled title: String, completion: @escaping () -> Void) {
    LegacyAppAlbum(library: library, title: title).find { _, _ in completion() }
  }

  // MARK: Add to the album

  /// Adds the photo to the album.
  public func add(
    _ identifier: String, toAlbumTitled title: String, completion: @escaping (Bool) -> Void
  ) {
    let id = identifier.prefix { $0 != "/" }
    let url = URL(string: "assets-library://asset/asset.JPG?id=\(id)&ext=JPG")
    LegacyAppAlbum(library: library, title: title).find { group, _ in
      self.library.asset(
        for: url, resultBlock: { asset in completion(group?.add(asset) ?? false) },
        failureBlock: { _ in completion(false) })
    }
  }

  private static func identifier(_ url: URL) -> String? {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems
    return items?.first { $0.name == "id" }?.value.map { $0 + "/L0/001" }
  }
}
