import AssetsLibrary

/// Follows the number of photos in the Camera Roll by the notification of AssetsLibrary.
final class LegacyCounter {
  /// Called with the new number after each change.
  var changed: ((Int) -> Void)?
  private let library = ALAssetsLibrary()
  private var group: ALAssetsGroup?
  private var token: NSObjectProtocol?

  deinit {
    if let token = token { NotificationCenter.default.removeObserver(token) }
  }

  /// Starts. A library object that nobody has used posts nothing, so this reads first.
  func start(_ completion: @escaping (Int) -> Void) {
    library.enumerateGroups(withTypes: ALAssetsGroupType(ALAssetsGroupSavedPhotos)) { group, _ in
      guard let group = group else { return }
      self.group = group
      self.token = NotificationCenter.default.addObserver(
        forName: .ALAssetsLibraryChanged, object: self.library, queue: nil
      ) { [weak self] _ in
        // The group is live: its count is the new one.
        self?.changed?(group.numberOfAssets())
      }
      completion(group.numberOfAssets())
    } failureBlock: { _ in
      completion(0)
    }
  }
}
