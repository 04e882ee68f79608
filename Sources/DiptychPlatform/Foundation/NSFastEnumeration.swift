import Foundation

/// A collection that Objective-C could walk with for-in: arrays, sets, fetch results.
///
/// Linux Foundation lacks the protocol, so it is declared here with one requirement of its own in
/// place of Apple's C-level one. `[photo] as NSFastEnumeration` and `[photo] as NSArray` both
/// conform (P232, P233). Walk one with ``NSFastEnumerationIterator``.
public protocol NSFastEnumeration {
  /// Returns an iterator over the elements, in order.
  func makeFastEnumerationIterator() -> AnyIterator<Any>
}

extension NSFastEnumeration {
  /// All elements, in order. O(*n*) in their number.
  package var fastEnumerationElements: [Any] {
    Array(makeFastEnumerationIterator())
  }
}

extension Array: NSFastEnumeration {
  /// Returns an iterator over the elements, in order.
  public func makeFastEnumerationIterator() -> AnyIterator<Any> { anyIterator(over: self) }
}

extension Set: NSFastEnumeration {
  /// Returns an iterator over the elements, in no particular order.
  public func makeFastEnumerationIterator() -> AnyIterator<Any> { anyIterator(over: self) }
}

extension NSArray: NSFastEnumeration {
  /// Returns an iterator over the elements, in order.
  public func makeFastEnumerationIterator() -> AnyIterator<Any> { anyIterator(over: self) }
}

extension NSSet: NSFastEnumeration {
  /// Returns an iterator over the elements, in no particular order.
  public func makeFastEnumerationIterator() -> AnyIterator<Any> { anyIterator(over: self) }
}

extension NSOrderedSet: NSFastEnumeration {
  /// Returns an iterator over the elements, in order.
  public func makeFastEnumerationIterator() -> AnyIterator<Any> { anyIterator(over: self) }
}

private func anyIterator<Elements: Sequence>(over elements: Elements) -> AnyIterator<Any> {
  var iterator = elements.makeIterator()
  return AnyIterator { iterator.next() }
}
