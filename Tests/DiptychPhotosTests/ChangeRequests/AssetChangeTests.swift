import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

@Suite struct AssetChangeTests {
  // P122, P62, P123: values start as the asset's, are written on commit, and old objects stay.
  @Test func changingProperties() async throws {
    try await Scene.run { scene in
      let old = try scene.asset(try scene.save("exif/real-iphone4s-gps-subsec-orientation6.jpg"))
      let date = Date(timeIntervalSince1970: 1_234_567_890.5)
      scene.clock.advance(by: 60)
      try scene.change {
        let request = PHAssetChangeRequest(for: old)
        #expect(request.creationDate == old.creationDate)
        #expect(request.location?.coordinate.latitude == old.location?.coordinate.latitude)
        #expect(!request.isFavorite && !request.isHidden)
        #expect(request.placeholderForCreatedAsset == nil)
        request.creationDate = date
        request.location = CLLocation(
          coordinate: CLLocationCoordinate2D(latitude: 1, longitude: 2), altitude: 30,
          horizontalAccuracy: 5, verticalAccuracy: 5, timestamp: date)
        request.isFavorite = true
        #expect(request.creationDate == date && request.isFavorite)
      }
      let new = try scene.asset(old.localIdentifier)
      #expect(new.creationDate == date)
      #expect(new.location?.coordinate.latitude == 1)
      #expect(new.location?.coordinate.longitude == 2)
      #expect(new.location?.altitude == 30)
      #expect(new.isFavorite)
      #expect(new.modificationDate == scene.clock.now())
      #expect(new.addedDate == old.addedDate)
      #expect(!old.isFavorite && old.creationDate != date)
      #expect(old == new && old.hash == new.hash)  // P61

      try scene.change {
        let request = PHAssetChangeRequest(for: new)
        request.creationDate = nil
        request.location = nil
        #expect(request.creationDate == nil && request.location == nil)
      }
      let cleared = try scene.asset(old.localIdentifier)
      #expect(cleared.creationDate == nil)
      #expect(cleared.location == nil)
    }
  }

  // P39, P34: hidden assets leave fetches, but not the one by identifier.
  @Test func hiding() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(2)
      let album = try scene.album("Trip", assets)
      try scene.change { PHAssetChangeRequest(for: assets[0]).isHidden = true }
      #expect(scene.assets == [assets[1].localIdentifier])
      #expect(scene.members(of: album) == [assets[1].localIdentifier])
      #expect(try scene.asset(assets[0].localIdentifier).isHidden)
      let options = PHFetchOptions()
      options.includeHiddenAssets = true
      #expect(PHAsset.fetchAssets(with: options).count == 2)
      #expect(
        PHAsset.fetchAssets(in: album, options: options).identifiers
          == assets.map(\.localIdentifier))
      let hidden = try #require(
        PHAssetCollection.fetchAssetCollections(
          with: .smartAlbum, subtype: .smartAlbumAllHidden, options: nil
        ).firstObject)
      #expect(PHAsset.fetchAssets(in: hidden, options: nil).count == 0)
      #expect(
        PHAsset.fetchAssets(in: hidden, options: options).identifiers
          == [assets[0].localIdentifier])
    }
  }

  // P101, P104, P105, decision 14: one prompt a block, gone everywhere, harmless when repeated.
  @Test func deleting() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(3)
      let album = try scene.album("Trip", assets)
      try scene.change {
        PHAssetChangeRequest.deleteAssets([assets[0]] as NSArray)
        PHAssetChangeRequest.deleteAssets([assets[1], assets[0]] as NSArray)
      }
      #expect(scene.engine.access.prompts == [.deleteAssets(2)])
      #expect(scene.assets == [assets[2].localIdentifier])
      #expect(scene.members(of: album) == [assets[2].localIdentifier])
      #expect(
        PHAsset.fetchAssets(withLocalIdentifiers: assets.map(\.localIdentifier), options: nil)
          .identifiers == [assets[2].localIdentifier])
      try scene.change {
        PHAssetChangeRequest.deleteAssets([assets[0]] as NSArray)
        PHAssetChangeRequest.deleteAssets([] as NSArray)
      }
      #expect(scene.engine.access.prompts.count == 1)
      // C25: restoring by the user's hand puts the photo back in its place.
      let uuid = try #require(Identifiers.assetUUID(assets[0].localIdentifier))
      try scene.engine.user.restore([uuid])
      #expect(scene.members(of: album) == [0, 2].map { assets[$0].localIdentifier })
    }
  }

  // P53: a fetch result goes straight into the deletion.
  @Test func deletingAResult() async throws {
    try await Scene.run { scene in
      _ = try scene.saveAssets(3)
      let result = PHAsset.fetchAssets(with: nil)
      try scene.change { PHAssetChangeRequest.deleteAssets(result) }
      #expect(scene.assets == [])
      #expect(scene.engine.access.prompts == [.deleteAssets(3)])
      #expect(result.count == 3)  // P46
    }
  }

  // P101, P107: assets and albums are two prompts; refusing the second one undoes the first.
  @Test func twoPrompts() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(1)
      let album = try scene.album("Trip", assets)
      scene.engine.access.script([.allow, .refuse])
      let code = scene.failure {
        PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray)
        PHAssetChangeRequest.deleteAssets(assets as NSArray)
      }
      #expect(code == .userCancelled)
      #expect(scene.engine.access.prompts == [.deleteAssets(1), .deleteCollections(1)])
      #expect(scene.assets.count == 1)
      #expect(scene.topTitles == ["Trip"])
    }
  }

  // P97, P99.
  @Test func whatCanBeDone() async throws {
    try await Scene.run { scene in
      let asset = try #require(try scene.saveAssets(1).first)
      #expect(asset.canPerform(.delete) && asset.canPerform(.properties))
      #expect(asset.canPerform(.content))
      #expect(!PHAsset().canPerform(.delete))
      let album = try scene.album("Trip")
      let folder = try scene.folder("Trips")
      let operations = (1...7).compactMap { PHCollectionEditOperation(rawValue: $0) }
      #expect(operations.allSatisfy { album.canPerform($0) && folder.canPerform($0) })
      #expect(album.canContainAssets && !album.canContainCollections)  // P78
      #expect(!folder.canContainAssets && folder.canContainCollections)
    }
  }

  // Libraries of one seed share identifiers, as the two halves of a comparison do; an object still
  // stays with its own (decisions 42 and 52).
  @Test func twinsDoNotShareObjects() async throws {
    func twin() throws -> LibraryScope {
      let engine = try EphemeralLibrary.open { configuration in
        configuration.identifiers = SeededIdentifiers(seed: "twin")
      }
      return LibraryScope(library: engine, delivery: .private)
    }
    let scopes = [try twin(), try twin()]
    defer { for scope in scopes { scope.library.close() } }
    let image = try Pictures.solid()
    let results = try scopes.map { scope in
      try LibraryScope.$current.withValue(scope) {
        try PHPhotoLibrary.shared().performChangesAndWait {
          PHAssetChangeRequest.creationRequestForAsset(from: image)
        }
        return PHAsset.fetchAssets(with: nil)
      }
    }
    #expect(results[0].identifiers == results[1].identifiers)
    LibraryScope.$current.withValue(scopes[1]) {
      #expect(throws: PHPhotosError.self) {
        try PHPhotoLibrary.shared().performChangesAndWait {
          PHAssetChangeRequest.deleteAssets(results[0])
        }
      }
      #expect(PHAsset.fetchAssets(with: nil).count == 1)
      #expect(scopes[1].library.access.prompts == [])
    }
  }

  // An object of another library does not reach into this one (decision 42).
  @Test func objectsStayWithTheirLibrary() async throws {
    try await Scene.run { first in
      let asset = try #require(try first.saveAssets(1).first)
      let album = try first.album("Trip", [asset])
      try await Scene.run { second in
        #expect(second.assets == [])
        #expect(second.members(of: album) == [asset.localIdentifier])
        let code = second.failure { PHAssetChangeRequest(for: asset).isFavorite = true }
        #expect(code == .requestNotSupportedForAsset)
        try second.change {
          #expect(PHAssetCollectionChangeRequest(for: album) == nil)
        }
        let own = try second.album("Own")
        let added = second.failure {
          PHAssetCollectionChangeRequest(for: own)?.addAssets([asset] as NSArray)
        }
        #expect(added == .requestNotSupportedForAsset)
      }
      #expect(first.assets == [asset.localIdentifier])
    }
  }
}
