import DiptychEngine
import Foundation

/// The copied database of a library: its model, and the names that its tables have.
///
/// Core Data numbers its entities anew with every model and builds names of those numbers, so the
/// names are made of what the database says, and each is checked to be there.
final class AppleDatabase {
  let connection: Connection
  let model: AppleModel
  /// The table of assets.
  let assetTable: String
  /// The table that puts assets into albums, and its columns.
  let members: (table: String, album: String, asset: String, position: String)
  /// The table that gives assets their keywords, and its columns.
  let keywords: (table: String, attributes: String, keyword: String)
  private var columns: [String: Set<String>] = [:]

  /// Opens a copy.
  /// - Throws: `schemaUnknown` for a model that was not looked at, unless forced, and where a table
  ///   or column is missing.
  init(_ path: String, force: Bool) throws {
    connection = try Connection.toForeignDatabase(at: path)
    let number = try Self.modelNumber(connection)
    model = AppleModel(number)
    guard force || model.application != nil else {
      throw LibraryError(
        .schemaUnknown,
        "The library has model \(number), which Diptych does not know. Try it with --force, which "
          + "changes nothing in that library.")
    }
    let numbers = try Self.entityNumbers(connection)
    let isNew = try !Self.columns("ZASSET", connection).isEmpty
    assetTable = isNew ? "ZASSET" : "ZGENERICASSET"
    guard let asset = numbers[isNew ? "Asset" : "GenericAsset"], let album = numbers["Album"],
      let keyword = numbers["Keyword"]
    else { throw Self.unreadable(model, "Z_PRIMARYKEY") }
    members = (
      "Z_\(album)ASSETS", "Z_\(album)ALBUMS", "Z_\(asset)ASSETS", "Z_FOK_\(asset)ASSETS"
    )
    keywords = ("Z_1KEYWORDS", "Z_1ASSETATTRIBUTES", "Z_\(keyword)KEYWORDS")
    try require(
      assetTable,
      ["Z_PK", "ZUUID", "ZKIND", "ZDIRECTORY", "ZFILENAME", "ZDATECREATED", "ZTRASHEDSTATE"])
    try require("ZADDITIONALASSETATTRIBUTES", ["Z_PK", "ZASSET", "ZORIGINALFILENAME"])
    try require(
      "ZGENERICALBUM", ["Z_PK", "ZUUID", "ZKIND", "ZTITLE", "ZPARENTFOLDER", "ZTRASHEDSTATE"])
    try require(members.table, [members.album, members.asset, members.position])
    try require(keywords.table, [keywords.attributes, keywords.keyword])
    try require("ZKEYWORD", ["Z_PK", "ZTITLE"])
  }

  /// Runs `body` on one state of the database.
  func snapshot<T>(_ body: () throws -> T) throws -> T {
    try connection.execute("BEGIN")
    return try body()
  }

  /// Whether a table has a column.
  func has(_ column: String, in table: String) throws -> Bool {
    if let known = columns[table] { return known.contains(column) }
    let found = try Self.columns(table, connection)
    columns[table] = found
    return found.contains(column)
  }

  /// The first of these columns that the table has, behind the name that stands for the table in a
  /// statement; `NULL` when it has none.
  func pick(_ alias: String, _ table: String, _ names: String...) throws -> String {
    for name in names where try has(name, in: table) { return "\(alias).\(name)" }
    return "NULL"
  }

  private func require(_ table: String, _ names: [String]) throws {
    for name in names where try !has(name, in: table) {
      throw Self.unreadable(model, "\(table).\(name)")
    }
  }

  private static func unreadable(_ model: AppleModel, _ name: String) -> LibraryError {
    LibraryError(
      .schemaUnknown,
      "The library has model \(model.number), but \(name) is not in its database. Export its photos "
        + "in Photos, or import its folder of originals.")
  }

  private static func columns(_ table: String, _ connection: Connection) throws -> Set<String> {
    Set(try connection.all("SELECT name FROM pragma_table_info(?)", [table]) { $0.text(0) })
  }

  private static func modelNumber(_ connection: Connection) throws -> Int {
    guard try columns("Z_METADATA", connection).contains("Z_PLIST"),
      let bytes = try connection.first(
        "SELECT Z_PLIST FROM Z_METADATA LIMIT 1", [], { $0.blob(0) }),
      let number = BinaryPropertyList(bytes)?.integer("PLModelVersion")
    else {
      throw LibraryError(
        .schemaUnknown,
        "The database does not say which version of Photos wrote it. Give the path of a library of "
          + "Photos 5 or later.")
    }
    return number
  }

  /// Core Data's numbers. What is no whole number of a few digits is none, so that names made of them
  /// are plain names.
  private static func entityNumbers(_ connection: Connection) throws -> [String: Int64] {
    guard try columns("Z_PRIMARYKEY", connection).isSuperset(of: ["Z_NAME", "Z_ENT"]) else {
      return [:]
    }
    var numbers: [String: Int64] = [:]
    try connection.forEach(
      """
      SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY
      WHERE Z_NAME IN ('Asset', 'GenericAsset', 'Album', 'Keyword')
      """
    ) { row in
      guard case .integer(let number) = row.value(1), (1...99_999).contains(number) else { return }
      numbers[row.text(0)] = number
    }
    return numbers
  }
}
