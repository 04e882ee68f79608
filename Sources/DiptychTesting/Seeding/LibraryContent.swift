import DiptychEngine
import Foundation

/// What a library can be made of: a ``Photo``, a ``Video``, an ``Album`` or a ``Folder``.
public protocol LibraryContent: Sendable {
  /// The content in the form that a library takes. There is no need to call it.
  var seed: LibrarySeed { get }
}

/// A photo or a video.
public protocol MediaContent: LibraryContent {
}

/// An album or a folder.
public protocol CollectionContent: LibraryContent {
}

/// A content in the form that a library takes. Make one through ``Photo``, ``Video``, ``Album`` or
/// ``Folder``.
public struct LibrarySeed: Sendable {
  enum Kind: Sendable {
    case media(MediaSeed)
    case album(title: String, client: String, CollectionKind, members: [MediaSeed])
    case folder(title: String, client: String, children: [LibrarySeed])
  }

  let kind: Kind

  /// The photos and videos of the seed itself, not of what is inside it.
  var media: [MediaSeed] {
    if case .media(let media) = kind { return [media] }
    return []
  }
}

/// A photo or a video to be.
struct MediaSeed: Sendable {
  /// The same value used twice is the same photo.
  final class Identity: Sendable {}

  enum Source: Hashable, Sendable {
    case data(Data, name: String)
    case file(URL, name: String?)
  }

  let identity = Identity()
  let file: Source
  let isVideo: Bool
  var taken: Date?
  var latitude: Double?
  var longitude: Double?
  var isFavorite = false
  var isHidden = false
  var isTrashed = false
  var isLocal = true
  /// A second file beside the first, such as a RAW file beside a JPEG.
  var alternate: Source?
  /// Nil for what suits the album that it is in first.
  var source: AssetSource?
  /// The burst that it belongs to, by a name of the test's, and what it is to it.
  var burst: (name: String, mark: BurstMark)?
  /// Bits of `AssetTraits`.
  var traits = 0
  /// A camera is what photos come from unless somebody says otherwise.
  var client = "Camera"

  init(_ file: Source, isVideo: Bool) {
    self.file = file
    self.isVideo = isVideo
  }

  /// The name of its file.
  var name: String {
    switch file {
    case .data(_, let name): name
    case .file(let url, let name): name ?? url.lastPathComponent
    }
  }

  /// Whether nothing was changed between the two.
  func isUnchanged(from other: MediaSeed) -> Bool {
    identity === other.identity && isFavorite == other.isFavorite && isHidden == other.isHidden
      && isTrashed == other.isTrashed && isLocal == other.isLocal && alternate == other.alternate
      && source == other.source && burst?.name == other.burst?.name
      && burst?.mark == other.burst?.mark && traits == other.traits && client == other.client
  }
}
