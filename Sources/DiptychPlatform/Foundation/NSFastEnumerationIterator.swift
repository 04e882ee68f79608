/// Walks anything that conforms to ``NSFastEnumeration``, such as a fetch result.
///
/// On Apple systems it is an iterator only; here it is a sequence as well, so that `for … in`
/// takes it directly.
public struct NSFastEnumerationIterator: IteratorProtocol, Sequence {
  private var elements: AnyIterator<Any>

  /// Makes an iterator that stands before the first element of `enumerable`.
  public init(_ enumerable: any NSFastEnumeration) {
    elements = enumerable.makeFastEnumerationIterator()
  }

  /// Returns the next element, or `nil` after the last one.
  public mutating func next() -> Any? {
    elements.next()
  }
}
