extension Int {
  /// The number with zeros in front of it, as `printf` writes it. Dumps have too many of them for
  /// Foundation's formatter.
  /// - Parameter width: Characters at least, the sign among them.
  package func padded(to width: Int) -> String {
    let digits = String(magnitude)
    let sign = self < 0 ? "-" : ""
    let zeros = Swift.max(width - digits.utf8.count - sign.utf8.count, 0)
    return sign + String(repeating: "0", count: zeros) + digits
  }
}
