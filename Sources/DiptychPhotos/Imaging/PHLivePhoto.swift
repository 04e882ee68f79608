import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation

/// A picture and the video that belongs to it.
///
/// Nothing is shown or played here: an object holds which two files belong together, and the size
/// that was asked for. ``PHAssetResource/assetResources(for:)-(PHLivePhoto)`` gives the files. The
/// object of an asset stays good as long as the asset does.
open class PHLivePhoto: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Sendable because every stored property is a constant value.

  /// Where the two files are.
  enum Source: Sendable {
    case asset(ObjectReference, photo: ResourceRecord, video: ResourceRecord)
    case files(photo: ResourceFile, video: ResourceFile)
  }

  let source: Source
  private let pixelSize: PixelSize

  init(
    of asset: ObjectReference, _ photo: ResourceRecord, _ video: ResourceRecord, size: PixelSize
  ) {
    source = .asset(asset, photo: photo, video: video)
    pixelSize = size
    super.init()
  }

  private init(_ source: Source, _ size: PixelSize) {
    self.source = source
    pixelSize = size
    super.init()
  }

  /// The size of the picture that was asked for, in pixels.
  open var size: CGSize { CGSize(width: pixelSize.width, height: pixelSize.height) }

  /// Returns this object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Made of files

  /// Makes a Live Photo of a picture file and a video file, in any order.
  ///
  /// Answers once, on the delivery queue of the library in force, which is the main queue unless
  /// the library was told otherwise. The info dictionary has an `NSError` under
  /// ``PHLivePhotoInfoErrorKey`` when there is no Live Photo: 3303 for a missing file, 3302 for
  /// one that is damaged, and -1 for two files that are not a picture and a video of one Live
  /// Photo: both name the same content identifier (P143).
  /// - Parameters:
  ///   - fileURLs: The two files.
  ///   - image: Has no effect, because nothing is shown here.
  ///   - targetSize: Pixels, for ``size``; `zero` is the picture's own size.
  ///   - contentMode: Whether the picture fits the size or covers it.
  ///   - resultHandler: Gets the Live Photo, or nil and why there is none.
  /// - Returns: A name for the request.
  @discardableResult
  open class func request(
    withResourceFileURLs fileURLs: [URL], placeholderImage image: UIImage?, targetSize: CGSize,
    contentMode: PHImageContentMode,
    resultHandler: @escaping (PHLivePhoto?, [AnyHashable: Any]) -> Void
  ) -> PHLivePhotoRequestID {
    let scope = LibraryScope.resolve()
    let request = ImageRequest.begin(cancellable: true)
    let answers = ImageAnswers(
      request: request, scope: scope, place: .deliveryQueue, keys: .livePhotos,
      handler: Handover(value: resultHandler))
    let order = ImageOrder(
      targetSize == .zero ? PHImageManagerMaximumSize : targetSize, contentMode, nil)
    LibraryScope.$current.withValue(scope) {
      scope.library.queues.image("a Live Photo") {
        answers.finish(
          Result {
            try LivePhotoFiles(fileURLs, scope.library).livePhoto(order)
          })
      }
    }
    return request.id
  }

  fileprivate convenience init(_ files: LivePhotoFiles, _ size: PixelSize) {
    self.init(.files(photo: files.photo, video: files.video), size)
  }

  /// Cancels a request. Its handler is called without a Live Photo and with
  /// ``PHLivePhotoInfoCancelledKey``, unless its answer has been given.
  open class func cancelRequest(withRequestID requestID: PHLivePhotoRequestID) {
    ImageRequest.cancel(requestID)
  }

  // MARK: Coding

  /// Archives of Live Photos are safe to read.
  public static var supportsSecureCoding: Bool { true }

  private static let codingKeys = (
    photo: "photo", video: "video", asset: "asset", width: "width", height: "height"
  )

  /// Writes where the two files are; of an asset, its identifier.
  open func encode(with coder: NSCoder) {
    let keys = Self.codingKeys
    coder.encode(pixelSize.width, forKey: keys.width)
    coder.encode(pixelSize.height, forKey: keys.height)
    switch source {
    case .asset(let asset, _, _):
      coder.encode(asset.localIdentifier as NSString, forKey: keys.asset)
    case .files(let photo, let video):
      coder.encode(photo.url.path as NSString, forKey: keys.photo)
      coder.encode(video.url.path as NSString, forKey: keys.video)
    }
  }

  /// Reads what ``encode(with:)`` wrote; nil when the files, or the asset in the library in force,
  /// are no Live Photo any more.
  public required convenience init?(coder: NSCoder) {
    let keys = Self.codingKeys
    func text(_ key: String) -> String? {
      // Asking for a value that is not there would make the whole archive fail.
      guard coder.containsValue(forKey: key) else { return nil }
      return coder.decodeObject(of: NSString.self, forKey: key).map { $0 as String }
    }
    let size = PixelSize(
      width: coder.decodeInteger(forKey: keys.width),
      height: coder.decodeInteger(forKey: keys.height))
    let scope = LibraryScope.resolve()
    if let uuid = text(keys.asset).flatMap(Identifiers.assetUUID) {
      let asset = ObjectReference(scope: scope, kind: .asset, uuid: uuid)
      guard let pair = try? AssetFiles(of: asset).livePhoto(.current) else { return nil }
      self.init(.asset(asset, photo: pair.photo, video: pair.video), size)
    } else {
      let urls = [text(keys.photo), text(keys.video)].compactMap { path in
        path.map { URL(fileURLWithPath: $0) }
      }
      guard let files = try? LivePhotoFiles(urls, scope.library) else { return nil }
      self.init(.files(photo: files.photo, video: files.video), size)
    }
  }
}

/// A picture file and a video file that make a Live Photo.
private struct LivePhotoFiles {
  let photo: ResourceFile
  let video: ResourceFile

  /// Looks at the files.
  /// - Throws: Errors of the codes that `PHLivePhoto.request` states.
  init(_ urls: [URL], _ library: Library) throws {
    let files = try urls.map { try ResourceFile($0, library) }
    let photos = files.filter { $0.probe.format.kind == .image }
    let videos = files.filter { $0.probe.format.kind == .video }
    guard files.count == 2, let photo = photos.first, let video = videos.first else {
      throw LibraryError(
        .system, "A Live Photo is one picture and one video. Give the URLs of two such files.")
    }
    try Library.checkPair(photo.probe, video.probe)
    self.photo = photo.serving(as: .photo)
    self.video = video.serving(as: .pairedVideo)
  }

  func livePhoto(_ order: ImageOrder) throws -> PHLivePhoto {
    PHLivePhoto(self, try order.sizing().plan(for: photo.probe.uprightSize).result)
  }
}
