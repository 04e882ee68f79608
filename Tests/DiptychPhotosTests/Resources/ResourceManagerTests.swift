import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

@Suite struct ResourceManagerTests {
  private func resource(_ scene: Scene, _ sample: String) throws -> PHAssetResource {
    try #require(
      PHAssetResource.assetResources(for: try scene.asset(try scene.save(sample))).first)
  }

  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("diptych-write-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private func code(
    of resource: PHAssetResource, to url: URL, _ options: PHAssetResourceRequestOptions? = nil
  ) async -> PHPhotosError.Code? {
    do {
      try await PHAssetResourceManager.default().writeData(
        for: resource, toFile: url, options: options)
      return nil
    } catch {
      return (error as? PHPhotosError)?.code
    }
  }

  // P206: pieces in order, then one completion. The picture is larger than one piece.
  @Test func piecesInOrder() async throws {
    try await Scene.run { scene in
      // Bytes behind the picture's end belong to the file and are kept.
      var data = try TestMedia.data("exif/no-exif.jpg")
      let pattern = Data((0..<4_099).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      while data.count < 3_000_000 { data.append(pattern) }
      let uuid = try scene.engine.user.save(data, named: "big.jpg")
      let resource = try #require(
        PHAssetResource.assetResources(for: try scene.asset(Identifiers.asset(uuid))).first)
      let pieces = Lock<[Data]>([])
      let completions: Int = await withCheckedContinuation { continuation in
        let id = PHAssetResourceManager.default().requestData(for: resource, options: nil) {
          piece in
          pieces.withLock { $0.append(piece) }
        } completionHandler: { error in
          continuation.resume(returning: error == nil ? 1 : 0)
        }
        #expect(id != PHInvalidAssetResourceDataRequestID)
      }
      #expect(completions == 1)
      let all = pieces.withLock { $0 }
      #expect(all.count > 1)
      #expect(Data(all.joined()) == data)
    }
  }

  // Cancelling from the first piece: no further piece, code 3072.
  @Test func cancelling() async throws {
    try await Scene.run { scene in
      var data = try TestMedia.data("exif/no-exif.jpg")
      data.append(Data(count: 3_000_000))
      let uuid = try scene.engine.user.save(data, named: "big.jpg")
      let resource = try #require(
        PHAssetResource.assetResources(for: try scene.asset(Identifiers.asset(uuid))).first)
      let manager = PHAssetResourceManager.default()
      let id = Lock<PHAssetResourceDataRequestID?>(nil)
      let pieces = Lock(0)
      let started = DispatchSemaphore(value: 0)
      let code: PHPhotosError.Code? = await withCheckedContinuation { continuation in
        let request = manager.requestData(for: resource, options: nil) { _ in
          started.wait()
          pieces.withLock { $0 += 1 }
          if let id = id.withLock({ $0 }) { manager.cancelDataRequest(id) }
        } completionHandler: { error in
          continuation.resume(returning: (error as? PHPhotosError)?.code)
        }
        id.withLock { $0 = request }
        started.signal()
      }
      #expect(code == .userCancelled)
      #expect(pieces.withLock { $0 } == 1)
    }
  }

  // P207, P208: a new file with the resource's bytes, never over another one.
  @Test func writing() async throws {
    try await Scene.run { scene in
      let resource = try resource(scene, "exif/real-canon.jpg")
      let folder = try folder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let url = folder.appendingPathComponent("a.jpg")
      #expect(await code(of: resource, to: url) == nil)
      #expect(try Data(contentsOf: url) == TestMedia.data("exif/real-canon.jpg"))
      try Data("mine".utf8).write(to: url)
      #expect(await code(of: resource, to: url) == .internalError)
      #expect(try Data(contentsOf: url) == Data("mine".utf8))
      let missing = folder.appendingPathComponent("none/a.jpg")
      #expect(await code(of: resource, to: missing) == .internalError)
      #expect(await code(of: resource, to: folder) == .internalError)
      let remote = try #require(URL(string: "https://example.com/a.jpg"))
      #expect(await code(of: resource, to: remote) == .internalError)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.jpg"])
    }
  }

  // An asset that is gone for ever: 3306, and no file.
  @Test func writingWhatIsGone() async throws {
    try await Scene.run { scene in
      let resource = try resource(scene, "exif/no-exif.jpg")
      let uuid = try #require(Identifiers.assetUUID(resource.assetLocalIdentifier))
      try scene.engine.user.purge([uuid])
      let folder = try folder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let url = folder.appendingPathComponent("a.jpg")
      #expect(await code(of: resource, to: url) == .requestNotSupportedForAsset)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  // P209, P211, C83, C84: a file that is not on this machine.
  @Test func writingWhatIsNotLocal() async throws {
    try await Scene.run { scene in
      let identifier = try scene.save()
      try scene.engine.user.setLocal([try #require(Identifiers.assetUUID(identifier))], false)
      let resource = try #require(
        PHAssetResource.assetResources(for: try scene.asset(identifier)).first)
      let folder = try folder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let url = folder.appendingPathComponent("a.jpg")
      #expect(await code(of: resource, to: url) == .networkAccessRequired)
      let options = PHAssetResourceRequestOptions()
      options.isNetworkAccessAllowed = true
      scene.engine.simulation.isNetworkDown = true
      #expect(await code(of: resource, to: url, options) == .networkError)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
      scene.engine.simulation.isNetworkDown = false
      let progress = Lock<[Double]>([])
      options.progressHandler = { fraction in progress.withLock { $0.append(fraction) } }
      #expect(await code(of: resource, to: url, options) == nil)
      #expect(try Data(contentsOf: url) == TestMedia.data("exif/no-exif.jpg"))
      let reported = progress.withLock { $0 }
      #expect(reported.first == 0 && reported.last == 1 && reported == reported.sorted())
      // It is here now, also for an object that was fetched before.
      let second = folder.appendingPathComponent("b.jpg")
      #expect(await code(of: resource, to: second) == nil)
      #expect(progress.withLock { $0 } == reported)
    }
  }

  // P211, C84: cancelling from the progress handler, and a network that fails half-way.
  @Test func downloadsThatEndEarly() async throws {
    try await Scene.run { scene in
      let identifier = try scene.save()
      try scene.engine.user.setLocal([try #require(Identifiers.assetUUID(identifier))], false)
      let resource = try #require(
        PHAssetResource.assetResources(for: try scene.asset(identifier)).first)
      let manager = PHAssetResourceManager.default()
      let id = Lock<PHAssetResourceDataRequestID>(PHInvalidAssetResourceDataRequestID)
      let started = DispatchSemaphore(value: 0)
      let options = PHAssetResourceRequestOptions()
      options.isNetworkAccessAllowed = true
      options.progressHandler = { _ in
        started.wait()
        manager.cancelDataRequest(id.withLock { $0 })
      }
      let cancelled: PHPhotosError.Code? = await withCheckedContinuation { continuation in
        let request = manager.requestData(for: resource, options: options) { _ in
          Issue.record("A piece came.")
        } completionHandler: {
          continuation.resume(returning: ($0 as? PHPhotosError)?.code)
        }
        id.withLock { $0 = request }
        started.signal()
      }
      #expect(cancelled == .userCancelled)
      options.progressHandler = { fraction in
        if fraction > 0 { scene.engine.simulation.isNetworkDown = true }
      }
      let failed: PHPhotosError.Code? = await withCheckedContinuation { continuation in
        manager.requestData(for: resource, options: options) { _ in
          Issue.record("A piece came.")
        } completionHandler: {
          continuation.resume(returning: ($0 as? PHPhotosError)?.code)
        }
      }
      #expect(failed == .networkError)
    }
  }

  // P204, P205: one resource of each type, by its number; C83: one file of an asset may be elsewhere
  // while another is here.
  @Test func everyRole() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(Quarters.file(8, 4))
      let others = ResourceRole.allCases.filter { $0 != .photo }
      for role in others {
        try scene.add(Data("\(role)".utf8), role, named: "\(role).png", to: asset)
      }
      let resources = PHAssetResource.assetResources(for: asset)
      #expect(resources.map(\.type.rawValue) == Array(1...12))
      for resource in resources where resource.type != .photo {
        let role = try #require(ResourceRole(rawValue: resource.type.rawValue))
        let pieces = Results<Data>()
        let error: PHPhotosError.Code? = await withCheckedContinuation { continuation in
          PHAssetResourceManager.default().requestData(for: resource, options: nil) {
            pieces.add($0)
          } completionHandler: {
            continuation.resume(returning: ($0 as? PHPhotosError)?.code)
          }
        }
        #expect(error == nil && pieces.all == [Data("\(role)".utf8)])
        #expect(resource.value(forKey: "fileSize") as? Int == "\(role)".utf8.count)
        #expect(resource.value(forKey: "filename") as? String == "\(role).png")
      }
    }
  }

  // P173: without access there are no resources.
  @Test func noResourcesWithoutAccess() async throws {
    try await Scene.run { scene in
      let asset = try scene.asset(try scene.save())
      #expect(PHAssetResource.assetResources(for: asset).count == 1)
      try scene.engine.access.set(.denied, "App")
      #expect(PHAssetResource.assetResources(for: asset).isEmpty)
      #expect(PHAssetResource.assetResources(for: PHAsset()).isEmpty)
    }
  }

  @Test func optionsCopy() {
    let options = PHAssetResourceRequestOptions()
    #expect(!options.isNetworkAccessAllowed && options.progressHandler == nil)
    options.isNetworkAccessAllowed = true
    options.progressHandler = { _ in }
    let copy = options.copy() as? PHAssetResourceRequestOptions
    #expect(copy?.isNetworkAccessAllowed == true && copy?.progressHandler != nil)
    let creation = PHAssetResourceCreationOptions()
    creation.originalFilename = "a"
    creation.uniformTypeIdentifier = "public.jpeg"
    creation.shouldMoveFile = true
    let second = creation.copy() as? PHAssetResourceCreationOptions
    #expect(second?.originalFilename == "a" && second?.uniformTypeIdentifier == "public.jpeg")
    #expect(second?.shouldMoveFile == true)
  }
}
