import Photos

/// Asks for access by the call that is there for it. The answer comes on another queue.
final class ModernPermission {
  func ask(_ completion: @escaping (PermissionAnswer) -> Void) {
    PHPhotoLibrary.requestAuthorization(for: .readWrite) { status in
      DispatchQueue.main.async {
        switch status {
        case .authorized, .limited: completion(.granted)
        case .restricted: completion(.forbidden)
        default: completion(.refused)
        }
      }
    }
  }
}
