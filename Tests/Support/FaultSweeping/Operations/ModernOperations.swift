import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import DiptychTesting
import Foundation

extension SweptOperation {
  /// Every kind of request of the modern facade.
  package static let modern: [SweptOperation] = [
    modern("creationRequestForAsset from an image") { _ in
      guard let image = UIImage(data: TestPicture.jpeg(seed: 9).data) else { return false }
      PHAssetChangeRequest.creationRequestForAsset(from: image)
      return true
    },
    modern("creationRequestForAssetFromImage") { stage in
      PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: stage.photoFile)
      return true
    },
    modern("creationRequestForAssetFromVideo") { stage in
      PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: stage.videoFile)
      return true
    },
    modern("addResource with data") { _ in
      PHAssetCreationRequest.forAsset().addResource(
        with: .photo, data: TestPicture.jpeg(seed: 9).data, options: nil)
      return true
    },
    modern("addResource with a file into an album") { stage in
      guard let album = stage.collection,
        let edit = PHAssetCollectionChangeRequest(for: album)
      else { return false }
      let request = PHAssetCreationRequest.forAsset()
      request.addResource(with: .photo, fileURL: stage.photoFile, options: nil)
      if let placeholder = request.placeholderForCreatedAsset {
        edit.addAssets([placeholder] as NSArray)
      }
      return true
    },
    modern("properties") { stage in
      guard let asset = stage.asset(0) else { return false }
      let request = PHAssetChangeRequest(for: asset)
      request.isFavorite = true
      request.isHidden = true
      request.creationDate = Date(timeIntervalSince1970: 5_000_000_000)
      request.location = nil
      return true
    },
    modern("deleteAssets") { stage in
      guard let asset = stage.asset(0) else { return false }
      PHAssetChangeRequest.deleteAssets([asset] as NSArray)
      return true
    },
    modern("creationRequestForAssetCollection") { _ in
      PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "New")
      return true
    },
    modern("title") { stage in
      guard let album = stage.collection else { return false }
      guard let edit = PHAssetCollectionChangeRequest(for: album) else { return false }
      edit.title = "Renamed"
      return true
    },
    modern("insertAssets") { stage in
      guard let album = stage.collection, let asset = stage.asset(2) else { return false }
      guard let edit = PHAssetCollectionChangeRequest(for: album) else { return false }
      edit.insertAssets([asset] as NSArray, at: [0])
      return true
    },
    modern("moveAssets") { stage in
      guard let album = stage.collection else { return false }
      guard let edit = PHAssetCollectionChangeRequest(for: album) else { return false }
      edit.moveAssets(at: [1], to: 0)
      return true
    },
    modern("removeAssets") { stage in
      guard let album = stage.collection, let asset = stage.asset(0) else { return false }
      guard let edit = PHAssetCollectionChangeRequest(for: album) else { return false }
      edit.removeAssets([asset] as NSArray)
      return true
    },
    modern("deleteAssetCollections") { stage in
      guard let album = stage.collection else { return false }
      PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray)
      return true
    },
    modern("creationRequestForCollectionList with an album") { stage in
      guard let album = stage.collection else { return false }
      let request = PHCollectionListChangeRequest.creationRequestForCollectionList(
        withTitle: "New")
      request.addChildCollections([album] as NSArray)
      return true
    },
    modern("deleteCollectionLists") { stage in
      guard let list = stage.list else { return false }
      PHCollectionListChangeRequest.deleteCollectionLists([list] as NSArray)
      return true
    },
  ]

  private static func modern(
    _ name: String, _ run: @escaping @Sendable (SweepStage) -> Bool
  ) -> SweptOperation {
    SweptOperation(name, .modern) { stage in
      // A fetch in the block that meets the fault gives nothing, and nothing is asked for then.
      var isAsked = false
      do {
        try PHPhotoLibrary.shared().performChangesAndWait { isAsked = run(stage) }
      } catch let error as PHPhotosError {
        throw Refusal(code: String(error.code.rawValue))
      }
      guard isAsked else { throw Refusal(code: nil) }
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
