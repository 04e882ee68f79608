/// Puts the known tables back over a database whose first page, or whose list of tables, is damaged:
/// what a library's tables are is the same in each, and where their trees begin stands in what is left
/// of the list, or is where they begin in every new library and in every copy.
struct SchemaGraft {
  private let pages: DatabasePages
  private let known: [Migrator.SchemaRow]
  /// Where each table and index begins that was found.
  private let roots: [String: Int]
  /// Whether the list of tables leads to the trees that were found.
  let isListSound: Bool

  /// - Throws: `schemaUnknown` for a database with more tables of others than of ours.
  init(_ pages: DatabasePages) throws {
    self.pages = pages
    known = try Migrator.schemaRows(pageSize: pages.size, isVacuumed: false)
    let vacuumed = try Migrator.schemaRows(pageSize: pages.size, isVacuumed: true)
    let names = Set(known.map(\.name))
    let stranded = StrandedRows(pages)
    let found = Self.listed(in: stranded)
    let missing = names.count { found[$0] == nil }
    let others = found.keys.count { !names.contains($0) && !$0.hasPrefix("sqlite_") }
    // A damaged name is one of ours that is missing.
    guard others <= missing, others == 0 || missing < names.count else {
      throw LibraryError.otherTables
    }
    var search = RootSearch(pages, known, free: stranded.free)
    let layouts = [known, vacuumed].map { rows in
      Dictionary(rows.map { ($0.name, $0.root) }) { $1 }
    }
    search.take(found, agreeingWith: layouts)
    search.fill(from: layouts)
    // Better one that another page also leads to than none.
    search.take(found)
    roots = search.roots
    isListSound = found.allSatisfy { name, root in
      search.roots[name] == root || !names.contains(name)
    }
  }

  /// The pages at which the list of tables says that trees begin, by name, wherever a page of that
  /// list stands.
  private static func listed(in rows: StrandedRows) -> [String: Int] {
    var found: [String: Int] = [:]
    rows.forEach { _, values in
      guard values.count == 5, case .text(let type) = values[0], type == "table" || type == "index",
        case .text(let name) = values[1], case .integer(let root) = values[3]
      else { return }
      found[name] = Int(exactly: root) ?? 0
    }
    return found
  }

  /// The database's pages with a new list of tables: the first page, and pages behind the last for
  /// what the list does not hold on it. Where a row of the list is too long for a page, which it is for
  /// none of ours, only the header is new.
  func list() -> (first: [UInt8], behind: [[UInt8]]) {
    var leaves: [SchemaLeaf] = [SchemaLeaf(pages.size)]
    for (index, row) in known.enumerated() {
      // An index of a table that is not there would keep the whole list from being read.
      guard let root = roots[row.name], roots[row.table] != nil else { continue }
      let cell = SchemaLeaf.cell(row, root: root, number: index + 1)
      guard cell.count <= pages.size - 35 else { return (oldList(), []) }
      if !leaves[leaves.count - 1].add(cell, number: index + 1) {
        leaves.append(SchemaLeaf(pages.size))
        _ = leaves[leaves.count - 1].add(cell, number: index + 1)
      }
    }
    let last = UInt32(clamping: pages.count + leaves.count)
    var first = header(pageCount: last) + [UInt8](repeating: 0, count: pages.size - 100)
    var place = pages.size
    for (index, leaf) in leaves.dropLast().enumerated() {
      let cell = UInt32(pages.count + index + 1).bytes + [UInt8(leaf.last)]
      place -= cell.count
      first.replaceSubrange(place..<place + cell.count, with: cell)
      first.replaceSubrange(112 + 2 * index..<114 + 2 * index, with: UInt32(place).bytes.suffix(2))
    }
    // A page in the middle of a tree: how many cells it has, where they begin, and the last page.
    first.replaceSubrange(
      100..<112,
      with: [0x05, 0, 0, 0, UInt8(leaves.count - 1)] + UInt32(place & 0xFFFF).bytes.suffix(2) + [0]
        + last.bytes)
    return (first, leaves.map(\.bytes))
  }

  private func oldList() -> [UInt8] {
    let old = pages.page(1) ?? [UInt8](repeating: 0, count: pages.size)
    return header(pageCount: UInt32(clamping: pages.count)) + old[100...]
  }

  /// The header of a database without a log. Its list of free pages stays, where it can be read.
  private func header(pageCount: UInt32) -> [UInt8] {
    let old = pages.page(1) ?? []
    var header = DatabaseHeader.magic
    header += UInt32(pages.size == 65_536 ? 1 : pages.size).bytes.suffix(2)
    header += [1, 1, 0, 64, 32, 32]
    header += UInt32(1).bytes
    header += pageCount.bytes
    header +=
      DatabaseHeader(old).pageSize == nil ? [UInt8](repeating: 0, count: 8) : Array(old[32..<40])
    // The list's number and format, two fields that are not used, and UTF-8.
    for field: UInt32 in [1, 4, 0, 0, 1] { header += field.bytes }
    header += [UInt8](repeating: 0, count: 92 - header.count)
    header += UInt32(1).bytes
    header += UInt32(3_040_001).bytes
    return header
  }
}

/// Finds the pages at which trees begin: of the right kind, and such that no page leads to them.
private struct RootSearch {
  private(set) var roots: [String: Int] = [:]
  private let pages: DatabasePages
  private let known: [Migrator.SchemaRow]
  /// Pages that others lead to, and free ones.
  private let children: Set<Int>

  init(_ pages: DatabasePages, _ known: [Migrator.SchemaRow], free: Set<Int>) {
    self.pages = pages
    self.known = known
    var children = free
    for number in 1...pages.count where !free.contains(number) {
      let start = number == 1 ? 100 : 0
      guard let page = pages.page(number), page[start] == 0x05 || page[start] == 0x02 else {
        continue
      }
      children.insert(page[start + 8..<start + 12].number)
      let count = page[start + 3..<start + 5].number
      for index in 0..<min(count, (page.count - start - 12) / 2) {
        let place = start + 12 + 2 * index
        let cell = page[place..<place + 2].number
        guard cell + 4 <= page.count else { continue }
        children.insert(page[cell..<cell + 4].number)
      }
    }
    self.children = children
  }

  /// Takes roots over as they were listed. Of several with one root, the list of one is damaged.
  mutating func take(_ found: [String: Int], agreeingWith layouts: [[String: Int]]) {
    let named = Dictionary(grouping: found.keys) { found[$0] ?? 0 }
    for (root, names) in named {
      for name in names where fits(root, name) && !children.contains(root) {
        guard names.count == 1 || layouts.contains(where: { $0[name] == root }) else { continue }
        roots[name] = root
      }
    }
  }

  /// Fills in what is missing from the layout that fits best.
  mutating func fill(from layouts: [[String: Int]]) {
    let taken = Set(roots.values)
    let fitting = layouts.map { layout in
      layout.filter { name, root in
        roots[name] == nil && !taken.contains(root) && !children.contains(root) && fits(root, name)
      }
    }
    guard let best = fitting.max(by: { $0.count < $1.count }) else { return }
    roots.merge(best) { old, _ in old }
  }

  /// Takes over what was listed and fits, of what is still missing.
  mutating func take(_ found: [String: Int]) {
    for row in known where roots[row.name] == nil {
      guard let root = found[row.name], fits(root, row.name), !roots.values.contains(root) else {
        continue
      }
      roots[row.name] = root
    }
  }

  /// Whether a page is one of a tree of this kind.
  private func fits(_ root: Int, _ name: String) -> Bool {
    guard root > 1, let row = known.first(where: { $0.name == name }), let page = pages.page(root)
    else { return false }
    let isIndex = row.type == "index" || row.sql?.contains("WITHOUT ROWID") == true
    return isIndex ? page[0] == 0x0A || page[0] == 0x02 : page[0] == 0x0D || page[0] == 0x05
  }
}

/// A page of the list of tables.
private struct SchemaLeaf {
  private(set) var bytes: [UInt8]
  /// The number of its last row.
  private(set) var last = 0
  private var count = 0
  private var start: Int

  init(_ size: Int) {
    bytes = [UInt8](repeating: 0, count: size)
    bytes[0] = 0x0D
    start = size
    note()
  }

  /// - Returns: Whether there was room.
  mutating func add(_ cell: [UInt8], number: Int) -> Bool {
    let pointer = 8 + 2 * count
    guard start - cell.count >= pointer + 2 else { return false }
    start -= cell.count
    bytes.replaceSubrange(start..<start + cell.count, with: cell)
    bytes.replaceSubrange(pointer..<pointer + 2, with: UInt32(start).bytes.suffix(2))
    count += 1
    last = number
    note()
    return true
  }

  private mutating func note() {
    bytes.replaceSubrange(3..<5, with: UInt32(count).bytes.suffix(2))
    bytes.replaceSubrange(5..<7, with: UInt32(start & 0xFFFF).bytes.suffix(2))
  }

  /// A row of the list as it stands on a page: its length, its number, what its values are, and they.
  static func cell(_ row: Migrator.SchemaRow, root: Int, number: Int) -> [UInt8] {
    var types: [UInt8] = []
    var values: [UInt8] = []
    for text in [row.type, row.name, row.table] {
      types += varint(13 + 2 * text.utf8.count)
      values += text.utf8
    }
    types += varint(4)
    values += UInt32(truncatingIfNeeded: root).bytes
    types += row.sql.map { varint(13 + 2 * $0.utf8.count) } ?? [0]
    values += row.sql.map { Array($0.utf8) } ?? []
    let record = varint(types.count + 1) + types + values
    return varint(record.count) + varint(number) + record
  }

  /// A number of at most two bytes, seven bits in each.
  private static func varint(_ number: Int) -> [UInt8] {
    number < 0x80
      ? [UInt8(number)]
      : [UInt8(0x80 | number >> 7 & 0x7F), UInt8(number & 0x7F)]
  }
}

extension UInt32 {
  /// The highest byte first.
  fileprivate var bytes: [UInt8] { withUnsafeBytes(of: bigEndian, Array.init) }
}

extension LibraryError {
  fileprivate static let otherTables = LibraryError(
    .schemaUnknown,
    "The file library.sqlite holds tables that Diptych does not know, so it is another program's or a "
      + "newer version's. Update Diptych, or put the library's own database back from a backup.")
}
