import Foundation

/// A type of data, such as JPEG pictures.
///
/// The types known here are those of photos, videos and the files beside them; there is no registry
/// of types on Linux. Compare types with `==`, or ask ``conforms(to:)``.
public struct UTType: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The identifier, such as `public.jpeg`.
  public let identifier: String

  /// Makes a type of any identifier, for files whose type a library knows and this table does not.
  package init(known identifier: String) {
    self.identifier = identifier
  }

  /// The type with an identifier, compared without case; nil for one that is not known here.
  public init?(_ identifier: String) {
    guard let known = UTTypeTable.entry(identifier) else { return nil }
    self.identifier = known.identifier
  }

  /// The type of files with a name extension, compared without case; nil for one that is not known
  /// here, where Apple systems make a type up.
  public init?(filenameExtension: String) {
    guard let known = UTTypeTable.entry(fileExtension: filenameExtension) else { return nil }
    identifier = known.identifier
  }

  /// The type of files with a name extension; nil unless it conforms to `supertype`.
  public init?(filenameExtension: String, conformingTo supertype: UTType) {
    guard let type = UTType(filenameExtension: filenameExtension), type.conforms(to: supertype)
    else { return nil }
    self = type
  }

  /// The type with a MIME type, compared without case; nil for one that is not known here.
  public init?(mimeType: String) {
    guard let known = UTTypeTable.entry(mimeType: mimeType) else { return nil }
    identifier = known.identifier
  }

  /// The usual name extension of such files, without a dot; nil for a type that no file has, such
  /// as ``image``.
  public var preferredFilenameExtension: String? {
    UTTypeTable.entry(identifier)?.extensions.first
  }

  /// The usual MIME type; nil where there is none.
  public var preferredMIMEType: String? { UTTypeTable.entry(identifier)?.mimeTypes.first }

  /// Whether this type is the other one or a kind of it: `jpeg` conforms to `image`.
  public func conforms(to type: UTType) -> Bool {
    self == type || isSubtype(of: type)
  }

  /// Whether this type is a kind of the other one, and not the same.
  public func isSubtype(of type: UTType) -> Bool {
    guard self != type, let entry = UTTypeTable.entry(identifier) else { return false }
    return entry.parents.contains { UTType(known: $0).conforms(to: type) }
  }

  /// Whether the other type is a kind of this one, and not the same.
  public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

  /// The identifier.
  public var description: String { identifier }
}
