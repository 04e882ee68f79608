import AssetsLibrary
import Foundation

/// A list of the Camera Roll that follows changes.
public final class LegacyLiveList {
  let library = ALAssetsLibrary()
  /// Called with the number of photos after each change.
  public var changed: ((Int) -> Void)?
  private var group: ALAssetsGroup?
  private var token: NSObjectProtocol?

  /// Makes a list that follows nothing yet.
  public init() {}

  deinit {
    if let token { NotificationCenter.default.removeObserver(token) }
  }

  // MARK: Take the list

  /// Takes the Camera Roll and gives the number of its photos. The access is needed: a library object
  /// that was never used posts nothing.
  public func start(_ completion: @escaping (Int) -> Void) {
    library.enumerateGroups(
      withTypes: ALAssetsGroupType(ALAssetsGroupSavedPhotos),
      using: { group, _ in
        guard let group else { return }
        self.group = group
        self.listen()
        completion(group.numberOfAssets())
      },
      failureBlock: { _ in completion(0) })
  }

  // MARK: Be told

  private func listen() {
    token = NotificationCenter.default.addObserver(
      forName: .ALAssetsLibraryChanged, object: library, queue: nil
    ) { [weak self] note in self?.reload(note.userInfo) }
  }

  /// No user info means that everything may have changed. A new photo is named nowhere: its group
  /// is, under the key of updated groups. The group is live, so its count is the new one.
  private func reload(_ info: [AnyHashable: Any]?) {
    let groups = info?[ALAssetLibraryUpdatedAssetGroupsKey] as? Set<URL> ?? []
    let own = group?.value(forProperty: ALAssetsGroupPropertyURL) as? URL
    guard info == nil || own.map(groups.contains) == true else { return }
    changed?(group?.numberOfAssets() ?? 0)
  }
}
