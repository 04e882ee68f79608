import AssetsLibrary
import DiptychTesting
import Foundation
import TestMedia
import Testing
import UIKit

@testable import LegacyClients

/// O3 of the client files, on libraries with stated results.
@Suite struct GalleryTests {
  private static let june = Date(timeIntervalSince1970: 1_433_160_000)
  private static let day = TimeInterval(24 * 60 * 60)

  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    return calendar
  }

  private func library(
    access: TestPhotoLibrary.Access = .authorized
  ) throws -> TestPhotoLibrary {
    let first = Photo(.jpeg(seed: 1, orientation: 6), named: "a.jpg", taken: Self.june)
    let video = Video(file: TestMedia.url("video/h264-high-faststart.mp4"), named: "v.mp4")
    return try TestPhotoLibrary(access: access) {
      video
      first
      Photo(.jpeg(seed: 2), named: "b.jpg", taken: Self.june + Self.day)
      Photo(.jpeg(seed: 3), named: "c.jpg", taken: Self.june + 60)
      Album("Trip") { first }
      Album("Videos") { video }
    }
  }

  private func names(_ assets: [ALAsset], _ photos: TestPhotoLibrary) -> [String?] {
    assets.map { asset in
      let url = asset.value(forProperty: ALAssetPropertyAssetURL) as? URL
      return url.flatMap { photos.asset($0.absoluteString) }?.fileName
    }
  }

  // O3, L81, L84: groups with photos, the last walked first; photos newest first.
  @Test func albumsAndPhotos() async throws {
    let photos = try library()
    try await photos.run {
      let source = GallerySource(calendar: calendar)
      #expect(source.hasAccess)
      let (isThere, albums) = await answer { done in source.albums { done($0, $1) } }
      #expect(isThere)
      #expect(albums.map(\.name) == ["Camera Roll", "Trip"])
      #expect(albums.map(\.count) == [3, 1])
      #expect(
        albums.map { $0.poster?.size } == [
          CGSize(width: 30, height: 30), CGSize(width: 30, height: 30),
        ])
      let found = await answer { done in source.photos(of: albums[0].group) { done($0, $1) } }
      #expect(names(found.1, photos) == ["c.jpg", "b.jpg", "a.jpg"])
      let turned = try #require(source.photo(found.1[2]))
      #expect(turned.imageOrientation == .right)
      #expect(turned.size == CGSize(width: 30, height: 40))
      let trip = try #require(photos.album("Trip")?.groupURL)
      #expect(await answer { done in source.group(at: trip) { isThere, _ in done(isThere) } })
      #expect(await answer { done in source.group(at: nil) { isThere, _ in done(!isThere) } })
    }
  }

  // O3, L31, decision 31: a walk that is told to stop calls nothing more.
  @Test func stopping() async throws {
    let photos = try library()
    await photos.run {
      let source = GallerySource(calendar: calendar)
      let albums = await answer { done in source.albums { done($1) } }
      source.stops = true
      let calls = Calls<Bool>()
      source.photos(of: albums[0].group) { isThere, _ in calls.note(isThere) }
      source.moments(types: ALAssetsGroupType(ALAssetsGroupAll), inBatches: false) { isLast, _ in
        calls.note(isLast)
      }
      #expect(await photos.settle() == [])
      #expect(calls.all == [])
    }
  }

  // O3, L95, L106: photos of all groups by day, each once although two groups have it.
  @Test func moments() async throws {
    let photos = try library()
    await photos.run {
      let source = GallerySource(calendar: calendar)
      let (isLast, moments) = await answer { done in
        source.moments(types: ALAssetsGroupType(ALAssetsGroupAll), inBatches: false) {
          done($0, $1)
        }
      }
      #expect(isLast)
      #expect(moments.map { $0.day.day } == [2, 1])
      #expect(moments.map { names($0.assets, photos) } == [["b.jpg"], ["c.jpg", "a.jpg"]])
    }
  }

  // O3: in batches, a part for fifty photos, then everything.
  @Test func momentsInBatches() async throws {
    let photos = try TestPhotoLibrary {
      for number in 0..<60 {
        Photo(.png(width: 4, height: 4, seed: number), named: "\(number).png", taken: Self.june)
      }
    }
    await photos.run {
      let source = GallerySource(calendar: calendar)
      let parts = Calls<Int>()
      await withCheckedContinuation { continuation in
        source.moments(
          types: ALAssetsGroupType(ALAssetsGroupSavedPhotos), inBatches: true
        ) { isLast, moments in
          parts.note(moments.reduce(0) { $0 + $1.assets.count })
          if isLast { continuation.resume() }
        }
      }
      #expect(parts.all == [50, 60])
    }
  }

  // O3, L33, L191, L193: denied and restricted.
  @Test(arguments: [TestPhotoLibrary.Access.denied, .restricted])
  func refused(_ access: TestPhotoLibrary.Access) async throws {
    let photos = try library(access: access)
    await photos.run {
      let source = GallerySource(calendar: calendar)
      #expect(!source.hasAccess)
      let (isThere, albums) = await answer { done in source.albums { done($0, $1.count) } }
      #expect(!isThere)
      #expect(albums == 0)
      let moments = await answer { done in
        source.moments(types: ALAssetsGroupType(ALAssetsGroupAll), inBatches: false) {
          done($0, $1.count)
        }
      }
      #expect(moments == (false, 0))
      let trip = photos.album("Trip")?.groupURL
      #expect(await answer { done in source.group(at: trip) { isThere, _ in done(!isThere) } })
    }
  }
}
