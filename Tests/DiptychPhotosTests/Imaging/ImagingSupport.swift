import DiptychCodecs
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

/// A picture of four quarters, each of one color, by which a test sees how it was turned and cut.
struct Quarters {
  enum Color: Character {
    case red = "R", green = "G", blue = "B", yellow = "Y"
    case other = "?"

    fileprivate var pixel: [UInt8] {
      switch self {
      case .red: [255, 0, 0, 255]
      case .green: [0, 255, 0, 255]
      case .blue: [0, 0, 255, 255]
      case .yellow: [255, 255, 0, 255]
      case .other: [128, 128, 128, 255]
      }
    }

    /// The color whose samples are on the same side of the middle.
    fileprivate init(_ pixel: ArraySlice<UInt8>) {
      let bright = pixel.prefix(3).map { $0 > 200 ? 1 : $0 < 55 ? 0 : 9 }
      switch bright {
      case [1, 0, 0]: self = .red
      case [0, 1, 0]: self = .green
      case [0, 0, 1]: self = .blue
      case [1, 1, 0]: self = .yellow
      default: self = .other
      }
    }
  }

  /// The bytes of a file: red and green above, blue and yellow below, or other colors in the same
  /// order.
  static func file(
    _ width: Int, _ height: Int, as format: MediaFormat = .png,
    orientation: ImageOrientation = .up,
    _ colors: [Color] = [.red, .green, .blue, .yellow]
  ) throws -> Data {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        pixels += colors[(y * 2 >= height ? 2 : 0) + (x * 2 >= width ? 1 : 0)].pixel
      }
    }
    let bitmap = try #require(
      Bitmap(
        size: PixelSize(width: width, height: height), pixels: pixels, hasAlpha: false))
    return try MediaCodecs.encode(bitmap, as: format, orientation: orientation)
  }

  /// The colors of the corners: top left, top right, bottom left, bottom right.
  static func corners(of image: UIImage?) -> String {
    guard let bitmap = image?.cgImage?.bitmap else { return "" }
    let (right, bottom) = (bitmap.size.width - 1, bitmap.size.height - 1)
    let places = [(0, 0), (right, 0), (0, bottom), (right, bottom)]
    return String(
      places.map { x, y in
        let start = (y * bitmap.size.width + x) * 4
        return Color(bitmap.pixels[start..<start + 4]).rawValue
      })
  }
}

/// One call of a result handler.
struct ImageResult: Sendable {
  let image: UIImage?
  let id: PHImageRequestID?
  let isDegraded: Bool?
  let isInCloud: Bool?
  let isCancelled: Bool?
  let code: Int?
  /// "120×60", or "none".
  let size: String
  let thread: UInt

  init(_ image: UIImage?, _ info: [AnyHashable: Any]?) {
    self.image = image
    id = (info?[PHImageResultRequestIDKey] as? NSNumber)?.int32Value
    isDegraded = info?[PHImageResultIsDegradedKey] as? Bool
    isInCloud = info?[PHImageResultIsInCloudKey] as? Bool
    isCancelled = info?[PHImageCancelledKey] as? Bool
    code = (info?[PHImageErrorKey] as? NSError)?.code
    size = image?.cgImage.map { "\($0.width)×\($0.height)" } ?? "none"
    thread = UInt(pthread_self())
  }

  var corners: String { Quarters.corners(of: image) }
}

/// Calls of result handlers, in order.
final class Results<Value: Sendable>: Sendable {
  private let list = Lock<[Value]>([])

  func add(_ value: Value) { list.withLock { $0.append(value) } }
  var all: [Value] { list.withLock { $0 } }
}

extension Scene {
  /// Saves bytes as the user and returns the asset.
  func photo(_ data: Data, named name: String = "a.png") throws -> PHAsset {
    try asset(Identifiers.asset(try engine.user.save(data, named: name)))
  }

  /// Asks for a picture and returns every answer, once the library has nothing left to do.
  func images(
    _ asset: PHAsset, _ target: CGSize = CGSize(width: 400, height: 400),
    _ mode: PHImageContentMode = .aspectFit, _ options: PHImageRequestOptions? = nil,
    by manager: PHImageManager = .default()
  ) async -> [ImageResult] {
    let results = Results<ImageResult>()
    manager.requestImage(for: asset, targetSize: target, contentMode: mode, options: options) {
      results.add(ImageResult($0, $1))
    }
    #expect(await engine.activities.settled(within: 20) == [])
    return results.all
  }

  /// Asks for a picture in one answer.
  func image(
    _ asset: PHAsset, _ target: CGSize = PHImageManagerMaximumSize,
    _ mode: PHImageContentMode = .aspectFit,
    _ change: (PHImageRequestOptions) -> Void = { _ in }
  ) -> ImageResult? {
    let options = PHImageRequestOptions()
    options.isSynchronous = true
    change(options)
    let results = Results<ImageResult>()
    PHImageManager.default().requestImage(
      for: asset, targetSize: target, contentMode: mode, options: options
    ) { results.add(ImageResult($0, $1)) }
    #expect(results.all.count == 1)
    return results.all.first
  }

  /// Gives an asset one more file, past every check.
  @discardableResult
  func add(
    _ data: Data, _ role: ResourceRole, type: String = "public.png", named name: String,
    to asset: PHAsset
  ) throws -> UUID {
    let uuid = UUID()
    let owner = try #require(Identifiers.assetUUID(asset.localIdentifier))
    let row = try #require(try engine.read { try $0.asset(owner)?.row })
    let size = try? MediaCodecs.probe(.data(data), nameExtension: nil).storedSize
    let record: ResourceRecord? = try engine.write { transaction in
      try transaction.connection.execute(
        """
        INSERT INTO resources (
          uuid, asset, role, type, file_name, extension, bytes, sha256, pixel_width, pixel_height,
          orientation, encoded)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 0)
        """,
        uuid, row, role.rawValue, type, name, (name as NSString).pathExtension.lowercased(),
        data.count, ContentHash.of(data), size?.width ?? 0, size?.height ?? 0)
      return try transaction.resource(uuid)
    }
    let file = URL(fileURLWithPath: engine.filePath(of: try #require(record)))
    // An ephemeral library makes the folders of originals as they are needed.
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
    return uuid
  }

  /// Keeps the image queue busy while `body` runs, so that requests made in it wait.
  func holdingImageQueue<T>(_ body: () throws -> T) rethrows -> T {
    let gate = DispatchSemaphore(value: 0)
    LibraryScope.$current.withValue(scope) {
      engine.queues.image("a test") { gate.wait() }
    }
    defer { gate.signal() }
    return try body()
  }
}
