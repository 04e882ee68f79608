import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation

extension ModernOperations {
  static let pictures: [StressOperation] = [
    StressOperation(name: "requestImage", weight: 2) { worker in
      let asset = try worker.sharedAsset() ?? worker.fixedAsset()
      let options = PHImageRequestOptions()
      options.deliveryMode = .highQualityFormat
      let side: Int? = try worker.wait(for: "requestImage") { done in
        PHImageManager.default().requestImage(
          for: asset, targetSize: CGSize(width: 4, height: 4), contentMode: .aspectFit,
          options: options
        ) { image, _ in done(image?.cgImage.map { max($0.width, $0.height) }) }
      }
      if let side, side != 4 { throw StressFailure("A picture's longer side is \(side) pixels.") }
      options.isSynchronous = true
      var answers = 0
      PHImageManager.default().requestImage(
        for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .default, options: options
      ) { _, _ in answers += 1 }
      guard answers == 1 else {
        throw StressFailure("A waiting request answered \(answers) times.")
      }
    },
    StressOperation(name: "cancelImageRequest") { worker in
      let asset = try worker.fixedAsset()
      let manager = PHImageManager.default()
      let request = manager.requestImage(
        for: asset, targetSize: CGSize(width: 8, height: 8), contentMode: .aspectFill, options: nil
      ) { _, _ in }
      manager.cancelImageRequest(request)
    },
    StressOperation(name: "requestImageDataAndOrientation") { worker in
      let asset = try worker.fixedAsset()
      let count: Int = try worker.wait(for: "requestImageDataAndOrientation") { done in
        PHImageManager.default().requestImageDataAndOrientation(for: asset, options: nil) {
          data, _, _, _ in
          done(data?.count ?? 0)
        }
      }
      guard count > 0 else { throw StressFailure("A fixed asset has no bytes.") }
    },
    StressOperation(name: "videos and Live Photos") { worker in
      let asset = try worker.sharedAsset() ?? worker.fixedAsset()
      let _: Bool = try worker.wait(for: "requestAVAsset") { done in
        PHImageManager.default().requestAVAsset(forVideo: asset, options: nil) { video, _, _ in
          done(video != nil)
        }
      }
      let isLive: Bool = try worker.wait(for: "requestLivePhoto") { done in
        PHImageManager.default().requestLivePhoto(
          for: asset, targetSize: CGSize(width: 4, height: 4), contentMode: .aspectFit, options: nil
        ) { photo, _ in done(photo != nil) }
      }
      if isLive { throw StressFailure("A Live Photo appeared.") }
    },
    StressOperation(name: "PHCachingImageManager") { worker in
      let assets = [try worker.fixedAsset(), try worker.fixedAsset()]
      let manager = worker.world.cachingManager
      let size = CGSize(width: 2, height: 2)
      manager.startCachingImages(
        for: assets, targetSize: size, contentMode: .aspectFit, options: nil)
      let options = PHImageRequestOptions()
      options.deliveryMode = .highQualityFormat
      let hasImage: Bool = try worker.wait(for: "a cached picture") { done in
        manager.requestImage(
          for: assets[0], targetSize: size, contentMode: .aspectFit, options: options
        ) { image, _ in done(image != nil) }
      }
      guard hasImage else { throw StressFailure("The caching manager gave no picture.") }
      if worker.chance(50) {
        manager.stopCachingImages(
          for: assets, targetSize: size, contentMode: .aspectFit, options: nil)
      } else {
        manager.stopCachingImagesForAllAssets()
      }
    },
  ]

  static let files: [StressOperation] = [
    StressOperation(name: "PHAssetResourceManager") { worker in
      let asset = try worker.fixedAsset()
      guard let resource = PHAssetResource.assetResources(for: asset).first else {
        throw StressFailure("A fixed asset has no file.")
      }
      let manager = PHAssetResourceManager.default()
      let received = Lock(0)
      let isRead: Bool = try worker.wait(for: "requestData") { done in
        manager.requestData(for: resource, options: nil) { piece in
          received.withLock { $0 += piece.count }
        } completionHandler: { error in
          done(error == nil)
        }
      }
      guard isRead, received.withLock({ $0 }) == resource.dataSize else {
        throw StressFailure("A fixed asset's bytes did not arrive.")
      }
      let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("diptych-stress-\(worker.serial)-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: url) }
      let isWritten: Bool = try worker.wait(for: "writeData") { done in
        manager.writeData(for: resource, toFile: url, options: nil) { done($0 == nil) }
      }
      guard isWritten else { throw StressFailure("A file was not written.") }
      manager.cancelDataRequest(
        manager.requestData(for: resource, options: nil) { _ in
        } completionHandler: { _ in
        })
    },
    StressOperation(name: "cloud identifiers") { worker in
      let library = PHPhotoLibrary.shared()
      let name = worker.pick(worker.world.fixed.identifiers) ?? ""
      let forward = library.cloudIdentifierMappings(forLocalIdentifiers: [name])
      guard let cloud = try forward[name]?.get(),
        try library.localIdentifierMappings(for: [cloud])[cloud]?.get() == name
      else { throw StressFailure("A cloud identifier does not lead back.") }
    },
  ]

  static let editing: [StressOperation] = [
    StressOperation(name: "content editing") { worker in
      guard let asset = worker.sharedAsset(), asset.mediaType == .image else { return }
      let input: PHContentEditingInput? = try worker.wait(for: "requestContentEditingInput") {
        done in
        asset.requestContentEditingInput(with: nil) { input, _ in done(input) }
      }
      guard let input else { return }  // Deleted meanwhile.
      let output = PHContentEditingOutput(contentEditingInput: input)
      output.adjustmentData = PHAdjustmentData(
        formatIdentifier: "com.example.stress", formatVersion: "1", data: Data([1]))
      try StressMedia.data(6).write(to: output.renderedContentURL)
      try worker.change { PHAssetChangeRequest(for: asset).contentEditingOutput = output }
      try worker.change { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }
    }
  ]
}
