/// What can be done to a collection.
public enum PHCollectionEditOperation: Int, Sendable {
  /// Deleting members from the library.
  case deleteContent = 1
  /// Taking members out, without deleting them.
  case removeContent = 2
  /// Putting members in.
  case addContent = 3
  /// Making new members.
  case createContent = 4
  /// Changing the order of the members.
  case rearrangeContent = 5
  /// Deleting the collection.
  case delete = 6
  /// Changing the title.
  case rename = 7
}
