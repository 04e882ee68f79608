import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation

/// A stored file of an asset, or a file of a Live Photo that was made of files.
open class PHAssetResource: NSObject, @unchecked Sendable {
  // Sendable because the stored property is a constant value.

  /// Where the bytes are.
  enum Source: Sendable {
    case library(ResourceRecord, ObjectReference)
    case file(ResourceFile)
  }

  let source: Source

  init(_ record: ResourceRecord, of asset: ObjectReference) {
    source = .library(record, asset)
    super.init()
  }

  init(_ file: ResourceFile) {
    source = .file(file)
    super.init()
  }

  /// Returns the files of an asset, in no promised order (P204, P205); an empty list for an asset
  /// that is gone or that the client may not see. One read transaction.
  open class func assetResources(for asset: PHAsset) -> [PHAssetResource] {
    guard let reference = asset.reference else { return [] }
    let scope = reference.scope
    let records = try? scope.library.read { transaction in
      try reference.visibleRow(in: transaction).map { try transaction.resources(of: $0) }
    }
    return ((records ?? nil) ?? []).map { PHAssetResource($0, of: reference) }
  }

  /// Returns the two files of a Live Photo: one of type photo or full-size photo, and one of type
  /// paired video or full-size paired video.
  open class func assetResources(for livePhoto: PHLivePhoto) -> [PHAssetResource] {
    switch livePhoto.source {
    case .asset(let asset, let photo, let video):
      [PHAssetResource(photo, of: asset), PHAssetResource(video, of: asset)]
    case .files(let photo, let video): [PHAssetResource(photo), PHAssetResource(video)]
    }
  }

  /// What the file is to its asset.
  open var type: PHAssetResourceType {
    let role =
      switch source {
      case .library(let record, _): record.role
      case .file(let file): file.role
      }
    return PHAssetResourceType(rawValue: role.rawValue) ?? .photo
  }

  /// The identifier of the asset; empty for a file that is in no library.
  open var assetLocalIdentifier: String {
    switch source {
    case .library(_, let asset): asset.localIdentifier
    case .file: ""
    }
  }

  /// The name that the file had when it came into the library, or a generated one (P134).
  open var originalFilename: String {
    switch source {
    case .library(let record, _): record.fileName
    case .file(let file): file.url.lastPathComponent
    }
  }

  /// The type of the bytes, such as "public.jpeg".
  open var uniformTypeIdentifier: String {
    switch source {
    case .library(let record, _): record.typeIdentifier
    case .file(let file): file.probe.format.typeIdentifier
    }
  }

  /// The type of the bytes.
  open var contentType: UTType { UTType(known: uniformTypeIdentifier) }

  /// The width of the upright picture, in pixels.
  open var pixelWidth: Int { uprightSize.width }

  /// The height of the upright picture, in pixels.
  open var pixelHeight: Int { uprightSize.height }

  private var uprightSize: PixelSize {
    switch source {
    case .library(let record, _): record.uprightSize
    case .file(let file): file.probe.uprightSize
    }
  }

  private var byteCount: Int64 {
    switch source {
    case .library(let record, _): record.byteCount
    case .file(let file): file.byteCount
    }
  }

  /// The length of the file in bytes.
  open var dataSize: Int? { Int(byteCount) }

  /// The value for a key, as key-value coding gives it on Apple systems, for the keys that clients
  /// use (P213, P240): `fileSize`, the length in bytes, and `filename`. Any other key ends the
  /// process, where Apple raises `NSUnknownKeyException`.
  open func value(forKey key: String) -> Any? {
    switch key {
    case "fileSize": return NSNumber(value: byteCount)
    case "filename", "originalFilename": return originalFilename
    default:
      raise(
        "NSUnknownKeyException",
        reason: "PHAssetResource is not key value coding-compliant for the key \(key).",
        remedy: "Read a property instead; Linux has no key-value coding.")
    }
  }
}

extension ObjectReference {
  /// The row of an asset, wherever it is, as far as the client may see it: whoever holds an object
  /// may have lost access to it since.
  func visibleRow(in transaction: ReadTransaction) throws -> Int64? {
    var query = AssetQuery(.identifiers([uuid]))
    query.includesTrashed = true
    query.includesAllBursts = true
    query.sources = PHAssetSourceType.all
    return try transaction.fetchAssets(query, as: scope.client).first
  }
}
