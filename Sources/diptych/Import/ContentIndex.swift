import DiptychEngine
import Foundation

/// Tells files that the library already has by their bytes.
///
/// Only files of a length that occurs twice are read for it, among the files to import or between
/// them and the library.
struct ContentIndex {
  /// Who has some bytes: an asset, or in a dry run a file that would become one.
  enum Owner {
    case asset(UUID)
    case file
  }

  private var owners: [[UInt8]: Owner] = [:]
  private var lengths: Set<Int64>

  /// - Parameter library: Nil where none is there, or its content must not be told.
  init(_ groups: [ImportGroup], _ reader: LibraryReader?) throws {
    var counts: [Int64: Int] = [:]
    for part in groups.flatMap(\.parts) { counts[part.file.found.byteCount, default: 0] += 1 }
    lengths = Set(counts.filter { $0.value > 1 }.keys)
    guard let reader else { return }
    let stored = try reader.read { snapshot in
      let rows = Set(try snapshot.rows(.present))
      return try snapshot.transaction.contents(ofByteCounts: Set(counts.keys))
        .filter { rows.contains($0.row) }
    }
    for content in stored {
      lengths.insert(content.byteCount)
      owners[content.sha256] = .asset(content.asset)
    }
  }

  /// The digests of a group's files, where they are needed; an empty list where no file can be a
  /// duplicate.
  /// - Throws: `sourceUnreadable` for a file that cannot be read any more.
  func digests(of group: ImportGroup) throws -> [[UInt8]] {
    guard group.parts.allSatisfy({ lengths.contains($0.file.found.byteCount) }) else { return [] }
    return try group.parts.map { try Self.digest(of: $0.file.path) }
  }

  /// Who has every one of these bytes already.
  func owner(of digests: [[UInt8]]) -> Owner? {
    let found = digests.compactMap { owners[$0] }
    return found.count == digests.count ? found.first : nil
  }

  /// Notes that these bytes have an owner now.
  mutating func note(_ digests: [[UInt8]], _ owner: Owner) {
    for digest in digests { owners[digest] = owner }
  }

  private static func digest(of path: String) throws -> [UInt8] {
    let system = RealSystemCalls()
    do {
      let descriptor = try system.open(path, .read)
      defer { system.close(descriptor) }
      let hash = ContentHash()
      try system.forEachPiece(of: descriptor) { hash.update($0) }
      return hash.finish()
    } catch {
      throw LibraryError(
        .sourceUnreadable,
        "The file cannot be read (\(error.reason)); check that it exists and may be read.")
    }
  }
}

extension AssetQuery {
  /// What the library has, also hidden and of bursts, without what was deleted.
  fileprivate static var present: AssetQuery {
    var query = everything
    query.includesTrashed = false
    return query
  }
}
