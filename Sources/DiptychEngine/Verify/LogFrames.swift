import Foundation

/// Where the pages of committed transactions are in a write-ahead log (section 4 of the format).
struct LogFrames {
  /// So many frames at the beginning of a log may be damaged; more are not looked through.
  private static let mostDamaged = 1_024

  let pageSize: Int
  /// How many pages the database has after the last commit.
  private(set) var pageCount = 0
  /// The newest bytes of each page, by their offset.
  private(set) var offsets: [Int: Int64] = [:]
  /// Pages of the transaction that is being read.
  private var open: [Int: Int64] = [:]

  /// Reads up to the first frame that does not follow on the one before it, by its sums. Where the log's
  /// own header is damaged, so may be the first frames: reading begins with the first that another one
  /// follows on.
  /// - Returns: Nil where no transaction is whole.
  init?(in descriptor: Int32, _ system: any SystemCalls) {
    guard let header = LogHeader(in: descriptor, system) else { return nil }
    pageSize = header.pageSize ?? 4_096
    for isBigEndian in [false, true] {
      read(descriptor, system, header, isBigEndian)
      if pageCount > 0 { return }
    }
    return nil
  }

  private mutating func read(
    _ descriptor: Int32, _ system: any SystemCalls, _ header: LogHeader, _ isBigEndian: Bool
  ) {
    open = [:]
    var previous: (head: [UInt8], offset: Int64)?
    var hasBegun = false
    var damaged = 0
    var offset: Int64 = 32
    while let frame = system.bytes(of: descriptor, at: offset, count: 24 + pageSize) {
      let head = Array(frame[..<24])
      let befores = previous.map { [LogSums($0.head[16..<24])] } ?? header.sums
      let isOfLog = previous.map { $0.head[8..<16] == head[8..<16] } ?? true
      // No page has the number 0, and no bytes but zeros have sums of 0.
      let follows =
        isOfLog && head[..<4].number > 0
        && befores.contains {
          $0.adding(frame: frame, isBigEndian: isBigEndian) == LogSums(head[16..<24])
        }
      if follows {
        if !hasBegun, let previous { note(previous.head, at: previous.offset) }
        hasBegun = true
        note(head, at: offset)
      } else {
        damaged += 1
        guard !hasBegun, !header.isSound, damaged <= Self.mostDamaged else { return }
      }
      previous = (head, offset)
      offset += Int64(frame.count)
    }
  }

  private mutating func note(_ head: [UInt8], at offset: Int64) {
    let number = head[..<4].number
    guard number > 0 else { return }
    open[number] = offset + 24
    let count = head[4..<8].number
    guard count > 0 else { return }
    offsets.merge(open) { $1 }
    open = [:]
    pageCount = count
  }
}

/// The first 32 bytes of a write-ahead log.
struct LogHeader {
  /// Nil for a number that no page has.
  let pageSize: Int?
  /// Whether SQLite reads a log that begins so.
  let isSound: Bool
  /// What the sums before the first frame may be: as stated, or as the header's own bytes give them.
  let sums: [LogSums]

  /// - Returns: Nil for a log that is too short to have one.
  init?(in descriptor: Int32, _ system: any SystemCalls) {
    guard let bytes = system.bytes(of: descriptor, at: 0, count: 32) else { return nil }
    let stated = bytes[8..<12].number
    pageSize = DatabaseHeader.pageSize(stated == 65_536 ? 1 : stated)
    let magic = bytes[..<4].number
    let own = [false, true].map { LogSums().adding(bytes[..<24], isBigEndian: $0) }
    sums = [LogSums(bytes[24..<32])] + own
    isSound =
      magic & ~1 == 0x377F_0682 && bytes[4..<8].number == 3_007_000 && pageSize != nil
      && sums[0] == own[magic & 1]
  }
}

/// The two sums that run through a write-ahead log.
struct LogSums: Equatable {
  private var first: UInt32 = 0
  private var second: UInt32 = 0

  init() {}

  init(_ bytes: ArraySlice<UInt8>) {
    first = UInt32(truncatingIfNeeded: bytes.prefix(4).number)
    second = UInt32(truncatingIfNeeded: bytes.suffix(4).number)
  }

  /// The sums behind a frame: of its page's number, how long the database is then, and the page.
  func adding(frame: [UInt8], isBigEndian: Bool) -> LogSums {
    adding(frame[..<8], isBigEndian: isBigEndian).adding(frame[24...], isBigEndian: isBigEndian)
  }

  func adding(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> LogSums {
    var sums = self
    bytes.withUnsafeBytes { bytes in
      for place in stride(from: 0, to: bytes.count - 7, by: 8) {
        var low = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        var high = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
        low = isBigEndian ? UInt32(bigEndian: low) : UInt32(littleEndian: low)
        high = isBigEndian ? UInt32(bigEndian: high) : UInt32(littleEndian: high)
        sums.first = sums.first &+ low &+ sums.second
        sums.second = sums.second &+ high &+ sums.first
      }
    }
    return sums
  }
}
