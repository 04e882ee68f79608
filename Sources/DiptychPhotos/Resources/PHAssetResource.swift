import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation

/// A stored file of an asset.
open class PHAssetResource: NSObject {
  let record: ResourceRecord
  let asset: ObjectReference

  init(_ record: ResourceRecord, of asset: ObjectReference) {
    self.record = record
    self.asset = asset
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

  /// What the file is to its asset.
  open var type: PHAssetResourceType {
    PHAssetResourceType(rawValue: record.role.rawValue) ?? .photo
  }

  /// The identifier of the asset.
  open var assetLocalIdentifier: String { asset.localIdentifier }

  /// The name that the file had when it came into the library, or a generated one (P134).
  open var originalFilename: String { record.fileName }

  /// The type of the bytes, such as "public.jpeg".
  open var uniformTypeIdentifier: String { record.typeIdentifier }

  /// The type of the bytes.
  open var contentType: UTType { UTType(known: record.typeIdentifier) }

  /// The width of the upright picture, in pixels.
  open var pixelWidth: Int {
    record.orientation.swapsAxes ? record.storedSize.height : record.storedSize.width
  }

  /// The height of the upright picture, in pixels.
  open var pixelHeight: Int {
    record.orientation.swapsAxes ? record.storedSize.width : record.storedSize.height
  }

  /// The length of the file in bytes.
  open var dataSize: Int? { Int(record.byteCount) }

  /// The value for a key, as key-value coding gives it on Apple systems, for the keys that clients
  /// use (P213, P240): `fileSize`, the length in bytes, and `filename`. Any other key ends the
  /// process, where Apple raises `NSUnknownKeyException`.
  open func value(forKey key: String) -> Any? {
    switch key {
    case "fileSize": return NSNumber(value: record.byteCount)
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
