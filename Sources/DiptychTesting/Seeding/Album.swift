/// An album that a library holds at the start.
public struct Album: CollectionContent {
  private let title: String
  private let members: [MediaSeed]
  private var client = "Photos"

  /// An album, empty or with these photos and videos in this order.
  public init(
    _ title: String, @MediaBuilder _ members: () -> [any MediaContent] = { [] }
  ) {
    self.title = title
    self.members = members().flatMap(\.seed.media)
  }

  /// The album as one that an application has made; without this, "Photos", the user's own.
  public func by(_ client: String) -> Album {
    var album = self
    album.client = client
    return album
  }

  /// The album in the form that a library takes.
  public var seed: LibrarySeed {
    LibrarySeed(kind: .album(title: title, client: client, members: members))
  }
}

/// A folder that a library holds at the start.
public struct Folder: CollectionContent {
  private let title: String
  private let children: [LibrarySeed]
  private var client = "Photos"

  /// A folder, empty or with these albums and folders in this order.
  public init(
    _ title: String, @CollectionBuilder _ children: () -> [any CollectionContent] = { [] }
  ) {
    self.title = title
    self.children = children().map(\.seed)
  }

  /// The folder as one that an application has made; without this, "Photos", the user's own.
  public func by(_ client: String) -> Folder {
    var folder = self
    folder.client = client
    return folder
  }

  /// The folder in the form that a library takes.
  public var seed: LibrarySeed {
    LibrarySeed(kind: .folder(title: title, client: client, children: children))
  }
}
