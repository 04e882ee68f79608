/// Bits of the column `subtypes`. The lower half is `PHAssetMediaSubtype`; the upper half is ours,
/// for what smart albums tell apart and that set does not.
package enum AssetTraits {
  /// The bits that a facade shows.
  package static let shown = 0xFFFF_FFFF
  /// Taken with the front camera.
  package static let selfPortrait = 1 << 32
  /// A Live Photo that is shown as a long exposure.
  package static let longExposure = 1 << 33
}
