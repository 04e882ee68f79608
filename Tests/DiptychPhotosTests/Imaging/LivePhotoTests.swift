import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// Live Photos: of assets, and of files.
@Suite struct LivePhotoTests {
  private struct LiveResult: Sendable {
    let photo: PHLivePhoto?
    let result: ImageResult
    let code: Int?
    let isCancelled: Bool?
    let isDegraded: Bool?
  }

  private func asset(_ scene: Scene) throws -> PHAsset {
    let asset = try scene.photo(Quarters.file(160, 80))
    try scene.add(
      TestMedia.data("video/h264-rotated-creationdate.mov"), .pairedVideo,
      type: "com.apple.quicktime-movie", named: "a.mov", to: asset)
    return asset
  }

  private func live(
    _ scene: Scene, _ asset: PHAsset, _ target: CGSize = CGSize(width: 40, height: 40),
    _ options: PHLivePhotoRequestOptions? = nil
  ) async -> [LiveResult] {
    let results = Results<LiveResult>()
    PHImageManager.default().requestLivePhoto(
      for: asset, targetSize: target, contentMode: .aspectFit, options: options
    ) { photo, info in
      results.add(
        LiveResult(
          photo: photo, result: ImageResult(nil, info),
          code: (info?[PHImageErrorKey] as? NSError)?.code,
          isCancelled: info?[PHImageCancelledKey] as? Bool,
          isDegraded: info?[PHImageResultIsDegradedKey] as? Bool))
    }
    #expect(await scene.engine.activities.settled(within: 20) == [])
    return results.all
  }

  private func made(_ urls: [URL], _ scene: Scene, cancel: Bool = false) async -> [LiveResult] {
    let results = Results<LiveResult>()
    func ask() -> PHLivePhotoRequestID {
      PHLivePhoto.request(
        withResourceFileURLs: urls, placeholderImage: nil,
        targetSize: CGSize(width: 40, height: 40), contentMode: .aspectFit
      ) { photo, info in
        results.add(
          LiveResult(
            photo: photo, result: ImageResult(nil, info),
            code: (info[PHLivePhotoInfoErrorKey] as? NSError)?.code,
            isCancelled: info[PHLivePhotoInfoCancelledKey] as? Bool,
            isDegraded: info[PHLivePhotoInfoIsDegradedKey] as? Bool))
      }
    }
    if cancel {
      scene.holdingImageQueue { PHLivePhoto.cancelRequest(withRequestID: ask()) }
    } else {
      #expect(ask() != PHLivePhotoRequestIDInvalid)
    }
    #expect(await scene.engine.activities.settled(within: 20) == [])
    return results.all
  }

  // C49: the object of a stored pair, its size, and its two files.
  @Test func ofAnAsset() async throws {
    try await Scene.run { scene in
      let asset = try asset(scene)
      let found = await live(scene, asset)
      #expect(found.count == 1 && found[0].isDegraded == false && found[0].code == nil)
      let photo = try #require(found[0].photo)
      #expect(photo.size == CGSize(width: 40, height: 20))
      #expect(photo.copy() as? PHLivePhoto === photo)
      let resources = PHAssetResource.assetResources(for: photo)
      #expect(resources.map(\.type) == [.photo, .pairedVideo])
      #expect(
        resources.map(\.assetLocalIdentifier) == [asset.localIdentifier, asset.localIdentifier])
      #expect(resources.map(\.originalFilename) == ["a.png", "a.mov"])
      let whole = await live(scene, asset, PHImageManagerMaximumSize)
      #expect(whole.first?.photo?.size == CGSize(width: 160, height: 80))
      // Secure coding brings it back, as long as it is there.
      let archive = try NSKeyedArchiver.archivedData(
        withRootObject: photo, requiringSecureCoding: true)
      let again = try #require(
        try NSKeyedUnarchiver.unarchivedObject(ofClass: PHLivePhoto.self, from: archive))
      #expect(again.size == photo.size)
      #expect(
        PHAssetResource.assetResources(for: again).map(\.originalFilename) == ["a.png", "a.mov"])
      try scene.engine.user.purge([try #require(Identifiers.assetUUID(asset.localIdentifier))])
      #expect(
        (try? NSKeyedUnarchiver.unarchivedObject(ofClass: PHLivePhoto.self, from: archive)) == nil)
    }
  }

  @Test func noLivePhoto() async throws {
    try await Scene.run { scene in
      let photo = try scene.photo(Quarters.file(8, 8))
      #expect(await live(scene, photo).map(\.code) == [3306])
      #expect(await live(scene, PHAsset()).map(\.code) == [3306])
      let asset = try asset(scene)
      let bad = await live(scene, asset, CGSize(width: -3, height: 1))
      #expect(bad.map(\.code) == [-1] && bad.first?.photo == nil)
    }
  }

  // P203: both files are downloaded.
  @Test func network() async throws {
    try await Scene.run { scene in
      let asset = try asset(scene)
      try scene.engine.user.setLocal(
        [try #require(Identifiers.assetUUID(asset.localIdentifier))], false)
      let off = await live(scene, asset)
      #expect(off.map(\.code) == [3164] && off.first?.result.isInCloud == true)
      let options = PHLivePhotoRequestOptions()
      options.isNetworkAccessAllowed = true
      let progress = Results<Double>()
      options.progressHandler = { fraction, _, _, _ in progress.add(fraction) }
      #expect(await live(scene, asset, CGSize(width: 40, height: 40), options).first?.photo != nil)
      #expect(progress.all.filter { $0 == 1 }.count == 2)
    }
  }

  @Test func ofFiles() async throws {
    try await Scene.run { scene in
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("diptych-live-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let still = folder.appendingPathComponent("IMG_1.jpg")
      let movie = folder.appendingPathComponent("IMG_1.mov")
      let picture = try TestMedia.data("live/generated.jpg")
      try picture.write(to: still)
      try TestMedia.data("live/generated.mov").write(to: movie)
      let found = await made([movie, still], scene)
      #expect(found.count == 1 && found[0].isDegraded == false)
      let photo = try #require(found[0].photo)
      #expect(photo.size == CGSize(width: 40, height: 30))
      let resources = PHAssetResource.assetResources(for: photo)
      #expect(resources.map(\.type) == [.photo, .pairedVideo])
      #expect(resources.map(\.originalFilename) == ["IMG_1.jpg", "IMG_1.mov"])
      #expect(
        resources.map(\.uniformTypeIdentifier) == ["public.jpeg", "com.apple.quicktime-movie"])
      #expect(resources.map(\.assetLocalIdentifier) == ["", ""])
      #expect(resources[0].dataSize == picture.count && resources[0].pixelWidth == 640)
      // Their bytes can be read and written as those of any resource.
      let copy = folder.appendingPathComponent("copy.jpg")
      try await PHAssetResourceManager.default().writeData(
        for: resources[0], toFile: copy, options: nil)
      #expect(try Data(contentsOf: copy) == picture)
      let archive = try NSKeyedArchiver.archivedData(
        withRootObject: photo, requiringSecureCoding: true)
      let again = try NSKeyedUnarchiver.unarchivedObject(ofClass: PHLivePhoto.self, from: archive)
      #expect(again?.size == photo.size)
      let cancelled = await made([movie, still], scene, cancel: true)
      #expect(cancelled.map(\.isCancelled) == [true] && cancelled.first?.photo == nil)
      // What is no pair.
      let missing = folder.appendingPathComponent("none.png")
      for (urls, code) in [
        ([still], -1), ([still, still], -1), ([], -1), ([still, movie, still], -1),
        ([still, missing], 3303), ([folder, movie], 3303),
        ([try #require(URL(string: "https://example.com/a.png")), movie], 3303),
      ] {
        let answers = await made(urls, scene)
        #expect(answers.map(\.code) == [code] && answers.first?.photo == nil, "\(urls)")
      }
      #if AllMedia
        // P143, C50: both files name one Live Photo, and the same.
        let others = (still: "exif/no-exif.jpg", movie: "video/h264-rotated-creationdate.mov")
        let plain = folder.appendingPathComponent("plain.jpg")
        let clip = folder.appendingPathComponent("clip.mov")
        try TestMedia.data(others.still).write(to: plain)
        try TestMedia.data(others.movie).write(to: clip)
        for urls in [[plain, movie], [still, clip], [clip, plain]] {
          let answers = await made(urls, scene)
          #expect(answers.map(\.code) == [-1] && answers.first?.photo == nil, "\(urls)")
        }
        // An archive of files that have become others is none of a Live Photo.
        try TestMedia.data(others.movie).write(to: movie)
        #expect(
          (try? NSKeyedUnarchiver.unarchivedObject(ofClass: PHLivePhoto.self, from: archive)) == nil
        )
        try TestMedia.data("live/generated.mov").write(to: movie)
      #endif
      try Data("text".utf8).write(to: still)
      #expect(await made([still, movie], scene).map(\.code) == [3302])
    }
  }
}
