#if AllMedia
  import DiptychCodecs
  import Foundation
  import TestMedia
  import Testing

  /// Encoders store even sizes or whole blocks only and note the true size as a clean aperture, which
  /// counts at its place among the turns.
  @Suite struct HEIFShapeTests {
    private static let colors: [Character: [UInt8]] = [
      "R": [255, 0, 0], "G": [0, 255, 0], "B": [0, 0, 255], "Y": [255, 255, 0],
    ]

    /// The colors of the corners, line by line.
    private func corners(_ bitmap: Bitmap) -> String {
      let (right, bottom) = (bitmap.size.width - 1, bitmap.size.height - 1)
      return String(
        [(0, 0), (right, 0), (0, bottom), (right, bottom)].map { x, y in
          let place = (y * bitmap.size.width + x) * 4
          let pixel = bitmap.pixels[place..<place + 3]
          return Self.colors.first { color in
            zip(pixel, color.value).allSatisfy { abs(Int($0) - Int($1)) < 24 }
          }?.key ?? "?"
        })
    }

    // Decisions 55, 237.
    @Test func paddingIsNotShown() throws {
      for (name, orientation, shown, upright) in [
        ("heic/odd-size.heic", ImageOrientation.up, PixelSize(width: 37, height: 23), "RGBY"),
        ("heic/odd-size-turned-first.heic", .left, PixelSize(width: 23, height: 37), "GYRB"),
      ] {
        let data = try TestMedia.data(name)
        let probe = try MediaCodecs.probe(.data(data), nameExtension: "heic")
        #expect(probe.storedSize == PixelSize(width: 37, height: 23), "\(name)")
        #expect(probe.orientation == orientation, "\(name)")
        let metadata = try MediaCodecs.metadata(of: data)
        #expect(metadata["PixelWidth"] == .integer(37), "\(name)")
        #expect(metadata["PixelHeight"] == .integer(23), "\(name)")
        let stored = try MediaCodecs.decode(data)
        #expect(stored.size == probe.storedSize && corners(stored) == "RGBY", "\(name)")
        let whole = try MediaCodecs.thumbnail(data, fitting: PixelSize(width: 99, height: 99))
        #expect(whole.size == shown && corners(whole) == upright, "\(name)")
        let small = try MediaCodecs.thumbnail(data, fitting: PixelSize(width: 12, height: 12))
        #expect(max(small.size.width, small.size.height) == 12, "\(name)")
        #expect(corners(small) == upright, "\(name)")
      }
    }

    /// An aperture that leaves nothing, or more than there is, hides nothing.
    @Test func senselessApertures() throws {
      let data = try TestMedia.data("heic/odd-size.heic")
      let place = try #require(data.range(of: Data("clap".utf8))).upperBound
      for (width, height, size) in [
        (0, 23, PixelSize(width: 64, height: 64)), (1_000, 1_000, PixelSize(width: 64, height: 64)),
      ] {
        var file = data
        for (offset, value) in [(0, width), (8, height), (16, 0), (24, 0)] {
          let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
          file.replaceSubrange(place + offset..<place + offset + 4, with: bytes)
        }
        // libheif may refuse such a file whole.
        guard let probe = try? MediaCodecs.probe(.data(file), nameExtension: nil) else { continue }
        #expect(probe.storedSize == size, "\(width) × \(height)")
      }
    }

    /// A file that states no size is damaged; libheif would end the process for a crop of nothing.
    @Test func anApertureWithoutASize() throws {
      for name in ["heic/odd-size.heic", "heic/odd-size-turned-first.heic"] {
        var file = try TestMedia.data(name)
        while let place = file.range(of: Data("ispe".utf8)) {
          file.replaceSubrange(place, with: Data("free".utf8))
        }
        #expect(errorCode { try MediaCodecs.probe(.data(file), nameExtension: "heic") } == .damaged)
        #expect(errorCode { try MediaCodecs.decode(file) } != nil)
      }
    }

    /// What is decoded counts against the limit, not what of it is shown.
    @Test func hiddenPixelsCount() throws {
      let data = try TestMedia.data("heic/odd-size.heic")
      for (most, code) in [(64 * 64, nil), (64 * 64 - 1, CodecError.Code.tooLarge)] {
        let limits = MediaLimits(maximumPixels: most)
        #expect(
          errorCode {
            try MediaCodecs.probe(.data(data), nameExtension: "heic", limits: limits)
          } == code)
      }
    }
  }
#endif
