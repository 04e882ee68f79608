#if AllMedia
  import DiptychCodecs
  import Foundation
  import Testing

  /// TIFF's own kinds of pixels, by value.
  @Suite struct TIFFTests {
    private func pixels(_ data: Data) throws -> [[UInt8]] {
      Pictures.samples(try MediaCodecs.decode(data))
    }

    /// A row of pixels with alpha, of which `kind` is 2 where the colors are as they are, and 1 where
    /// they have been multiplied by it.
    private func row(_ samples: [[Int]], model: Int, kind: Int) -> Data {
      let count = samples[0].count
      return TIFFBuilder.picture(
        [
          0x100: [samples.count], 0x101: [1], 0x102: [Int](repeating: 8, count: count),
          0x103: [1], 0x106: [model], 0x115: [count], 0x116: [1],
          0x117: [samples.count * count], 0x152: [kind],
        ], samples.flatMap { $0.map { UInt8($0) } })
    }

    @Test func alphaOfBothKinds() throws {
      #expect(
        try pixels(row([[200, 100], [7, 0], [90, 255]], model: 1, kind: 2))
          == [[200, 200, 200, 100], [7, 7, 7, 0], [90, 90, 90, 255]])
      #expect(
        try pixels(row([[50, 100], [90, 255]], model: 1, kind: 1))
          == [[128, 128, 128, 100], [90, 90, 90, 255]])
      // White is 0.
      #expect(try pixels(row([[200, 100]], model: 0, kind: 2)) == [[55, 55, 55, 100]])
      #expect(
        try pixels(row([[200, 101, 3, 1], [9, 8, 7, 0], [1, 2, 3, 255]], model: 2, kind: 2))
          == [[200, 101, 3, 1], [9, 8, 7, 0], [1, 2, 3, 255]])
      #expect(
        try pixels(row([[50, 20, 0, 100]], model: 2, kind: 1)) == [[128, 51, 0, 100]])
    }
  }
#endif
