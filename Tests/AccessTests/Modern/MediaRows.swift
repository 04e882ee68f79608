import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation

/// Pictures, videos, bytes and editing inputs of assets that were fetched before.
enum MediaRows {
  static let all: [AccessRow] = images + videos + resources + editing

  private static var waiting: PHImageRequestOptions {
    let options = PHImageRequestOptions()
    options.isSynchronous = true
    options.isNetworkAccessAllowed = true
    return options
  }

  private static func image(
    _ manager: PHImageManager, _ asset: PHAsset, _ out: Witness
  ) {
    manager.requestImage(
      for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .aspectFit, options: waiting
    ) { image, info in
      out.note(image)
      out.note(info?[PHImageErrorKey])
    }
  }

  private static let images: [AccessRow] = [
    AccessRow(
      "PHImageManager.requestImage(for:targetSize:contentMode:options:resultHandler:)",
      "PHImageManager.default()", kind: .request
    ) { scene, out in
      for asset in [scene.held.photo, scene.held.selected] { image(.default(), asset, out) }
    },
    AccessRow(
      "PHImageManager.requestImageDataAndOrientation(for:options:resultHandler:)", kind: .request
    ) { scene, out in
      for asset in [scene.held.photo, scene.held.selected] {
        PHImageManager.default().requestImageDataAndOrientation(for: asset, options: waiting) {
          data, type, _, info in
          out.note(data)
          out.note(type)
          out.note(info?[PHImageErrorKey])
        }
      }
    },
    AccessRow("PHImageManager.requestImageData(for:options:resultHandler:)", kind: .request) {
      scene, out in
      let old: any OldCalling = OldCaller()
      old.requestData(of: [scene.held.photo, scene.held.selected], waiting, out)
    },
    AccessRow(
      "PHCachingImageManager.startCachingImages(for:targetSize:contentMode:options:)",
      "PHCachingImageManager.init()", kind: .request
    ) { scene, out in
      let manager = PHCachingImageManager()
      let assets = [scene.held.photo, scene.held.selected]
      manager.startCachingImages(
        for: assets, targetSize: PHImageManagerMaximumSize, contentMode: .aspectFit,
        options: waiting)
      _ = await scene.library.engine.activities.settled(within: 10)
      for asset in assets { image(manager, asset, out) }
    },
    AccessRow(
      "PHCachingImageManager.stopCachingImages(for:targetSize:contentMode:options:)",
      "PHCachingImageManager.stopCachingImagesForAllAssets()",
      "PHCachingImageManager.allowsCachingHighQualityImages", "PHImageManager.init()",
      "PHImageManager.cancelImageRequest(_:)", kind: .quiet
    ) { scene, out in
      let manager = PHCachingImageManager()
      manager.stopCachingImages(
        for: [scene.held.photo], targetSize: PHImageManagerMaximumSize, contentMode: .aspectFit,
        options: nil)
      manager.stopCachingImagesForAllAssets()
      PHImageManager().cancelImageRequest(1)
      let old: any OldCalling = OldCaller()
      out.note(old.isCaching(manager))
    },
  ]

  private static let videos: [AccessRow] = [
    AccessRow("PHImageManager.requestAVAsset(forVideo:options:resultHandler:)", kind: .request) {
      scene, out in
      await reply { done in
        PHImageManager.default().requestAVAsset(forVideo: scene.held.video, options: nil) {
          video, _, info in
          out.note(video)
          out.note(info?[PHImageErrorKey])
          done()
        }
      }
      // There is no video in the selection.
      image(.default(), scene.held.selected, out)
    },
    AccessRow(
      "PHImageManager.requestLivePhoto(for:targetSize:contentMode:options:resultHandler:)",
      "PHLivePhoto.size", "PHLivePhoto.copy(with:)", "PHAssetResource.assetResources(for:)",
      kind: .request
    ) { scene, out in
      await reply { done in
        PHImageManager.default().requestLivePhoto(
          for: scene.held.live, targetSize: PHImageManagerMaximumSize, contentMode: .aspectFit,
          options: nil
        ) { live, info in
          out.note(live?.copy())
          out.note(live.map { PHAssetResource.assetResources(for: $0) })
          out.note(info?[PHImageErrorKey])
          done()
        }
      }
      image(.default(), scene.held.selected, out)
    },
    AccessRow(
      "PHLivePhoto.init(coder:)", "PHLivePhoto.encode(with:)", "PHLivePhoto.supportsSecureCoding",
      kind: .look
    ) { scene, out in
      // An archive that another process may have written: the identifier and a size.
      let archiver = NSKeyedArchiver(requiringSecureCoding: true)
      archiver.encode(scene.held.live.localIdentifier as NSString, forKey: "asset")
      archiver.encode(7, forKey: "width")
      archiver.encode(7, forKey: "height")
      archiver.finishEncoding()
      let live = PHLivePhoto(coder: try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData))
      out.note(live.map { PHAssetResource.assetResources(for: $0) })
      if let live, PHLivePhoto.supportsSecureCoding {
        let copy = NSKeyedArchiver(requiringSecureCoding: true)
        live.encode(with: copy)
        copy.finishEncoding()
        out.note(copy.encodedData)
      }
      out.note(PHAssetResource.assetResources(for: scene.held.selected))
    },
    AccessRow(
      "PHLivePhoto.request(withResourceFileURLs:placeholderImage:targetSize:contentMode:resultHandler:)",
      "PHLivePhoto.cancelRequest(withRequestID:)", kind: .quiet
    ) { _, out in
      await reply { done in
        let id = PHLivePhoto.request(
          withResourceFileURLs: [], placeholderImage: nil, targetSize: .zero,
          contentMode: .aspectFit
        ) { live, _ in
          out.note(live)
          done()
        }
        PHLivePhoto.cancelRequest(withRequestID: id)
      }
    },
  ]

  private static let resources: [AccessRow] = [
    AccessRow(
      "PHAssetResource.assetResources(for:)", "PHAssetResource.assetLocalIdentifier",
      "PHAssetResource.originalFilename", "PHAssetResource.dataSize", "PHAssetResource.pixelWidth",
      "PHAssetResource.pixelHeight", "PHAssetResource.type",
      "PHAssetResource.uniformTypeIdentifier", "PHAssetResource.contentType",
      "PHAssetResource.value(forKey:)", kind: .look
    ) { scene, out in
      for asset in [scene.held.photo, scene.held.hidden, scene.held.selected] {
        for resource in PHAssetResource.assetResources(for: asset) {
          out.note(resource)
          out.note([resource.pixelWidth, resource.pixelHeight, resource.type.rawValue])
          out.note([resource.uniformTypeIdentifier, resource.contentType.identifier])
          out.note(resource.value(forKey: "filename"))
        }
      }
    },
    AccessRow(
      "PHAssetResourceManager.requestData(for:options:dataReceivedHandler:completionHandler:)",
      "PHAssetResourceManager.default()", kind: .request
    ) { scene, out in
      for resource in [scene.held.secretResource, scene.held.visibleResource] {
        await reply { done in
          PHAssetResourceManager.default().requestData(for: resource, options: nil) {
            out.note($0)
          } completionHandler: { error in
            out.note(error)
            done()
          }
        }
      }
    },
    AccessRow(
      "PHAssetResourceManager.writeData(for:toFile:options:)",
      "PHAssetResourceManager.writeData(for:toFile:options:completionHandler:)", kind: .request
    ) { scene, out in
      for resource in [scene.held.secretResource, scene.held.visibleResource] {
        let file = FileManager.default.temporaryDirectory
          .appendingPathComponent("diptych-access-\(UUID().uuidString)")
        do {
          try await PHAssetResourceManager.default()
            .writeData(for: resource, toFile: file, options: nil)
        } catch {
          out.note(error)
        }
        out.note(try? Data(contentsOf: file))
        try? FileManager.default.removeItem(at: file)
        await reply { done in
          PHAssetResourceManager.default().writeData(for: resource, toFile: file, options: nil) {
            out.note($0)
            done()
          }
        }
        out.note(try? Data(contentsOf: file))
        try? FileManager.default.removeItem(at: file)
      }
    },
    AccessRow("PHAssetResourceManager.cancelDataRequest(_:)", kind: .quiet) { _, _ in
      PHAssetResourceManager.default().cancelDataRequest(1)
    },
  ]

  private static let editing: [AccessRow] = [
    AccessRow(
      "PHAsset.requestContentEditingInput(with:completionHandler:)",
      "PHContentEditingInput.adjustmentData", "PHContentEditingInput.audiovisualAsset",
      "PHContentEditingInput.avAsset", "PHContentEditingInput.contentType",
      "PHContentEditingInput.creationDate", "PHContentEditingInput.displaySizeImage",
      "PHContentEditingInput.fullSizeImageOrientation", "PHContentEditingInput.fullSizeImageURL",
      "PHContentEditingInput.location", "PHContentEditingInput.mediaSubtypes",
      "PHContentEditingInput.mediaType", "PHContentEditingInput.playbackStyle",
      "PHContentEditingInput.uniformTypeIdentifier", kind: .request
    ) { scene, out in
      for asset in [scene.held.photo, scene.held.video, scene.held.selected] {
        await reply { done in
          asset.requestContentEditingInput(with: nil) { input, info in
            if let input {
              out.note([input.creationDate as Any, input.location as Any])
              out.note([input.displaySizeImage as Any, input.contentType as Any])
              out.note(input.fullSizeImageURL.flatMap { try? Data(contentsOf: $0) })
              out.note(input.audiovisualAsset)
              out.note(input.avAsset)
              out.note(input.adjustmentData?.formatIdentifier)
              out.note([input.mediaType.rawValue, input.playbackStyle.rawValue])
              out.note([Int(input.mediaSubtypes.rawValue), Int(input.fullSizeImageOrientation)])
              out.note(input.uniformTypeIdentifier)
            }
            out.note(info[PHContentEditingInputErrorKey])
            done()
          }
        }
      }
    },
    AccessRow(
      "PHAsset.cancelContentEditingInputRequest(_:)", "PHContentEditingInput.init()", kind: .quiet
    ) { scene, out in
      scene.held.photo.cancelContentEditingInputRequest(1)
      out.note(PHContentEditingInput().creationDate)
    },
  ]
}

/// Deprecated calls, reached without a warning.
private protocol OldCalling {
  func requestData(of assets: [PHAsset], _ options: PHImageRequestOptions, _ out: Witness)
  func isCaching(_ manager: PHCachingImageManager) -> Bool
}

private struct OldCaller: OldCalling {
  @available(*, deprecated)
  func requestData(of assets: [PHAsset], _ options: PHImageRequestOptions, _ out: Witness) {
    for asset in assets {
      PHImageManager.default().requestImageData(for: asset, options: options) {
        data, type, _, info in
        out.note(data)
        out.note(type)
        out.note(info?[PHImageErrorKey])
      }
    }
  }

  @available(*, deprecated)
  func isCaching(_ manager: PHCachingImageManager) -> Bool {
    manager.allowsCachingHighQualityImages
  }
}
