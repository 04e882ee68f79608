import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia

/// Requests about assets, and the calls that run change blocks (P174, P180, decisions 22 and 41).
enum AssetChangeRows {
  static let all: [AccessRow] = blocks + creation + changes

  private static let blocks: [AccessRow] = [
    AccessRow("PHPhotoLibrary.performChanges(_:)", kind: .change) { scene, out in
      do {
        try await PHPhotoLibrary.shared().performChanges {
          PHAssetChangeRequest(for: scene.held.selected).isFavorite = true
        }
      } catch {
        out.note(error)
      }
    },
    AccessRow(
      "PHPhotoLibrary.performChanges(_:completionHandler:)", "PHPhotoLibrary.shared()",
      kind: .change
    ) { scene, out in
      await reply { done in
        PHPhotoLibrary.shared().performChanges {
          PHAssetChangeRequest(for: scene.held.selected).isFavorite = true
        } completionHandler: { success, error in
          out.note(success)
          out.note(error)
          done()
        }
      }
    },
    AccessRow("PHPhotoLibrary.performChangesAndWait(_:)", kind: .change) { scene, out in
      do {
        try PHPhotoLibrary.shared().performChangesAndWait {
          PHAssetChangeRequest(for: scene.held.selected).isFavorite = true
        }
      } catch {
        out.note(error)
      }
    },
  ]

  private static let creation: [AccessRow] = [
    AccessRow("PHAssetChangeRequest.creationRequestForAsset(from:)", kind: .adding) { scene, out in
      guard let image = UIImage(data: try TestMedia.data("png/rgba.png")) else { return }
      scene.change(out) { PHAssetChangeRequest.creationRequestForAsset(from: image) }
    },
    AccessRow(
      "PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL:)",
      "PHAssetChangeRequest.placeholderForCreatedAsset", kind: .adding
    ) { scene, out in
      let url = TestMedia.url("png/rgba.png")
      scene.change(out) {
        let request = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: url)
        out.note(request?.placeholderForCreatedAsset)
      }
    },
    AccessRow(
      "PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL:)", kind: .adding
    ) { scene, out in
      let url = TestMedia.url("video/fragmented.mp4")
      scene.change(out) {
        PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: url)
      }
    },
    AccessRow(
      "PHAssetCreationRequest.forAsset()", "PHAssetCreationRequest.addResource(with:data:options:)",
      kind: .adding
    ) { scene, out in
      let data = try TestMedia.data("png/rgba.png")
      scene.change(out) {
        PHAssetCreationRequest.forAsset().addResource(with: .photo, data: data, options: nil)
      }
    },
    AccessRow("PHAssetCreationRequest.addResource(with:fileURL:options:)", kind: .adding) {
      scene, out in
      let url = TestMedia.url("png/rgba.png")
      scene.change(out) {
        PHAssetCreationRequest.forAsset().addResource(with: .photo, fileURL: url, options: nil)
      }
    },
    AccessRow("PHAssetCreationRequest.supportsAssetResourceTypes(_:)", kind: .quiet) { _, out in
      out.note(PHAssetCreationRequest.supportsAssetResourceTypes([1, 9]))
    },
  ]

  private static let changes: [AccessRow] = [
    AccessRow(
      "PHAssetChangeRequest.init(for:)", "PHAssetChangeRequest.isFavorite",
      "PHAssetChangeRequest.isHidden", "PHAssetChangeRequest.creationDate",
      "PHAssetChangeRequest.location", kind: .changeOfUnseen
    ) { scene, out in
      let isAuthorized =
        scene.library.engine.access.status(.readWrite, "App") == .authorized
      scene.change(out) {
        // The object is read inside the block, where the access of the moment holds.
        let request = PHAssetChangeRequest(for: scene.held.unread)
        if !isAuthorized {
          out.note(request.isFavorite)
          out.note(request.isHidden)
          out.note(request.creationDate)
          out.note(request.location)
        }
        request.isFavorite = false
        request.isHidden = true
        request.creationDate = nil
        request.location = nil
      }
    },
    AccessRow("PHAssetChangeRequest.deleteAssets(_:)", kind: .passingOver) { scene, out in
      let unseen = [scene.held.photo, scene.held.video] as NSArray
      scene.change(out) { PHAssetChangeRequest.deleteAssets(unseen) }
    },
    AccessRow("PHAssetChangeRequest.contentEditingOutput", kind: .change) { scene, out in
      let data = try SecretLibrary.picture(9, 9, [30, 200, 30, 255])
      let input = await editingInput(scene.held.selected)
      scene.change(out) {
        // Without access there is no input, and any request is refused.
        guard let input else {
          PHAssetChangeRequest(for: scene.held.selected).isFavorite = true
          return
        }
        let output = PHContentEditingOutput(contentEditingInput: input)
        output.adjustmentData = PHAdjustmentData(
          formatIdentifier: "com.example.app", formatVersion: "1", data: Data([1]))
        try? (output.renderedContentURL(for: .png) as URL?).map { try data.write(to: $0) }
        PHAssetChangeRequest(for: scene.held.selected).contentEditingOutput = output
      }
    },
    AccessRow("PHAssetChangeRequest.revertAssetContentToOriginal()", kind: .changeOfUnseen) {
      scene, out in
      scene.change(out) {
        PHAssetChangeRequest(for: scene.held.photo).revertAssetContentToOriginal()
      }
    },
  ]

  private static func editingInput(_ asset: PHAsset) async -> PHContentEditingInput? {
    await withCheckedContinuation { continuation in
      asset.requestContentEditingInput(with: nil) { input, _ in
        continuation.resume(returning: input)
      }
    }
  }
}
