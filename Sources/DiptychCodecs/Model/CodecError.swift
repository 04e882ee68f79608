/// Why a media file could not be probed, decoded, encoded or rewritten.
package struct CodecError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure that callers tell apart.
  package enum Code: String, Sendable, CaseIterable {
    /// The bytes are of no known type.
    case unrecognized
    /// The bytes break off or break the rules of their type.
    case damaged
    /// More bytes or more pixels than the limits allow.
    case tooLarge
    /// The type is known, but this build cannot do what was asked with it.
    case unsupported
    /// The file cannot be opened or read.
    case unreadable
    /// The name's extension says another type than the bytes (P135).
    case wrongExtension
    /// The picture cannot be written in the format asked for.
    case encodingFailed
  }

  /// The kind of failure.
  package let code: Code
  /// One sentence that says what is wrong and what to do.
  package let message: String

  /// Makes an error.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { message }
}
