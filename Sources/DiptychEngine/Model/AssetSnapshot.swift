import DiptychCodecs
import Foundation

/// What a modern asset object answers, as one transaction saw it (P62).
///
/// Narrower than `AssetRecord`, for walks over large libraries: no text, dates as they are stored,
/// and what few assets have held apart.
package struct AssetSnapshot: Sendable {
  /// What most assets lack.
  package final class Rarities: Sendable {
    package let location: AssetLocation?
    package let adjustmentFormat: String?
    /// When the content was last edited or reverted.
    package let adjustmentDate: Date?
    package let burst: (uuid: UUID, mark: BurstMark)?

    init(
      location: AssetLocation?, adjustmentFormat: String?, adjustmentDate: Date?,
      burst: (uuid: UUID, mark: BurstMark)?
    ) {
      self.location = location
      self.adjustmentFormat = adjustmentFormat
      self.adjustmentDate = adjustmentDate
      self.burst = burst
    }
  }

  /// Internal; never shown to a client.
  package let row: Int64
  package let uuid: UUID
  package let kind: AssetKind
  package let isFavorite: Bool
  package let isHidden: Bool
  /// Bits of `PHAssetMediaSubtype`.
  package let subtypes: Int
  /// A number of `PHAsset.PlaybackStyle`.
  package let playbackStyle: Int
  /// Pixels of the upright picture.
  package let pixelSize: PixelSize
  /// Seconds; 0 for images.
  package let duration: Double
  /// Bits of `PHAssetSourceType`.
  package let source: Int
  private let creation: Int64
  private let modification: Int64
  private let addition: Int64
  package let rarities: Rarities?

  /// In place of a date that is cleared or not known: no date that the store takes has this number.
  private static let noDate = Int64.min

  package var creationDate: Date? { Self.date(creation) }
  package var modificationDate: Date? { Self.date(modification) }
  package var addedDate: Date? { Self.date(addition) }

  private static func date(_ microseconds: Int64) -> Date? {
    microseconds == noDate ? nil : Date(microseconds: microseconds)
  }

  /// What is known of an asset that is gone, or that never was (row 0): every value is empty.
  package init(gone row: Int64, _ uuid: UUID) {
    self.row = row
    self.uuid = uuid
    kind = .unknown
    isFavorite = false
    isHidden = false
    subtypes = 0
    playbackStyle = 0
    pixelSize = PixelSize(width: 0, height: 0)
    duration = 0
    source = 0
    creation = Self.noDate
    modification = Self.noDate
    addition = Self.noDate
    rarities = nil
  }

  static let columns = """
    a.id, a.uuid, a.kind, a.subtypes, a.playback_style, a.pixel_width, a.pixel_height, \
    a.duration, a.creation_date, a.modification_date, a.added_date, a.favorite, a.hidden, \
    a.source, a.latitude, a.adjustment_date, a.burst, a.longitude, a.altitude, \
    a.adjustment_format, a.burst_pick
    """

  init(_ row: borrowing GatheredRow) {
    self.row = row.integer(0)
    uuid = row.uuid(1)
    kind = AssetKind(rawValue: row.int(2)) ?? .unknown
    subtypes = row.int(3) & AssetTraits.shown
    playbackStyle = row.int(4)
    pixelSize = PixelSize(width: row.int(5), height: row.int(6))
    duration = row.real(7)
    let creation = row.integer(8)
    // A null reads as zero; only then is the type asked for.
    self.creation = creation == 0 && row.isNull(8) ? Self.noDate : creation
    modification = row.integer(9)
    addition = row.integer(10)
    isFavorite = row.bool(11)
    isHidden = row.bool(12)
    source = row.int(13)
    let hasLocation = !row.isNull(14)
    let wasAdjusted = !row.isNull(15)
    let isInBurst = !row.isNull(16)
    guard hasLocation || wasAdjusted || isInBurst else {
      rarities = nil
      return
    }
    rarities = Rarities(
      location: hasLocation
        ? AssetLocation(
          latitude: row.real(14), longitude: row.real(17),
          altitude: row.isNull(18) ? nil : row.real(18))
        : nil,
      adjustmentFormat: row.isNull(19) ? nil : row.text(19),
      adjustmentDate: wasAdjusted ? row.date(15) : nil,
      burst: isInBurst ? (row.uuid(16), BurstMark(stored: row.int(20))) : nil)
  }
}
