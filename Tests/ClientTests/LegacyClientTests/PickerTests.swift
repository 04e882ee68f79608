import AssetsLibrary
import DiptychEngine
import DiptychTesting
import Foundation
import TestMedia
import Testing
import UIKit

@testable import LegacyClients

/// O2 and O19 of the client files, on libraries with stated results.
@Suite struct PickerTests {
  private static let video = TestMedia.url("video/h264-high-faststart.mp4")

  /// Photo, video, photo; the first is in "Trip"; "Empty" has none.
  private func library(
    access: TestPhotoLibrary.Access = .authorized
  ) throws -> TestPhotoLibrary {
    let first = Photo(.jpeg(width: 40, height: 30, seed: 1), named: "a.jpg")
    return try TestPhotoLibrary(access: access) {
      first
      Video(file: Self.video, named: "v.mp4")
      Photo(.png(width: 8, height: 6, seed: 2), named: "b.png")
      Album("Trip") { first }
      Album("Empty") {}
    }
  }

  // O2, L39, L41, L44: the Camera Roll is moved to the front, streams to the second place, empty
  // groups are dropped.
  @Test func listsAlbums() async throws {
    let photos = try library()
    await photos.run {
      let manager = PickerManager()
      var albums = await answer { manager.allAlbums($0) }
      #expect(albums.map(\.name) == ["Camera Roll", "Trip"])
      #expect(albums.map(\.count) == [3, 1])
      #expect(albums.map(\.isCameraRoll) == [true, false])
      let roll = await answer { manager.cameraRoll($0) }
      #expect(roll.name == "Camera Roll")
      #expect(roll.count == 3)
      manager.isWanted = { $0 != "Trip" }
      albums = await answer { manager.allAlbums($0) }
      #expect(albums.map(\.name) == ["Camera Roll"])
    }
    let withStream = try TestPhotoLibrary {
      Album("Stream") { Photo(.jpeg(seed: 1), named: "s.jpg") }.photoStream()
      Album("Trip") { Photo(.jpeg(seed: 2), named: "a.jpg") }
      Album("Ann") { Photo(.jpeg(seed: 3), named: "f.jpg") }.faces()
    }
    await withStream.run {
      let albums = await answer { PickerManager().allAlbums($0) }
      #expect(albums.map(\.name) == ["Camera Roll", "Trip", "Stream", "Ann"])
      #expect(albums.map(\.count) == [1, 1, 1, 1])
    }
  }

  // O2, L72, L77, C59: items in both orders, by each filter, and by place.
  @Test(.enabled(if: TestMedia.hasAllMedia)) func listsItems() async throws {
    let photos = try library()
    try await photos.run {
      let manager = PickerManager()
      let group = await answer { manager.cameraRoll($0) }.group
      let names = ["a.jpg", "v.mp4", "b.png"].map { photos.asset($0)?.assetURL?.absoluteString }
      func urls(_ videos: Bool, _ images: Bool) async -> [String?] {
        await answer { done in
          manager.items(of: group, videos: videos, images: images) { done($0) }
        }.map { manager.identifier($0.asset) }
      }
      #expect(await urls(true, true) == names)
      #expect(await urls(true, false) == [names[1]])
      #expect(await urls(false, true) == [names[0], names[2]])
      manager.isAscending = false
      #expect(await urls(true, true) == names.reversed())
      let items = await answer { done in
        manager.items(of: group, videos: true, images: true) { done($0) }
      }
      // L94: the video's duration is a number.
      #expect(items.map(\.length) == [nil, "0:02", nil])
      let second = await answer { done in
        manager.item(at: 1, of: group, videos: false, images: true) { done($0) }
      }
      #expect(second.map { manager.identifier($0.asset) } == names[2])
      let none = await answer { done in
        manager.item(at: 2, of: group, videos: false, images: true) { done($0) }
      }
      #expect(none == nil)
      // Photos below a size are hidden.
      manager.hidesSmallPhotos = true
      manager.minimumSize = CGSize(width: 20, height: 20)
      #expect(await urls(true, true) == [names[1], names[0]])
      // L106: fresh objects are compared by their URLs.
      let again = await answer { done in
        manager.items(of: group, videos: true, images: true) { done($0) }
      }
      #expect(manager.contains(items.map(\.asset), again[0].asset))
      #expect(!items.contains { $0.asset === again[0].asset })
      let bytes = try ["a.jpg", "b.png"].map { try #require(photos.asset($0)).byteCount }
      let sum = bytes.reduce(0, +)
      let expected = sum >= 1024 ? String(format: "%0.0fK", Double(sum) / 1024) : "\(sum)B"
      #expect(manager.byteText(of: items) == expected)
    }
  }

  // O2, L111, L117, L118, L122, L123: a thumbnail, then the full picture; the bytes; a video's URL.
  @Test func readsPictures() async throws {
    let photos = try library()
    try await photos.run {
      let manager = PickerManager()
      let roll = await answer { manager.cameraRoll($0) }
      let items = await answer { done in
        manager.items(of: roll.group, videos: true, images: true) { done($0) }
      }
      let sizes = Calls<[Int]>()
      await withCheckedContinuation { continuation in
        manager.photo(items[0].asset) { image, isDegraded in
          sizes.note([image.cgImage?.width ?? 0, image.cgImage?.height ?? 0])
          if !isDegraded { continuation.resume() }
        }
      }
      #expect(sizes.all == [[30, 30], [40, 30]])
      let original = await answer { manager.originalPhoto(items[0].asset, $0) }
      #expect(original.size == CGSize(width: 40, height: 30))
      let data = try photos.asset("a.jpg")?.data
      #expect(manager.originalData(items[0].asset) == data)
      #expect(manager.videoURL(items[1].asset) == photos.asset("v.mp4")?.assetURL)
      // Decision 13: the newest is the Camera Roll's poster.
      #expect(manager.poster(of: roll)?.cgImage?.height == 6)
    }
  }

  // O2, L136, L155: what saves report.
  @Test func saves() async throws {
    let photos = try library()
    try await photos.run {
      let manager = PickerManager()
      manager.patience = 0
      let picture = try #require(UIImage(data: TestPicture.jpeg(orientation: 8).data))
      #expect(await answer { manager.save(picture, $0) } == nil)
      #expect(await answer { manager.saveVideo(Self.video, $0) } == nil)
      #expect(photos.assets.map(\.kind) == [.photo, .video, .photo, .photo, .video])
      #expect(photos.assets[3].orientation == 8)
      let missing = await answer { manager.saveVideo(URL(fileURLWithPath: "/no/such.mov"), $0) }
      #expect((missing as NSError?)?.code == ALAssetsLibraryWriteFailedError)
      #expect(photos.assets.count == 5)
    }
  }

  // O2, L187, L188, L190: asking by walking groups.
  @Test func asks() async throws {
    let rows: [(TestPhotoLibrary.Access, before: Int, after: Int, calls: Int, prompts: Int)] = [
      (.authorized, 3, 3, 4, 0), (.denied, 2, 2, 1, 0), (.restricted, 1, 1, 1, 0),
      (.notDetermined, 0, 3, 4, 1),
    ]
    for row in rows {
      let photos = try library(access: row.0)
      await photos.run {
        let manager = PickerManager()
        #expect(PickerManager.status == row.before)
        let calls = Calls<Void>()
        manager.requestAuthorization { calls.note(()) }
        #expect(await photos.settle() == [])
        #expect(calls.count == row.calls, "\(row.0)")
        #expect(PickerManager.status == row.after)
        #expect(photos.prompts == Array(repeating: .readWriteAccess, count: row.prompts))
      }
    }
  }

  // O2, O19, L2, C78: denied, with failure blocks that are nil or do nothing, nobody is called.
  @Test func denied() async throws {
    let photos = try library(access: .denied)
    try await photos.run {
      let manager = PickerManager()
      let calls = Calls<String>()
      manager.allAlbums { _ in calls.note("albums") }
      manager.cameraRoll { _ in calls.note("roll") }
      let loader = PhotoLoader { _ in calls.note("photos") }
      loader.start()
      #expect(await photos.settle() == [])
      #expect(calls.all == [])
      let picture = try #require(UIImage(data: TestPicture.jpeg().data))
      let error = await answer { manager.save(picture, $0) } as NSError?
      #expect(error?.code == ALAssetsLibraryDataUnavailableError)
    }
  }

  // O19, L28, L68: the closing nil is what the picker waits for; it comes once, for an empty
  // library too.
  @Test func loadsThePhotosOfTheCameraRoll() async throws {
    for isEmpty in [false, true] {
      let photos = isEmpty ? try TestPhotoLibrary() : try library()
      await photos.run {
        let loads = Calls<[URL?]>()
        let loader = PhotoLoader { assets in
          loads.note(assets.map { $0.value(forProperty: ALAssetPropertyAssetURL) as? URL })
        }
        loader.start()
        #expect(await photos.settle() == [])
        let expected = ["a.jpg", "b.png"].map { photos.asset($0)?.assetURL }
        #expect(loads.all == [isEmpty ? [] : expected])
      }
    }
  }
}
