import Foundation

extension NSNotification.Name {
  /// Posted after the library changed, by each `ALAssetsLibrary` that has been used and is still
  /// retained (L171, L182), with that object as the notification's (L172).
  ///
  /// It comes once a committed change, in their order, also for the application's own (L179), off
  /// the main thread (L173). Without a user info everything may have changed; otherwise only what
  /// the `ALAssetLibrary…Key` entries name, each a `Set<URL>` (L174, L175). Objects that are named
  /// have to be looked up again (L178). An observer may use the library.
  public static let ALAssetsLibraryChanged = NSNotification.Name(
    "ALAssetsLibraryChangedNotification")
}

/// The URLs of assets that changed; a `Set<URL>` (L176).
public let ALAssetLibraryUpdatedAssetsKey: String = "ALAssetLibraryUpdatedAssetsKey"

/// The URLs of new groups; a `Set<URL>` (L177).
public let ALAssetLibraryInsertedAssetGroupsKey: String = "ALAssetLibraryInsertedAssetGroupsKey"

/// The URLs of groups that changed, among them those that won or lost an asset; a `Set<URL>`
/// (L176).
public let ALAssetLibraryUpdatedAssetGroupsKey: String = "ALAssetLibraryUpdatedAssetGroupsKey"

/// The URLs of groups that are gone; a `Set<URL>` (L177).
public let ALAssetLibraryDeletedAssetGroupsKey: String = "ALAssetLibraryDeletedAssetGroupsKey"
