import Foundation
import Photos
import UIKit
import UniformTypeIdentifiers

/// Saves recordings with add-only access, by moving their files.
package actor MediaStore {
  package enum Failure: Error { case refused }

  package init() {}

  package func save(movieAt url: URL, thumbnail: Data?) async throws -> [String] {
    let status = await PHPhotoLibrary.requestAuthorization(for: .addOnly)
    guard status == .authorized else { throw Failure.refused }
    var identifiers: [String] = []
    try await PHPhotoLibrary.shared().performChanges {
      let options = PHAssetResourceCreationOptions()
      options.shouldMoveFile = true
      options.contentType = .mpeg4Movie
      let request = PHAssetCreationRequest.forAsset()
      request.addResource(with: .video, fileURL: url, options: options)
      if let placeholder = request.placeholderForCreatedAsset {
        identifiers.append(placeholder.localIdentifier)
      }
      guard let thumbnail = thumbnail else { return }
      let still = PHAssetCreationRequest.forAsset()
      still.addResource(with: .photo, data: thumbnail, options: nil)
      still.creationDate = Date(timeIntervalSince1970: 0)
    }
    return identifiers
  }
}

/// Picks an extension as exporters do.
package func exportName(_ resource: PHAssetResource) -> String {
  let type = UTType(resource.uniformTypeIdentifier) ?? .data
  let kind = type.conforms(to: .image) ? "image" : type.conforms(to: .movie) ? "movie" : "file"
  return "\(kind).\(type.preferredFilenameExtension ?? "bin")"
}
