import DiptychEngine
import Foundation

// What the bridge between the two APIs needs of this one; nothing of it is public.

extension ALAsset {
  /// Which asset the object stands for, and in which library (decision 42); nil for an object made
  /// by hand and once its `ALAssetsLibrary` is gone (L19).
  package var bridged: (uuid: UUID, scope: LibraryScope)? {
    guard let uuid, let binding, binding.isAlive else { return nil }
    return (uuid, binding.scope)
  }
}

extension ALAssetsGroup {
  /// Which group the object stands for, and in which library; nil as for assets.
  package var bridged: (uuid: UUID, scope: LibraryScope)? {
    guard let identity, let binding, binding.isAlive else { return nil }
    return (identity.uuid(in: binding.library), binding.scope)
  }

  /// The identifier of the group of all synced assets, which Photos has no collection for.
  package static func syncedLibrary(in library: Library) -> UUID {
    GroupIdentity.syncedLibrary.uuid(in: library)
  }
}

extension ALAssetsLibrary {
  /// The asset, if the scope's client may see it and it is not deleted. Lives as long as this
  /// object.
  package func bridgedAsset(_ uuid: UUID, in scope: LibraryScope) -> ALAsset? {
    let binding = Binding(scope, self)
    let found = binding.read { try $0.visibleAsset(uuid, as: scope.client)?.uuid }
    return found.map { ALAsset($0, binding) }
  }

  /// The group, if the scope's client may see it. Lives as long as this object.
  package func bridgedGroup(_ uuid: UUID, in scope: LibraryScope) -> ALAssetsGroup? {
    switch scope.library.access.status(.readWrite, scope.client) {
    case .authorized, .limited: break
    case .notDetermined, .restricted, .denied: return nil
    }
    let binding = Binding(scope, self)
    let found = binding.read { try GroupIdentity.named(uuid, in: $0, as: scope.client) }
    return found.map { ALAssetsGroup($0, binding) }
  }
}
