#if AllMedia
  import DiptychCodecs
  import Foundation
  import TestMedia
  import Testing

  /// Found by the fuzzer (`rewriting/heic-never-the-same-twice`): libde265 leaves parts of damaged
  /// pictures unwritten, and what was in memory before was seen in them.
  @Suite struct HEIFMemoryTests {
    @Test func damagedPicturesShowNoMemory() throws {
      var data = try TestMedia.data("heic/exif-orientation-6.heic")
      for (place, byte) in [(12_792, 0x49), (12_793, 0x49), (12_794, 0x2A), (12_795, 0)] {
        data[place] = UInt8(byte)
      }
      // Memory that is handed out again holds what was written here.
      let sizes = (6...20).map { 1 << $0 }
      var pictures: Set<Data> = []
      for round in 1...12 {
        let used = sizes.map { size in [UInt8](repeating: UInt8(round * 20), count: size) }
        #expect(used.count == sizes.count)
        let picture = try MediaCodecs.decode(data)
        pictures.insert(Data(picture.pixels))
      }
      #expect(pictures.count == 1)
    }
  }
#endif
