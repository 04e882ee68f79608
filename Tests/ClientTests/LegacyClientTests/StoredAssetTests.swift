import AssetsLibrary
import CoreLocation
import DiptychTesting
import Foundation
import TestMedia
import Testing
import UIKit

@testable import LegacyClients

/// O11 of the client files, on libraries with stated results.
@Suite struct StoredAssetTests {
  // O11, L94–L103, L122, L123, L133: all properties; all orientations.
  @Test func properties() async throws {
    let date = Date(timeIntervalSince1970: 1_400_000_000)
    let photos = try TestPhotoLibrary(delivery: .private) {
      for number in 1...8 {
        Photo(
          .jpeg(width: 40, height: 30, seed: number, orientation: number), named: "\(number).jpg",
          taken: date, at: (latitude: 48.5, longitude: -2.25))
      }
      Video(file: TestMedia.url("video/h264-high-faststart.mp4"), named: "v.mp4")
    }
    try await photos.run {
      let library = ALAssetsLibrary()
      for (index, seeded) in photos.assets.enumerated() {
        let asset = try #require(
          await answer { done in
            library.asset(for: seeded.assetURL, resultBlock: done, failureBlock: nil)
          })
        let stored = StoredAsset(asset, library)
        #expect(stored.url == seeded.assetURL)
        #expect(!stored.isEditable)
        guard index < 8 else {
          #expect(stored.kind == .video)
          #expect(stored.location == nil)
          continue
        }
        let isPortrait = index >= 4
        #expect(stored.kind == .image)
        #expect(stored.date == date)
        #expect(stored.location?.coordinate.latitude == 48.5)
        #expect(stored.location?.coordinate.longitude == -2.25)
        #expect(stored.shape == (isPortrait ? .portrait : .landscape), "\(index + 1)")
        let size = isPortrait ? CGSize(width: 30, height: 40) : CGSize(width: 40, height: 30)
        #expect(stored.fullScreenImage?.size == size)
        #expect(stored.fullScreenImage?.imageOrientation == .up)
        #expect(stored.fullResolutionImage?.size == size)
        #expect(stored.fullResolutionImage?.cgImage?.width == 40)
        #expect(stored.thumbnail?.size == CGSize(width: 30, height: 30))
      }
    }
  }

  // O11, L178, L166: an asset that a change made invalid is looked up again; one that is still
  // there is not. In a process of its own, since it listens to every library.
  @Test func reloading() async {
    await #expect(processExitsWith: .success) {
      let photos = try TestPhotoLibrary(delivery: .private) {
        Photo(.jpeg(seed: 1), named: "a.jpg")
        Photo(.jpeg(seed: 2), named: "b.jpg")
      }
      try await photos.run {
        let library = ALAssetsLibrary()
        let url = photos.asset("a.jpg")?.assetURL
        let asset = try #require(
          await answer { done in library.asset(for: url, resultBlock: done, failureBlock: nil) })
        let stored = StoredAsset(asset, library)
        let (stream, continuation) = AsyncStream<Bool>.makeStream()
        stored.reloaded = { continuation.yield($0 != nil) }
        var reloads = stream.makeAsyncIterator()
        try photos.user.favorite("a.jpg")
        #expect(await photos.settle() == [])
        try photos.user.delete("a.jpg")
        #expect(await reloads.next() == false)
        #expect(stored.url == url)
        try photos.user.restore("a.jpg")
        #expect(await photos.settle() == [])
        continuation.finish()
        #expect(await reloads.next() == nil)
        // Decision 37: the old object is live again.
        #expect(stored.thumbnail != nil)
      }
    }
  }

  // O11, L200: after access is lost nothing is there, and nothing fails. In a process of its own.
  @Test func accessLost() async {
    await #expect(processExitsWith: .success) {
      let photos = try TestPhotoLibrary(delivery: .private) { Photo(.jpeg(), named: "a.jpg") }
      try await photos.run {
        let library = ALAssetsLibrary()
        let url = photos.asset("a.jpg")?.assetURL
        let asset = try #require(
          await answer { done in library.asset(for: url, resultBlock: done, failureBlock: nil) })
        let stored = StoredAsset(asset, library)
        photos.access = .denied
        #expect(stored.kind == .unknown)
        #expect(stored.date == nil)
        #expect(stored.thumbnail == nil)
        #expect(stored.fullScreenImage == nil)
        #expect(stored.shape == .landscape)
        #expect(stored.url == url)
      }
    }
  }
}
