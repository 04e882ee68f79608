import Foundation

/// What an import has before it, counted without a look into any file.
///
/// It holds eight bytes a file: of all that was met, only lengths are needed before the files' turn
/// comes.
struct ImportCensus {
  /// How many files there are, and other things that the walk tells of.
  private(set) var count = 0
  /// The names of the folders that hold files.
  private(set) var folders: Set<String> = []
  /// Of every file, in bytes, sorted.
  private var lengths: [Int64] = []

  init(_ walk: FolderWalk) {
    var walk = walk
    while let items = walk.next() {
      count += items.count
      for case .file(let file) in items {
        lengths.append(file.byteCount)
        if let title = file.title { folders.insert(title) }
      }
    }
    lengths.sort()
  }

  /// Whether a file has this length.
  func contains(_ length: Int64) -> Bool {
    let place = place(of: length)
    return place < lengths.count && lengths[place] == length
  }

  /// Whether exactly one file has this length.
  func isSingle(_ length: Int64) -> Bool {
    let place = place(of: length)
    return place < lengths.count && lengths[place] == length
      && (place + 1 == lengths.count || lengths[place + 1] != length)
  }

  /// The place of the first length that is not smaller.
  private func place(of length: Int64) -> Int {
    var (low, high) = (0, lengths.count)
    while low < high {
      let middle = (low + high) / 2
      if lengths[middle] < length { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
