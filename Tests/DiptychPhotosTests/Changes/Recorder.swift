import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation

/// An observer that keeps what it was told.
final class Recorder: NSObject, PHPhotoLibraryChangeObserver, Sendable {
  private let state = Lock<[PHChange]>([])
  private let reaction: @Sendable (PHChange) -> Void

  init(_ reaction: @escaping @Sendable (PHChange) -> Void = { _ in }) {
    self.reaction = reaction
    super.init()
  }

  func photoLibraryDidChange(_ changeInstance: PHChange) {
    state.withLock { $0.append(changeInstance) }
    reaction(changeInstance)
  }

  /// What came since the last time.
  func empty() -> [PHChange] {
    state.withLock { changes in
      defer { changes = [] }
      return changes
    }
  }
}

extension Scene {
  /// Waits until everything is told that is to be told.
  func settle() async {
    _ = await engine.activities.settled(within: 10)
  }

  /// What an observer was told since the last time, once nothing is pending.
  func told(_ recorder: Recorder) async -> [PHChange] {
    await settle()
    return recorder.empty()
  }
}

extension PHFetchResultChangeDetails {
  var moves: [[Int]] {
    let moves = Lock<[[Int]]>([])
    enumerateMoves { from, to in moves.withLock { $0.append([from, to]) } }
    return moves.withLock { $0 }
  }

  /// The identifiers before, with everything applied to them in the order of P153.
  var replayed: [String] {
    var list = fetchResultBeforeChanges.identifiers
    for index in (removedIndexes ?? []).reversed() { list.remove(at: index) }
    for index in insertedIndexes ?? [] {
      list.insert(fetchResultAfterChanges[index].localIdentifier, at: index)
    }
    for move in moves { list.insert(list.remove(at: move[0]), at: move[1]) }
    return list
  }
}
