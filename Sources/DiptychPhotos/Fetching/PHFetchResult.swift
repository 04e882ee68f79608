import DiptychPlatform
import Foundation

/// The objects that a fetch found, in order: a snapshot (P46).
///
/// The count never changes, and each position keeps its identifier. Objects are read in batches
/// around the index in use; one that was read again may carry newer values (P47). Safe to read
/// from any thread (P48).
open class PHFetchResult<ObjectType>: NSObject, NSCopying, NSFastEnumeration, @unchecked Sendable
// Sendable because the contents are constant and Sendable.
where ObjectType: AnyObject {
  private let contents: FetchContents

  /// Makes an empty result (P55).
  public override init() {
    contents = FetchContents()
    super.init()
  }

  init(_ contents: FetchContents) {
    self.contents = contents
    super.init()
  }

  /// The number of objects.
  open var count: Int { contents.count }

  /// Returns the object at an index; one out of range ends the process, where Apple raises
  /// `NSRangeException` (P49). Amortized O(1).
  open func object(at index: Int) -> ObjectType {
    guard index >= 0, index < contents.count else { outOfRange(index) }
    return own(contents.object(at: index))
  }

  private func own(_ object: PHObject) -> ObjectType {
    // Nearly always it is of just this class, and a walk makes one cast an object.
    if ObjectIdentifier(type(of: object)) == ObjectIdentifier(ObjectType.self) {
      return unsafeDowncast(object, to: ObjectType.self)
    }
    guard let own = object as? ObjectType else {
      raise(
        "NSInternalInconsistencyException",
        reason: "A fetch result holds an object that is no \(ObjectType.self).",
        remedy: "Fetch again with the method for this kind of object.")
    }
    return own
  }

  /// The object at an index, as `object(at:)` gives it.
  open subscript(idx: Int) -> ObjectType { object(at: idx) }

  /// Whether an equal object is in the result (P50). O(*n*).
  open func contains(_ anObject: ObjectType) -> Bool { index(of: anObject) != NSNotFound }

  /// The index of the object that equals `anObject`, or `NSNotFound` (P49, P50). O(*n*).
  open func index(of anObject: ObjectType) -> Int {
    index(of: anObject, in: NSRange(location: 0, length: count))
  }

  /// The index of the object that equals `anObject` among those in a range, or `NSNotFound`. A
  /// range that leaves the result ends the process, where Apple raises. O(*n*).
  open func index(of anObject: ObjectType, in range: NSRange) -> Int {
    let end = range.location.addingReportingOverflow(range.length)
    guard !end.overflow else { outOfRange(range.location) }
    guard range.location >= 0, range.length >= 0, end.partialValue <= count else {
      outOfRange(end.partialValue)
    }
    let bounds = range.location..<end.partialValue
    guard isPlain else {
      return bounds.first { (object(at: $0) as? NSObject)?.isEqual(anObject) ?? false }
        ?? NSNotFound
    }
    return contents.index(of: anObject, in: bounds) ?? NSNotFound
  }

  /// The first object, or nil in an empty result.
  open var firstObject: ObjectType? { count > 0 ? object(at: 0) : nil }

  /// The last object, or nil in an empty result.
  open var lastObject: ObjectType? { count > 0 ? object(at: count - 1) : nil }

  /// Returns the objects at indexes, in the order of the indexes.
  open func objects(at indexes: IndexSet) -> [ObjectType] { indexes.map { object(at: $0) } }

  /// Calls a block with each object, its index, and a flag that ends the walk when set. The block
  /// has been called for the last time when this method returns (P51).
  open func enumerateObjects(
    _ block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
  ) {
    walk(0..<count, [], block)
  }

  /// Calls a block as `enumerateObjects(_:)` does. With `.reverse` it walks backwards, the indexes
  /// being those of the result (P51); with `.concurrent`, which promises no order, it walks on the
  /// calling thread all the same.
  open func enumerateObjects(
    options opts: NSEnumerationOptions = [],
    using block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
  ) {
    walk(0..<count, opts, block)
  }

  /// Calls a block as `enumerateObjects(options:using:)` does, with the objects at indexes.
  open func enumerateObjects(
    at s: IndexSet, options opts: NSEnumerationOptions = [],
    using block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
  ) {
    let ranges = Array(s.rangeView)
    for range in opts.contains(.reverse) ? ranges.reversed() : ranges {
      if !walk(range, opts, block) { return }
    }
  }

  /// Returns how many of the assets in this result are of a media type (P54). One query.
  open func countOfAssets(with mediaType: PHAssetMediaType) -> Int {
    guard isPlain else {
      return (0..<count).count { (object(at: $0) as? PHAsset)?.mediaType == mediaType }
    }
    return contents.count(of: mediaType)
  }

  /// Returns this object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns an iterator over the objects, in order (P53).
  open func makeFastEnumerationIterator() -> AnyIterator<Any> {
    var index = 0
    return AnyIterator {
      guard index < self.count else { return nil }
      defer { index += 1 }
      return self.object(at: index)
    }
  }

  /// Whether no client's subclass can answer otherwise.
  private var isPlain: Bool { type(of: self) == PHFetchResult<ObjectType>.self }

  /// False when the block has ended the walk. Indexes are counted here: through a generic sequence
  /// each step would cost as much as reading a column.
  @discardableResult
  private func walk(
    _ range: Range<Int>, _ options: NSEnumerationOptions,
    _ block: (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
  ) -> Bool {
    guard !range.isEmpty else { return true }
    let isPlain = isPlain
    if isPlain, range.lowerBound < 0 || range.upperBound > count {
      outOfRange(range.upperBound - 1)
    }
    var stop = ObjCBool(false)
    let step = options.contains(.reverse) ? -1 : 1
    var index = step > 0 ? range.lowerBound : range.upperBound - 1
    var start = 0
    var objects: [PHObject] = []
    while index >= range.lowerBound, index < range.upperBound {
      if isPlain {
        if index < start || index - start >= objects.count {
          let batch = contents.batch(around: index)
          (start, objects) = (batch.start, batch.objects)
        }
        block(own(objects[index - start]), index, &stop)
      } else {
        block(object(at: index), index, &stop)
      }
      if stop.boolValue { return false }
      index += step
    }
    return true
  }

  private func outOfRange(_ index: Int) -> Never {
    raise(
      "NSRangeException",
      reason: "Index \(index) is beyond the bounds of a fetch result with \(count) objects.",
      remedy: "Compare with count first.")
  }
}

extension PHFetchResult: FetchResultContents {
  var plainContents: FetchContents? { isPlain ? contents : nil }
}
