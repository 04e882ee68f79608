/// The fetches of one client that have begun to read, and of which it is not noted yet what they have
/// found. Beginning and ending one is O(1), whatever it asks for.
struct FetchesUnderWay {
  private var last = 0
  private(set) var ofAssets: [Int: AssetQuery] = [:]
  private(set) var ofCollections: [Int: CollectionQuery] = [:]

  var isEmpty: Bool { ofAssets.isEmpty && ofCollections.isEmpty }

  /// - Returns: The number by which the fetch is ended.
  mutating func begin(_ query: AssetQuery) -> Int {
    last += 1
    ofAssets[last] = query
    return last
  }

  mutating func begin(_ query: CollectionQuery) -> Int {
    last += 1
    ofCollections[last] = query
    return last
  }

  mutating func end(_ number: Int) {
    ofAssets[number] = nil
    ofCollections[number] = nil
  }
}
