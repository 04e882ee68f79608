import AssetsLibrary
import Foundation

// O6 and O7. The sequences of calls are those of dvkch/SYAssetsLibrary, SYAssetLibrary.m and
// SYAssetAlbum.m. Both wait for callbacks with a semaphore, so they are called off the main thread.

final class AssetShelf {
  let library = ALAssetsLibrary()
  /// Runs on a global queue at the start and after each change.
  private let reload: () -> Void
  private var tokens: [NSObjectProtocol] = []
  /// The name of the status that the question at the start ended with; nil when none was asked.
  private(set) var asked: String?

  /// The original listens with itself as the notification's object. `listensToLibrary` listens to
  /// the library, which is what posts.
  init(listensToLibrary: Bool, reload: @escaping () -> Void) {
    self.reload = reload
    tokens.append(
      NotificationCenter.default.addObserver(
        forName: .ALAssetsLibraryChanged, object: listensToLibrary ? library : self, queue: nil
      ) { [weak self] _ in self?.refresh() })
    if isAccessible {
      refresh()
    } else {
      requestPermission { status in
        switch status {
        case .authorized: self.asked = "authorized"
        case .denied: self.asked = "denied"
        case .notDetermined: self.asked = "not determined"
        case .restricted: self.asked = "restricted"
        }
        self.refresh()
      }
    }
  }

  deinit {
    tokens.forEach(NotificationCenter.default.removeObserver)
  }

  private func refresh() {
    DispatchQueue.global().async { self.reload() }
  }

  /// Asks by walking groups, of which the first ends the walk.
  func requestPermission(_ block: @escaping (ALAuthorizationStatus) -> Void) {
    let library = ALAssetsLibrary()
    library.enumerateGroups(
      withTypes: ALAssetsGroupType(ALAssetsGroupAll),
      using: { _, stop in
        stop?.pointee = true
        block(ALAssetsLibrary.authorizationStatus())
      },
      failureBlock: { _ in block(ALAssetsLibrary.authorizationStatus()) })
  }

  var isAccessible: Bool {
    ALAssetsLibrary.authorizationStatus() == .authorized
      || ALAssetsLibrary.authorizationStatus() == .restricted
  }

  func albums(_ types: ALAssetsGroupType) -> [AssetShelfAlbum] {
    var albums: [AssetShelfAlbum] = []
    let semaphore = DispatchSemaphore(value: 0)
    library.enumerateGroups(
      withTypes: types,
      using: { group, _ in
        guard let group = group else {
          semaphore.signal()
          return
        }
        if let url = group.value(forProperty: ALAssetsGroupPropertyURL) as? URL {
          albums.append(AssetShelfAlbum(url, self.library))
        }
      },
      failureBlock: { _ in semaphore.signal() })
    semaphore.wait()
    return albums
  }
}

/// An album known by its URL.
final class AssetShelfAlbum {
  let url: URL
  private let library: ALAssetsLibrary
  private var kept: ALAssetsGroup?

  init(_ url: URL, _ library: ALAssetsLibrary) {
    self.url = url
    self.library = library
  }

  /// The group, looked up once.
  var group: ALAssetsGroup? {
    if kept != nil { return kept }
    var found: ALAssetsGroup?
    let semaphore = DispatchSemaphore(value: 0)
    library.group(
      for: url,
      resultBlock: { group in
        found = group
        semaphore.signal()
      },
      failureBlock: { _ in semaphore.signal() })
    semaphore.wait()
    kept = found
    return found
  }

  var name: String? { group?.value(forProperty: ALAssetsGroupPropertyName) as? String }

  var count: Int { group?.numberOfAssets() ?? 0 }

  /// The assets, a modified copy replaced by its original; nil when the walk had not seen all of
  /// them as it returned. The original waits for ever then, as it does for an empty album, whose
  /// one closing call is more than the count.
  var items: [ALAsset]? {
    let group = self.group
    var items: [ALAsset] = []
    var calls = 0
    let semaphore = DispatchSemaphore(value: 0)
    group?.enumerateAssets { result, _, _ in
      if let asset = result?.original ?? result { items.append(asset) }
      calls += 1
      if calls == group?.numberOfAssets() { semaphore.signal() }
    }
    return semaphore.wait(timeout: .now()) == .success ? items : nil
  }
}
