/// Builds lists of contents: what a library holds at the start, an album's photos, a folder's albums.
@resultBuilder
public enum ContentBuilder<Content> {
  /// Takes one content.
  public static func buildExpression(_ content: Content) -> [Content] { [content] }

  /// Takes a list of contents.
  public static func buildExpression(_ contents: [Content]) -> [Content] { contents }

  /// Joins contents.
  public static func buildBlock(_ parts: [Content]...) -> [Content] { parts.flatMap(\.self) }

  /// Takes the contents of an `if` without `else`.
  public static func buildOptional(_ part: [Content]?) -> [Content] { part ?? [] }

  /// Takes the contents of an `if`.
  public static func buildEither(first part: [Content]) -> [Content] { part }

  /// Takes the contents of an `else`.
  public static func buildEither(second part: [Content]) -> [Content] { part }

  /// Takes the contents of a `for` loop.
  public static func buildArray(_ parts: [[Content]]) -> [Content] { parts.flatMap(\.self) }
}

/// Builds what a library holds at the start.
public typealias LibraryBuilder = ContentBuilder<any LibraryContent>
/// Builds the photos and videos of an album.
public typealias MediaBuilder = ContentBuilder<any MediaContent>
/// Builds the albums and folders of a folder.
public typealias CollectionBuilder = ContentBuilder<any CollectionContent>
