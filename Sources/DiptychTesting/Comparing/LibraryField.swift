/// A kind of line of a dump, by the name that the dump gives it.
public struct LibraryField: Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The field's name, such as `members` or `creation date`.
  public let name: String

  /// The field of this name.
  public init(_ name: String) {
    self.name = name
  }

  /// The field of this name.
  public init(stringLiteral name: String) {
    self.init(name)
  }

  /// The field's name.
  public var description: String { name }

  /// The bytes of originals.
  public static let content: LibraryField = "content"
  /// The album's cover.
  public static let cover: LibraryField = "cover"
  /// When photos were taken.
  public static let creationDate: LibraryField = "creation date"
  /// Which application made an object.
  public static let creator: LibraryField = "creator"
  /// Of which photo another is a modified copy.
  public static let derivedFrom: LibraryField = "derived from"
  /// Whether an object is there at all.
  public static let exists: LibraryField = "exists"
  /// Whether photos are favorites.
  public static let favorite: LibraryField = "favorite"
  /// The original file names.
  public static let fileName: LibraryField = "name"
  /// Whether photos are hidden.
  public static let hidden: LibraryField = "hidden"
  /// Where photos were taken.
  public static let location: LibraryField = "location"
  /// The photos of albums and their order.
  public static let members: LibraryField = "members"
  /// The order in which the same photos arrived.
  public static let orderOfArrival: LibraryField = "order of arrival"
  /// The upright size of pictures.
  public static let pixelSize: LibraryField = "pixel size"
  /// Where albums and folders stand.
  public static let place: LibraryField = "place"
  /// The titles of albums and folders.
  public static let title: LibraryField = "title"
  /// Whether photos lie in Recently Deleted.
  public static let trashed: LibraryField = "trashed"
  /// The types of originals.
  public static let type: LibraryField = "type"

  /// The fields of resources carry the resource's role before their name: `photo name`.
  func covers(_ line: String) -> Bool {
    line == name
      || (["content", "name", "type", "id"].contains(name) && line.hasSuffix(" " + name))
  }
}
