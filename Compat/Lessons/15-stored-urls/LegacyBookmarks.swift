import AssetsLibrary
import Foundation

/// Shows the photos that the user marked in earlier runs. The database of the application has URLs.
public final class LegacyBookmarks {
  let library = ALAssetsLibrary()
  /// What the application stored: `assets-library://asset/asset.JPG?id=…&ext=JPG`.
  let stored: [URL]

  /// Makes the bookmarks from what was stored.
  public init(stored: [URL]) {
    self.stored = stored
  }

  // MARK: Look them up

  /// Looks the URLs up one by one. A photo that is gone comes as nil, without an error.
  public func load(_ completion: @escaping ([ALAsset?]) -> Void) {
    load(stored[...], [], completion)
  }

  private func load(
    _ rest: ArraySlice<URL>, _ found: [ALAsset?], _ completion: @escaping ([ALAsset?]) -> Void
  ) {
    guard let url = rest.first else { return completion(found) }
    library.asset(
      for: url,
      resultBlock: { self.load(rest.dropFirst(), found + [$0], completion) },
      failureBlock: { _ in completion([]) })
  }
}
