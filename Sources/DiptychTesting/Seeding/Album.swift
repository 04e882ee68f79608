import DiptychEngine

/// An album that a library holds at the start.
///
/// One that a computer, a camera or a stream brings is made by ``synced()`` and its siblings. Its
/// photos come from there too, and only an imported one's are the user's own.
///
///     Album("Ann") { Photo(.jpeg(seed: 1)) }.faces()
///     Album("Friends") { Photo(.jpeg(seed: 2)).notLocal() }.sharedStream()
public struct Album: CollectionContent {
  private let title: String
  private let members: [MediaSeed]
  private var client = "Photos"
  private var kind = CollectionKind.album

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

  /// The album as one synced from a computer.
  public func synced() -> Album { of(.synced) }

  /// The album as an event synced from a computer.
  public func event() -> Album { of(.event) }

  /// The album as what was imported from a camera at a time.
  public func imported() -> Album { of(.imported) }

  /// The album as the pictures of a person, synced from a computer.
  public func faces() -> Album { of(.faces) }

  /// The album as the user's own photo stream.
  public func photoStream() -> Album { of(.ownStream) }

  /// The album as a stream that others share.
  public func sharedStream() -> Album { of(.shared) }

  private func of(_ kind: CollectionKind) -> Album {
    var album = self
    album.kind = kind
    return album
  }

  /// The album in the form that a library takes.
  public var seed: LibrarySeed {
    LibrarySeed(kind: .album(title: title, client: client, kind, members: members))
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
