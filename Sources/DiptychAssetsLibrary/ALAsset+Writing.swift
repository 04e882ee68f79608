import DiptychEngine
import DiptychPlatform
import Foundation

extension ALAsset {
  static var nothingToSet: LibraryError {
    LibraryError(.changeNotSupported, "There is nothing to replace the asset with. Pass new media.")
  }

  private static var gone: LibraryError {
    LibraryError(.objectGone, "The asset is gone. Look it up again by its URL.")
  }

  /// A call on behalf of this asset; one of an object that stands for nothing is told so through
  /// the library that an entry point would mean.
  private func call(_ name: String) -> LegacyCall {
    let label = "ALAsset.\(name)"
    return binding.map { LegacyCall(label, in: $0.scope) } ?? LegacyCall(label)
  }

  func saveModified(
    _ name: String, _ completion: ALAssetsLibraryWriteImageCompletionBlock?,
    _ draft: @escaping @Sendable () throws -> ResourceDraft
  ) {
    let call = call(name)
    // The owner lives until the work is done, as with the calls of the library itself.
    let owner = binding?.livingOwner
    call.write(
      {
        try withExtendedLifetime(owner) {
          guard let original = self.record() else { throw Self.gone }
          #if DIPTYCH_PLANTED_FAULTS
            if isPlanted("legacy-original-forgotten") { return try call.save(try draft()) }
          #endif
          return try call.save(try draft(), derivedFrom: original.uuid)
        }
      }, Callback(completion))
  }

  /// Replaces the content by what `draft` gives; by nothing, where the profile lets that delete
  /// (L163, decision 19).
  func replace(
    _ name: String, _ kind: AssetKind, _ completion: ALAssetsLibraryWriteImageCompletionBlock?,
    _ draft: @escaping @Sendable () throws -> ResourceDraft?
  ) {
    let call = call(name)
    let owner = binding?.livingOwner
    call.write(
      {
        try withExtendedLifetime(owner) {
          guard let record = self.record() else { throw Self.gone }
          guard record.creator == call.client else {
            throw LibraryError(
              .changeNotSupported,
              "Another application wrote the asset. Ask isEditable first, or save a new asset.")
          }
          let resource = try draft()
          if resource == nil, !call.library.profile.nilDataDeletes { throw Self.nothingToSet }
          guard record.kind == kind else {
            throw LibraryError(
              .wrongMediaKind, "A photo and a video cannot replace each other. Save a new asset.")
          }
          var changes = ChangeSet(client: call.client)
          if let resource {
            changes.operations = [.replaceOriginal(record.uuid, resource)]
            return try call.commit(changes, writing: record.uuid)
          }
          // Asked before: of a deleted asset there is no URL to find.
          let url = try call.url(of: record.uuid)
          changes.operations = [.purgeAssets([record.uuid])]
          try call.library.commit(changes)
          return url
        }
      }, Callback(completion))
  }
}

// The forms that Swift makes of methods with a completion block (L14).
extension ALAsset {
  /// Saves a modified version as a new photo and returns its URL. Throws the error of the form
  /// with a completion block.
  @discardableResult
  nonisolated(nonsending) public func writeModifiedImageData(
    toSavedPhotosAlbum imageData: Data!, metadata: [AnyHashable: Any]!
  ) async throws -> URL? {
    try await withWriteCompletion {
      writeModifiedImageData(
        toSavedPhotosAlbum: imageData, metadata: metadata, completionBlock: $0)
    }
  }

  /// Saves a modified version as a new video and returns its URL. Throws the error of the form
  /// with a completion block.
  @discardableResult
  nonisolated(nonsending) public func writeModifiedVideoAtPath(
    toSavedPhotosAlbum videoPathURL: URL!
  ) async throws -> URL? {
    try await withWriteCompletion {
      writeModifiedVideoAtPath(toSavedPhotosAlbum: videoPathURL, completionBlock: $0)
    }
  }

  /// Replaces the photo's bytes and returns its URL. Throws the error of the form with a
  /// completion block.
  @discardableResult
  nonisolated(nonsending) public func setImageData(
    _ imageData: Data!, metadata: [AnyHashable: Any]!
  ) async throws -> URL? {
    try await withWriteCompletion {
      setImageData(imageData, metadata: metadata, completionBlock: $0)
    }
  }

  /// Replaces the video by a copy of a file and returns its URL. Throws the error of the form with
  /// a completion block.
  @discardableResult
  nonisolated(nonsending) public func setVideoAtPath(
    _ videoPathURL: URL!
  ) async throws -> URL? {
    try await withWriteCompletion { setVideoAtPath(videoPathURL, completionBlock: $0) }
  }
}
