import Foundation

/// What another library says of an asset and no client can set. It is written together with the
/// asset, so that no state is seen in between.
package struct ImportedValues: Sendable {
  /// When the asset or its content was last changed; nil for the date of the commit.
  package var modificationDate: Date?
  /// When it came into that library; nil for the date of the commit.
  package var addedDate: Date?
  /// When it was deleted; nil for one that is not in the trash.
  package var trashedDate: Date?
  /// Seconds from UTC where the picture was taken; nil leaves what the file says.
  package var utcOffset: Int?
  /// Bits of `PHAssetMediaSubtype` beside those that the bytes tell.
  package var subtypes = 0
  package var texts = AssetTexts()

  package init() {}
}
