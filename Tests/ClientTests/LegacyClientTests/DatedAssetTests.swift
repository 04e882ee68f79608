import AssetsLibrary
import CoreLocation
import DiptychTesting
import Foundation
import TestMedia
import Testing
import UIKit

@testable import LegacyClients

/// O14 of the client files, on a library with stated results.
@Suite struct DatedAssetTests {
  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    return calendar
  }

  /// The Camera Roll's assets, wrapped.
  private func assets(_ library: ALAssetsLibrary) async -> [DatedAsset] {
    await answer { (done: @escaping ([DatedAsset]) -> Void) in
      library.enumerateGroups(
        withTypes: ALAssetsGroupType(ALAssetsGroupSavedPhotos),
        using: { group, stop in
          var assets: [DatedAsset] = []
          group?.enumerateAssets { asset, _, _ in
            if let asset { assets.append(DatedAsset(asset, calendar: self.calendar)) }
          }
          stop?.pointee = true
          done(assets)
        }, failureBlock: nil)
    }
  }

  // O14, L94–L96, L103, L106, L123, L132.
  @Test(.enabled(if: TestMedia.hasAllMedia)) func facts() async throws {
    // 27 July 2013, 15:30:00 UTC.
    let date = Date(timeIntervalSince1970: 1_374_939_000)
    let photos = try TestPhotoLibrary(delivery: .private) {
      Photo(
        .jpeg(width: 40, height: 30, seed: 1, orientation: 6), named: "a.jpg", taken: date,
        at: (latitude: -33.5, longitude: 151.25))
      Photo(.png(width: 64, height: 96, seed: 2), named: "shot.png", taken: date - 7_200)
      Video(file: TestMedia.url("video/h264-high-faststart.mp4"), named: "v.mp4", taken: date)
    }
    try await photos.run {
      let library = ALAssetsLibrary()
      let found = await assets(library)
      try #require(found.count == 3)
      #expect(found.map(\.kind) == [.photo, .photo, .video])
      #expect(found.map(\.hourNumber) == [2_013_072_715, 2_013_072_713, 2_013_072_715])
      #expect(found[1] < found[0] && !(found[0] < found[1]))
      #expect(found.map(\.url) == photos.assets.map(\.assetURL))
      #expect(found.map(\.fileExtension) == ["JPG", "PNG", "MP4"])
      #expect(found.map(\.isJPEG) == [true, false, false])
      #expect(found.map(\.isPNG) == [false, true, false])
      #expect(found.map(\.duration) == [0, 0, 2])
      #expect(found[0].location?.coordinate.latitude == -33.5)
      #expect(found[1].location == nil)
      // Decision 17: as stored, not turned.
      #expect(found[0].size == CGSize(width: 40, height: 30))
      #expect(found[1].isScreenshot(ofScreen: CGSize(width: 64, height: 96)))
      #expect(!found[0].isScreenshot(ofScreen: CGSize(width: 40, height: 30)))
      let again = await assets(library)
      #expect(again == found)
      #expect(Set(again).union(found).count == 3)
      // The full-screen image is upright; with the orientation on top it is turned twice.
      #expect(found[0].fullScreenImage?.size == CGSize(width: 40, height: 30))
      #expect(found[0].fullScreenImageAsItIs?.size == CGSize(width: 30, height: 40))
      #expect(found[0].fullResolutionImage?.size == CGSize(width: 30, height: 40))
      #expect(found[0].thumbnail?.size == CGSize(width: 30, height: 30))
      #expect(found[0].aspectRatioThumbnail?.size == CGSize(width: 30, height: 40))
    }
  }

  // O14, L108, L132, L200: deleted, and without access.
  @Test func gone() async throws {
    let photos = try TestPhotoLibrary(delivery: .private) { Photo(.jpeg(), named: "a.jpg") }
    try await photos.run {
      let library = ALAssetsLibrary()
      let asset = try #require(await assets(library).first)
      #expect(!asset.isDeleted)
      try photos.user.delete("a.jpg")
      #expect(asset.isDeleted)
      #expect(asset.size == .zero)
      #expect(asset.fullScreenImage == nil)
      try photos.user.restore("a.jpg")
      #expect(!asset.isDeleted)
      photos.access = .denied
      #expect(asset.isDeleted)
      #expect(asset.thumbnail == nil)
    }
  }
}
