import DiptychCodecs
import Foundation

/// What an asset is. The numbers are those of `PHAssetMediaType`.
package enum AssetKind: Int, Sendable, CaseIterable {
  case unknown = 0
  case image = 1
  case video = 2
  case audio = 3
}

/// A place on Earth as the store keeps it.
package struct AssetLocation: Hashable, Sendable {
  /// Degrees.
  package var latitude: Double
  /// Degrees.
  package var longitude: Double
  /// Meters above sea level, when known.
  package var altitude: Double?

  package init(latitude: Double, longitude: Double, altitude: Double? = nil) {
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
  }

  /// Whether the store can keep it: finite, and on the globe.
  package var isValid: Bool {
    abs(latitude) <= 90 && abs(longitude) <= 180 && (altitude ?? 0).isFinite
  }
}

/// One asset as a transaction saw it: a copied value.
package struct AssetRecord: Hashable, Sendable {
  /// Internal; never shown to a client.
  package var row: Int64
  package var uuid: UUID
  package var kind: AssetKind
  /// Bits of `PHAssetMediaSubtype`.
  package var subtypes: Int
  /// A number of `PHAsset.PlaybackStyle`.
  package var playbackStyle: Int
  /// The playback style of a Live Photo.
  static let liveStyle = 3
  /// Pixels of the upright picture.
  package var pixelSize: PixelSize
  /// How the stored picture has to be turned.
  package var orientation: ImageOrientation
  /// Seconds; 0 for images.
  package var duration: Double
  package var creationDate: Date?
  /// Seconds from UTC where the picture was taken, when the file says it.
  package var utcOffset: Int?
  package var modificationDate: Date
  package var addedDate: Date
  package var location: AssetLocation?
  package var isFavorite: Bool
  package var isHidden: Bool
  package var burst: UUID?
  package var burstPick: Int
  /// Bits of `PHAssetSourceType`.
  package var source: Int
  package var creator: String
  package var trashedDate: Date?
  package var adjustmentFormat: String?
  package var adjustmentVersion: String?
  /// When the content was last edited or reverted.
  package var adjustmentDate: Date?
  /// The row of the asset that this one is a modified copy of.
  package var derivedFrom: Int64?

  static let columns = """
    a.id, a.uuid, a.kind, a.subtypes, a.playback_style, a.pixel_width, a.pixel_height, \
    a.orientation, a.duration, a.creation_date, a.utc_offset, a.modification_date, a.added_date, \
    a.latitude, a.longitude, a.altitude, a.favorite, a.hidden, a.burst, a.burst_pick, a.source, \
    a.creator, a.trashed_date, a.adjustment_format, a.derived_from, a.adjustment_version, \
    a.adjustment_date
    """

  init(_ row: borrowing Row) {
    self.row = row.integer(0)
    uuid = row.uuid(1)
    kind = AssetKind(rawValue: row.int(2)) ?? .unknown
    subtypes = row.int(3)
    playbackStyle = row.int(4)
    pixelSize = PixelSize(width: row.int(5), height: row.int(6))
    orientation = ImageOrientation(rawValue: row.int(7)) ?? .up
    duration = row.real(8)
    creationDate = row.isNull(9) ? nil : row.date(9)
    utcOffset = row.isNull(10) ? nil : row.int(10)
    modificationDate = row.date(11)
    addedDate = row.date(12)
    location =
      row.isNull(13)
      ? nil
      : AssetLocation(
        latitude: row.real(13), longitude: row.real(14),
        altitude: row.isNull(15) ? nil : row.real(15))
    isFavorite = row.bool(16)
    isHidden = row.bool(17)
    burst = row.isNull(18) ? nil : row.uuid(18)
    burstPick = row.int(19)
    source = row.int(20)
    creator = row.text(21)
    trashedDate = row.isNull(22) ? nil : row.date(22)
    adjustmentFormat = row.isNull(23) ? nil : row.text(23)
    derivedFrom = row.isNull(24) ? nil : row.integer(24)
    adjustmentVersion = row.isNull(25) ? nil : row.text(25)
    adjustmentDate = row.isNull(26) ? nil : row.date(26)
  }
}
