import AssetsLibrary

/// Asks for access the old way: no call asks, the first access does.
final class LegacyPermission {
  private let library = ALAssetsLibrary()

  func ask(_ completion: @escaping (PermissionAnswer) -> Void) {
    library.enumerateGroups(withTypes: ALAssetsGroupType(ALAssetsGroupSavedPhotos)) { group, _ in
      if group == nil { completion(.granted) }  // The walk is over, so it was allowed.
    } failureBlock: { _ in
      let status = ALAssetsLibrary.authorizationStatus()
      completion(status == .restricted ? .forbidden : .refused)
    }
  }
}
