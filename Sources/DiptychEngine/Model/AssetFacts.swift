import DiptychCodecs
import Foundation

/// What an old asset object is asked for most: as one transaction saw it.
package struct AssetFacts: Sendable {
  package let kind: AssetKind
  /// Bits of `AssetSource`.
  package let source: Int
  /// How the stored picture has to be turned.
  package let orientation: ImageOrientation
  /// Seconds; 0 for images.
  package let duration: Double
  package let creationDate: Date?
  package let addedDate: Date
  package let location: AssetLocation?

  package init(_ record: AssetRecord) {
    kind = record.kind
    source = record.source
    orientation = record.orientation
    duration = record.duration
    creationDate = record.creationDate
    addedDate = record.addedDate
    location = record.location
  }

  fileprivate init(_ row: borrowing GatheredRow) {
    kind = AssetKind(rawValue: row.int(4)) ?? .unknown
    source = row.int(5)
    orientation = ImageOrientation(rawValue: row.int(6)) ?? .up
    duration = row.real(7)
    creationDate = row.isNull(8) ? nil : row.date(8)
    addedDate = row.date(9)
    location =
      row.isNull(10)
      ? nil
      : AssetLocation(
        latitude: row.real(10), longitude: row.real(11),
        altitude: row.isNull(12) ? nil : row.real(12))
  }
}

/// An asset among many that were read together.
package struct FoundAsset: Sendable {
  /// Where it stands in the list that was asked for.
  package let place: Int
  package let uuid: UUID
  /// The facts, and the extension of the file that stands first among the representations (decision
  /// 16); nil for an asset that not every client with full access sees.
  package let shown: (facts: AssetFacts, fileExtension: String)?
}

extension ReadTransaction {
  /// The assets at `rows`, in that order; a row that is gone is left out.
  /// - Complexity: One statement for many rows.
  package func assetFacts(_ rows: [Int64]) throws -> [FoundAsset] {
    var found: [Candidate] = []
    found.reserveCapacity(rows.count)
    var ending = MediaFormat.jpeg.fileExtension
    let areAscending = try gather(Candidate.source, rows[...]) { row in
      // Nearly all are of the kind of the one before, whose text serves again.
      if !row.isNull(15), !row.isText(15, ending) { ending = ResourceRecord.checked(row.text(15)) }
      let candidate = Candidate(row, ending: ending)
      if let last = found.last, last.row == candidate.row {
        if candidate.file < last.file { found[found.count - 1] = candidate }
      } else {
        found.append(candidate)
      }
    }
    var matcher = RowMatcher(rows[...], areAscending: areAscending)
    return found.compactMap { candidate in
      matcher.place(of: candidate.row).map { place in
        FoundAsset(place: place, uuid: candidate.uuid, shown: candidate.shown)
      }
    }
  }

  /// An asset with one of its files.
  private struct Candidate {
    /// By which files are put in order: the JPEG of several first, then by role and arrival.
    struct File: Comparable {
      let isOther: Bool
      let role: Int
      let row: Int64

      static func < (left: Self, right: Self) -> Bool {
        (left.isOther ? 1 : 0, left.role, left.row) < (right.isOther ? 1 : 0, right.role, right.row)
      }
    }

    let row: Int64
    let uuid: UUID
    let shown: (facts: AssetFacts, fileExtension: String)?
    let file: File

    init(_ row: borrowing GatheredRow, ending: String) {
      self.row = row.integer(0)
      uuid = row.uuid(1)
      file = File(
        isOther: !row.isText(13, MediaFormat.jpeg.typeIdentifier), role: row.int(3),
        row: row.integer(2))
      shown = row.bool(14) && !row.isNull(2) ? (AssetFacts(row), ending) : nil
    }

    static let source = BatchSource(
      """
      a.id, a.uuid, r.id, r.role, a.kind, a.source, a.orientation, a.duration, a.creation_date, \
      a.added_date, a.latitude, a.longitude, a.altitude, r.type, a.own, r.extension
      """,
      joins: "LEFT JOIN resources r ON r.asset = a.id AND r.role IN (1, 2, 4)")
  }
}
