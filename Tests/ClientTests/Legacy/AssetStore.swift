import AssetsLibrary
import Foundation
import UIKit

// O9. The sequence of calls is that of ca-archived/iOS-NBUImagePicker, NBUAssetsLibrary.m, with the
// calls on groups of its NBUAssetsGroup.m.

final class AssetStore {
  static let errorDomain = "AssetStore"
  static let albumExists = 1
  static let someAssetsMissing = 2

  let library = ALAssetsLibrary()
  /// What the changes said, in order.
  var changes: [Notification] {
    lock.lock()
    defer { lock.unlock() }
    return told
  }
  private var told: [Notification] = []
  private let lock = NSLock()
  private var token: NSObjectProtocol?

  init() {
    token = NotificationCenter.default.addObserver(
      forName: .ALAssetsLibraryChanged, object: nil, queue: nil
    ) { [weak self] in self?.note($0) }
  }

  deinit {
    token.map(NotificationCenter.default.removeObserver)
  }

  /// Notifications come on any thread (L173).
  private func note(_ notification: Notification) {
    lock.lock()
    told.append(notification)
    lock.unlock()
  }

  var isDenied: Bool { ALAssetsLibrary.authorizationStatus() == .denied }
  var isRestricted: Bool { ALAssetsLibrary.authorizationStatus() == .restricted }

  private func isRefusal(_ error: Error?) -> Bool {
    let code = (error as NSError?)?.code
    return code == ALAssetsLibraryAccessUserDeniedError
      || code == ALAssetsLibraryAccessGloballyDeniedError
  }

  // MARK: Groups

  func groups(
    _ types: UInt32, _ result: @escaping ([ALAssetsGroup]?, Error?) -> Void
  ) {
    var groups: [ALAssetsGroup] = []
    library.enumerateGroups(
      withTypes: ALAssetsGroupType(types),
      using: { group, _ in
        if let group = group { groups.append(group) } else { result(groups, nil) }
      },
      failureBlock: { result(nil, $0) })
  }

  func cameraRoll(_ result: @escaping (ALAssetsGroup?, Error?) -> Void) {
    groups(ALAssetsGroupSavedPhotos) { result($0?.last, $1) }
  }

  func photoStream(_ result: @escaping (ALAssetsGroup?, Error?) -> Void) {
    groups(ALAssetsGroupPhotoStream) { result($0?.last, $1) }
  }

  func photoLibrary(_ result: @escaping (ALAssetsGroup?, Error?) -> Void) {
    groups(ALAssetsGroupLibrary) { result($0?.last, $1) }
  }

  /// The Camera Roll, the synced library if there is one, then the albums.
  func albums(_ result: @escaping ([ALAssetsGroup]?, Error?) -> Void) {
    cameraRoll { roll, error in
      if error != nil && self.isRefusal(error) { return result(nil, error) }
      var groups: [ALAssetsGroup] = []
      if let roll = roll { groups.append(roll) }
      self.photoLibrary { synced, _ in
        if let synced = synced { groups.append(synced) }
        self.groups(ALAssetsGroupAlbum) { albums, _ in
          groups.append(contentsOf: albums ?? [])
          result(groups, nil)
        }
      }
    }
  }

  func group(at url: URL?, _ result: @escaping (ALAssetsGroup?, Error?) -> Void) {
    library.group(
      for: url, resultBlock: { result($0, nil) }, failureBlock: { result(nil, $0) })
  }

  func makeAlbum(_ name: String, _ result: ((ALAssetsGroup?, Error?) -> Void)?) {
    library.addAssetsGroupAlbum(
      withName: name,
      resultBlock: { group in
        if let group = group { return result?(group, nil) ?? () }
        result?(nil, NSError(domain: AssetStore.errorDomain, code: AssetStore.albumExists))
      },
      failureBlock: { result?(nil, $0) })
  }

  func group(named name: String, _ result: @escaping (ALAssetsGroup?, Error?) -> Void) {
    var isFound = false
    library.enumerateGroups(
      withTypes: ALAssetsGroupType(ALAssetsGroupAll),
      using: { group, stop in
        if let group = group {
          if group.value(forProperty: ALAssetsGroupPropertyName) as? String == name {
            stop?.pointee = true
            isFound = true
            result(group, nil)
          }
        } else if !isFound {
          result(nil, nil)
        }
      },
      failureBlock: { result(nil, $0) })
  }

  // MARK: Assets

  /// The filtered assets of a group, in parts of `part`; the last call has them all.
  func assets(
    of group: ALAssetsGroup, _ filter: ALAssetsFilter?, at indexes: IndexSet? = nil,
    reverse: Bool = false, part: Int = .max,
    _ result: @escaping (_ assets: [ALAsset], _ isLast: Bool) -> Void
  ) {
    group.setAssetsFilter(filter)
    let count = group.numberOfAssets()
    guard count > 0 else { return result([], true) }
    var assets: [ALAsset] = []
    let block: ALAssetsGroupEnumerationResultsBlock = { asset, _, _ in
      guard let asset = asset else { return result(assets, true) }
      assets.append(asset)
      if assets.count % part == 0 && assets.count != count { result(assets, false) }
    }
    let options: NSEnumerationOptions = reverse ? .reverse : []
    if let indexes = indexes {
      group.enumerateAssets(at: indexes, options: options, using: block)
    } else {
      group.enumerateAssets(options: options, using: block)
    }
  }

  /// How many assets, photos and videos a group has, by setting one filter after the other.
  func counts(of group: ALAssetsGroup) -> [Int] {
    let filters: [ALAssetsFilter?] = [nil, .allPhotos(), .allVideos()]
    return filters.map { filter in
      group.setAssetsFilter(filter)
      return group.numberOfAssets()
    }
  }

  /// The assets of the Camera Roll, then those of the synced library. As in the original nothing is
  /// called back where there is no synced library.
  func allAssets(
    _ filter: ALAssetsFilter?, _ result: @escaping ([ALAsset]?, Error?) -> Void
  ) {
    cameraRoll { roll, error in
      if error != nil && self.isRefusal(error) { return result(nil, error) }
      guard let roll = roll else { return }
      self.assets(of: roll, filter) { saved, _ in
        self.photoLibrary { library, _ in
          guard let library = library else { return }
          self.assets(of: library, filter) { synced, _ in result(saved + synced, nil) }
        }
      }
    }
  }

  func asset(at url: URL?, _ result: @escaping (ALAsset?, Error?) -> Void) {
    library.asset(
      for: url, resultBlock: { result($0, nil) }, failureBlock: { result(nil, $0) })
  }

  /// Looks several up at once. A URL of no asset is left out; the original puts nil into its array
  /// there and dies.
  func assets(at urls: [URL], _ result: @escaping ([ALAsset], Error?) -> Void) {
    var assets: [ALAsset] = []
    var errors: [Error] = []
    var count = 0
    for url in urls {
      asset(at: url) { asset, error in
        if let error = error { errors.append(error) }
        if let asset = asset { assets.append(asset) }
        count += 1
        guard count == urls.count else { return }
        let failure = NSError(domain: AssetStore.errorDomain, code: AssetStore.someAssetsMissing)
        result(assets, errors.isEmpty ? nil : failure)
      }
    }
  }

  // MARK: Saving

  /// Saves, tells the URL, and only then finds or makes the album and adds.
  func save(
    _ image: UIImage, metadata: [AnyHashable: Any]?, toGroupNamed name: String? = nil,
    _ result: ((URL?, Error?) -> Void)?
  ) {
    library.writeImage(toSavedPhotosAlbum: image.cgImage, metadata: metadata) { url, error in
      if error != nil { return result?(nil, error) ?? () }
      result?(url, nil)
      guard let name = name, !name.isEmpty else { return }
      self.group(named: name) { group, _ in
        if let group = group { return self.add(url, to: group) }
        self.makeAlbum(name) { group, _ in
          if let group = group { self.add(url, to: group) }
        }
      }
    }
  }

  private func add(_ url: URL?, to group: ALAssetsGroup) {
    asset(at: url) { asset, _ in
      guard let asset = asset else { return }
      _ = group.add(asset)
    }
  }
}
