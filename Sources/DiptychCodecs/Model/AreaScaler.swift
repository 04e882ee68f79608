/// Scales a picture down by area averages while its rows pass by, the top row first.
///
/// Holds one row of sums and the result, so that the source need not lie in memory whole. Sums are
/// whole numbers, so a picture that is turned or mirrored first gives the very same pixels, turned.
final class AreaScaler {
  /// Bytes of one source row.
  let bytesPerRow: Int
  private let source: PixelSize
  private let target: PixelSize
  private let hasAlpha: Bool
  private let columns: [AreaShare]
  private let rows: [AreaShare]
  /// Whole numbers, far below where `Double` leaves some out.
  private var sums: [SIMD4<Double>]
  private var output: [UInt8]
  private var nextRow = 0
  private var currentRow = 0

  /// Prepares for `source.height` rows. `target` is no larger than `source` on either side.
  init(from source: PixelSize, to target: PixelSize, hasAlpha: Bool) {
    self.source = source
    self.target = target
    self.hasAlpha = hasAlpha
    bytesPerRow = source.width * 4
    columns = AreaShare.shares(of: source.width, in: target.width)
    rows = AreaShare.shares(of: source.height, in: target.height)
    sums = Array(repeating: .zero, count: target.width)
    output = [UInt8](repeating: 0, count: target.area * 4)
  }

  /// Takes the next source row, `bytesPerRow` bytes.
  func add(_ row: UnsafeBufferPointer<UInt8>) {
    guard nextRow < source.height, row.count == bytesPerRow else { return }
    let index = nextRow
    nextRow += 1
    // A source row lies in at most two target rows: it may end one and begin the next.
    while currentRow < target.height, rows[currentRow].first <= index {
      let share = rows[currentRow]
      accumulate(row, weight: share.weight(of: index))
      guard share.last == index else { return }
      finishRow()
      currentRow += 1
    }
  }

  /// The result. Rows that never came are black, or clear where there is alpha.
  func finished() -> Bitmap {
    // A picture that broke off shows the part of the row that it got.
    if currentRow < target.height, rows[currentRow].first < nextRow {
      finishRow()
      currentRow += 1
    }
    if !hasAlpha {
      for offset in stride(from: 3, to: output.count, by: 4) { output[offset] = 255 }
    }
    return Bitmap(checkedSize: target, pixels: output, hasAlpha: hasAlpha)
  }

  private func accumulate(_ row: UnsafeBufferPointer<UInt8>, weight: Double) {
    let whole = Double(target.width)
    sums.withUnsafeMutableBufferPointer { sums in
      columns.withUnsafeBufferPointer { columns in
        for x in 0..<columns.count {
          let share = columns[x]
          var sum = Self.widened(Self.weighted(row, share.first)) * share.firstWeight
          var column = share.first + 1
          while column < share.last {
            let end = min(share.last, column + Self.mostColumns)
            var inner = SIMD4<Int32>.zero
            while column < end {
              inner &+= Self.weighted(row, column)
              column += 1
            }
            sum += Self.widened(inner) * whole
          }
          if column == share.last {
            sum += Self.widened(Self.weighted(row, column)) * share.lastWeight
          }
          sums[x] += sum * weight
        }
      }
    }
  }

  /// As many pixels as fit into numbers of 32 bits.
  private static let mostColumns = 32_768

  /// A pixel's red, green and blue times its alpha, and its alpha.
  @inline(__always)
  private static func weighted(
    _ row: UnsafeBufferPointer<UInt8>, _ column: Int
  ) -> SIMD4<Int32> {
    let alpha = Int32(row[column * 4 + 3])
    return SIMD4(
      Int32(row[column * 4]) &* alpha, Int32(row[column * 4 + 1]) &* alpha,
      Int32(row[column * 4 + 2]) &* alpha, alpha)
  }

  @inline(__always)
  private static func widened(_ value: SIMD4<Int32>) -> SIMD4<Double> {
    SIMD4(Double(value.x), Double(value.y), Double(value.z), Double(value.w))
  }

  private func finishRow() {
    let start = currentRow * target.width * 4
    let height = rows[currentRow].total
    // Through pointers: each access to a class's array would be checked for exclusivity.
    sums.withUnsafeMutableBufferPointer { sums in
      output.withUnsafeMutableBufferPointer { output in
        columns.withUnsafeBufferPointer { columns in
          for x in 0..<columns.count {
            let sum = sums[x]
            let color = sum.w > 0 ? sum / sum.w : .zero
            let place = start + x * 4
            output[place] = Self.rounded(color.x)
            output[place + 1] = Self.rounded(color.y)
            output[place + 2] = Self.rounded(color.z)
            output[place + 3] = Self.rounded(sum.w / (height * columns[x].total))
            sums[x] = .zero
          }
        }
      }
    }
  }

  @inline(__always)
  private static func rounded(_ value: Double) -> UInt8 { UInt8(min(255, value + 0.5)) }
}

/// The source pixels, along one axis, that one target pixel covers, and how much of each, in units of
/// 1 / target of a source pixel.
private struct AreaShare {
  let first: Int
  let last: Int
  let total: Double
  let firstWeight: Double
  let lastWeight: Double
  /// That of the pixels between the first and the last.
  let wholeWeight: Double

  func weight(of index: Int) -> Double {
    index == first ? firstWeight : index == last ? lastWeight : wholeWeight
  }

  static func shares(of source: Int, in target: Int) -> [AreaShare] {
    (0..<target).map { index in
      let from = index * source
      let to = from + source
      let first = from / target
      let last = (to - 1) / target
      let firstWeight = min(to, (first + 1) * target) - from
      return AreaShare(
        first: first, last: last, total: Double(source), firstWeight: Double(firstWeight),
        lastWeight: Double(first == last ? firstWeight : to - last * target),
        wholeWeight: Double(target))
    }
  }
}
