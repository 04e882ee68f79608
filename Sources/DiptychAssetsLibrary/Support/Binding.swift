import DiptychEngine
import DiptychPlatform
import Foundation

/// What a group, an asset or a representation is bound to: the library of the call that made it,
/// on whose behalf it reads, and the `ALAssetsLibrary` that it does not outlive (L18, decision 42).
final class Binding: Sendable {
  let scope: LibraryScope
  private weak let owner: ALAssetsLibrary?

  init(_ scope: LibraryScope, _ owner: ALAssetsLibrary) {
    self.scope = scope
    self.owner = owner
  }

  var library: Library { scope.library }
  var client: String { scope.client }

  /// The `ALAssetsLibrary`, if it is still there.
  var livingOwner: ALAssetsLibrary? { owner }

  /// Runs `body` on a snapshot; nil when the owner is gone (L19), or when the library cannot be
  /// read.
  func read<Value>(_ body: (ReadTransaction) throws -> Value?) -> Value? {
    guard isAlive else { return nil }
    return try? library.read(body)
  }

  /// Whether the owner is there. When it is not, one line on standard error says what happened.
  var isAlive: Bool {
    if owner != nil { return true }
    Notices.once(
      "Diptych: a group, asset or representation was used after its ALAssetsLibrary was released. "
        + "It gives nothing any more. Keep the library in a property.")
    return false
  }
}

extension ReadTransaction {
  /// The asset, as far as `client` may see it and it is not in the trash. Synced assets and those of
  /// streams count too, unless the streams that hold it are hidden (L186).
  func visibleAsset(_ uuid: UUID, as client: String) throws -> AssetRecord? {
    var query = AssetQuery(.identifiers([uuid]))
    query.sources = AssetSource.all.rawValue
    if SharedStreams.areHidden(in: library, for: client) {
      query.sources = AssetSource.all.subtracting(.shared).rawValue
    }
    return try fetchAssets(query, as: client).first.flatMap { try asset(row: $0) }
  }
}
