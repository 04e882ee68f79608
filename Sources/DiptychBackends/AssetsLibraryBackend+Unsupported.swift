import Foundation

/// What the old API has no call for (D3, D4).
extension AssetsLibraryBackend {
  /// Unsupported: the old API only appends (L62).
  public func insertFirst(_ asset: String, intoAlbum album: String) async -> Outcome<Void> {
    .unsupported(.insertion)
  }

  /// Unsupported: the old API cannot delete (L162).
  public func delete(_ assets: [String]) async -> Outcome<Void> {
    .unsupported(.deletion)
  }

  /// Unsupported: the old API has no property that can be set.
  public func change(_ property: PropertyChange, of asset: String) async -> Outcome<Void> {
    .unsupported(.properties)
  }

  /// Unsupported: the old API cannot rename (L54).
  public func rename(_ album: String, to title: String) async -> Outcome<Void> {
    .unsupported(.albumEditing)
  }

  /// Unsupported: the old API takes nothing out of albums (L55).
  public func remove(_ asset: String, fromAlbum album: String) async -> Outcome<Void> {
    .unsupported(.albumEditing)
  }

  /// Unsupported: the old API cannot delete albums (L53).
  public func deleteAlbum(_ album: String) async -> Outcome<Void> {
    .unsupported(.albumEditing)
  }

  /// Unsupported: the old API knows no folders (D25).
  public func makeFolder(titled title: String) async -> Outcome<String> {
    .unsupported(.folders)
  }

  /// Unsupported: the old API knows no folders (D25).
  public func move(_ album: String, intoFolder folder: String) async -> Outcome<Void> {
    .unsupported(.folders)
  }

  /// Unsupported: what the old API replaces cannot be undone (D12).
  public func edit(
    _ asset: String, to rendering: Data, by format: String
  ) async -> Outcome<Void> {
    .unsupported(.reversibleEdits)
  }

  /// Unsupported: what the old API replaces cannot be undone (D12).
  public func revert(_ asset: String) async -> Outcome<Void> {
    .unsupported(.reversibleEdits)
  }
}
