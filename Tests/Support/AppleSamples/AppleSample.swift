import CDiptychSQLite
import Foundation
import TestMedia

/// A library of Apple's Photos that a test makes: the tables and columns that an import reads, and
/// files where that application has them.
///
/// Values are SQL literals by column, so that a row can hold anything.
package final class AppleSample {
  /// A statement that SQLite did not take.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package let path: String
  package let generation: AppleGeneration
  private var database: OpaquePointer?

  /// Makes the folder and the tables, with the rows that every library has.
  /// - Parameter model: The number that it states; nil for the first of its generation.
  package init(
    at path: String, _ generation: AppleGeneration = .photos10, model: Int? = nil
  ) throws {
    self.path = path
    self.generation = generation
    try FileManager.default.createDirectory(
      atPath: path + "/database", withIntermediateDirectories: true)
    sqlite3_open(path + "/database/Photos.sqlite", &database)
    // As that application leaves it: what was written last is in the log only.
    _ = diptych_sqlite_config_flag(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    let number = model ?? generation.models[0]
    let list = try PropertyListSerialization.data(
      fromPropertyList: ["PLModelVersion": number, "NSStoreType": "SQLite"], format: .binary,
      options: 0)
    let hex = list.map { String(format: "%02x", $0) }.joined()
    let g = generation
    try run(
      """
      PRAGMA journal_mode = WAL;
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      INSERT INTO Z_METADATA VALUES (1, 'x', x'\(hex)');
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR);
      INSERT INTO Z_PRIMARYKEY VALUES (\(g.asset), '\(g.asset == 3 ? "Asset" : "GenericAsset")'),
        (\(g.asset == 3 ? 990 : 3), '\(g.asset == 3 ? "GenericAsset" : "Asset")'),
        (\(g.album), 'Album'), (\(g.keyword), 'Keyword');
      CREATE TABLE \(g.assetTable) (Z_PK INTEGER PRIMARY KEY, ZUUID VARCHAR, ZKIND INTEGER,
        ZKINDSUBTYPE INTEGER, ZSAVEDASSETTYPE INTEGER, ZFAVORITE INTEGER, ZHIDDEN INTEGER,
        ZTRASHEDSTATE INTEGER, ZTRASHEDDATE TIMESTAMP, ZDATECREATED TIMESTAMP,
        ZADDEDDATE TIMESTAMP, ZMODIFICATIONDATE TIMESTAMP, ZLATITUDE FLOAT, ZLONGITUDE FLOAT,
        ZDURATION FLOAT, ZUNIFORMTYPEIDENTIFIER VARCHAR, ZWIDTH INTEGER, ZHEIGHT INTEGER,
        ZDIRECTORY VARCHAR, ZFILENAME VARCHAR, ZMEDIAGROUPUUID VARCHAR, ZAVALANCHEUUID VARCHAR,
        ZAVALANCHEPICKTYPE INTEGER, \(g.edited) INTEGER, \(g.depth) INTEGER);
      CREATE TABLE ZADDITIONALASSETATTRIBUTES (Z_PK INTEGER PRIMARY KEY, ZASSET INTEGER,
        ZASSETDESCRIPTION INTEGER, ZTIMEZONEOFFSET INTEGER, ZORIGINALWIDTH INTEGER,
        ZORIGINALHEIGHT INTEGER, ZORIGINALORIENTATION INTEGER, ZORIGINALFILESIZE INTEGER,
        ZORIGINALFILENAME VARCHAR, ZTITLE VARCHAR);
      CREATE TABLE ZASSETDESCRIPTION (Z_PK INTEGER PRIMARY KEY, ZLONGDESCRIPTION VARCHAR);
      CREATE TABLE ZGENERICALBUM (Z_PK INTEGER PRIMARY KEY, ZUUID VARCHAR, ZKIND INTEGER,
        ZTITLE VARCHAR, ZPARENTFOLDER INTEGER, Z_FOK_PARENTFOLDER INTEGER, ZTRASHEDSTATE INTEGER,
        ZCREATIONDATE TIMESTAMP, ZCUSTOMSORTKEY INTEGER, ZCUSTOMSORTASCENDING INTEGER);
      CREATE TABLE Z_\(g.album)ASSETS (Z_\(g.album)ALBUMS INTEGER, Z_\(g.asset)ASSETS INTEGER,
        Z_FOK_\(g.asset)ASSETS INTEGER);
      CREATE TABLE ZKEYWORD (Z_PK INTEGER PRIMARY KEY, ZTITLE VARCHAR);
      CREATE TABLE Z_1KEYWORDS (Z_1ASSETATTRIBUTES INTEGER, Z_\(g.keyword)KEYWORDS INTEGER);
      CREATE TABLE ZINTERNALRESOURCE (Z_PK INTEGER PRIMARY KEY, ZASSET INTEGER,
        ZDATASTORESUBTYPE INTEGER, ZLOCALAVAILABILITY INTEGER, ZREMOTEAVAILABILITY INTEGER,
        ZDATALENGTH INTEGER);
      INSERT INTO ZGENERICALBUM (Z_PK, ZUUID, ZKIND, ZTRASHEDSTATE)
        VALUES (1, 'DE02C4F4-A41E-4C68-A18C-77AE2868FC4C', 3998, 0),
        (2, '92D68107-B6C7-453B-96D2-97B0F26D5B8B', 3999, 0),
        (3, 'A7918B30-AA82-485D-8FF0-F02FB98354C9', 3571, 0);
      """)
  }

  deinit {
    close()
  }

  /// Closes the database; its log stays beside it.
  package func close() {
    sqlite3_close(database)
    database = nil
  }

  /// Runs statements.
  package func run(_ sql: String) throws {
    guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else {
      throw Failure(description: "\(String(cString: sqlite3_errmsg(database))) in \(sql)")
    }
  }

  /// The identifier with a number at its end.
  package static func uuid(_ number: Int, _ digit: Character = "A") -> String {
    "\(digit)0000000-0000-4000-8000-" + String(format: "%012d", number)
  }

  /// Adds an asset, and its original where a sample is named; gives its row.
  /// - Parameters:
  ///   - sample: A sample of `TestMedia` whose bytes are the original; nil for one that is not there.
  ///   - columns: Literals that go before the usual ones.
  @discardableResult
  package func asset(
    _ uuid: String, _ sample: String?, as name: String, columns: [String: String] = [:],
    attributes: [String: String] = [:]
  ) throws -> Int64 {
    let ending = (name as NSString).pathExtension.lowercased()
    let folder = String(uuid.prefix(1))
    let file = "\(uuid).\(ending == "jpg" ? "jpeg" : ending)"
    if let sample { try put(sample, at: "originals/\(folder)/\(file)") }
    var values = [
      "ZUUID": "'\(uuid)'", "ZKIND": ["mov", "mp4"].contains(ending) ? "1" : "0",
      "ZKINDSUBTYPE": "0", "ZSAVEDASSETTYPE": "3", "ZFAVORITE": "0", "ZHIDDEN": "0",
      "ZTRASHEDSTATE": "0", "ZDATECREATED": "600000000.25", "ZADDEDDATE": "600000100.5",
      "ZMODIFICATIONDATE": "600000200.75", "ZLATITUDE": "-180.0", "ZLONGITUDE": "-180.0",
      "ZDURATION": "0", "ZDIRECTORY": "'\(folder)'", "ZFILENAME": "'\(file)'",
      "ZWIDTH": "30", "ZHEIGHT": "20", generation.edited: "0", generation.depth: "0",
    ]
    values.merge(columns) { $1 }
    let row = try insert(generation.assetTable, values)
    var more = ["ZASSET": "\(row)", "ZORIGINALFILENAME": "'\(name)'", "ZTIMEZONEOFFSET": "3600"]
    more.merge(attributes) { $1 }
    try insert("ZADDITIONALASSETATTRIBUTES", more)
    return row
  }

  /// Adds an album or folder; gives its row.
  @discardableResult
  package func album(
    _ uuid: String, _ title: String, kind: Int = 2, parent: Int64 = 2, position: Int = 1024,
    columns: [String: String] = [:]
  ) throws -> Int64 {
    var values = [
      "ZUUID": "'\(uuid)'", "ZKIND": "\(kind)",
      "ZTITLE": "'\(title.replacingOccurrences(of: "'", with: "''"))'",
      "ZPARENTFOLDER": "\(parent)", "Z_FOK_PARENTFOLDER": "\(position)", "ZTRASHEDSTATE": "0",
      "ZCREATIONDATE": "600000300", "ZCUSTOMSORTKEY": "0", "ZCUSTOMSORTASCENDING": "1",
    ]
    values.merge(columns) { $1 }
    return try insert("ZGENERICALBUM", values)
  }

  /// Puts assets into an album, each behind the one before it.
  package func fill(_ album: Int64, _ assets: [Int64]) throws {
    for (index, asset) in assets.enumerated() {
      try run(
        "INSERT INTO Z_\(generation.album)ASSETS VALUES (\(album), \(asset), \((index + 1) * 1024))"
      )
    }
  }

  /// Gives an asset keywords.
  package func keywords(_ asset: Int64, _ keywords: String...) throws {
    for keyword in keywords {
      let row = try insert("ZKEYWORD", ["ZTITLE": "'\(keyword)'"])
      try run(
        """
        INSERT INTO Z_1KEYWORDS SELECT Z_PK, \(row) FROM ZADDITIONALASSETATTRIBUTES
        WHERE ZASSET = \(asset)
        """)
    }
  }

  /// Copies a sample to a place inside the package.
  package func put(_ sample: String, at place: String) throws {
    try write(TestMedia.data(sample), at: place)
  }

  /// Writes a file inside the package.
  package func write(_ data: Data, at place: String) throws {
    let url = URL(fileURLWithPath: path + "/" + place)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }

  /// Inserts a row of literals; gives its number.
  @discardableResult
  package func insert(_ table: String, _ values: [String: String]) throws -> Int64 {
    let columns = values.keys.sorted()
    let list = columns.map { values[$0] ?? "NULL" }.joined(separator: ", ")
    try run("INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(list))")
    return sqlite3_last_insert_rowid(database)
  }
}
