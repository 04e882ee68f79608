import DiptychEngine
import Foundation

/// Names an object across the copies of a library, where its local identifier differs.
///
/// There is no iCloud here: the name holds the object's identifier and, for an asset, the hash of
/// its original, by which another copy of the library finds it.
open class PHCloudIdentifier: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Sendable because the stored property is constant.

  /// The name as text.
  public let stringValue: String

  /// Makes a name of a text that ``stringValue`` gave. A text that is none finds nothing.
  public init(stringValue: String) {
    self.stringValue = stringValue
    super.init()
  }

  /// Makes a name of a text that ``archivalStringValue`` gave; nil for a text that is none.
  public convenience init?(archivalStringValue: String) {
    guard CloudName(archivalStringValue) != nil else { return nil }
    self.init(stringValue: archivalStringValue)
  }

  /// The name as text, for keeping.
  open var archivalStringValue: String { stringValue }

  private static let key = "stringValue"

  /// Reads a name from an archive; nil when it holds none.
  public required convenience init?(coder: NSCoder) {
    guard let text = coder.decodeObject(of: NSString.self, forKey: Self.key) else { return nil }
    self.init(stringValue: String(text))
  }

  /// Writes the name into an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(stringValue as NSString, forKey: Self.key)
  }

  /// Whether archives of this class are safe to read: yes.
  public static var supportsSecureCoding: Bool { true }

  /// Returns this object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the other object is the same name.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? PHCloudIdentifier)?.stringValue == stringValue
  }

  /// Equal names have equal hashes.
  open override var hash: Int { stringValue.hashValue }

  /// The name as text.
  open override var description: String { stringValue }
}

/// The key of the local identifiers in an error of code 3202: an array of strings.
public let PHLocalIdentifiersErrorKey: String = "PHLocalIdentifiersErrorKey"

extension PHPhotoLibrary {
  /// Returns the cloud identifiers of objects, a result for each text: a ``PHPhotosError`` of code
  /// 3201 for one that names no object that the client may see (C33). One read transaction.
  public func cloudIdentifierMappings(
    forLocalIdentifiers localIdentifiers: [String]
  ) -> [String: Result<PHCloudIdentifier, any Error>] {
    let scope = LibraryScope.resolve()
    return mappings(localIdentifiers, in: scope) { transaction, text in
      let name = try CloudName(localIdentifier: text, as: scope.client, in: transaction)
      return name.map { .success(PHCloudIdentifier(stringValue: $0.text)) }
    }
  }

  /// Returns the local identifiers for cloud identifiers, a result for each: found by identifier,
  /// else, for an asset, by the content of its original. A ``PHPhotosError`` of code 3201 where
  /// nothing is found, of 3202 where several assets have that content; their identifiers are in its
  /// `userInfo` under ``PHLocalIdentifiersErrorKey`` (C33). One read transaction.
  public func localIdentifierMappings(
    for cloudIdentifiers: [PHCloudIdentifier]
  ) -> [PHCloudIdentifier: Result<String, any Error>] {
    let scope = LibraryScope.resolve()
    return mappings(cloudIdentifiers, in: scope) { transaction, identifier in
      let found = try CloudName(identifier.stringValue)?.find(as: scope.client, in: transaction)
      guard let found, let first = found.first else { return nil }
      guard found.count > 1 else { return .success(first) }
      return .failure(
        PHPhotosError(
          .multipleIdentifiersFound,
          userInfo: [
            NSLocalizedDescriptionKey:
              "Several assets have this content. Choose one of those that the error lists.",
            PHLocalIdentifiersErrorKey: found,
          ]))
    }
  }

  private func mappings<Key: Hashable, Value>(
    _ keys: [Key], in scope: LibraryScope,
    _ find: (ReadTransaction, Key) throws -> Result<Value, any Error>?
  ) -> [Key: Result<Value, any Error>] {
    let none = PHPhotosError(
      .identifierNotFound,
      userInfo: [
        NSLocalizedDescriptionKey: "No object of the library has this identifier. Fetch it again."
      ])
    do {
      return try scope.library.read { transaction in
        var results: [Key: Result<Value, any Error>] = [:]
        for key in keys { results[key] = try find(transaction, key) ?? .failure(none) }
        return results
      }
    } catch {
      let failure = PHPhotosError(wrapping: error)
      return Dictionary(
        keys.map { ($0, .failure(failure)) }, uniquingKeysWith: { first, _ in first })
    }
  }
}
