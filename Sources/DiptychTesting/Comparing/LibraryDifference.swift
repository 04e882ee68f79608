import Foundation

/// Two libraries differ that should not: what comparing them throws.
///
/// Its description is a short report, one line for each line of the libraries that differs:
///
///     The legacy and the modern half leave different libraries:
///       c1 "Trip" members   legacy: a1 a2   modern: a1
///     If that is right, leave these lines out:
///       ignoring: ["members"]
public struct LibraryDifference: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line on which the libraries disagree.
  public struct Line: Hashable, Sendable, CustomStringConvertible {
    /// The object by its canonical name, and its title in quotes.
    public let object: String
    /// The name of the field; `exists` for an object that only one library has.
    public let field: String
    /// What the legacy half left; nil where it left nothing.
    public let legacy: String?
    /// What the modern half left; nil where it left nothing.
    public let modern: String?

    /// The line as reports show it.
    public var description: String {
      "\(object) \(field)   legacy: \(Self.shortened(legacy))   modern: \(Self.shortened(modern))"
    }

    /// Of a hash, as much as tells it from another one.
    private static func shortened(_ value: String?) -> String {
      guard let value else { return "–" }
      guard let start = value.range(of: "sha256 ")?.upperBound, value[start...].count > 12 else {
        return value
      }
      return value[..<start] + value[start...].prefix(12) + "…"
    }
  }

  /// The lines on which the libraries disagree, in the order of the dump.
  public let lines: [Line]

  /// The known differences between the APIs that some of the lines show.
  let known: [AllowedDifference]

  /// The report.
  public var description: String {
    var report = ["The legacy and the modern half leave different libraries:"]
    report += lines.prefix(20).map { "  \($0)" }
    if lines.count > 20 { report.append("  and \(lines.count - 20) more lines") }
    return (report + advice).joined(separator: "\n")
  }

  /// How to let the test accept the lines.
  private var advice: [String] {
    var fields: [String] = []
    for line in lines where !fields.contains(line.field) { fields.append(line.field) }
    let names = fields.map { "\"\($0)\"" }.joined(separator: ", ")
    let ignoring = "  ignoring: [\(names)]"
    guard !known.isEmpty else { return ["If that is right, leave these lines out:", ignoring] }
    return ["If that is right, allow what is known of the APIs, and just that:"]
      + known.map { "  allowing: [.\($0.symbol)]   \($0)" }
      + ["or leave these lines out, whatever they say:", ignoring]
  }
}
