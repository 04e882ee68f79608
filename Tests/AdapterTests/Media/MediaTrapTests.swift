import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

#if AllMedia
  /// What readers of real files fall into, through both APIs.
  @Suite("Traps of real files")
  struct MediaTrapTests {
    private func isNear(_ bitmap: Bitmap, _ x: Int, _ y: Int, _ color: [Int]) -> Bool {
      let place = (y * bitmap.size.width + x) * 4
      return zip(bitmap.pixels[place..<place + 3], color).allSatisfy { abs(Int($0) - $1) < 24 }
    }

    private func views(_ data: Data, _ library: ALAssetsLibrary) async throws -> BothViews {
      let url = try await library.writeImageData(toSavedPhotosAlbum: data, metadata: nil)
      return try await BothViews(try #require(url).absoluteString, library)
    }

    /// The whole picture as each API shows it.
    private func pictures(_ views: BothViews) throws -> [Bitmap] {
      let old = views.old.defaultRepresentation()?.fullScreenImage()
      return [
        try #require(old).takeUnretainedValue().bitmap,
        try views.requested(2_048, .aspectFit).bitmap,
      ]
    }

    // Decision 55: turning by EXIF what the container has turned already, or never turned, is wrong.
    @Test("EXIF's orientation does not turn a HEIC file whose pixels are upright")
    func uprightHEIC() async throws {
      let harness = try BackendHarness()
      try await harness.run {
        let library = ALAssetsLibrary()
        let views = try await views(TestMedia.data("heic/exif-orientation-6.heic"), library)
        #expect(views.new.pixelWidth == 640 && views.new.pixelHeight == 480)
        #expect(views.old.defaultRepresentation()?.dimensions() == CGSize(width: 640, height: 480))
        #expect(views.old.defaultRepresentation()?.orientation() == .up)
        for picture in try pictures(views) {
          #expect(picture.size == PixelSize(width: 640, height: 480))
          #expect(isNear(picture, 20, 20, [255, 0, 0]) && isNear(picture, 620, 20, [0, 255, 0]))
        }
      }
    }

    // The layout of iOS 18, stored lying and shown standing: turned once, by the container.
    @Test("a current iPhone's HEIC file stands upright, turned once")
    func phoneHEIC() async throws {
      let harness = try BackendHarness()
      try await harness.run {
        let library = ALAssetsLibrary()
        let data = try TestMedia.data("live/real.HEIC")
        let views = try await views(data, library)
        #expect(views.new.pixelWidth == 3_024 && views.new.pixelHeight == 4_032)
        // D23: as stored there.
        #expect(
          views.old.defaultRepresentation()?.dimensions() == CGSize(width: 4_032, height: 3_024))
        #expect(views.old.defaultRepresentation()?.orientation() == .right)
        let upright = try MediaCodecs.decode(data).oriented(.right)
        for picture in try pictures(views) {
          #expect(picture.size == PixelSize(width: 1_536, height: 2_048))
          // The same picture but for the way in which it was made smaller.
          var difference = 0
          for y in stride(from: 8, to: 2_048, by: 32) {
            for x in stride(from: 8, to: 1_536, by: 32) {
              let place = (y * 1_536 + x) * 4
              let whole = (y * 4_032 / 2_048 * 3_024 + x * 3_024 / 1_536) * 4
              difference += abs(Int(picture.pixels[place]) - Int(upright.pixels[whole]))
            }
          }
          #expect(difference / (64 * 48) < 12, "\(difference)")
        }
        // From the embedded thumbnail, which the container turns too.
        let small = views.old.thumbnail()?.takeUnretainedValue().bitmap
        #expect(small?.size == PixelSize(width: 150, height: 150))
        #expect(
          try views.requested(150, .aspectFit).bitmap.size == PixelSize(width: 113, height: 150))
      }
    }

    // Samples of 16 bits, and a picture without color planes.
    @Test("HEIC files of 10 bits and without colors show their colors")
    func deepAndColorless() async throws {
      let harness = try BackendHarness()
      try await harness.run {
        let library = ALAssetsLibrary()
        for picture in try pictures(
          try await views(TestMedia.data("heic/ten-bit.heic"), library))
        {
          #expect(isNear(picture, 8, 48, [255, 0, 0]) && isNear(picture, 48, 48, [0, 255, 0]))
        }
        for picture in try pictures(
          try await views(TestMedia.data("heic/monochrome.heic"), library))
        {
          #expect(isNear(picture, 64, 48, [128, 128, 128]) && isNear(picture, 4, 48, [8, 8, 8]))
        }
      }
    }

    // Refused when saved (decision 49); one that broke in the library gives what can be shown.
    @Test("a JPEG that broke in the library shows its top")
    func brokenInPlace() async throws {
      let harness = try BackendHarness()
      let data = try TestMedia.data("exif/date-plain.jpg")
      try await LibraryScope(library: harness.library, client: "App", delivery: .private)
        .runInTask {
          let library = ALAssetsLibrary()
          let views = try await views(data, library)
          let uuid = try #require(UUID(uuidString: views.old.identifier))
          let resource = try harness.library.read { transaction in
            try transaction.asset(uuid).flatMap { try transaction.resources(of: $0.row).first }
          }
          let path = try harness.library.filePath(of: #require(resource))
          chmod(path, 0o644)
          try TestMedia.data("bad/truncated.jpg").write(to: URL(fileURLWithPath: path))
          for picture in try pictures(views) {
            #expect(picture.size == PixelSize(width: 640, height: 480))
            #expect(isNear(picture, 20, 20, [255, 0, 0]) && isNear(picture, 620, 20, [0, 255, 0]))
          }
        }
      #expect(await harness.library.activities.settled(within: 10) == [])
      // The library's own check tells of it.
      #expect(try harness.library.verify().isEmpty == false)
      harness.library.close()
    }

    // The track header says how a movie is shown, its sample entry how it is coded.
    @Test("a movie whose headers disagree is shown in the size of its track")
    func disagreeingHeaders() async throws {
      var data = try TestMedia.data("video/h264-high-faststart.mp4")
      let header = try #require(data.range(of: Data("tkhd".utf8)))
      let width = header.lowerBound + 4 + 76
      data.replaceSubrange(width..<width + 8, with: [1, 0x90, 0, 0, 0, 0xF0, 0, 0])
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("diptych-\(UUID().uuidString).mp4")
      try data.write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let harness = try BackendHarness()
      try await harness.run {
        let library = ALAssetsLibrary()
        let url = try await library.writeVideoAtPath(toSavedPhotosAlbum: file)
        let views = try await BothViews(try #require(url).absoluteString, library)
        #expect(views.new.pixelWidth == 400 && views.new.pixelHeight == 240)
        for picture in try pictures(views) {
          #expect(picture.size == PixelSize(width: 400, height: 240))
        }
      }
    }

    // L142, decision 56: metadata given with bytes of a format in which nothing may move.
    @Test("given metadata wins in HEIC, AVIF, TIFF and DNG files, and the picture stays")
    func givenMetadata() async throws {
      let harness = try BackendHarness()
      try await harness.run {
        let library = ALAssetsLibrary()
        for name in [
          "live/real.HEIC", "heic/exif-orientation-6.heic", "heic/ten-bit.heic", "avif/still.avif",
          "tiff/rgb-lzw-exif.tif", "raw/generated.dng", "webp/animated-3.webp",
        ] {
          let data = try TestMedia.data(name)
          let metadata: [AnyHashable: Any] = [
            "{Exif}": ["DateTimeOriginal": "2001:02:03 04:05:06"],
            "{GPS}": [
              "Latitude": 48.5, "LatitudeRef": "N", "Longitude": 2.25, "LongitudeRef": "W",
            ],
          ]
          let url = try await library.writeImageData(toSavedPhotosAlbum: data, metadata: metadata)
          let views = try await BothViews(try #require(url).absoluteString, library)
          let date = Date(timeIntervalSince1970: 981_173_106)
          #expect(abs(views.new.creationDate?.timeIntervalSince(date) ?? 9) <= 43_200, "\(name)")
          #expect(views.new.location?.coordinate.longitude == -2.25, "\(name)")
          let place = views.old.value(forProperty: ALAssetPropertyLocation) as? CLLocation
          #expect(place?.coordinate.latitude == 48.5, "\(name)")
          let isSame =
            try MediaCodecs.decode(try await views.newBytes()) == MediaCodecs.decode(data)
          #expect(isSame, "\(name)")
        }
        // What cannot be held is refused: another orientation than the container's.
        let before = try harness.library.dump().text
        do {
          _ = try await library.writeImageData(
            toSavedPhotosAlbum: TestMedia.data("live/real.HEIC"), metadata: ["Orientation": 1])
          Issue.record("It was saved.")
        } catch {
          #expect((error as NSError).code == ALAssetsLibraryWriteInvalidDataError)
        }
        #expect(try harness.library.dump().text == before)
      }
    }
  }
#endif
