import DiptychPlatform
import Foundation

/// What assets, collections and placeholders have in common: an identity in the library.
///
/// Objects are snapshots that never change (P62). Two are equal when they denote the same object of
/// the same library, whatever their age; a placeholder equals the real object (P61).
open class PHObject: NSObject, NSCopying, @unchecked Sendable {
  // Sendable because every stored property here and in our subclasses is a constant value.

  /// Nil for an object that a client made with the plain initializer, such as a mock.
  let reference: ObjectReference?

  /// Makes an object that denotes nothing, for subclasses that stand in for real ones in tests.
  public override init() {
    reference = nil
    super.init()
  }

  init(reference: ObjectReference) {
    self.reference = reference
    super.init()
  }

  /// The identifier by which the object can be fetched again on this machine, such as
  /// `60A58560-728D-4DC3-83C5-4C75D27C2421/L0/001` (P56–P60). Empty for an object that denotes
  /// nothing.
  open var localIdentifier: String { reference?.localIdentifier ?? "" }

  /// Returns this object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the other object denotes the same library object (P61).
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? PHObject else { return false }
    if self === other { return true }
    guard let reference, let otherReference = other.reference else { return false }
    return reference == otherReference
  }

  /// Equal objects have equal hashes (P61).
  open override var hash: Int {
    reference?.hashValue ?? ObjectIdentifier(self).hashValue
  }

  /// The class and the identifier.
  open override var description: String {
    "<\(type(of: self)): \(localIdentifier)>"
  }

  /// The value that a predicate or sort descriptor sees for a key; nil for an unknown one.
  package func predicateValue(forKeyPath keyPath: String) -> PredicateValue? {
    keyPath == "localIdentifier" ? .string(localIdentifier) : nil
  }
}

extension PHObject: PredicateReadable {
  package var predicateIdentifier: String { localIdentifier }
}
