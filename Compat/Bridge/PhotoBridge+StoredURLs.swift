import DiptychAssetsLibrary
import DiptychEngine
import DiptychPhotos
import Foundation

extension PhotoBridge {
  /// The local identifier of what a stored `assets-library://` URL names in the library in force.
  ///
  /// The object is looked up, so that an identifier that is given names something. Hidden assets
  /// are found (decision 15), deleted ones are not. Asks for access if nothing was decided, as a
  /// fetch of Photos does (P172), and then throws `accessDenied` without waiting for the answer.
  /// - Throws: `malformed`, `dead` or `accessDenied`.
  public static func localIdentifier(
    forStoredURL url: URL
  ) throws(StoredURLError) -> String {
    guard StoredURL(url) != nil else { throw .malformed }
    guard let identifier = try localIdentifiers(forStoredURLs: [url])[url] else { throw .dead }
    return identifier
  }

  /// The local identifiers of stored URLs, in one fetch for assets and one for groups; what is dead
  /// or malformed is left out.
  /// - Throws: `accessDenied`.
  /// - Complexity: O(*n*) look-ups.
  public static func localIdentifiers(
    forStoredURLs urls: [URL]
  ) throws(StoredURLError) -> [URL: String] {
    var stored: [URL: StoredURL] = [:]
    for url in urls { stored[url] = StoredURL(url) }
    let scope = LibraryScope.resolve()
    let living = LibraryScope.$current.withValue(scope) { identifiers(of: Set(stored.values)) }
    // A refused fetch is empty (P173); that is not the same as an empty library.
    try requireAccess(scope)
    return stored.compactMapValues { url in
      living.contains(url.localIdentifier) ? url.localIdentifier : nil
    }
  }

  /// The `assets-library://` URL of the asset or album that a local identifier names in the library
  /// in force: what `ALAssetPropertyAssetURL` or `ALAssetsGroupPropertyURL` would hold. Does not
  /// ask for access.
  /// - Throws: `malformed`, `dead` or `accessDenied`.
  public static func storedURL(
    forLocalIdentifier identifier: String
  ) throws(StoredURLError) -> URL {
    let scope = LibraryScope.resolve()
    let library = ALAssetsLibrary()
    defer { withExtendedLifetime(library) {} }
    let value: Any?
    if let uuid = Identifiers.assetUUID(identifier) {
      try requireAccess(scope)
      value = library.bridgedAsset(uuid, in: scope)?.value(forProperty: ALAssetPropertyAssetURL)
    } else if let uuid = Identifiers.albumUUID(identifier) {
      try requireAccess(scope)
      value = library.bridgedGroup(uuid, in: scope)?.value(forProperty: ALAssetsGroupPropertyURL)
    } else {
      throw .malformed
    }
    guard let url = value as? URL else { throw .dead }
    return url
  }

  /// The local identifiers of those that are there.
  private static func identifiers(
    of urls: Set<StoredURL>
  ) -> Set<String> {
    let assets = urls.filter { $0.kind == .asset }.map(\.localIdentifier)
    let groups = urls.filter { $0.kind == .group }.map(\.localIdentifier)
    var found: Set<String> = []
    let assetResult = PHAsset.fetchAssets(withLocalIdentifiers: assets, options: nil)
    assetResult.enumerateObjects { asset, _, _ in found.insert(asset.localIdentifier) }
    let groupResult = PHAssetCollection.fetchAssetCollections(
      withLocalIdentifiers: groups, options: nil)
    groupResult.enumerateObjects { group, _, _ in found.insert(group.localIdentifier) }
    return found
  }

  private static func requireAccess(_ scope: LibraryScope) throws(StoredURLError) {
    switch scope.library.access.status(.readWrite, scope.client) {
    case .authorized, .limited: return
    case .notDetermined, .restricted, .denied: throw .accessDenied
    }
  }
}
