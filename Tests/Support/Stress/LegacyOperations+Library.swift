import DiptychAssetsLibrary
import DiptychPlatform
import Foundation

/// Every call of the legacy API.
enum LegacyOperations {
  static let all =
    access + groups + lookups + albums + writes + asynchronous + UIKitCalls.all
    + groupObjects + assetObjects + representations + user

  /// The masks that a walk is asked for.
  private static let masks: [UInt32] = [
    ALAssetsGroupAll, ALAssetsGroupAlbum, ALAssetsGroupSavedPhotos, ALAssetsGroupLibrary,
    ALAssetsGroupEvent | ALAssetsGroupFaces, ALAssetsGroupPhotoStream,
  ]

  private static let access: [StressOperation] = [
    StressOperation(name: "ALAssetsLibrary.init") { worker in
      // A handle that goes at once, while its call is on the way.
      ALAssetsLibrary().asset(
        for: worker.pick(worker.world.assetURLs), resultBlock: nil, failureBlock: nil)
      withExtendedLifetime(ALAssetsFilter()) {}
    },
    StressOperation(name: "authorizationStatus") { _ in
      guard ALAssetsLibrary.authorizationStatus() == .authorized else {
        throw StressFailure("The status is not authorized.")
      }
    },
    StressOperation(name: "videoAtPathIs") { worker in
      guard worker.library.videoAtPathIs(compatibleWithSavedPhotosAlbum: StressMedia.video) else {
        throw StressFailure("The video is said to be unfit.")
      }
    },
    StressOperation(name: "disableSharedPhotoStreamsSupport") { worker in
      ALAssetsLibrary.disableSharedPhotoStreamsSupport()
      // The application of this thread does not see the one that the library has (L186).
      guard try worker.group(at: worker.world.fixed.stream) == nil else {
        throw StressFailure("A shared stream is found after they were switched off.")
      }
    },
    StressOperation(name: "ALAssetsLibraryChanged") { worker in
      // An observer comes and goes while others are told.
      let token = NotificationCenter.default.addObserver(
        forName: .ALAssetsLibraryChanged, object: worker.library, queue: nil
      ) { [world = worker.world] notification in
        guard notification.userInfo != nil else { return }
        world.count { $0.notifications += 1 }
      }
      _ = try worker.save()
      NotificationCenter.default.removeObserver(token)
    },
  ]

  private static let groups: [StressOperation] = [
    StressOperation(name: "enumerateGroups", weight: 3) { worker in
      let mask = worker.pick(masks) ?? ALAssetsGroupAll
      let stops = worker.chance(20)
      let found: Int = try worker.wait(for: "enumerateGroups") { done in
        var count = 0
        worker.library.enumerateGroups(withTypes: ALAssetsGroupType(mask)) { group, stop in
          guard let group else { return done(count) }
          count += 1
          worker.world.share(group)
          guard stops else { return }
          stop?.pointee = true
          done(count)
        } failureBlock: { _ in
          done(-1)
        }
      }
      if found < 0 { throw StressFailure("The walk over groups failed.") }
    },
    StressOperation(name: "enumerateGroupsWithTypes") { worker in
      let hasRoll: Bool = try worker.wait(for: "enumerateGroupsWithTypes") { done in
        var last: Int?
        worker.library.enumerateGroupsWithTypes(ALAssetsGroupAll) { group, _ in
          guard let group else { return done(last == Int(ALAssetsGroupSavedPhotos)) }
          last = (group.value(forProperty: ALAssetsGroupPropertyType) as? Int) ?? last
        } failureBlock: { _ in
          done(false)
        }
      }
      if !hasRoll { throw StressFailure("The Camera Roll is not the last group.") }
    },
  ]

  private static let lookups: [StressOperation] = [
    StressOperation(name: "asset(for:)", weight: 3) { worker in
      let asset = try worker.asset(at: worker.pick(worker.world.assetURLs))
      if let asset { worker.world.share(asset) }
      guard try worker.asset(at: worker.pick(worker.world.fixed.assets)) != nil else {
        throw StressFailure("A fixed asset is gone.")
      }
    },
    StressOperation(name: "group(for:)", weight: 2) { worker in
      let group = try worker.group(at: worker.pick(worker.world.groupURLs))
      if let group { worker.world.share(group) }
      guard try worker.group(at: worker.world.fixed.album)?.numberOfAssets() == 3 else {
        throw StressFailure("The fixed album has not its three assets.")
      }
    },
  ]

  private static let albums: [StressOperation] = [
    StressOperation(name: "addAssetsGroupAlbum", weight: 2) { worker in
      // Half of the names are wanted by every thread.
      let name = worker.chance(50) ? "Album \(worker.serial % 7)" : "Album of \(worker.serial)"
      let group: ALAssetsGroup? = try worker.wait(for: "addAssetsGroupAlbum") { done in
        worker.library.addAssetsGroupAlbum(withName: name) {
          done($0)
        } failureBlock: { [world = worker.world] error in
          world.report("No album: \(String(describing: error))")
          done(nil)
        }
      }
      guard let group else { return }
      worker.world.count { $0.albums += 1 }
      worker.world.share(group)
      if let url = group.value(forProperty: ALAssetsGroupPropertyURL) as? URL {
        worker.world.share(group: url)
      }
    }
  ]
}

extension StressWorker {
  func asset(at url: URL?) throws -> ALAsset? {
    try wait(for: "asset(for:)") { done in
      library.asset(for: url) {
        done($0)
      } failureBlock: { [world] error in
        world.report("No asset: \(String(describing: error))")
        done(nil)
      }
    }
  }

  func group(at url: URL?) throws -> ALAssetsGroup? {
    try wait(for: "group(for:)") { done in
      library.group(for: url) {
        done($0)
      } failureBlock: { [world] error in
        world.report("No group: \(String(describing: error))")
        done(nil)
      }
    }
  }

  /// The fixed album as an object of this thread's own, whose filter nobody else sets.
  func fixedAlbum() throws -> ALAssetsGroup {
    guard let group = try group(at: world.fixed.album) else {
      throw StressFailure("The fixed album is gone.")
    }
    return group
  }

  /// Saves one picture.
  func save() throws -> URL {
    let image = StressMedia.image(UInt8.random(in: 0...255, using: &random))
    return try saved("writeImage") { done in
      library.writeImage(toSavedPhotosAlbum: image, orientation: .up, completionBlock: done)
    }
  }

  /// Waits for a write that has to succeed, and notes the new asset.
  func saved(
    _ name: String, _ write: (_ done: @escaping @Sendable (URL?, (any Error)?) -> Void) -> Void
  ) throws -> URL {
    let url: URL? = try wait(for: name) { done in
      write { [world] url, error in
        if let error { world.report("\(name): \(error)") }
        done(url)
      }
    }
    guard let url else { throw StressFailure("\(name) gave no URL.") }
    world.count { $0.saved += 1 }
    world.share(asset: url)
    return url
  }
}
