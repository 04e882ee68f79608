import Foundation

/// The rows of a library's file hold what no Diptych writes: numbers out of range, texts that are
/// paths, identifiers of another length, cycles.
///
/// Changes follow each other: a column, a row, a kind of value, and the value, of which a text or a
/// blob begins with its length.
final class LibraryRowsTarget: FuzzTarget {
  let name = "library-rows"
  let maximumLength = 512
  let dictionary = [
    "../../outside/canary.jpg", "/../../../outside/canary", "originals/", "jpg/../../x", "\0", "..",
    "public.jpeg", "com.apple.quicktime-movie", "[\"members\"]", "{\"members\":", "null",
    "public.heic",
  ]

  private static let columns: [(table: String, column: String)] = [
    ("library", "uuid"), ("library", "created"), ("library", "token"), ("assets", "uuid"),
    ("assets", "kind"), ("assets", "subtypes"), ("assets", "playback_style"),
    ("assets", "pixel_width"), ("assets", "pixel_height"), ("assets", "orientation"),
    ("assets", "duration"), ("assets", "creation_date"), ("assets", "utc_offset"),
    ("assets", "modification_date"), ("assets", "added_date"), ("assets", "latitude"),
    ("assets", "longitude"), ("assets", "altitude"), ("assets", "favorite"), ("assets", "hidden"),
    ("assets", "burst"), ("assets", "burst_pick"), ("assets", "source"), ("assets", "creator"),
    ("assets", "trashed_date"), ("assets", "adjustment_format"), ("assets", "adjustment_date"),
    ("assets", "derived_from"), ("assets", "own"), ("assets", "id"), ("resources", "uuid"),
    ("resources", "asset"), ("resources", "role"), ("resources", "type"),
    ("resources", "file_name"), ("resources", "extension"), ("resources", "bytes"),
    ("resources", "sha256"), ("resources", "pixel_width"), ("resources", "orientation"),
    ("resources", "encoded"), ("resources", "local"), ("collections", "id"),
    ("collections", "uuid"), ("collections", "kind"), ("collections", "title"),
    ("collections", "parent"), ("collections", "rank"), ("collections", "creator"),
    ("collections", "created"), ("collections", "modified"), ("memberships", "album"),
    ("memberships", "rank"), ("memberships", "asset"), ("pending_removals", "path"),
    ("commits", "token"), ("commits", "date"), ("commits", "client"), ("commits", "origin"),
    ("changes", "token"), ("changes", "ordinal"), ("changes", "object_kind"),
    ("changes", "object"), ("changes", "uuid"), ("changes", "change"), ("changes", "fields"),
    ("changes", "old_values"), ("access", "status"), ("access", "level"), ("answers", "answer"),
    ("sqlite_sequence", "seq"), ("migrations", "name"), ("migrations", "ordinal"),
    ("purged", "id"), ("reserved_titles", "title"), ("sqlite_schema", "sql"),
  ]

  private let exercise = Lazy<LibraryExercise> { try LibraryExercise("library-rows") }

  func seeds() -> [Data] {
    func text(_ column: String, _ value: String) -> Data {
      let index = Self.columns.firstIndex { "\($0.table).\($0.column)" == column } ?? 0
      return Data([UInt8(index), 0, 2, UInt8(value.utf8.count)] + value.utf8)
    }
    let numbers = Self.columns.indices.map { Data([UInt8($0), 0, 0, UInt8($0 % 16)]) }
    return numbers + [
      text("pending_removals.path", "../outside/canary.jpg"),
      text("resources.extension", "jpg/../../../../outside/canary.jpg"),
      text("resources.file_name", "../../outside/canary.jpg"),
      text("changes.fields", "[\"members\"]"),
      text("collections.title", "\0"), text("answers.answer", "select x"),
    ]
  }

  func run(_ input: [UInt8]) {
    let exercise = exercise.value()
    exercise.prepare(database: exercise.database)
    var statements: [String] = []
    var rest = input[...]
    while rest.count >= 4 {
      let (table, column) = Self.columns[Int(rest.removeFirst()) % Self.columns.count]
      let row = Int(rest.removeFirst()) % 8
      let update = "UPDATE \(table) SET \(column) = \(HostileChanges.literal(&rest))"
      // Tables without row ids have no other handle than their order; the last number means all.
      statements.append(
        row == 7
          ? update
          : "\(update) WHERE \(column) = (SELECT \(column) FROM \(table) LIMIT 1 OFFSET \(row))")
    }
    exercise.alter(statements)
    let problem = exercise.use()
    require(problem == nil, problem ?? "")
  }
}
