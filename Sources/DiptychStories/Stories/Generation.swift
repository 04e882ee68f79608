/// Which of the two APIs does something.
package enum Generation: String, Hashable, Sendable, CaseIterable {
  case legacy, modern
}

/// Which API can do an action so that the library ends in the same state.
package enum Ability: Hashable, Sendable {
  case both
  /// Only Photos; AssetsLibrary has no such call, or its call would leave another state.
  case modernOnly
  /// Only Photos, but AssetsLibrary has the call, refuses and changes nothing (D1, D2).
  case modernAfterRefusal
  case legacyOnly
  /// Neither: it comes from outside.
  case outside
}
