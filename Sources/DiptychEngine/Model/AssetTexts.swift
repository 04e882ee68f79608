/// What the user wrote about an asset (decision 106).
package struct AssetTexts: Hashable, Sendable {
  package var title: String?
  package var caption: String?
  /// Sorted by their bytes, each once.
  package var keywords: [String]

  package init(title: String? = nil, caption: String? = nil, keywords: [String] = []) {
    self.title = title
    self.caption = caption
    self.keywords = keywords
  }

  package var isEmpty: Bool { self == AssetTexts() }

  /// UTF-8 bytes of a caption.
  package static let captionBytes = 64 << 10
}
