import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation
import TestMedia

/// A file of the pool that stories save from, with what is known of it. The facts are written down
/// here and not read from the file by our codecs.
package enum Picture: String, Hashable, Sendable, CaseIterable {
  case upright = "orientation/orientation-1.jpg"
  case mirrored = "orientation/orientation-2.jpg"
  case down = "orientation/orientation-3.jpg"
  case transposed = "orientation/orientation-5.jpg"
  case turned = "orientation/orientation-6.jpg"
  case plain = "exif/no-exif.jpg"
  case phone = "exif/empty-gps-ifd.jpg"
  case offset = "exif/date-subsec-offset-mm.jpg"
  case south = "exif/gps-south-west-below-sea.jpg"
  case tiny = "png/exif-gps.png"
  case gray = "png/gray16.png"
  case movie = "video/h264-rotated-creationdate.mov"
  case clip = "video/h264-high-faststart.mp4"
  case liveStill = "live/generated.jpg"
  case liveMovie = "live/generated.mov"
  case raw = "raw/generated.dng"
  case text = "bad/text-named.jpg"
  case empty = "bad/zero-byte.jpg"
  case broken = "bad/truncated.jpg"
  case huge = "bad/huge-header-65500.jpg"
  case headless = "bad/truncated-no-moov.mov"
  case missing = "nowhere.jpg"
  case folder = "video"

  /// What kind of file it is.
  package enum Kind: Sendable {
    case image, video
    /// Damaged, or of no known type.
    case invalid
    /// A picture of more pixels than may be decoded.
    case tooLarge
    /// No file that can be read.
    case unreadable
  }

  /// What the file says of itself.
  package struct Facts: Sendable {
    var kind: Kind
    var type = "public.jpeg"
    var fileExtension = "jpg"
    /// Pixels as stored.
    var size = PixelSize(width: 0, height: 0)
    var orientation = 1
    /// Seconds.
    var duration: Double = 0
    /// Microseconds since 1970; nil when the file does not say.
    var date: Int64?
    var location: AssetLocation?
  }

  /// What a build says of the file: of movies nothing without the package trait `AllMedia`.
  package var facts: Facts {
    let facts = written
    guard facts.kind == .video, !TestMedia.hasAllMedia else { return facts }
    return Facts(kind: .video, type: facts.type, fileExtension: facts.fileExtension)
  }

  /// What the file says of itself.
  private var written: Facts {
    switch self {
    case .upright: .image(40, 80, date: 1_352_007_722_000_000)
    case .mirrored: .image(40, 80, 2, date: 1_352_007_752_000_000)
    case .down: .image(40, 80, 3, date: 1_352_007_752_000_000)
    case .transposed: .image(80, 40, 5, date: 1_352_007_752_000_000)
    case .turned: .image(80, 40, 6, date: 1_352_007_752_000_000)
    case .plain: .image(50, 50)
    case .phone: .image(10, 10, 6, date: 1_595_861_208_780_685)
    case .offset: .image(640, 480, date: 1_640_975_398_987_000)
    case .south:
      .image(
        640, 480, date: 1_533_752_298_000_000,
        AssetLocation(latitude: -33.8567844, longitude: -70.64826849988822, altitude: -12.5))
    case .tiny:
      .png(
        1, 1, date: 1_071_403_304_935_476,
        AssetLocation(latitude: 50.29960277777778, longitude: 14.820294444444444, altitude: 252))
    case .gray: .png(160, 120)
    case .movie:
      Facts(
        kind: .video, type: "com.apple.quicktime-movie", fileExtension: "mov",
        size: PixelSize(width: 320, height: 180), orientation: 6, duration: 1.534,
        date: 1_646_388_000_000_000,
        location: AssetLocation(latitude: 48.8584, longitude: 2.2945, altitude: 35))
    case .clip:
      Facts(
        kind: .video, type: "public.mpeg-4", fileExtension: "mp4",
        size: PixelSize(width: 320, height: 240), duration: 2, date: 1_588_748_889_000_000)
    case .liveStill: .image(640, 480, date: 1_714_979_289_123_000)
    case .liveMovie:
      Facts(
        kind: .video, type: "com.apple.quicktime-movie", fileExtension: "mov",
        size: PixelSize(width: 320, height: 240), duration: 1.534, date: 1_714_979_289_000_000)
    case .raw:
      Facts(
        kind: .image, type: "com.adobe.raw-image", fileExtension: "dng",
        size: PixelSize(width: 320, height: 240), date: 1_321_009_871_000_000)
    case .text, .empty, .broken, .headless: Facts(kind: .invalid)
    case .huge: Facts(kind: .tooLarge)
    case .missing, .folder: Facts(kind: .unreadable)
    }
  }

  /// Files that can be saved as pictures; a camera's RAW comes beside another one.
  package static let images = allCases.filter { $0.facts.kind == .image && $0 != .raw }
  /// Files that can be saved as videos.
  package static let videos = allCases.filter { $0.facts.kind == .video }
  /// Files whose bytes nothing can be made of.
  package static let badBytes: [Picture] = [.text, .empty, .broken, .huge]
  /// Paths that nothing can be made of.
  package static let badFiles: [Picture] = badBytes + [.headless, .missing, .folder]

  /// Whether the two are taken for the still and the movie of one Live Photo: their content identifiers
  /// agree (C50), or this build cannot read that of a movie.
  package static func areLive(_ still: Picture, _ movie: Picture) -> Bool {
    (still == .liveStill && movie == .liveMovie) || !TestMedia.hasAllMedia
  }

  /// Where the file is; nowhere for `missing`.
  package var url: URL { TestMedia.url(rawValue) }

  /// The name that the file keeps where names are kept.
  package var fileName: String { url.lastPathComponent }

  /// The file's bytes; none for what cannot be read.
  package var bytes: Data { Self.contents[self]?.bytes ?? Data() }
  package var sha256: [UInt8] { Self.contents[self]?.sha256 ?? [] }

  private static let contents: [Picture: (bytes: Data, sha256: [UInt8])] = {
    var contents: [Picture: (bytes: Data, sha256: [UInt8])] = [:]
    for picture in allCases {
      guard let bytes = try? Data(contentsOf: picture.url) else { continue }
      contents[picture] = (bytes, ContentHash.of(bytes))
    }
    return contents
  }()
}

extension Picture.Facts {
  fileprivate static func image(
    _ width: Int, _ height: Int, _ orientation: Int = 1, date: Int64? = nil,
    _ location: AssetLocation? = nil
  ) -> Self {
    Self(
      kind: .image, size: PixelSize(width: width, height: height), orientation: orientation,
      date: date, location: location)
  }

  fileprivate static func png(
    _ width: Int, _ height: Int, date: Int64? = nil, _ location: AssetLocation? = nil
  ) -> Self {
    var facts = image(width, height, date: date, location)
    facts.type = "public.png"
    facts.fileExtension = "png"
    return facts
  }
}

/// A picture in memory.
package enum Sketch: Hashable, Sendable, CaseIterable {
  case wide, tall, dot, seeThrough

  package var bitmap: Bitmap? { Self.bitmaps[self] }

  /// The file that a bitmap is stored as: we make it, so nobody promises its bytes (decision 20).
  package func encoded(turned: Int) -> Data? {
    Self.files.withLock { files in
      let key = Key(sketch: self, turned: turned)
      if let file = files[key] { return file }
      guard let bitmap, let orientation = ImageOrientation(rawValue: turned) else { return nil }
      let file = try? MediaCodecs.encode(
        bitmap, as: bitmap.hasAlpha ? .png : .jpeg, orientation: orientation)
      files[key] = file
      return file
    }
  }

  private struct Key: Hashable {
    let sketch: Sketch
    let turned: Int
  }

  private static let files = Lock<[Key: Data]>([:])

  private static let bitmaps: [Sketch: Bitmap] = {
    let sizes: [(Sketch, Int, Int, Bool)] = [
      (.wide, 12, 8, false), (.tall, 7, 11, false), (.dot, 1, 1, false), (.seeThrough, 9, 5, true),
    ]
    var bitmaps: [Sketch: Bitmap] = [:]
    for (sketch, width, height, hasAlpha) in sizes {
      var random = SplitMix64(seed: UInt64(width * 100 + height))
      let pixels = (0..<width * height * 4).map { index in
        index % 4 == 3 && !hasAlpha ? 255 : UInt8.random(in: 0...255, using: &random)
      }
      bitmaps[sketch] = Bitmap(
        size: PixelSize(width: width, height: height), pixels: pixels, hasAlpha: hasAlpha)
    }
    return bitmaps
  }()
}
