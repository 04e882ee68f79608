import DiptychEngine
import Foundation

/// An `assets-library://` address, as an application stored it: an asset or a group, by its id.
///
/// The id in the query counts, not the path, which appears in several spellings (L103, L104). An
/// address of the host `group` names a group (L88), every other an asset.
public struct StoredURL: Hashable, Sendable {
  /// What an address names.
  public enum Kind: String, Hashable, Sendable {
    /// A photo or video.
    case asset
    /// The Camera Roll or an album.
    case group
  }

  /// The longest address that is looked at, in bytes of UTF-8.
  private static let limit = 4_096

  /// What the address names.
  public let kind: Kind
  /// The identifier that the address holds: the first part of the local identifier.
  public let id: UUID

  /// Reads an address; nil for one of another scheme, without an id or with a malformed id (L169).
  public init?(_ url: URL) {
    guard let id = Identifiers.uuid(of: url) else { return nil }
    kind = url.host?.lowercased() == "group" ? .group : .asset
    self.id = id
  }

  /// Reads an address from text; nil also for text that is no URL or longer than 4,096 bytes.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.limit, let url = URL(string: text) else { return nil }
    self.init(url)
  }

  /// The identifier by which Photos knows the object, whether or not it is still there:
  /// `UUID/L0/001` for an asset (P57), `UUID/L0/040` for a group (P58).
  public var localIdentifier: String {
    switch kind {
    case .asset: Identifiers.asset(id)
    case .group: Identifiers.album(id)
    }
  }
}
