import Foundation

/// Where the pages of committed transactions are in a write-ahead log (section 4 of the format).
struct LogFrames {
  let pageSize: Int
  /// How many pages the database has after the last commit.
  private(set) var pageCount = 0
  /// The newest bytes of each page, by their offset.
  private(set) var offsets: [Int: Int64] = [:]

  /// Reads up to the first frame that is not whole. The log's own header is needed for its sums only:
  /// they tell whether a frame follows on it, also where something else in it is damaged. Where they
  /// are lost, too, the first frame is believed if the second follows on it.
  /// - Returns: Nil where no transaction is whole.
  init?(in descriptor: Int32, _ system: any SystemCalls) {
    guard let header = LogHeader(in: descriptor, system) else { return nil }
    pageSize = header.pageSize ?? 4_096
    for start in header.sums + [nil] {
      for isBigEndian in [false, true] {
        read(descriptor, system, start, isBigEndian)
        if pageCount > 0 { return }
      }
    }
    return nil
  }

  /// - Parameter start: The sums before the first frame; nil where they are not known.
  private mutating func read(
    _ descriptor: Int32, _ system: any SystemCalls, _ start: LogSums?, _ isBigEndian: Bool
  ) {
    if start == nil, !isFollowed(descriptor, system, isBigEndian) { return }
    var known = start
    var salt: ArraySlice<UInt8>?
    var open: [Int: Int64] = [:]
    var offset: Int64 = 32
    while let frame = system.bytes(of: descriptor, at: offset, count: 24 + pageSize) {
      let stated = LogSums(frame[16..<24])
      let sums = known?.adding(frame: frame, isBigEndian: isBigEndian) ?? stated
      guard sums == stated, salt ?? frame[8..<16] == frame[8..<16] else { return }
      known = sums
      salt = frame[8..<16]
      open[frame[..<4].number] = offset + 24
      let count = frame[4..<8].number
      if count > 0 {
        offsets.merge(open) { $1 }
        open = [:]
        pageCount = count
      }
      offset += Int64(frame.count)
    }
  }

  /// Whether the second frame is whole, and of one log with the first.
  private func isFollowed(
    _ descriptor: Int32, _ system: any SystemCalls, _ isBigEndian: Bool
  ) -> Bool {
    let length = 24 + pageSize
    guard let first = system.bytes(of: descriptor, at: 32, count: 24),
      let second = system.bytes(of: descriptor, at: 32 + Int64(length), count: length)
    else { return false }
    let sums = LogSums(first[16..<24]).adding(frame: second, isBigEndian: isBigEndian)
    return sums == LogSums(second[16..<24]) && first[8..<16] == second[8..<16]
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
