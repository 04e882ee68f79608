import DiptychCodecs
import DiptychEngine
import Foundation

/// An asset as the rows of a library of Apple's Photos describe it.
package struct AppleAsset: Sendable {
  /// Where the original is.
  package enum Place: Hashable, Sendable {
    /// A folder and a name below `originals`; both as the row has them, unchecked.
    case inside(folder: String, name: String)
    /// A file that was left where it was, by its path on the Mac that has it.
    case referenced(String)
    /// Files of shared albums lie elsewhere, and belong to somebody else.
    case shared
  }

  /// The row's number, by which others name it.
  let key: Int64
  package let uuid: UUID
  package var isVideo = false
  package var place: Place
  /// The name that the user knows.
  package var fileName: String
  /// Nil for one that has no date, or none that can be kept.
  package var creationDate: Date?
  /// Whether the row has a date that is out of every calendar.
  package var hasImpossibleDate = false
  package var isFavorite = false
  package var isHidden = false
  package var isTrashed = false
  package var location: AssetLocation?
  /// Dates, marks and texts that only an import writes.
  package var values = ImportedValues()
  package var burst: (uuid: UUID, mark: BurstMark)?
  package var isLive = false
  package var isEdited = false
  /// Whether the raw or developed half of a pair belongs to it.
  package var hasAlternate = false
  package var typeIdentifier: String?
  /// Pixels of the original as stored.
  package var pixelSize = PixelSize(width: 0, height: 0)
  package var orientation = ImageOrientation.up
  /// Seconds.
  package var duration = 0.0
  /// Bytes of the original, and of its other half; nil where no row says.
  package var byteCount: Int64?
  /// What the photo and the movie of a Live Photo share.
  package var contentIdentifier: String?
  /// Whether the original is in iCloud.
  package var isInCloud = false

  /// The digit that names its folders.
  var digit: Character { uuid.uuidString.first ?? "0" }
}
