/// The row ids that a fetch found, in order, in chunks that never change.
///
/// An order made from another shares with it every chunk that is the same, so that a result costs
/// eight bytes an object once, however often it is brought up to date.
package struct Order: Sendable, Equatable {
  /// Rows in a chunk, at most.
  static let chunkLength = 1_024

  let chunks: [[Int64]]
  /// The position of each chunk's first row.
  private let starts: [Int]
  package let count: Int

  /// Takes chunks as they are; none is empty and none longer than `chunkLength`.
  init(chunks: [[Int64]]) {
    self.chunks = chunks
    var starts: [Int] = []
    starts.reserveCapacity(chunks.count)
    var count = 0
    for chunk in chunks {
      starts.append(count)
      count += chunk.count
    }
    self.starts = starts
    self.count = count
  }

  /// Cuts a list into chunks.
  package init(_ rows: some Collection<Int64>) {
    var chunks: [[Int64]] = []
    var rest = rows[...]
    while !rest.isEmpty {
      chunks.append(Array(rest.prefix(Self.chunkLength)))
      rest = rest.dropFirst(Self.chunkLength)
    }
    self.init(chunks: chunks)
  }

  package var isEmpty: Bool { count == 0 }

  /// The row at a position from 0 to `count` − 1. O(log *n*).
  package subscript(position: Int) -> Int64 {
    let chunk = chunkIndex(at: position)
    return chunks[chunk][position - starts[chunk]]
  }

  /// The rows at positions that lie in the order. O(log *n*) and the number of rows.
  package func rows(at positions: Range<Int>) -> [Int64] {
    guard !positions.isEmpty else { return [] }
    var chunk = chunkIndex(at: positions.lowerBound)
    let start = positions.lowerBound - starts[chunk]
    if start + positions.count <= chunks[chunk].count {
      return Array(chunks[chunk][start..<start + positions.count])
    }
    var rows: [Int64] = []
    rows.reserveCapacity(positions.count)
    rows += chunks[chunk][start...]
    while rows.count < positions.count {
      chunk += 1
      rows += chunks[chunk].prefix(positions.count - rows.count)
    }
    return rows
  }

  /// Every row, in order. O(*n*).
  package var rows: [Int64] {
    var rows: [Int64] = []
    rows.reserveCapacity(count)
    for chunk in chunks { rows += chunk }
    return rows
  }

  /// The first position of a row in a range of positions. O(*n*), eight bytes a step.
  package func position(of row: Int64, in positions: Range<Int>) -> Int? {
    guard !positions.isEmpty else { return nil }
    var chunk = chunkIndex(at: positions.lowerBound)
    while chunk < chunks.count, starts[chunk] < positions.upperBound {
      let first = max(positions.lowerBound - starts[chunk], 0)
      let end = min(positions.upperBound - starts[chunk], chunks[chunk].count)
      if let place = chunks[chunk][first..<end].firstIndex(of: row) { return starts[chunk] + place }
      chunk += 1
    }
    return nil
  }

  /// The positions of those of `wanted` that are in the order, in one pass. O(*n*).
  func positions(of wanted: Set<Int64>) -> [Int64: Int] {
    guard !wanted.isEmpty else { return [:] }
    // One bit for each remainder of 4,096 tells most rows apart without hashing.
    var sieve = [Bool](repeating: false, count: 4_096)
    for row in wanted { sieve[Int(row & 4_095)] = true }
    var found: [Int64: Int] = [:]
    for (chunk, start) in zip(chunks, starts) {
      chunk.withUnsafeBufferPointer { rows in
        for place in rows.indices where sieve[Int(rows[place] & 4_095)] {
          if wanted.contains(rows[place]) { found[rows[place]] = start + place }
        }
      }
      if found.count == wanted.count { break }
    }
    return found
  }

  private func chunkIndex(at position: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= position { low = middle } else { high = middle }
    }
    return low
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && left.chunks.joined().elementsEqual(right.chunks.joined())
  }
}

extension Order {
  /// A row that goes into an order.
  struct Insertion {
    let row: Int64
    /// The position, in the order as it was, of the row that it stands before; `count` at the end.
    let place: Int
  }

  /// The order without the rows at `removed` and with new ones. Only the chunks that this touches
  /// are written anew.
  /// - Parameters:
  ///   - removed: Ascending.
  ///   - inserted: By place, and at one place in their order.
  func replacing(removed: [Int], inserted: [Insertion]) -> Order {
    guard !removed.isEmpty || !inserted.isEmpty else { return self }
    var result: [[Int64]] = []
    result.reserveCapacity(chunks.count + 1)
    var removals = removed[...]
    var insertions = inserted[...]
    for (index, chunk) in chunks.enumerated() {
      let end = starts[index] + chunk.count
      let isLast = index == chunks.count - 1
      // What stands before a chunk's first row goes into that chunk.
      let isTouched =
        removals.first.map { $0 < end } ?? false
        || insertions.first.map { $0.place < end || isLast } ?? false
      guard isTouched else {
        result.append(chunk)
        continue
      }
      var rows: [Int64] = []
      rows.reserveCapacity(chunk.count + 1)
      for (place, row) in chunk.enumerated() {
        while let next = insertions.first, next.place == starts[index] + place {
          rows.append(next.row)
          insertions.removeFirst()
        }
        if removals.first == starts[index] + place {
          removals.removeFirst()
        } else {
          rows.append(row)
        }
      }
      if isLast {
        rows += insertions.map(\.row)
        insertions = []
      }
      Self.append(rows, to: &result)
    }
    // An order that was empty has no chunk to put them into.
    Self.append(insertions.map(\.row), to: &result)
    return Order(chunks: result)
  }

  /// Appends rows in chunks of even length; few rows join the chunk before.
  private static func append(_ rows: [Int64], to chunks: inout [[Int64]]) {
    guard !rows.isEmpty else { return }
    if let last = chunks.last, last.count + rows.count <= chunkLength / 2 {
      chunks[chunks.count - 1] += rows
      return
    }
    let pieces = (rows.count + chunkLength - 1) / chunkLength
    var start = 0
    for piece in 1...pieces {
      let end = rows.count * piece / pieces
      chunks.append(Array(rows[start..<end]))
      start = end
    }
  }
}
