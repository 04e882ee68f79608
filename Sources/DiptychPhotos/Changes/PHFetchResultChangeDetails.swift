import DiptychEngine
import Foundation

/// How one fetch result became another.
///
/// Applied to the objects before, in this order, the parts give the objects after: take out
/// ``removedIndexes``, put in ``insertedIndexes``, then do the moves one after the other.
open class PHFetchResultChangeDetails<ObjectType>: NSObject where ObjectType: PHObject {
  /// The result as it was.
  public let fetchResultBeforeChanges: PHFetchResult<ObjectType>
  /// What the same fetch finds after the change; the one to keep for the next notification (P158).
  public let fetchResultAfterChanges: PHFetchResult<ObjectType>
  private let difference: OrderDifference?

  init(
    from fromResult: PHFetchResult<ObjectType>, to toResult: PHFetchResult<ObjectType>,
    _ difference: OrderDifference?
  ) {
    fetchResultBeforeChanges = fromResult
    fetchResultAfterChanges = toResult
    self.difference = difference
    super.init()
  }

  /// Compares two results (P160).
  /// - Parameters:
  ///   - fromResult: The result before the change.
  ///   - toResult: The result after it.
  ///   - changedObjects: The objects that count as changed where they are in both.
  /// - Complexity: O(*n* log *n*) in the objects of both; their identifiers are read.
  public convenience init(
    from fromResult: PHFetchResult<ObjectType>, to toResult: PHFetchResult<ObjectType>,
    changedObjects: [ObjectType]
  ) {
    let difference = OrderDifference(
      from: fromResult.objects(at: IndexSet(0..<fromResult.count)),
      to: toResult.objects(at: IndexSet(0..<toResult.count)), changed: Set(changedObjects))
    self.init(from: fromResult, to: toResult, difference)
  }

  /// Compares two results; the older spelling of ``init(from:to:changedObjects:)``.
  public convenience init(
    fromFetchResult fromResult: PHFetchResult<ObjectType>,
    toFetchResult toResult: PHFetchResult<ObjectType>, changedObjects: [ObjectType]
  ) {
    self.init(from: fromResult, to: toResult, changedObjects: changedObjects)
  }

  /// Whether the single differences are known. If not, all that is left is to read the result after
  /// the change anew: the index sets are nil, the object lists empty, and there are no moves (P156,
  /// P157). So it is when the fetch did not want them (P44), when the change log does not go back
  /// far enough, and when more than 4,096 objects have moved.
  open var hasIncrementalChanges: Bool { difference != nil }

  /// Indexes in the result before, of what is no longer there (P153).
  open var removedIndexes: IndexSet? { difference?.removed }

  /// What is no longer there, in the order of ``removedIndexes``.
  open var removedObjects: [ObjectType] {
    difference.map { fetchResultBeforeChanges.objects(at: $0.removed) } ?? []
  }

  /// Indexes, once the removed objects are out, of what is new (P153).
  open var insertedIndexes: IndexSet? { difference?.inserted }

  /// What is new, in the order of ``insertedIndexes``.
  open var insertedObjects: [ObjectType] {
    difference.map { fetchResultAfterChanges.objects(at: $0.inserted) } ?? []
  }

  /// Indexes in the result after of what was there before and has new values (P154). They do not
  /// belong into one update of a view together with the removed ones (P155).
  open var changedIndexes: IndexSet? { difference?.changed }

  /// What has new values, in the order of ``changedIndexes``.
  open var changedObjects: [ObjectType] {
    difference.map { fetchResultAfterChanges.objects(at: $0.changed) } ?? []
  }

  /// Whether something has another place among what was there before.
  open var hasMoves: Bool { !(difference?.moves.isEmpty ?? true) }

  /// Calls a block with each move, once the removed objects are out and the inserted ones are in:
  /// take the object at the first index out, then put it in at the second. Each step counts in the
  /// list as the steps before have left it.
  open func enumerateMoves(_ handler: @escaping (Int, Int) -> Void) {
    for move in difference?.moves ?? [] { handler(move.from, move.to) }
  }
}
