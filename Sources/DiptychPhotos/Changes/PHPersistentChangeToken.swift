import DiptychEngine
import Foundation

/// A state of one library on this machine, from which the changes since can be asked for (P164).
///
/// It can be archived with secure coding. Two are equal when they stand for the same state of the
/// same library.
public final class PHPersistentChangeToken: NSObject, NSCopying, NSSecureCoding, Sendable {
  /// The library's own identifier.
  let library: UUID
  /// The number of the last commit in that state.
  let token: Int64
  /// What tells that commit from the one of the same number in a copy of the library. Nil where there
  /// is no commit, and in archives of tokens that had none.
  let mark: UUID?

  init(library: UUID, token: Int64, mark: UUID?) {
    self.library = library
    self.token = token
    self.mark = mark
    super.init()
  }

  private enum Key {
    static let library = "library"
    static let token = "token"
    static let mark = "mark"
  }

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Reads a token from an archive; nil for an archive of something else.
  public init?(coder: NSCoder) {
    guard coder.containsValue(forKey: Key.library),
      let text = coder.decodeObject(of: NSString.self, forKey: Key.library),
      let library = UUID(written: String(text)), coder.containsValue(forKey: Key.token)
    else { return nil }
    self.library = library
    token = coder.decodeInt64(forKey: Key.token)
    mark =
      coder.containsValue(forKey: Key.mark)
      ? coder.decodeObject(of: NSString.self, forKey: Key.mark).flatMap {
        UUID(written: String($0))
      }
      : nil
    super.init()
  }

  /// Writes the token to an archive.
  public func encode(with coder: NSCoder) {
    coder.encode(NSString(string: library.uuidString), forKey: Key.library)
    coder.encode(token, forKey: Key.token)
    if let mark { coder.encode(NSString(string: mark.uuidString), forKey: Key.mark) }
  }

  /// Returns this object, which never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the other object stands for the same state of the same library.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? PHPersistentChangeToken else { return false }
    return other.library == library && other.token == token && other.mark == mark
  }

  /// Equal tokens have equal hashes.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(library)
    hasher.combine(token)
    hasher.combine(mark)
    return hasher.finalize()
  }
}
