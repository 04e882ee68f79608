/// Two libraries differ that should not: what comparing them throws.
///
/// Its description is a short report, one line for each line of the libraries that differs:
///
///     The legacy and the modern half leave different libraries:
///       c1 "Trip" members   legacy: a1 a2   modern: a1
///     If that is right, say which lines may differ:
///       allowing: [.albumOrder]   D3: The old API only appends to albums.
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
      "\(object) \(field)   legacy: \(legacy ?? "–")   modern: \(modern ?? "–")"
    }
  }

  /// The lines on which the libraries disagree, in the order of the dump.
  public let lines: [Line]

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
    let known = AllowedDifference.known.filter { $0.mayExplain(fields) }
    let names = fields.map { "\"\($0)\"" }.joined(separator: ", ")
    return ["If that is right, say which lines may differ:"]
      + known.map { "  allowing: [.\($0.symbol)]   \($0)" } + ["  ignoring: [\(names)]"]
  }
}
