/// A declared difference between the two generations (decisions, section B).
package enum Divergence: String, Sendable, CaseIterable {
  case equalTitles = "D1"
  case insertion = "D3"
  case fileName = "D6"
  case metadataArgument = "D7"
  case bitmapWithoutMetadata = "D9"
  case handle = "D10"
  case liveObjects = "D19"
  case flatFolders = "D25"
  case systemAlbumName = "D27"
  case threads = "D29"
  case reservedNames = "D30"

  /// What differs, in a sentence.
  package var summary: String {
    switch self {
    case .equalTitles: "A title in use gives a nil group; Photos makes a second album."
    case .insertion: "AssetsLibrary only appends; Photos inserts anywhere."
    case .fileName: "AssetsLibrary generates file names; Photos keeps them."
    case .metadataArgument: "AssetsLibrary merges a metadata argument; Photos keeps the bytes."
    case .bitmapWithoutMetadata: "A bitmap without metadata loses its orientation."
    case .handle: "AssetsLibrary hands out URLs; Photos hands out local identifiers."
    case .liveObjects: "Old objects are live and die with their library; new ones are snapshots."
    case .flatFolders: "AssetsLibrary lists albums flat and shows no folders."
    case .systemAlbumName: "The Camera Roll is called Recents in Photos."
    case .threads: "Old results come on the main queue; a waiting block keeps it busy."
    case .reservedNames: "On old systems the name of a deleted album stays reserved."
    }
  }
}

/// A line on which a row's halves must disagree, and why.
package struct DeclaredDifference: Hashable, Sendable {
  /// The object's name in the dump, such as `a1`.
  package let object: String
  package let field: String
  package let divergence: Divergence

  package init(_ object: String, _ field: String, _ divergence: Divergence) {
    self.object = object
    self.field = field
    self.divergence = divergence
  }
}
