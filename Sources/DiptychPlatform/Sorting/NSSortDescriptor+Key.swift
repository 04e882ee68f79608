import Foundation

// Linux Foundation declares this initializer and property as unavailable; see
// NSPredicate+Format.swift for why they stand on a protocol.
extension NSCopying where Self: NSSortDescriptor {
  /// Makes a descriptor that sorts by the values of a key.
  ///
  /// A fetch sorts by the key in the store. `compare(_:to:)` reads keys of dictionaries and
  /// library objects only, because Linux has no key-value coding; with `nil` for the key it
  /// compares strings, numbers and dates themselves. `nil` values sort first (P22).
  public init(key: String?, ascending: Bool) {
    let descriptor = KeySortDescriptor(sortKey: key, isAscending: ascending)
    guard let wanted = descriptor as? Self else {
      raise(
        "NSInvalidArgumentException", reason: "A key does not make a \(Self.self).",
        remedy: "Call the initializer on NSSortDescriptor.")
    }
    self = wanted
  }

  /// The key that the descriptor was made with, or `nil` if it was made otherwise.
  public var key: String? {
    (self as? KeySortDescriptor)?.descriptorKey
  }
}

extension NSSortDescriptor {
  /// The key of a descriptor made by `init(key:ascending:)`, or `nil` for any other descriptor,
  /// which cannot be used in a fetch (P20).
  package var sortKey: String? {
    (self as? KeySortDescriptor)?.descriptorKey
  }
}
