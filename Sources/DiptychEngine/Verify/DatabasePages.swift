import Foundation

/// The pages of a database as its last commit left them, read after SQLite's file format and without
/// SQLite, which refuses a file whose first page is damaged: those in the log, then those of the file.
///
/// Nothing that a page says is believed without a bound. A library's pages have 4,096 bytes, and no
/// bytes are reserved in them.
final class DatabasePages {
  /// Pages that are in neither file and may be between others, at most.
  private static let mostGaps = 1 << 16

  let size: Int
  let count: Int
  /// Whether the fields of the header that never change are as SQLite writes them for a library.
  let isHeaderSound: Bool
  private let system: any SystemCalls
  private let database: Int32?
  private let log: Int32?
  /// Where pages are in the log.
  private let logged: [Int: Int64]
  private let isLogSound: Bool

  /// - Parameters:
  ///   - path: The database's. Its log is beside it.
  ///   - system: How files are read.
  /// - Returns: Nil where there is nothing in the database nor in its log.
  init?(of path: String, _ system: any SystemCalls) {
    database = try? system.open(path, .read)
    log = try? system.open(path + "-wal", .read)
    let header = database.flatMap { system.bytes(of: $0, at: 0, count: 100) } ?? []
    let frames = log.flatMap { LogFrames(in: $0, system) }
    let stated = DatabaseHeader(header)
    size = frames?.pageSize ?? stated.pageSize ?? 4_096
    let length = (try? system.status(path))?.size ?? 0
    let inFile = Int(length / Int64(size))
    var wanted = inFile
    let logged = frames?.offsets ?? [:]
    if let frames { wanted = min(frames.pageCount, max(inFile, logged.keys.max() ?? 0)) }
    count = min(wanted, inFile + logged.count + Self.mostGaps)
    if let log, let offset = logged[1] {
      // The file's does not count then.
      isHeaderSound = DatabaseHeader(system.bytes(of: log, at: offset, count: 100) ?? []).isSound
    } else {
      isHeaderSound = stated.isSound && (frames != nil || stated.pageCount <= inFile)
    }
    self.system = system
    self.logged = logged
    isLogSound = log.flatMap { LogHeader(in: $0, system)?.isSound } ?? false
    // What was opened is closed by `deinit`, which a failing initializer reaches, too.
    guard count > 0 else { return nil }
  }

  deinit {
    for descriptor in [database, log].compactMap({ $0 }) { system.close(descriptor) }
  }

  /// The bytes of a page; nil for one that is nowhere. The first has number 1.
  func page(_ number: Int) -> [UInt8]? {
    guard number >= 1, number <= count else { return nil }
    if let offset = logged[number], let log {
      return system.bytes(of: log, at: offset, count: size)
    }
    return pageInFile(number)
  }

  private func pageInFile(_ number: Int) -> [UInt8]? {
    database.flatMap { database in
      system.bytes(of: database, at: Int64(number - 1) * Int64(size), count: size)
    }
  }

  /// Whether the log holds what SQLite would not find in it and would write over: its header is
  /// damaged, and its pages are not in the file yet (decision 261). Where they all are, a process died
  /// while it began the log anew, which loses nothing.
  var hasUnfoundCommits: Bool {
    !isLogSound && logged.keys.contains { $0 <= count && page($0) != pageInFile($0) }
  }
}

/// What the first 100 bytes of a database say (section 1.3 of the format).
struct DatabaseHeader {
  /// Nil for a number that no page has.
  let pageSize: Int?
  let pageCount: Int
  let isSound: Bool

  static let magic = Array("SQLite format 3\0".utf8)

  init(_ bytes: [UInt8]) {
    guard bytes.count >= 100, Array(bytes[..<16]) == Self.magic else {
      pageSize = nil
      pageCount = 0
      isSound = false
      return
    }
    pageSize = Self.pageSize(bytes[16..<18].number)
    // The number is believed only where the two counters say that it is up to date.
    pageCount = bytes[24..<28] == bytes[92..<96] ? bytes[28..<32].number : 0
    isSound =
      pageSize != nil && (1...2).contains(bytes[18]) && (1...2).contains(bytes[19])
      && Array(bytes[20..<24]) == [0, 64, 32, 32]
      // The format of the list of tables and UTF-8; of a file without tables neither is written yet.
      && bytes[44..<48].number <= 4 && bytes[56..<60].number <= 1
  }

  /// What a header's number stands for: 1 is 65,536.
  static func pageSize(_ stated: Int) -> Int? {
    let size = stated == 1 ? 65_536 : stated
    return (512...65_536).contains(size) && size & (size - 1) == 0 ? size : nil
  }
}

extension ArraySlice<UInt8> {
  /// The number that these bytes are, the highest first.
  var number: Int { reduce(0) { $0 << 8 | Int($1) } }
}

extension SystemCalls {
  /// So many bytes from an offset on; nil where there are fewer, or they cannot be read.
  func bytes(of descriptor: Int32, at offset: Int64, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = try? bytes.withUnsafeMutableBytes { bytes throws(SystemCallError) in
      try fill(bytes, from: descriptor, at: offset)
    }
    return filled == count ? bytes : nil
  }
}
