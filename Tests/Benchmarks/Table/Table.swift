import Foundation

/// Prints every row: goal, floor, ours, ratio and growth.
struct Table {
  let report: Report

  static func number(_ value: Double) -> String { String(format: "%.2f", value) }

  /// - Returns: The rows that miss their goal.
  func print() -> [TableRow] {
    var missed: [TableRow] = []
    line("work", "assets", "goal", "floor", "ours", "ratio", "growth", "")
    for row in TableRow.allCases {
      let figures = report.figures.filter { $0.row == row }
      if figures.isEmpty, !report.counts.contains(where: { $0.row == row }) {
        line(row.title, "", row.goal.text, "", "", "", "", "not measured")
        continue
      }
      var isMissed = false
      let growth = Self.growth(figures, \.time)
      let floorGrowth = Self.growth(figures, \.floorTime)
      // Where the size of the goal was left out, the largest stands for it.
      let sizes = figures.compactMap(\.size)
      let goalSize = row.goalSize.map { sizes.contains($0) ? $0 : sizes.max() ?? $0 }
      for (index, figure) in figures.enumerated() {
        let counts = goalSize == nil || figure.size == goalSize || figure.size == nil
        let isReached = row.goal.isReached(figure)
        if counts, !isReached { isMissed = true }
        let isLast = index == figures.count - 1
        var growthText = ""
        if isLast, let growth {
          growthText = growth.text
          if let limit = row.growthLimit?.most(floorGrowth) {
            growthText += String(format: " (≤ %.0f ×)", limit)
            if growth.isWide, growth.factor > limit { isMissed = true }
          }
        }
        line(
          index == 0 ? row.title : "", figure.size.map(Self.grouped) ?? "",
          index == 0 ? row.goal.text : "", Report.seconds(figure.floorTime),
          Report.seconds(figure.time), String(format: "%.2f ×", figure.ratio), growthText,
          counts ? (isReached ? "reached" : "missed") : "")
      }
      for count in report.counts where count.row == row {
        Swift.print("    \(count.size.map(Self.grouped) ?? ""): \(count.text)")
        if !count.isReached { isMissed = true }
      }
      if isMissed { missed.append(row) }
    }
    return missed
  }

  /// What a hundred times as many assets cost, by the line through the logarithms of all sizes.
  struct Growth {
    let exponent: Double
    /// From 10,000 to 1,000,000.
    var factor: Double { pow(100, exponent) }
    /// Whether the sizes are far enough apart to tell.
    let isWide: Bool
    var text: String { "\(kind), " + String(format: "%.1f ×", factor) }

    /// A logarithm grows 1.5 times, and what falls out of the caches of a processor comes on top.
    private var kind: String {
      switch exponent {
      case ..<0.06: "constant"
      case ..<0.24: "logarithmic"
      case 0.85..<1.15: "linear"
      default: String(format: "n^%.2f", exponent)
      }
    }
  }

  static func growth(_ figures: [Figure], _ time: KeyPath<Figure, Double>) -> Growth? {
    let points = figures.compactMap { figure in
      figure.size.map { (x: log(Double($0)), y: log(figure[keyPath: time])) }
    }
    guard points.count > 1, let first = points.map(\.x).min(), let last = points.map(\.x).max(),
      last > first
    else { return nil }
    let count = Double(points.count)
    let x = points.reduce(0) { $0 + $1.x } / count
    let y = points.reduce(0) { $0 + $1.y } / count
    let slope =
      points.reduce(0) { $0 + ($1.x - x) * ($1.y - y) }
      / points.reduce(0) { $0 + ($1.x - x) * ($1.x - x) }
    return Growth(exponent: slope, isWide: last - first > 4)
  }

  static func grouped(_ number: Int) -> String {
    var digits = String(number)
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
      place -= 3
    }
    return digits
  }

  private static let widths = [42, 9, 18, 11, 11, 8, 30]

  private func line(_ cells: String...) {
    var text = ""
    for (cell, width) in zip(cells, Self.widths + [0]) {
      text += cell + String(repeating: " ", count: max(width - cell.count, 0) + 1)
    }
    while text.last == " " { text.removeLast() }
    Swift.print(text)
  }
}
