import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia

/// The one library that all threads work on, what they share, and what they have done to it.
final class StressWorld: Sendable {
  /// What the counts at the end have to come to.
  struct Tally: Sendable {
    /// Assets that were saved.
    var saved = 0
    /// Assets that were removed for ever.
    var purged = 0
    /// Albums that were made.
    var albums = 0
    /// Albums that were deleted.
    var deletedAlbums = 0
    /// Notifications that arrived.
    var notifications = 0
  }

  let seed: UInt64
  let engine: Library
  /// Made once and never taken away: three assets in the album "Fixed".
  let fixed: StressFixture
  /// One for all threads.
  let cachingManager = PHCachingImageManager()
  private let lastingObserver = Lock<StressObserver?>(nil)
  private let state = Lock(State())

  private struct State {
    var tally = Tally()
    var calls: [String: Int] = [:]
    var problems: [String] = []
    /// What threads leave for one another, the newest last.
    var assets: [ALAsset] = []
    var assetURLs: [URL] = []
    var groups: [ALAssetsGroup] = []
    var results: [PHFetchResult<PHAsset>] = []
    var groupURLs: [URL] = []
  }

  init(seed: UInt64) throws {
    self.seed = seed
    engine = try EphemeralLibrary.open { configuration in
      configuration.client = "App"
      configuration.identifiers = SeededIdentifiers(seed: String(seed))
    }
    fixed = try StressFixture(engine)
  }

  // MARK: What happened

  func note(_ name: String) { state.withLock { $0.calls[name, default: 0] += 1 } }

  func report(_ problem: String) { state.withLock { $0.problems.append(problem) } }

  func count(_ change: (inout Tally) -> Void) { state.withLock { change(&$0.tally) } }

  var tally: Tally { state.withLock { $0.tally } }
  var calls: [String: Int] { state.withLock { $0.calls } }
  var problems: [String] { state.withLock { $0.problems } }

  // MARK: What threads share

  /// So many objects are kept; older ones make room.
  private static let shared = 48

  func share(_ asset: ALAsset) {
    state.withLock { state in
      state.assets.append(asset)
      if state.assets.count > Self.shared { state.assets.removeFirst() }
    }
  }

  func share(_ group: ALAssetsGroup) {
    state.withLock { state in
      state.groups.append(group)
      if state.groups.count > Self.shared { state.groups.removeFirst() }
    }
  }

  func share(_ result: PHFetchResult<PHAsset>) {
    state.withLock { state in
      state.results.append(result)
      if state.results.count > Self.shared { state.results.removeFirst() }
    }
  }

  func share(asset url: URL) { state.withLock { $0.assetURLs.append(url) } }

  func share(group url: URL) { state.withLock { $0.groupURLs.append(url) } }

  var assets: [ALAsset] { state.withLock { $0.assets } }
  var groups: [ALAssetsGroup] { state.withLock { $0.groups } }
  var results: [PHFetchResult<PHAsset>] { state.withLock { $0.results } }

  /// An observer that is registered again and again, and never taken back.
  var observer: StressObserver {
    lastingObserver.withLock { observer in
      let lasting = observer ?? StressObserver(self, PHFetchResult())
      observer = lasting
      return lasting
    }
  }
  var assetURLs: [URL] { state.withLock { $0.assetURLs } }
  var groupURLs: [URL] { state.withLock { $0.groupURLs } }

  /// Takes an asset's URL from what is shared: only one thread gets it.
  func take(asset url: URL) -> Bool {
    state.withLock { state in
      guard let index = state.assetURLs.firstIndex(of: url) else { return false }
      state.assetURLs.remove(at: index)
      return true
    }
  }

  /// Takes a group's URL likewise.
  func take(group url: URL) -> Bool {
    state.withLock { state in
      guard let index = state.groupURLs.firstIndex(of: url) else { return false }
      state.groupURLs.remove(at: index)
      return true
    }
  }
}

/// What every thread may rely on.
struct StressFixture: Sendable {
  let album: URL
  let assets: [URL]
  /// The same by the names of the new API.
  let albumIdentifier: String
  let identifiers: [String]
  /// A shared stream.
  let stream: URL

  init(_ engine: Library) throws {
    let user = engine.user
    let album = try user.make(.album, titled: "Fixed")
    var assets: [UUID] = []
    for shade: UInt8 in [10, 100, 200] {
      let data = try MediaCodecs.encode(StressMedia.image(shade).bitmap, as: .jpeg)
      assets.append(try user.save(data, named: "fixed-\(shade).jpg"))
    }
    try user.add(assets, to: album)
    let stream = try user.make(.shared, titled: "Shared")
    guard let url = Identifiers.groupURL(album), let streamURL = Identifiers.groupURL(stream) else {
      throw StressFailure("The fixed groups have no URL.")
    }
    self.album = url
    albumIdentifier = Identifiers.album(album)
    identifiers = assets.map(Identifiers.asset)
    self.stream = streamURL
    self.assets = assets.compactMap { Identifiers.assetURL($0, typeIdentifier: "public.jpeg") }
  }
}

/// What is saved.
enum StressMedia {
  static let video = TestMedia.url("video/h264-high-faststart.mp4")

  /// A picture of one color, 8 × 4 pixels.
  static func image(_ shade: UInt8) -> CGImage {
    let pixels = [UInt8](repeating: shade, count: 8 * 4 * 4)
    guard
      let bitmap = Bitmap(size: PixelSize(width: 8, height: 4), pixels: pixels, hasAlpha: false)
    else { fatalError("The program's picture has no valid size.") }
    return CGImage(bitmap: bitmap)
  }

  static func data(_ shade: UInt8) throws -> Data {
    try MediaCodecs.encode(image(shade).bitmap, as: shade.isMultiple(of: 2) ? .jpeg : .png)
  }
}
