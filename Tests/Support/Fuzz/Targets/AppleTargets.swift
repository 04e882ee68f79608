import AppleSamples
import Foundation

/// The rows of a library of Apple's Photos hold what that application never writes: paths for names,
/// other types, giant blobs, numbers out of range, circles, and tables that are something else.
///
/// Changes follow each other: a number for a column or a statement, a row, and for a column the value
/// as `HostileChanges` reads it.
final class AppleRowsTarget: FuzzTarget {
  let name = "apple-rows"
  let maximumLength = 512
  let dictionary = [
    "../../outside", "secret.jpeg", "link.jpeg", "../../../outside/secret.jpeg", "L", "A", "..",
    ".", "/", "\0", "/etc/passwd", "bplist00", "public.jpeg", "com.apple.quicktime-movie",
    AppleSample.uuid(1), AppleSample.uuid(10, "B"), "\u{E9}\u{301}", "\u{202E}",
  ]

  private static let columns: [(table: String, column: String)] = {
    let asset = [
      "Z_PK", "ZUUID", "ZKIND", "ZKINDSUBTYPE", "ZSAVEDASSETTYPE", "ZFAVORITE", "ZHIDDEN",
      "ZTRASHEDSTATE", "ZTRASHEDDATE", "ZDATECREATED", "ZADDEDDATE", "ZMODIFICATIONDATE",
      "ZLATITUDE", "ZLONGITUDE", "ZDURATION", "ZUNIFORMTYPEIDENTIFIER", "ZWIDTH", "ZHEIGHT",
      "ZDIRECTORY", "ZFILENAME", "ZMEDIAGROUPUUID", "ZAVALANCHEUUID", "ZAVALANCHEPICKTYPE",
      "ZADJUSTMENTSSTATE", "ZDEPTHTYPE",
    ]
    let attributes = [
      "ZASSET", "ZASSETDESCRIPTION", "ZTIMEZONEOFFSET", "ZORIGINALWIDTH", "ZORIGINALHEIGHT",
      "ZORIGINALORIENTATION", "ZORIGINALFILESIZE", "ZORIGINALFILENAME", "ZTITLE",
    ]
    let album = [
      "Z_PK", "ZUUID", "ZKIND", "ZTITLE", "ZPARENTFOLDER", "Z_FOK_PARENTFOLDER", "ZTRASHEDSTATE",
      "ZCREATIONDATE", "ZCUSTOMSORTKEY", "ZCUSTOMSORTASCENDING",
    ]
    let resource = ["ZASSET", "ZDATASTORESUBTYPE", "ZREMOTEAVAILABILITY", "ZDATALENGTH"]
    let tables: [(String, [String])] = [
      ("ZASSET", asset), ("ZADDITIONALASSETATTRIBUTES", attributes), ("ZGENERICALBUM", album),
      ("ZINTERNALRESOURCE", resource), ("ZASSETDESCRIPTION", ["ZLONGDESCRIPTION"]),
      ("ZKEYWORD", ["ZTITLE"]), ("Z_30ASSETS", ["Z_30ALBUMS", "Z_3ASSETS", "Z_FOK_3ASSETS"]),
      ("Z_1KEYWORDS", ["Z_1ASSETATTRIBUTES", "Z_47KEYWORDS"]), ("Z_METADATA", ["Z_PLIST"]),
      ("Z_PRIMARYKEY", ["Z_ENT", "Z_NAME"]), ("sqlite_schema", ["sql", "name", "rootpage"]),
    ]
    return tables.flatMap { table, columns in columns.map { (table, $0) } }
  }()

  /// What an attacker does to the tables themselves.
  private static let statements = [
    "INSERT INTO ZASSET SELECT * FROM ZASSET WHERE 0; UPDATE ZASSET SET ZUUID = upper(ZUUID)",
    "DROP TABLE ZKEYWORD; CREATE VIEW ZKEYWORD AS WITH RECURSIVE n(Z_PK, ZTITLE) AS (SELECT 1, 'x'"
      + " UNION ALL SELECT Z_PK + 1, ZTITLE FROM n) SELECT * FROM n",
    "DROP TABLE ZINTERNALRESOURCE; CREATE VIEW ZINTERNALRESOURCE AS SELECT Z_PK AS ZASSET, 1 AS"
      + " ZDATASTORESUBTYPE, 1 AS ZREMOTEAVAILABILITY, 9e18 AS ZDATALENGTH FROM ZASSET",
    "CREATE TRIGGER t AFTER UPDATE ON ZASSET BEGIN DELETE FROM ZASSET; END",
    "ALTER TABLE ZASSET ADD COLUMN ZG GENERATED ALWAYS AS (randomblob(1 << 20)) VIRTUAL",
    "ALTER TABLE ZASSET DROP COLUMN ZDURATION",
    "DROP TABLE Z_1KEYWORDS", "DELETE FROM Z_PRIMARYKEY", "DELETE FROM Z_METADATA",
    "INSERT INTO Z_30ASSETS SELECT * FROM Z_30ASSETS",
    "INSERT INTO ZADDITIONALASSETATTRIBUTES (ZASSET, ZORIGINALFILENAME)"
      + " SELECT Z_PK, ZFILENAME FROM ZASSET",
    "UPDATE ZGENERICALBUM SET ZPARENTFOLDER = Z_PK, ZKIND = 4000",
    "WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 400) INSERT INTO"
      + " ZGENERICALBUM (Z_PK, ZUUID, ZKIND, ZPARENTFOLDER, ZTITLE) SELECT i, printf("
      + "'C0000000-0000-4000-8000-%012d', i), 4000, i - 1, i FROM n",
    "CREATE VIRTUAL TABLE ZV USING fts5(a)", "PRAGMA user_version = -1", "PRAGMA encoding = UTF16",
    "UPDATE sqlite_schema SET sql = replace(sql, 'ZUUID VARCHAR', 'ZUUID AS (load_extension(''x''))')",
    "UPDATE sqlite_schema SET type = 'view' WHERE name = 'ZKEYWORD'",
    "UPDATE sqlite_schema SET rootpage = 2", "CREATE INDEX i ON ZASSET (hex(zeroblob(1 << 20)))",
  ]

  private let exercise = Lazy<AppleExercise> { try AppleExercise("apple-rows", foldsLog: true) }

  func seeds() throws -> [Data] {
    func text(_ changes: (column: String, value: String)...) -> Data {
      changes.reduce(Data()) { data, change in
        let index = Self.columns.firstIndex { "\($0.table).\($0.column)" == change.column } ?? 0
        return data + [UInt8(index), 0, 2, UInt8(change.value.utf8.count)] + change.value.utf8
      }
    }
    let list = try AppleExercise.editList()
    let plist = Self.columns.firstIndex { $0.column == "Z_PLIST" } ?? 0
    let numbers = Self.columns.indices.map { Data([UInt8($0), 0, 0, UInt8($0 % 16)]) }
    let statements = Self.statements.indices.map { Data([UInt8(Self.columns.count + $0), 0]) }
    return numbers + statements + [
      text(("ZASSET.ZDIRECTORY", "../../outside"), ("ZASSET.ZFILENAME", "secret.jpeg")),
      text(("ZASSET.ZDIRECTORY", "L"), ("ZASSET.ZFILENAME", "secret.jpeg")),
      text(("ZASSET.ZFILENAME", "link.jpeg")),
      text(("ZASSET.ZFILENAME", "../../../outside/secret.jpeg")),
      text(("ZADDITIONALASSETATTRIBUTES.ZORIGINALFILENAME", "../../../x.jpg")),
      text(("ZGENERICALBUM.ZTITLE", "a/../b\0c")),
      Data([UInt8(plist), 0, 3, UInt8(list.count)]) + list,
    ]
  }

  func run(_ input: [UInt8]) {
    var statements: [String] = []
    var rest = input[...]
    while rest.count >= 2 {
      let choice = Int(rest.removeFirst()) % (Self.columns.count + Self.statements.count)
      let row = Int(rest.removeFirst()) % 8
      guard choice < Self.columns.count else {
        statements.append(Self.statements[choice - Self.columns.count])
        continue
      }
      let (table, column) = Self.columns[choice]
      let update = "UPDATE \(table) SET \(column) = \(HostileChanges.literal(&rest))"
      // The last number means all.
      statements.append(row == 7 ? update : "\(update) WHERE rowid = \(row + 1)")
    }
    let problem = exercise.value().use(changes: [:], statements: statements)
    require(problem == nil, problem ?? "")
  }
}

/// The bytes of a file of such a library: its database, the log, the log's index, the list that tells
/// how an edit was made, and the small database of old libraries.
///
/// The lowest bits of the first byte say which file; with the highest, the rest is the whole file, else
/// the rest are changes at places.
final class AppleBytesTarget: FuzzTarget {
  let name = "apple-bytes"
  let maximumLength = 1_024
  let dictionary = [
    "SQLite format 3\0", "bplist00", "CREATE TABLE ", "ZASSET", "adjustmentFormatIdentifier",
    "adjustmentFormatVersion", "adjustmentData", "<plist><dict>", "<key>", "</key><string>",
    "<data>",
    "\u{37}\u{7F}\u{6}\u{82}",
  ]

  private let exercise = Lazy<AppleExercise> { try AppleExercise("apple-bytes", foldsLog: false) }

  func seeds() throws -> [Data] {
    let whole: UInt8 = 0x80
    let list = try AppleExercise.editList()
    let text =
      "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>adjustmentFormatIdentifier</key>"
      + "<string>x</string><key>adjustmentFormatVersion</key><string>1</string>"
      + "<key>adjustmentData</key><data>AQID</data></dict></plist>"
    return [
      Data([0, 0, 0, 16, 2, 2, 0]), Data([0, 0, 0, 28, 4, 0, 0, 0, 1]),
      Data([0, 0, 0x10, 0, 3, 13, 255, 255]), Data([1, 0, 0, 32, 4, 1, 2, 3, 4]),
      Data([2, 0, 0, 16, 4, 9, 0, 0, 0]), Data([4, 0, 0, 100, 3, 13, 0, 1]), Data([whole | 1]),
      Data([whole | 2, 1]), Data([whole | 3]) + list, Data([whole | 3]) + text.utf8,
      Data([3, 0, 0, 8, 1, 0xDF]),
    ]
  }

  func run(_ input: [UInt8]) {
    guard let first = input.first else { return }
    let exercise = exercise.value()
    let file = AppleExercise.changeable[Int(first & 0x7F) % AppleExercise.changeable.count]
    let rest = input.dropFirst()
    let bytes =
      first & 0x80 != 0
      ? Array(rest) : HostileChanges.changed(exercise.file(file), by: rest)
    let problem = exercise.use(changes: [file: bytes])
    require(problem == nil, problem ?? "")
  }
}
