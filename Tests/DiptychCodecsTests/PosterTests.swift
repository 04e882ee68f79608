import DiptychCodecs
import Foundation
import TestMedia
import Testing

#if AllMedia
  /// Decision 18: a movie is shown by its first frame.
  @Suite struct PosterTests {
    private let large = PixelSize(width: 4_000, height: 4_000)

    private func poster(_ name: String, _ fitting: PixelSize) throws -> Bitmap {
      try MediaCodecs.thumbnail(of: .file(TestMedia.url(name).path), fitting: fitting)
    }

    @Test func everySampleHasOneInItsUprightSize() throws {
      let rows: [(name: String, width: Int, height: Int)] = [
        ("video/h264-high-faststart.mp4", 320, 240),
        ("video/h264-rotated-creationdate.mov", 180, 320), ("video/hevc-hvc1.mov", 320, 240),
        ("video/fragmented.mp4", 320, 240), ("video/real-iphone5-rotated.mov", 1_080, 1_920),
      ]
      for row in rows {
        let size = PixelSize(width: row.width, height: row.height)
        let whole = try poster(row.name, large)
        #expect(whole.size == size, "\(row.name)")
        let hasAlpha = whole.hasAlpha
        #expect(!hasAlpha, "\(row.name)")
        #expect(whole.pixels.enumerated().allSatisfy { $0 & 3 != 3 || $1 == 255 }, "\(row.name)")
        for side in [64, 16, 1] {
          let fitting = PixelSize(width: side, height: side)
          let small = try poster(row.name, fitting)
          #expect(small.size == size.fitted(in: fitting), "\(row.name)")
          // The decoder's scaler and the average of the whole frame agree.
          let averaged = whole.scaled(fitting: fitting)
          let difference = try #require(Pictures.meanDifference(small, averaged))
          #expect(difference < 6, "\(row.name) at \(side): \(difference)")
        }
        let data = try TestMedia.data(row.name)
        let isSame = try MediaCodecs.thumbnail(of: .data(data), fitting: large) == whole
        #expect(isSame, "\(row.name)")
      }
    }

    // The three H.264 and HEVC samples show the same test picture, in the same size.
    @Test func codingsAgree() throws {
      let first = try poster("video/h264-high-faststart.mp4", large)
      for name in ["video/fragmented.mp4", "video/hevc-hvc1.mov"] {
        let difference = try #require(Pictures.meanDifference(first, poster(name, large)))
        #expect(difference < 6, "\(name): \(difference)")
      }
      // Its left quarter is red, the next one green: the samples' matrix and range are understood.
      for (x, wanted) in [(5, [255, 0, 0]), (60, [0, 255, 0])] {
        let color = first.pixels[(120 * 320 + x) * 4..<(120 * 320 + x) * 4 + 3]
        #expect(zip(color, wanted).allSatisfy { abs(Int($0) - $1) <= 2 }, "\(x): \(color)")
      }
    }

    @Test func displayMatrixTurnsTheFrame() throws {
      let name = "video/h264-rotated-creationdate.mov"
      var data = try TestMedia.data(name)
      let header = try #require(data.range(of: Data("tkhd".utf8)))
      // Version 0: the matrix stands 40 bytes behind the version; this one turns nothing.
      let matrix = header.upperBound + 40
      let one: [UInt8] = [0, 1, 0, 0]
      let none: [UInt8] = [0, 0, 0, 0]
      data.replaceSubrange(matrix..<matrix + 20, with: one + none + none + none + one)
      let stored = try MediaCodecs.thumbnail(of: .data(data), fitting: large)
      #expect(stored.size == PixelSize(width: 320, height: 180))
      let isTurned = try poster(name, large) == stored.oriented(.right)
      #expect(isTurned)
    }

    @Test func trackHeaderSaysTheShape() throws {
      // A movie of pixels that are not square: shown 400 wide, coded 320 wide.
      var data = try TestMedia.data("video/h264-high-faststart.mp4")
      let header = try #require(data.range(of: Data("tkhd".utf8)))
      let width = header.lowerBound + 4 + 76
      data.replaceSubrange(width..<width + 4, with: [1, 0x90, 0, 0])
      let whole = try MediaCodecs.thumbnail(of: .data(data), fitting: large)
      #expect(whole.size == PixelSize(width: 400, height: 240))
      let small = try MediaCodecs.thumbnail(
        of: .data(data), fitting: PixelSize(width: 100, height: 100))
      #expect(small.size == PixelSize(width: 100, height: 60))
    }

    @Test func failuresHaveTheirCodes() throws {
      let movie = try TestMedia.data("video/h264-high-faststart.mp4")
      var unknown = movie
      let coding = try #require(unknown.range(of: Data("avc1".utf8), in: 100..<unknown.count))
      unknown.replaceSubrange(coding, with: Data("rv40".utf8))
      var empty = movie
      let media = try #require(empty.range(of: Data("mdat".utf8)))
      empty.resetBytes(in: media.upperBound..<empty.count)
      var huge = movie
      let header = try #require(huge.range(of: Data("tkhd".utf8)))
      let size = header.lowerBound + 4 + 76
      huge.replaceSubrange(size..<size + 8, with: [0xFF, 0xFF, 0, 0, 0xFF, 0xFF, 0, 0])
      let rows: [(data: Data, fitting: PixelSize, limits: MediaLimits, code: CodecError.Code)] = [
        (unknown, large, .standard, .unsupported), (empty, large, .standard, .damaged),
        (movie, large, MediaLimits(maximumPixels: 320 * 240 - 1), .tooLarge),
        (huge, PixelSize(width: 65_535, height: 65_535), .standard, .tooLarge),
        (try TestMedia.data("video/audio-only.mp4"), large, .standard, .unsupported),
        (try TestMedia.data("bad/truncated-no-moov.mov"), large, .standard, .damaged),
      ]
      for (index, row) in rows.enumerated() {
        let code = errorCode {
          try MediaCodecs.thumbnail(of: .data(row.data), fitting: row.fitting, limits: row.limits)
        }
        #expect(code == row.code, "row \(index)")
      }
      let missing = errorCode {
        try MediaCodecs.thumbnail(of: .file("/nowhere/clip.mov"), fitting: large)
      }
      #expect(missing == .unreadable)
    }
  }
#else
  @Suite struct PosterTests {
    @Test func needsAllMedia() throws {
      let path = TestMedia.url("video/h264-high-faststart.mp4").path
      let code = errorCode {
        try MediaCodecs.thumbnail(of: .file(path), fitting: PixelSize(width: 64, height: 64))
      }
      #expect(code == .unsupported)
    }
  }
#endif
