import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import DiptychTesting
import Foundation

extension SweptOperation {
  /// Every kind of request of the modern facade.
  package static let modern: [SweptOperation] = [
    modern("creationRequestForAsset from an image") { _ in
      if let image = UIImage(data: TestPicture.jpeg(seed: 9).data) {
        PHAssetChangeRequest.creationRequestForAsset(from: image)
      }
    },
    modern("creationRequestForAssetFromImage") { stage in
      PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: stage.photoFile)
    },
    modern("creationRequestForAssetFromVideo") { stage in
      PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: stage.videoFile)
    },
    modern("addResource with data") { _ in
      PHAssetCreationRequest.forAsset().addResource(
        with: .photo, data: TestPicture.jpeg(seed: 9).data, options: nil)
    },
    modern("addResource with a file into an album") { stage in
      let request = PHAssetCreationRequest.forAsset()
      request.addResource(with: .photo, fileURL: stage.photoFile, options: nil)
      if let album = stage.collection, let placeholder = request.placeholderForCreatedAsset {
        PHAssetCollectionChangeRequest(for: album)?.addAssets([placeholder] as NSArray)
      }
    },
    modern("properties") { stage in
      guard let asset = stage.asset(0) else { return }
      let request = PHAssetChangeRequest(for: asset)
      request.isFavorite = true
      request.isHidden = true
      request.creationDate = Date(timeIntervalSince1970: 5_000_000_000)
      request.location = nil
    },
    modern("deleteAssets") { stage in
      if let asset = stage.asset(0) { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
    },
    modern("creationRequestForAssetCollection") { _ in
      PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "New")
    },
    modern("title") { stage in
      guard let album = stage.collection else { return }
      PHAssetCollectionChangeRequest(for: album)?.title = "Renamed"
    },
    modern("insertAssets") { stage in
      guard let album = stage.collection, let asset = stage.asset(2) else { return }
      PHAssetCollectionChangeRequest(for: album)?.insertAssets([asset] as NSArray, at: [0])
    },
    modern("moveAssets") { stage in
      guard let album = stage.collection else { return }
      PHAssetCollectionChangeRequest(for: album)?.moveAssets(at: [1], to: 0)
    },
    modern("removeAssets") { stage in
      guard let album = stage.collection, let asset = stage.asset(0) else { return }
      PHAssetCollectionChangeRequest(for: album)?.removeAssets([asset] as NSArray)
    },
    modern("deleteAssetCollections") { stage in
      guard let album = stage.collection else { return }
      PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray)
    },
    modern("creationRequestForCollectionList with an album") { stage in
      guard let album = stage.collection else { return }
      let request = PHCollectionListChangeRequest.creationRequestForCollectionList(
        withTitle: "New")
      request.addChildCollections([album] as NSArray)
    },
    modern("deleteCollectionLists") { stage in
      guard let list = stage.list else { return }
      PHCollectionListChangeRequest.deleteCollectionLists([list] as NSArray)
    },
  ]

  private static func modern(
    _ name: String, _ run: @escaping @Sendable (SweepStage) -> Void
  ) -> SweptOperation {
    SweptOperation(name, .modern) { stage in
      let before = try? stage.library.read { try $0.token() }
      do {
        try PHPhotoLibrary.shared().performChangesAndWait { run(stage) }
      } catch let error as PHPhotosError {
        throw Refusal(code: String(error.code.rawValue))
      }
      // A fetch in the block that met the fault gave nothing, so nothing was asked for.
      let after = try? stage.library.read { try $0.token() }
      if before == nil || before == after { throw Refusal(code: nil) }
    }
  }
}

extension SweepStage {
  fileprivate func asset(_ index: Int) -> PHAsset? {
    PHAsset.fetchAssets(
      withLocalIdentifiers: [Identifiers.asset(assets[index])], options: nil
    ).firstObject
  }

  fileprivate var collection: PHAssetCollection? {
    PHAssetCollection.fetchAssetCollections(
      withLocalIdentifiers: [Identifiers.album(album)], options: nil
    ).firstObject
  }

  fileprivate var list: PHCollectionList? {
    PHCollectionList.fetchCollectionLists(
      withLocalIdentifiers: [Identifiers.folder(folder)], options: nil
    ).firstObject
  }
}
