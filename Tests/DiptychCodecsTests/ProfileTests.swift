#if AllMedia
  import DiptychCodecs
  import Foundation
  import TestMedia
  import Testing

  /// Colors come out in sRGB, whatever the file's profile says; by value, with profiles that are
  /// written here tag by tag.
  @Suite struct ProfileTests {
    /// The primaries of sRGB, adapted to the white of profiles (D50), as IEC 61966-2-1 gives them.
    private static let red = [0.4360747, 0.2225045, 0.0139322]
    private static let green = [0.3850649, 0.7168786, 0.0971045]
    private static let blue = [0.1430804, 0.0606169, 0.7141733]

    private static func bigEndian(_ value: Int) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func fixed(_ value: Double) -> [UInt8] {
      bigEndian(Int((value * 65_536).rounded()))
    }

    private static func xyz(_ values: [Double]) -> [UInt8] {
      Array("XYZ ".utf8) + bigEndian(0) + values.flatMap(fixed)
    }

    /// A display profile of version 2: three primaries and one gamma.
    private static func profile(_ primaries: [[Double]], gamma: Double) -> [UInt8] {
      let curve = curve(gamma: gamma)
      let name = Array("Test".utf8) + [0]
      let description =
        Array("desc".utf8) + bigEndian(0) + bigEndian(name.count) + name
        + [UInt8](repeating: 0, count: 78 + 1)
      let tags: [(String, [UInt8])] = [
        ("desc", description), ("cprt", Array("text".utf8) + bigEndian(0) + name + [0, 0, 0]),
        ("wtpt", xyz([0.9642, 1, 0.8249])), ("rXYZ", xyz(primaries[0])),
        ("gXYZ", xyz(primaries[1])), ("bXYZ", xyz(primaries[2])), ("rTRC", curve),
        ("gTRC", curve), ("bTRC", curve),
      ]
      return file("RGB ", tags)
    }

    private static func curve(gamma: Double) -> [UInt8] {
      Array("curv".utf8) + bigEndian(0) + bigEndian(1)
        + [UInt8(Int(gamma * 256) >> 8), UInt8(Int(gamma * 256) & 255), 0, 0]
    }

    private static func file(_ model: String, _ tags: [(String, [UInt8])]) -> [UInt8] {
      var table = bigEndian(tags.count)
      var content: [UInt8] = []
      let start = 128 + 4 + tags.count * 12
      for (name, bytes) in tags {
        table += Array(name.utf8) + bigEndian(start + content.count) + bigEndian(bytes.count)
        content += bytes
        while content.count % 4 != 0 { content.append(0) }
      }
      var header = bigEndian(start + content.count) + bigEndian(0) + bigEndian(0x0210_0000)
      header += Array("mntr\(model)XYZ ".utf8) + [UInt8](repeating: 0, count: 12)
      header += Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
      header += fixed(0.9642) + fixed(1) + fixed(0.8249)
      header += [UInt8](repeating: 0, count: 128 - header.count)
      return header + table + content
    }

    /// A gray profile with one gamma.
    private static func grayProfile(gamma: Double) -> [UInt8] {
      let name = Array("Test".utf8) + [0]
      let description =
        Array("desc".utf8) + bigEndian(0) + bigEndian(name.count) + name
        + [UInt8](repeating: 0, count: 78 + 1)
      return file(
        "GRAY",
        [
          ("desc", description), ("cprt", Array("text".utf8) + bigEndian(0) + name + [0, 0, 0]),
          ("wtpt", xyz([0.9642, 1, 0.8249])), ("kTRC", curve(gamma: gamma)),
        ])
    }

    /// A PNG of one row of colors with a profile.
    private static func picture(_ colors: [[UInt8]], _ profile: [UInt8]) -> Data {
      let compressed = Array("Test".utf8) + [0, 0] + PNGBuilder.stored(profile)
      return PNGBuilder(
        width: colors.count, height: 1, colorType: 2, rows: [colors.flatMap { $0 }],
        chunks: [("iCCP", compressed)]
      ).data
    }

    private func check(
      _ profile: [UInt8], _ rows: [(from: [UInt8], to: [Int])],
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let data = Self.picture(rows.map(\.from), profile)
      let whole = try MediaCodecs.decode(data)
      let small = try MediaCodecs.thumbnail(data, fitting: PixelSize(width: 100, height: 100))
      for bitmap in [whole, small] {
        for (index, row) in rows.enumerated() {
          let found = bitmap.pixels[index * 4..<index * 4 + 3].map(Int.init)
          let differs = zip(found, row.to).contains { abs($0 - $1) > 1 }
          #expect(
            !differs, "\(row.from) gave \(found), not \(row.to)", sourceLocation: sourceLocation)
        }
      }
    }

    /// Linear light of sRGB's primaries: what is half of the light is 188 of 255 in sRGB.
    @Test func linearLight() throws {
      try check(
        Self.profile([Self.red, Self.green, Self.blue], gamma: 1),
        [
          ([0, 0, 0], [0, 0, 0]), ([255, 255, 255], [255, 255, 255]), ([255, 0, 0], [255, 0, 0]),
          // 255 × (1.055 × (128 / 255)^(1 / 2.4) − 0.055)
          ([128, 128, 128], [188, 188, 188]), ([55, 55, 55], [128, 128, 128]),
          ([0, 128, 255], [0, 188, 255]),
        ])
    }

    /// Red and green change places with the primaries of the profile.
    @Test func exchangedPrimaries() throws {
      try check(
        Self.profile([Self.green, Self.red, Self.blue], gamma: 1),
        [
          ([255, 0, 0], [0, 255, 0]), ([0, 255, 0], [255, 0, 0]), ([0, 0, 255], [0, 0, 255]),
          ([128, 55, 0], [128, 188, 0]),
        ])
    }

    /// Gray samples have profiles of their own, and one of another model says nothing of them
    /// (decisions 58, 236).
    @Test func grays() throws {
      func gray(_ levels: [UInt8], _ profile: [UInt8], alpha: Bool = false) throws -> [[UInt8]] {
        let compressed = Array("Test".utf8) + [0, 0] + PNGBuilder.stored(profile)
        let data = PNGBuilder(
          width: levels.count, height: 1, colorType: alpha ? 4 : 0,
          rows: [alpha ? levels.flatMap { [$0, 77] } : levels], chunks: [("iCCP", compressed)]
        ).data
        return Pictures.samples(try MediaCodecs.decode(data))
      }
      let linear = Self.grayProfile(gamma: 1)
      for alpha in [false, true] {
        let found = try gray([0, 55, 128, 255], linear, alpha: alpha)
        for (pixel, level) in zip(found, [0, 128, 188, 255]) {
          #expect(pixel.prefix(3).allSatisfy { abs(Int($0) - level) <= 1 }, "\(found)")
          #expect(pixel.last == (alpha ? 77 : 255))
        }
      }
      let colors = Self.profile([Self.red, Self.green, Self.blue], gamma: 1)
      #expect(try gray([0, 55, 128], colors).map { $0[0] } == [0, 55, 128])
      try check(linear, [([200, 30, 7], [200, 30, 7])])
    }

    /// The samples of four inks are turned into RGB by the decoder: a profile of colors is none of
    /// theirs.
    @Test func inks() throws {
      let data = try TestMedia.data("jpeg/cmyk.jpg")
      let profile = Self.profile([Self.green, Self.red, Self.blue], gamma: 1)
      let content = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
      let length = content.count + 2
      let segment = [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 0xFF)] + content
      let given = data.prefix(2) + Data(segment) + data.dropFirst(2)
      #expect(try MediaCodecs.decode(given) == MediaCodecs.decode(data))
    }

    /// A profile that breaks off, and one of nonsense, leave the samples as they are.
    @Test func damagedProfiles() throws {
      let whole = Self.profile([Self.green, Self.red, Self.blue], gamma: 1)
      for profile in [Array(whole.prefix(100)), [UInt8](repeating: 7, count: 400)] {
        try check(profile, [([200, 30, 7], [200, 30, 7])])
      }
    }
  }
#endif
