import DiptychEngine
import Foundation

extension LegacyCall {
  /// Adds one asset to the Camera Roll (L135).
  /// - Returns: Its URL.
  func save(_ resource: ResourceDraft, derivedFrom: UUID? = nil) throws -> URL? {
    var draft = AssetDraft(uuid: library.configuration.identifiers.next(.asset))
    draft.resources = [resource]
    draft.derivedFrom = derivedFrom
    var changes = ChangeSet(client: client)
    changes.operations = [.createAsset(draft)]
    return try commit(changes, writing: draft.uuid)
  }

  /// Commits changes that write one file of an asset.
  /// - Returns: The asset's URL, without a read that could fail behind the commit.
  func commit(_ changes: ChangeSet, writing asset: UUID) throws -> URL? {
    let result = try library.commit(changes)
    return result.fileExtensions[asset].flatMap {
      Identifiers.assetURL(asset, fileExtension: $0)
    }
  }

  /// The URL of an asset that is there.
  func url(of asset: UUID) throws -> URL? {
    let file = try library.read { transaction in
      try transaction.asset(asset).flatMap { try transaction.representations(of: $0).first }
    }
    return file.flatMap { Identifiers.assetURL(asset, fileExtension: $0.fileExtension) }
  }
}
