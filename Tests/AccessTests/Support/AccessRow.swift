import DiptychAssetsLibrary
import DiptychPhotos

/// A call of a facade: which symbols it plays, and how.
struct AccessRow: Sendable {
  typealias Play = @Sendable (AccessScene, Witness) async throws -> Void

  /// Paths as `FacadeSymbols` gives them; a symbol with overloads is named once for each.
  let symbols: [String]
  let kind: CallKind
  /// Whether the identifiers of objects that the application held before may be shown: it knows
  /// them (decision 160).
  let knowsIdentifiers: Bool
  let play: Play

  init(
    _ symbols: String..., kind: CallKind, knowsIdentifiers: Bool = false, play: @escaping Play
  ) {
    self.symbols = symbols
    self.kind = kind
    self.knowsIdentifiers = knowsIdentifiers
    self.play = play
  }
}

/// A property of an asset, which is compared with that of an asset that denotes nothing.
struct AssetProperty: Sendable {
  let symbol: String
  let value: @Sendable (PHAsset) -> Any?

  init(_ symbol: String, _ value: @escaping @Sendable (PHAsset) -> Any?) {
    self.symbol = symbol
    self.value = value
  }
}

/// Waits for a call that answers through a block.
func reply(_ start: (@escaping @Sendable () -> Void) -> Void) async {
  await withCheckedContinuation { continuation in start { continuation.resume() } }
}
