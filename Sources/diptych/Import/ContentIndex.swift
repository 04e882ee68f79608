import DiptychEngine
import Foundation

/// Tells files that the library already has by their bytes. What has lost its file, or part of it, it has
/// no more.
///
/// Only files of a length that occurs twice are read for it, among the files to import or between
/// them and the library.
struct ContentIndex {
  /// Who has some bytes: an asset, or in a dry run a file that would become one.
  enum Owner {
    case asset(UUID)
    case file
  }

  /// A SHA-256 digest in a form that takes no memory of its own.
  struct Digest: Hashable {
    private let parts: (UInt64, UInt64, UInt64, UInt64)

    /// - Parameter bytes: 32 bytes.
    init(_ bytes: [UInt8]) {
      func part(_ number: Int) -> UInt64 {
        bytes.dropFirst(number * 8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
      }
      parts = (part(0), part(1), part(2), part(3))
    }

    static func == (left: Digest, right: Digest) -> Bool { left.parts == right.parts }

    func hash(into hasher: inout Hasher) {
      // Each part of a digest is as good as any other.
      hasher.combine(parts.0)
    }
  }

  private var owners: [Digest: Owner] = [:]
  private let census: ImportCensus
  /// Lengths of files to import that the library has, too.
  private var stored: Set<Int64> = []

  /// - Parameters:
  ///   - census: The files to import.
  ///   - reader: Nil where no library is there, or its content must not be told.
  init(_ census: ImportCensus, _ reader: LibraryReader?) throws {
    self.census = census
    guard let reader else { return }
    let contents = try reader.read { snapshot in
      let rows = Set(try snapshot.rows(.present))
      return try snapshot.transaction.contents(where: census.contains)
        .filter { rows.contains($0.row) && snapshot.isWhole($0) }
    }
    for content in contents {
      stored.insert(content.byteCount)
      owners[Digest(content.sha256)] = .asset(content.asset)
    }
  }

  /// The digests of a group's files, where they are needed; an empty list where no file can be a
  /// duplicate.
  /// - Throws: `sourceUnreadable` for a file that cannot be read any more.
  func digests(of group: ImportGroup) throws -> [Digest] {
    let isNew = group.parts.contains { part in
      let length = part.file.found.byteCount
      return census.isSingle(length) && !stored.contains(length)
    }
    return isNew ? [] : try group.parts.map { try Self.digest(of: $0.file.path) }
  }

  /// Who has every one of these bytes already.
  func owner(of digests: [Digest]) -> Owner? {
    let found = digests.compactMap { owners[$0] }
    return found.count == digests.count ? found.first : nil
  }

  /// Notes that these bytes have an owner now.
  mutating func note(_ digests: [Digest], _ owner: Owner) {
    for digest in digests { owners[digest] = owner }
  }

  private static func digest(of path: String) throws -> Digest {
    let system = RealSystemCalls()
    do {
      let descriptor = try system.open(path, .read)
      defer { system.close(descriptor) }
      let hash = ContentHash()
      try system.forEachPiece(of: descriptor) { hash.update($0) }
      return Digest(hash.finish())
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
