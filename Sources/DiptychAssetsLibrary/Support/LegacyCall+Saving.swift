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
    try library.commit(changes)
    return try url(of: draft.uuid)
  }

  /// The URL of an asset that this call has just written.
  func url(of asset: UUID) throws -> URL? {
    let type = try library.read { transaction in
      try transaction.asset(asset).flatMap { try transaction.representations(of: $0).first }
    }?.typeIdentifier
    return Identifiers.assetURL(asset, typeIdentifier: type ?? "")
  }
}
