import DiptychEngine
import Foundation

/// Albums in a ring: the title of each is the identifier of the next. Whoever turns three of them
/// around has to read and write in one transaction; a lost or half-done one opens the ring.
enum AlbumRing {
  static let count = 9

  static func make(_ library: Library) throws {
    let albums = try (0..<count).map { try library.user.make(titled: "\($0)") }
    for (index, album) in albums.enumerated() {
      try library.user.rename(album, to: albums[(index + 1) % count].uuidString)
    }
  }

  /// The albums in the order of the ring, from the oldest one; nil when they are in no ring.
  static func walk(_ transaction: ReadTransaction) throws -> [UUID]? {
    let albums = try transaction.connection.all(
      "SELECT uuid, title FROM collections ORDER BY id"
    ) { ($0.uuid(0), UUID(uuidString: $0.text(1))) }
    guard albums.count == count, let first = albums.first?.0 else { return nil }
    let next = Dictionary(albums.map { ($0.0, $0.1) }) { $1 }
    var ring: [UUID] = []
    var album: UUID? = first
    while let present = album, !ring.contains(present) {
      ring.append(present)
      album = next[present] ?? nil
    }
    return ring.count == count && album == first ? ring : nil
  }

  /// Lets the album at a place of the ring and the one behind it change places.
  static func turn(_ transaction: WriteTransaction, at place: Int) throws {
    guard let ring = try walk(transaction) else {
      throw SweepFailure("A writer found the ring open.")
    }
    let four = (0..<4).map { ring[(place + $0) % count] }
    try transaction.rename(four[0], four[2].uuidString)
    try transaction.rename(four[2], four[1].uuidString)
    try transaction.rename(four[1], four[3].uuidString)
  }
}
