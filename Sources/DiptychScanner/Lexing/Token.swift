/// A piece of source text.
struct Token {
  enum Kind: UInt8 {
    case name
    case number
    /// A string, or a part of one between interpolations, without its quotes.
    case string
    /// One character that is none of the others; `name` holds it.
    case mark
    /// The path of an `#import` or `#include`, without its quotes.
    case importPath
    /// A `#define`, whose name and text follow.
    case define
  }

  let kind: Kind
  /// The number of the name, or the character of a mark.
  let name: Int32
  let start: Int32
  let end: Int32
  /// The token that closes or opens what this one opens or closes; -1 for none.
  var partner: Int32 = -1
}

/// The languages that the scanner reads.
enum Language: Sendable {
  case objectiveC
  case swift
}
