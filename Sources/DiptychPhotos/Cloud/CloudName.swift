import DiptychEngine
import Foundation

/// The parts of a cloud identifier: `UUID:001:` and the hash of the original in hexadecimal digits
/// for an asset, `UUID:040:` for an album, `UUID:020:` for a folder.
struct CloudName {
  private let uuid: UUID
  private let ending: String
  private let hash: String

  var text: String { "\(uuid.uuidString):\(ending):\(hash)" }

  /// Reads a cloud identifier; nil for any other text.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let uuid = UUID(written: parts[0]),
      ["001", "040", "020"].contains(parts[1])
    else { return nil }
    self.uuid = uuid
    ending = parts[1]
    hash = parts[2]
  }

  /// The name of an object that the client may see; nil where there is none.
  init?(
    localIdentifier text: String, as client: String, in transaction: ReadTransaction
  ) throws {
    if let uuid = Identifiers.assetUUID(text) {
      guard let row = try transaction.fetchAssets(Self.query(uuid), as: client).first,
        let original = try transaction.original(of: row)
      else { return nil }
      (self.uuid, ending, hash) = (uuid, "001", original.sha256.hexadecimal)
      return
    }
    let album = Identifiers.albumUUID(text)
    let form: CollectionForm = album == nil ? .folder : .album
    guard let uuid = album ?? Identifiers.folderUUID(text),
      try Self.isThere(uuid, form, as: client, in: transaction)
    else { return nil }
    (self.uuid, ending, hash) = (uuid, form == .album ? "040" : "020", "")
  }

  /// The local identifiers of what the name means here.
  func find(as client: String, in transaction: ReadTransaction) throws -> [String] {
    guard ending == "001" else {
      let form: CollectionForm = ending == "040" ? .album : .folder
      guard try Self.isThere(uuid, form, as: client, in: transaction) else { return [] }
      return [ending == "040" ? Identifiers.album(uuid) : Identifiers.folder(uuid)]
    }
    if try !transaction.fetchAssets(Self.query(uuid), as: client).isEmpty {
      return [Identifiers.asset(uuid)]
    }
    return try transaction.assets(ofContent: hash).filter { uuid in
      try !transaction.fetchAssets(Self.query(uuid), as: client).isEmpty
    }.map(Identifiers.asset)
  }

  /// Whether the client sees a collection of this form.
  private static func isThere(
    _ uuid: UUID, _ form: CollectionForm, as client: String, in transaction: ReadTransaction
  ) throws -> Bool {
    let query = CollectionQuery(.identifiers([uuid], form))
    return try !transaction.fetchCollections(query, as: client).isEmpty
  }

  private static func query(_ uuid: UUID) -> AssetQuery {
    var query = AssetQuery(.identifiers([uuid]))
    query.includesAllBursts = true
    query.sources = PHAssetSourceType.all
    return query
  }
}
