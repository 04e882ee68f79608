import DiptychAssetsLibrary
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation

extension DivergenceCheck {
  /// D19–D30: what objects answer, and when and where others are told.
  static let ofReads: [DivergenceCheck] = objects + lists + others

  private static let objects: [DivergenceCheck] = [
    DivergenceCheck(
      .liveObjects, "New", "Old",
      legacy: { bench in
        let group = await bench.group(titled: "Old")
        try bench.renameAlbum()
        return group?.object.value(forProperty: ALAssetsGroupPropertyName) as? String ?? "nil"
      },
      modern: { bench in
        let album = try bench.makeAlbum("Old")
        try bench.renameAlbum()
        return album.localizedTitle ?? "nil"
      }),
    DivergenceCheck(
      .equality, "false", "true",
      legacy: { bench in
        let uuid = try bench.given()
        let first = try await bench.asset(uuid)
        return "\(first.isEqual(try await bench.asset(uuid)))"
      },
      modern: { bench in
        try bench.given()
        return "\(try bench.asset().isEqual(try bench.asset()))"
      }),
    DivergenceCheck(
      .endOfWalk, "Trip nil", "Trip",
      legacy: { bench in
        _ = await bench.group(titled: "Trip")
        return await bench.walk(ALAssetsGroupAlbum).joined(separator: " ")
      },
      modern: { bench in
        _ = try bench.makeAlbum("Trip")
        var calls: [String] = []
        PHAssetCollection.fetchAssetCollections(
          with: .album, subtype: .albumRegular, options: nil
        ).enumerateObjects { album, _, _ in calls.append(album.localizedTitle ?? "nil") }
        return calls.joined(separator: " ")
      }),
    DivergenceCheck(
      .invalidProperty, "ALErrorInvalidProperty", "0.0",
      legacy: { bench in
        let asset = try await bench.asset(try bench.given())
        return "\(asset.value(forProperty: ALAssetPropertyDuration) ?? "nil")"
      },
      modern: { bench in
        try bench.given()
        return "\(try bench.asset().duration)"
      }),
    DivergenceCheck(
      .storedPixels, "80×40", "40×80",
      legacy: { bench in
        let file = try await bench.asset(try bench.given()).defaultRepresentation()
        let size = file?.dimensions() ?? .zero
        return "\(Int(size.width))×\(Int(size.height))"
      },
      modern: { bench in
        try bench.given()
        let asset = try bench.asset()
        return "\(asset.pixelWidth)×\(asset.pixelHeight)"
      }),
    DivergenceCheck(
      .burstMembers, "1", "2",
      legacy: { bench in
        try bench.giveBurst()
        return "\(try await bench.countInCameraRoll(.allAssets()))"
      },
      modern: { bench in
        try bench.giveBurst()
        let options = PHFetchOptions()
        options.includeAllBurstAssets = true
        return "\(PHAsset.fetchAssets(with: options).count)"
      }),
  ]

  private static let lists: [DivergenceCheck] = [
    DivergenceCheck(
      .flatFolders, "Trip", "Folder",
      legacy: { bench in
        try bench.giveNestedAlbum()
        return await bench.walk(ALAssetsGroupAlbum).dropLast().joined(separator: " ")
      },
      modern: { bench in
        try bench.giveNestedAlbum()
        let root = PHCollection.fetchTopLevelUserCollections(with: nil)
        return (0..<root.count).map { root[$0].localizedTitle ?? "nil" }.joined(separator: " ")
      }),
    DivergenceCheck(
      .filter, "0 then 0", "0 then 1",
      legacy: { bench in
        try bench.given()
        let first = try await bench.countInCameraRoll(.allVideos())
        return "\(first) then \(try await bench.countInCameraRoll(nil))"
      },
      modern: { bench in
        try bench.given()
        let first = PHAsset.fetchAssets(with: .video, options: nil).count
        return "\(first) then \(PHAsset.fetchAssets(with: nil).count)"
      }),
    DivergenceCheck(
      .systemAlbumName, "Camera Roll", "Recents",
      legacy: { bench in await bench.walk(ALAssetsGroupSavedPhotos).first ?? "nil" },
      modern: { _ in
        PHAssetCollection.fetchAssetCollections(
          with: .smartAlbum, subtype: .smartAlbumUserLibrary, options: nil
        ).firstObject?.localizedTitle ?? "nil"
      }),
  ]

  private static let others: [DivergenceCheck] = [
    notices,
    DivergenceCheck(
      .threads, "main queue", "another queue",
      legacy: { bench in
        await withCheckedContinuation { continuation in
          bench.legacy.writeImageData(
            toSavedPhotosAlbum: DivergenceBench.photo.bytes, metadata: nil
          ) { _, _ in
            continuation.resume(returning: MainQueue.isCurrent ? "main queue" : "another queue")
          }
        }
      },
      modern: { _ in
        await withCheckedContinuation { continuation in
          PHPhotoLibrary.shared().performChanges({}) { _, _ in
            continuation.resume(returning: MainQueue.isCurrent ? "main queue" : "another queue")
          }
        }
      }),
    DivergenceCheck(
      .reservedNames, "0 albums", "1 album", profile: .iOS8,
      legacy: { bench in
        _ = await bench.group(titled: "Trip")
        try bench.deleteAlbum()
        _ = await bench.group(titled: "Trip")
        return try bench.albumCount
      },
      modern: { bench in
        _ = try bench.makeAlbum("Trip")
        try bench.deleteAlbum()
        _ = try bench.makeAlbum("Trip")
        return try bench.albumCount
      }),
  ]
}

extension DivergenceBench {
  private var firstCollection: UUID? {
    get throws { try library.read { try $0.collectionTree() }.first?.uuid }
  }

  fileprivate func renameAlbum() throws {
    if let album = try firstCollection { try library.user.rename(album, to: "New") }
  }

  fileprivate func deleteAlbum() throws {
    if let album = try firstCollection { try library.user.deleteCollection(album) }
  }

  fileprivate func giveNestedAlbum() throws {
    let folder = try library.user.make(.folder, titled: "Folder")
    try library.user.make(titled: "Trip", in: folder)
  }

  /// Two pictures of one burst; the first stands for it.
  fileprivate func giveBurst() throws {
    var changes = ChangeSet(client: "Camera")
    for (index, picture) in [Picture.plain, .down].enumerated() {
      var draft = AssetDraft(uuid: library.configuration.identifiers.next(.asset))
      draft.resources = [ResourceDraft(role: .photo, content: .data(picture.bytes))]
      draft.burst = (UUID(hashing: "burst"), BurstMark(isRepresentative: index == 0))
      changes.operations.append(.createAsset(draft))
    }
    try library.commit(changes)
  }

  /// How many assets the Camera Roll's group object shows; a nil filter leaves it as it is. It is
  /// one object all the time.
  fileprivate func countInCameraRoll(_ filter: ALAssetsFilter?) async throws -> Int {
    if cameraRoll.withLock({ $0 == nil }) {
      let found: LegacyObject<ALAssetsGroup>? = await withCheckedContinuation { continuation in
        legacy.enumerateGroups(
          withTypes: ALAssetsGroupType(ALAssetsGroupSavedPhotos),
          using: { group, stop in
            stop?.pointee = true
            continuation.resume(returning: group.map(LegacyObject.init))
          },
          failureBlock: { _ in continuation.resume(returning: nil) })
      }
      cameraRoll.withLock { $0 = found }
    }
    let group = cameraRoll.withLock { $0 }?.object
    if let filter { group?.setAssetsFilter(filter) }
    return group?.numberOfAssets() ?? -1
  }
}
