import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation

extension ModernOperations {
  static let creations: [StressOperation] = [
    StressOperation(name: "creationRequestForAsset(from:)", weight: 2) { worker in
      let image = UIImage(
        cgImage: StressMedia.image(UInt8.random(in: 0...255, using: &worker.random)))
      try worker.create { PHAssetChangeRequest.creationRequestForAsset(from: image) }
    },
    StressOperation(name: "creation from files") { worker in
      try worker.create {
        PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: StressMedia.video)
      }
    },
    StressOperation(name: "PHAssetCreationRequest") { worker in
      let data = try StressMedia.data(UInt8.random(in: 0...255, using: &worker.random))
      try worker.create {
        let request = PHAssetCreationRequest.forAsset()
        request.addResource(with: .photo, data: data, options: nil)
        request.isFavorite = true
        return request
      }
    },
    StressOperation(name: "performChanges with a handler", weight: 2) { worker in
      let data = try StressMedia.data(8)
      let made = Lock<String?>(nil)
      let hasSucceeded: Bool = try worker.wait(for: "performChanges") { done in
        PHPhotoLibrary.shared().performChanges {
          let request = PHAssetCreationRequest.forAsset()
          request.addResource(with: .photo, data: data, options: nil)
          made.withLock { $0 = request.placeholderForCreatedAsset?.localIdentifier }
        } completionHandler: { success, _ in
          done(success)
        }
      }
      guard hasSucceeded else { throw StressFailure("An asynchronous change failed.") }
      try worker.noteCreated(made.withLock { $0 })
    },
    StressOperation(name: "performChanges async") { worker in
      let data = try StressMedia.data(9)
      let made: String? = try worker.wait(forAsync: "performChanges async") {
        let made = Lock<String?>(nil)
        try? await PHPhotoLibrary.shared().performChanges {
          let request = PHAssetCreationRequest.forAsset()
          request.addResource(with: .photo, data: data, options: nil)
          made.withLock { $0 = request.placeholderForCreatedAsset?.localIdentifier }
        }
        return made.withLock { $0 }
      }
      try worker.noteCreated(made)
    },
  ]

  static let properties: [StressOperation] = [
    StressOperation(name: "asset properties by request", weight: 2) { worker in
      guard let asset = worker.sharedAsset() else { return }
      let isFavorite = worker.chance(50)
      try worker.change {
        let request = PHAssetChangeRequest(for: asset)
        request.isFavorite = isFavorite
        request.creationDate = Date(timeIntervalSince1970: 1_500_000_000)
        request.location = CLLocation(latitude: 48, longitude: 2)
      }
    },
    StressOperation(name: "hiding") { worker in
      guard let asset = worker.sharedAsset() else { return }
      for isHidden in [true, false] {
        try worker.change { PHAssetChangeRequest(for: asset).isHidden = isHidden }
      }
    },
    StressOperation(name: "deleteAssets") { worker in
      guard let url = worker.pick(worker.world.assetURLs), worker.world.take(asset: url),
        let uuid = Identifiers.uuid(of: url)
      else { return }
      let result = PHAsset.fetchAssets(
        withLocalIdentifiers: [Identifiers.asset(uuid)], options: nil)
      try worker.change { PHAssetChangeRequest.deleteAssets(result) }
      try worker.world.engine.user.restore([uuid])
      worker.world.share(asset: url)
    },
  ]

  static let albums: [StressOperation] = [
    StressOperation(name: "creationRequestForAssetCollection", weight: 2) { worker in
      let title = "Modern \(worker.serial)"
      let fixed = try worker.fixedAsset()
      var identifier = ""
      try worker.change {
        let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
          withTitle: title)
        request.addAssets([fixed] as NSArray)
        identifier = request.placeholderForCreatedAssetCollection.localIdentifier
      }
      worker.world.count { $0.albums += 1 }
      if let url = Identifiers.albumUUID(identifier).flatMap(Identifiers.groupURL) {
        worker.world.share(group: url)
      }
    },
    StressOperation(name: "album verbs", weight: 3) { worker in
      guard let album = worker.sharedAlbum() else { return }
      let members = PHAsset.fetchAssets(in: album, options: nil)
      let fixed = try worker.fixedAsset()
      let extra = worker.sharedAsset()
      let kind = Int.random(in: 0..<6, using: &worker.random)
      try worker.change {
        guard let request = PHAssetCollectionChangeRequest(for: album, assets: members) else {
          return
        }
        switch kind {
        case 0: request.addAssets([fixed, extra].compactMap { $0 } as NSArray)
        case 1: request.removeAssets([fixed] as NSArray)
        case 2 where !members.contains(fixed): request.insertAssets([fixed] as NSArray, at: [0])
        case 3 where members.count > 1: request.moveAssets(at: [0], to: members.count - 1)
        case 4 where members.count > 0: request.removeAssets(at: [members.count - 1])
        default:
          if members.count > 0 { request.replaceAssets(at: [0], withAssets: [fixed] as NSArray) }
        }
      }
    },
    StressOperation(name: "album title") { worker in
      guard let url = worker.pick(worker.world.groupURLs), worker.world.take(group: url),
        let uuid = Identifiers.uuid(of: url)
      else { return }
      let title = "Titled \(worker.serial)"
      let album = PHAssetCollection.fetchAssetCollections(
        withLocalIdentifiers: [Identifiers.album(uuid)], options: nil
      ).firstObject
      try worker.change { album.flatMap { PHAssetCollectionChangeRequest(for: $0) }?.title = title }
      worker.world.share(group: url)
    },
    StressOperation(name: "deleteAssetCollections") { worker in
      guard let url = worker.pick(worker.world.groupURLs), worker.world.take(group: url),
        let uuid = Identifiers.uuid(of: url)
      else { return }
      let found = PHAssetCollection.fetchAssetCollections(
        withLocalIdentifiers: [Identifiers.album(uuid)], options: nil)
      guard found.count == 1 else { throw StressFailure("An album of this thread is gone.") }
      try worker.change { PHAssetCollectionChangeRequest.deleteAssetCollections(found) }
      worker.world.count { $0.deletedAlbums += 1 }
    },
  ]

  static let folders: [StressOperation] = [
    StressOperation(name: "folders") { worker in
      let title = "Folder \(worker.serial)"
      var names: [String] = []
      try worker.change {
        let folder = PHCollectionListChangeRequest.creationRequestForCollectionList(
          withTitle: title)
        let albums = ["a", "b"].map {
          PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
            withTitle: "\(title) \($0)"
          ).placeholderForCreatedAssetCollection
        }
        folder.addChildCollections(albums as NSArray)
        names = [folder.placeholderForCreatedCollectionList.localIdentifier]
      }
      worker.world.count { $0.albums += 3 }
      let found = PHCollectionList.fetchCollectionLists(withLocalIdentifiers: names, options: nil)
      guard let folder = found.firstObject else { throw StressFailure("A new folder is gone.") }
      let children = PHCollection.fetchCollections(in: folder, options: nil)
      try worker.change {
        let request = PHCollectionListChangeRequest(for: folder, childCollections: children)
        request?.moveChildCollections(at: [0], to: 1)
        request?.title = title + "!"
      }
      try worker.change { PHCollectionListChangeRequest.deleteCollectionLists(found) }
      worker.world.count { $0.deletedAlbums += 3 }
    }
  ]

  static let failures: [StressOperation] = [
    StressOperation(name: "changes that fail") { worker in
      let album = try worker.fixedCollection()
      let fixed = try worker.fixedAsset()
      let text = Data("text".utf8)
      let codes = [
        worker.failure {
          PHAssetCreationRequest.forAsset().addResource(with: .photo, data: text, options: nil)
        },
        worker.failure { PHAssetCreationRequest.forAsset() },
        worker.failure {
          PHAssetCollectionChangeRequest(for: album)?.insertAssets([fixed] as NSArray, at: [0])
        },
      ]
      guard codes == [.invalidResource, .missingResource, .operationInterrupted] else {
        throw StressFailure("Bad changes failed with \(codes).")
      }
    }
  ]
}

extension StressWorker {
  /// Runs a waiting change. What another thread took away meanwhile fails it, and nothing else.
  func change(_ body: () -> Void) throws {
    guard let code = failure(body) else { return }
    guard [.requestNotSupportedForAsset, .operationInterrupted].contains(code) else {
      throw StressFailure("A change failed with \(code).")
    }
  }

  func failure(_ body: () -> Void) -> PHPhotosError.Code? {
    do {
      try withoutActuallyEscaping(body) { try PHPhotoLibrary.shared().performChangesAndWait($0) }
      return nil
    } catch {
      return (error as? PHPhotosError)?.code ?? .internalError
    }
  }

  /// Saves an asset, which has to succeed.
  func create(_ request: () -> PHAssetChangeRequest?) throws {
    var identifier: String?
    let code = failure { identifier = request()?.placeholderForCreatedAsset?.localIdentifier }
    if let code { throw StressFailure("A creation failed with \(code).") }
    try noteCreated(identifier)
  }

  func noteCreated(_ identifier: String?) throws {
    guard let uuid = identifier.flatMap(Identifiers.assetUUID),
      let url = Identifiers.assetURL(uuid, typeIdentifier: "public.jpeg")
    else { throw StressFailure("A creation gave no identifier.") }
    world.count { $0.saved += 1 }
    world.share(asset: url)
  }
}
