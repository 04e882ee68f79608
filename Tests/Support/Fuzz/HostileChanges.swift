import CDiptychSQLite

/// Changes to the bytes of a file or the rows of a database, told by the bytes of an input.
enum HostileChanges {
  /// The bytes with changes at some places: three bytes of a place, one with how many bytes follow, and
  /// these; then the next.
  static func changed(_ bytes: [UInt8], by changes: ArraySlice<UInt8>) -> [UInt8] {
    var result = bytes
    var rest = changes
    while rest.count > 4, !result.isEmpty {
      let place = rest.prefix(3).reduce(0) { $0 << 8 | Int($1) } % result.count
      let count = Int(rest[rest.startIndex + 3])
      rest = rest.dropFirst(4)
      for (offset, byte) in rest.prefix(count).enumerated() where place + offset < result.count {
        result[place + offset] = byte
      }
      rest = rest.dropFirst(count)
    }
    return result
  }

  private static let numbers: [Int64] = [
    0, 1, -1, 2, 3, 7, 255, 65_536, .max, .min, Int64(Int32.max) + 1, 1 << 53, .max - 1,
    -62_135_596_800_000_000, 253_402_300_800_000_000, 1_400_000_000_000_000,
  ]

  /// The SQL literal that the next bytes stand for: a kind, a number or a length, and of a text or a
  /// blob its bytes.
  static func literal(_ rest: inout ArraySlice<UInt8>) -> String {
    let kind = rest.popFirst() ?? 0
    let lead = rest.popFirst() ?? 0
    func take(_ count: Int) -> ArraySlice<UInt8> {
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
      bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    switch kind % 6 {
    case 0: return String(numbers[Int(lead) % numbers.count])
    case 1: return String(Int64(bitPattern: take(8).reduce(UInt64(lead)) { $0 << 8 | UInt64($1) }))
    case 2: return "CAST(x'\(hexadecimal(take(Int(lead))))' AS TEXT)"
    case 3: return "x'\(hexadecimal(take(Int(lead))))'"
    case 4: return lead % 2 == 0 ? "NULL" : "zeroblob(\(Int(lead) * 65_536))"
    default: return ["9e999", "-9e999", "1e-300", "0.5", "1e18", "-180.5"][Int(lead) % 6]
    }
  }

  /// Runs statements on a database with every check of SQLite off, and moves the log into the file.
  static func run(unchecked statements: [String], on path: String) {
    let before = [
      "PRAGMA foreign_keys = OFF", "PRAGMA ignore_check_constraints = ON",
      "PRAGMA writable_schema = ON",
    ]
    run(before + statements + ["PRAGMA wal_checkpoint(TRUNCATE)"], on: path)
  }

  /// Runs statements on a database. What fails is passed over, as an attacker would.
  static func run(_ statements: [String], on path: String, creating: Bool = false) {
    var database: OpaquePointer?
    defer { sqlite3_close_v2(database) }
    let flags = SQLITE_OPEN_READWRITE | (creating ? SQLITE_OPEN_CREATE : 0)
    guard sqlite3_open_v2(path, &database, flags, nil) == SQLITE_OK else { return }
    for statement in statements { sqlite3_exec(database, statement, nil, nil, nil) }
  }
}
