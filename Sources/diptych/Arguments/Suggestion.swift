/// Finds what a mistyped word was meant to be.
enum Suggestion {
  /// ` Did you mean X?` for the nearest candidate; empty when none is near.
  static func sentence(_ word: String, among candidates: [String]) -> String {
    nearest(word, among: candidates).map { " Did you mean \($0)?" } ?? ""
  }

  /// The candidate that takes the fewest changes, if it takes no more than a third of its letters,
  /// and at least one may always be wrong.
  static func nearest(_ word: String, among candidates: [String]) -> String? {
    // A word of any length may come in; the table grows with its length.
    guard word.count <= 64 else { return nil }
    let rated = candidates.map { (candidate: $0, distance: distance(word, $0)) }
      .filter { $0.distance <= max(1, $0.candidate.count / 3) }
    return rated.min { $0.distance < $1.distance }?.candidate
  }

  /// How many letters have to be added, removed, changed or exchanged with their neighbor.
  static func distance(_ first: String, _ second: String) -> Int {
    let a = Array(first)
    let b = Array(second)
    var table = [[Int]](repeating: [Int](repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in 0...a.count { table[i][0] = i }
    for j in 0...b.count { table[0][j] = j }
    for i in 0..<a.count {
      for j in 0..<b.count {
        var best = min(table[i][j + 1], table[i + 1][j]) + 1
        best = min(best, table[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, table[i - 1][j - 1] + 1)
        }
        table[i + 1][j + 1] = best
      }
    }
    return table[a.count][b.count]
  }
}
