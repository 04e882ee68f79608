import DiptychCodecs
import Foundation

/// What a stored file is to its asset. The numbers are those of `PHAssetResourceType`.
package enum ResourceRole: Int, Sendable, CaseIterable {
  case photo = 1
  case video = 2
  case audio = 3
  case alternatePhoto = 4
  case fullSizePhoto = 5
  case fullSizeVideo = 6
  case adjustmentData = 7
  case adjustmentBasePhoto = 8
  case pairedVideo = 9
  case fullSizePairedVideo = 10
  case adjustmentBasePairedVideo = 11
  case adjustmentBaseVideo = 12

  /// Whether a new asset can be made of files of these roles (P142): a photo, a video, the two
  /// photos of a camera that stores RAW and JPEG (P144), or the still and the movie of a Live Photo
  /// (C49).
  package static func makesAsset(_ roles: [ResourceRole]) -> Bool {
    switch roles.sorted(by: { $0.rawValue < $1.rawValue }) {
    case [.photo], [.video], [.photo, .alternatePhoto], [.photo, .pairedVideo]: true
    default: false
    }
  }
}

/// One stored file of an asset as a transaction saw it.
package struct ResourceRecord: Hashable, Sendable {
  package var row: Int64
  package var uuid: UUID
  package var asset: Int64
  package var role: ResourceRole
  package var typeIdentifier: String
  package var fileName: String
  /// What the file's own name ends with, and its asset's URL: that of the file which the asset was
  /// first made of, whatever has come in its place (decision 252).
  package var fileExtension: String
  /// Bytes.
  package var byteCount: Int64
  package var sha256: [UInt8]
  /// Pixels as stored, unturned.
  package var storedSize: PixelSize
  package var orientation: ImageOrientation
  /// Whether we encoded the bytes, so that nothing promises them (decision 20).
  package var isEncoded: Bool
  package var isLocal: Bool

  /// Whether its bytes are in the library's folder, or are to be: those of an original that was taken
  /// off this machine stay there (decision 223). What never came has no hash (decision 101).
  package var hasFile: Bool { isLocal || sha256 != ContentHash.unknown }

  /// Where the bytes are, below the library's folder.
  package var path: String { OriginalStore.path(uuid, fileExtension) }

  /// The usual extension of the file's type.
  package var typeExtension: String {
    MediaFormat.named(typeIdentifier: typeIdentifier)?.fileExtension ?? fileExtension
  }

  /// A stored extension, which becomes part of a path. No file has the name that it gets instead, so
  /// that the original is missing (decision 151).
  static func checked(_ ending: String) -> String {
    OriginalStore.isExtension(ending) ? ending : "unknown"
  }

  static let columns = """
    r.id, r.uuid, r.asset, r.role, r.type, r.file_name, r.extension, r.bytes, r.sha256, \
    r.pixel_width, r.pixel_height, r.orientation, r.encoded, r.local
    """

  init(_ row: borrowing Row) {
    self.row = row.integer(0)
    uuid = row.uuid(1)
    asset = row.integer(2)
    role = ResourceRole(rawValue: row.int(3)) ?? .photo
    typeIdentifier = row.text(4)
    fileName = row.text(5)
    fileExtension = Self.checked(row.text(6))
    byteCount = row.integer(7)
    sha256 = row.blob(8)
    storedSize = PixelSize(width: row.int(9), height: row.int(10))
    orientation = ImageOrientation(rawValue: row.int(11)) ?? .up
    isEncoded = row.bool(12)
    isLocal = row.bool(13)
  }
}
