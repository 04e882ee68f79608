extension Array where Element: Comparable {
  /// The fewest places whose elements have to be taken out for the rest to ascend.
  /// - Complexity: O(*n* log *n*).
  var outOfOrder: [Int] {
    // Patience sorting: `tails[n]` is where the best ascending run of n + 1 elements ends.
    var tails: [Int] = []
    var previous = [Int?](repeating: nil, count: count)
    for place in indices {
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if self[tails[middle]] < self[place] { low = middle + 1 } else { high = middle }
      }
      previous[place] = low > 0 ? tails[low - 1] : nil
      if low == tails.count { tails.append(place) } else { tails[low] = place }
    }
    var kept: Set<Int> = []
    var next = tails.last
    while let place = next {
      kept.insert(place)
      next = previous[place]
    }
    return indices.filter { !kept.contains($0) }
  }
}
