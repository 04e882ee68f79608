import AssetsLibrary
import DiptychTesting
import Foundation
import TestMedia
import Testing
import UIKit

@testable import LegacyClients

/// O1 of the client files, on libraries with stated results.
@Suite struct CustomAlbumTests {
  private typealias Making = ALAssetsLibrary.AlbumMaking

  /// The URL that a save told, or the error.
  private func result(
    _ call: (
      @escaping ALAssetsLibraryWriteImageCompletionBlock,
      @escaping ALAssetsLibraryAccessFailureBlock
    ) -> Void
  ) async -> (url: URL?, error: NSError?) {
    await answer { done in
      call({ done($0, $1 as NSError?) }, { done(nil, $0 as NSError?) })
    }
  }

  // O1, L13, L64, C1, C5: a photo, a video and bytes with metadata, all in one album, however it is
  // made.
  @Test(
    arguments: [TestPhotoLibrary.Delivery.main, .private],
    [ALAssetsLibrary.AlbumMaking.old, .photos])
  func savesIntoItsAlbum(
    _ delivery: TestPhotoLibrary.Delivery, _ making: ALAssetsLibrary.AlbumMaking
  ) async throws {
    let photos = try TestPhotoLibrary(delivery: delivery) {
      Photo(.png(seed: 9), named: "before.png")
    }
    try await photos.run {
      let library = ALAssetsLibrary()
      let picture = try #require(UIImage(data: TestPicture.jpeg(orientation: 6).data))
      let first = await result {
        library.save(picture, toAlbum: "App", making: making, completion: $0, failure: $1)
      }
      let video = TestMedia.url("video/h264-high-faststart.mp4")
      let second = await result {
        library.saveVideo(video, toAlbum: "App", making: making, completion: $0, failure: $1)
      }
      let place: [AnyHashable: Any] = [
        "{GPS}": ["Latitude": 48.5, "LatitudeRef": "N", "Longitude": 2.25, "LongitudeRef": "E"]
      ]
      let third = await result {
        library.save(
          TestPicture.jpeg(seed: 3).data, metadata: place, toAlbum: "App", making: making,
          completion: $0, failure: $1)
      }
      #expect([first.error, second.error, third.error] == [nil, nil, nil])
      let album = try #require(photos.album("App"))
      #expect(photos.albums.map(\.title) == ["App"])
      #expect(album.client == "App")
      #expect(album.assets.map(\.assetURL) == [first.url, second.url, third.url])
      #expect(album.assets.map(\.kind) == [.photo, .video, .photo])
      #expect(album.assets.map(\.orientation) == [6, 1, 1])
      #expect(
        album.assets.map(\.fileName) == ["IMG_0002.JPG", "IMG_0003.MP4", "IMG_0004.JPG"])
      #expect(photos.assets.count == 4)

      let urls = await answer { done in
        library.loadAssets(ALAssetPropertyAssetURL, fromAlbum: "App") { done($0, $1) }
      }
      #expect(urls.0 as? [URL?] == album.assets.map(\.assetURL))
      #expect(urls.1 == nil)
      // L96: no place is nil, which the category turns into NSNull.
      let places = await answer { done in
        library.loadAssets(ALAssetPropertyLocation, fromAlbum: "App") { values, _ in done(values) }
      }
      #expect(places?.map { $0 is NSNull } == [true, true, false])
      let assets = await answer { done in
        library.loadAssets(nil, fromAlbum: "App") { values, _ in done(values) }
      }
      #expect(assets?.compactMap { $0 as? ALAsset }.count == 3)
    }
  }

  // L123: full-screen images are upright, so the file's orientation turns them a second time.
  @Test func loadsImages() async throws {
    let photos = try TestPhotoLibrary {
      Album("App") {
        Photo(.jpeg(width: 40, height: 30, seed: 1), named: "a.jpg")
        Photo(.jpeg(width: 40, height: 30, seed: 2, orientation: 6), named: "b.jpg")
      }
    }
    try await photos.run {
      let library = ALAssetsLibrary()
      let images = try #require(
        await answer { done in
          library.loadImages(fromAlbum: "App") { images, _ in done(images) }
        })
      #expect(images.map(\.imageOrientation) == [.up, .right])
      #expect(images.map { $0.cgImage?.width } == [40, 30])
      #expect(images.map(\.size) == [CGSize(width: 40, height: 30), CGSize(width: 40, height: 30)])
      // An album that is not there calls nothing back.
      let calls = Calls<Int>()
      library.loadImages(fromAlbum: "Nope") { images, _ in calls.note(images?.count ?? -1) }
      #expect(await photos.settle() == [])
      #expect(calls.all == [])
    }
  }

  // C1, L51, L64: the user deletes the album. Under iOS 8 its name stays taken for the old call,
  // which leaves the photo in the Camera Roll alone; the way through Photos works.
  @Test(arguments: [TestPhotoLibrary.Profile.documented, .iOS8])
  func theUserDeletesTheAlbum(_ profile: TestPhotoLibrary.Profile) async throws {
    let photos = try TestPhotoLibrary(profile: profile, delivery: .private)
    try await photos.run {
      let library = ALAssetsLibrary()
      let picture = try #require(UIImage(data: TestPicture.jpeg().data))
      for making in [Making.old, .old, .photos] {
        let isRefused = profile == .iOS8 && making == .old && photos.assets.count == 1
        let saved = await result {
          library.save(picture, toAlbum: "App", making: making, completion: $0, failure: $1)
        }
        #expect((saved.url == nil) == isRefused)
        #expect(saved.error?.domain == (isRefused ? ALAssetsLibrary.customAlbumErrorDomain : nil))
        #expect(photos.albums.map { $0.assets.count } == (isRefused ? [] : [1]))
        if !isRefused { try photos.user.deleteAlbum("App") }
      }
      #expect(photos.assets.count == 3)
    }
  }

  // L166: a URL of nothing is searched in every group and then nobody is called.
  @Test func anUnknownURLCallsNobody() async throws {
    let photos = try TestPhotoLibrary(delivery: .private) {
      Album("App") { Photo(.jpeg(), named: "a.jpg") }
    }
    await photos.run {
      let library = ALAssetsLibrary()
      let calls = Calls<String>()
      library.addAsset(
        at: URL(string: "assets-library://asset/asset.JPG?id=\(UUID())&ext=JPG"), toAlbum: "App",
        completion: { _, _ in calls.note("completion") }, failure: { _ in calls.note("failure") })
      #expect(await photos.settle() == [])
      #expect(calls.all == [])
      #expect(photos.album("App")?.assets.count == 1)
    }
  }

  // C78, L191, L194: denied, the write fails with -3310, and every read with -3311.
  @Test func denied() async throws {
    let photos = try TestPhotoLibrary(access: .denied, delivery: .private) {
      Album("App") { Photo(.jpeg(), named: "a.jpg") }
    }
    try await photos.run {
      let library = ALAssetsLibrary()
      let picture = try #require(UIImage(data: TestPicture.jpeg(seed: 2).data))
      let url = photos.assets.first?.assetURL
      let write = await result {
        library.save(picture, toAlbum: "App", completion: $0, failure: $1)
      }
      #expect(write.error?.code == ALAssetsLibraryDataUnavailableError)
      let add = await result {
        library.addAsset(at: url, toAlbum: "App", completion: $0, failure: $1)
      }
      #expect(add.error?.code == ALAssetsLibraryAccessUserDeniedError)
      let load = await answer { done in
        library.loadAssets(nil, fromAlbum: "App") { done($0?.count, $1 as NSError?) }
      }
      #expect(load.0 == nil)
      #expect(load.1?.code == ALAssetsLibraryAccessUserDeniedError)
      #expect(photos.assets.count == 1)
    }
  }
}
