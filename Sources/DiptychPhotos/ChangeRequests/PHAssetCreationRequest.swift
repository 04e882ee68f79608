import DiptychEngine
import DiptychPlatform
import Foundation

/// A request to create an asset from resources whose bytes are kept as they are (P131).
public class PHAssetCreationRequest: PHAssetChangeRequest {
  /// Requests a new asset; add its resources next. Without one the block fails with 3303 (P137).
  @discardableResult
  public class func forAsset() -> Self {
    create(nil)
  }

  /// Whether an asset can be made of resources of these types; data is not looked at (P142).
  ///
  /// True for one photo, one video, or a photo and its alternate photo, which is how a camera's RAW
  /// and JPEG make one asset (P144). Other combinations make the block fail with 3300.
  public class func supportsAssetResourceTypes(_ types: [NSNumber]) -> Bool {
    let roles = types.compactMap { ResourceRole(rawValue: $0.intValue) }
    return roles.count == types.count && ResourceRole.makesAsset(roles)
  }

  /// Adds a file to the new asset. It is read when the block has returned, so it must still be
  /// there then; errors come out as the block's (P132, P133).
  /// - Parameters:
  ///   - type: What the file is to the asset.
  ///   - fileURL: Where the file is.
  ///   - options: The name, type and move option; nil for none. With `shouldMoveFile` the file is
  ///     removed once the block has succeeded (P140).
  public func addResource(
    with type: PHAssetResourceType, fileURL: URL, options: PHAssetResourceCreationOptions?
  ) {
    guard fileURL.isFileURL else {
      return refuse(
        LibraryError(
          .sourceUnreadable, "The URL does not name a file. Download it, then pass a file URL."))
    }
    add(
      type, .file(fileURL.path), name: options?.originalFilename ?? fileURL.lastPathComponent,
      options)
  }

  /// Adds bytes to the new asset. Errors come out as the block's (P132).
  /// - Parameters:
  ///   - type: What the bytes are to the asset.
  ///   - data: The bytes of the file.
  ///   - options: The name and type; without a name one is generated (P134).
  public func addResource(
    with type: PHAssetResourceType, data: Data, options: PHAssetResourceCreationOptions?
  ) {
    add(type, .data(data), name: options?.originalFilename, options)
  }

  private func add(
    _ type: PHAssetResourceType, _ content: ResourceDraft.Content, name: String?,
    _ options: PHAssetResourceCreationOptions?
  ) {
    guard let role = ResourceRole(rawValue: type.rawValue) else {
      return refuse(
        LibraryError(
          .changeNotSupported,
          "A resource of this type cannot be added. Ask supportsAssetResourceTypes(_:) first."))
    }
    #if DIPTYCH_PLANTED_FAULTS
      let name = isPlanted("modern-file-name-lost") ? nil : name
    #endif
    var resource = ResourceDraft(
      role: role, content: content, fileName: name,
      typeIdentifier: options?.uniformTypeIdentifier)
    resource.movesFile = options?.shouldMoveFile ?? false
    context.use { operations in
      guard case .creation(_, let index) = target,
        case .createAsset(var draft) = operations[index]
      else { return }
      draft.resources.append(resource)
      operations[index] = .createAsset(draft)
    }
  }

  private func refuse(_ error: LibraryError) {
    _ = context.append(.refused(error))
  }
}
