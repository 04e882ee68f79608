import DiptychCodecs
import Foundation

/// A file or bytes to store as one resource of a new asset.
package struct ResourceDraft: Sendable {
  package enum Content: Sendable {
    case data(Data)
    case file(String)
    /// A bitmap that we encode (decision 20).
    case bitmap(Bitmap, ImageOrientation)
    /// Bytes that are not to be had, and what is known of them: the asset keeps its place, and the
    /// file is not on this machine (decision 101).
    case absent(MediaProbe, byteCount: Int64)
  }

  package var role: ResourceRole
  package var content: Content
  /// The name that the caller gave or that the file has; nil for a generated one (D6).
  package var fileName: String?
  /// The type that the caller says it is; nil to take it from the extension and the bytes.
  package var typeIdentifier: String?
  /// Whether the file is moved into the library instead of copied (P140).
  package var movesFile = false
  /// Whether the bytes count as being on this machine. Those of a stream may come later (C86).
  package var isLocal = true
  /// Whether the ending of the file's name must agree with its bytes (P135). Another library's own
  /// names are not the user's.
  package var checksExtension = true
  /// What the caller has just read of a file, at least its type and content identifier; it is then
  /// not looked at again before it is copied. What counts is what the copy says, in any case.
  package var preview: MediaProbe?

  package init(
    role: ResourceRole, content: Content, fileName: String? = nil, typeIdentifier: String? = nil
  ) {
    self.role = role
    self.content = content
    self.fileName = fileName
    self.typeIdentifier = typeIdentifier
  }
}

/// New values for properties of an asset. Nil leaves a property as it is.
package struct AssetUpdate: Sendable, Equatable {
  /// `.some(nil)` clears the date.
  package var creationDate: Date??
  /// `.some(nil)` clears the place.
  package var location: AssetLocation??
  package var isFavorite: Bool?
  package var isHidden: Bool?

  package init() {}

  package var isEmpty: Bool { self == AssetUpdate() }
}

/// A new asset: its identifier is known before the commit, as a placeholder's is.
package struct AssetDraft: Sendable {
  package var uuid: UUID
  package var resources: [ResourceDraft] = []
  /// Values that win over what the file says (P126).
  package var update = AssetUpdate()
  /// The asset that this one is a modified copy of.
  package var derivedFrom: UUID?
  /// Where the asset comes from. Clients add to the user's own library only.
  package var source = AssetSource.userLibrary
  /// The burst that it belongs to, and what it is to it.
  package var burst: (uuid: UUID, mark: BurstMark)?
  /// Bits of `AssetTraits` beside those that the bytes tell.
  package var traits = 0

  package init(uuid: UUID) {
    self.uuid = uuid
  }
}

/// The list that the indexes of an album edit count in (decision 12).
package enum AlbumBasis: Sendable {
  /// The fetch result that was passed with the request.
  case rows(FetchedMembers)
  /// The album's default fetch at the time of the commit.
  case defaultView
}

/// The fetch result that one request was made with. It stands for the request: edits with the same
/// one count in what the edits before made of it (decision 240).
package final class FetchedMembers: Sendable {
  package let rows: [Int64]

  package init(_ rows: [Int64]) {
    self.rows = rows
  }
}

/// One edit of an album's members.
package enum AlbumEdit: Sendable {
  case add([UUID])
  case insert([UUID], IndexSet)
  case remove([UUID])
  case removeAt(IndexSet)
  case replaceAt(IndexSet, [UUID])
  /// Takes the members at the indexes out, then puts them in before the index of what is left.
  case moveAt(IndexSet, to: Int)
}

/// One edit of a folder's children, or of the root's.
package enum FolderEdit: Sendable {
  case add([UUID])
  case insert([UUID], IndexSet)
  case remove([UUID])
  case removeAt(IndexSet)
  case replaceAt(IndexSet, [UUID])
  case moveAt(IndexSet, to: Int)
}

/// One request of a change block.
package enum ChangeOperation: Sendable {
  case createAsset(AssetDraft)
  case updateAsset(UUID, AssetUpdate)
  /// Moves assets to the trash.
  case deleteAssets([UUID])
  case restoreAssets([UUID])
  /// Removes assets for ever.
  case purgeAssets([UUID])
  /// Marks the files of assets as being on this machine, as a download does, or as not being there.
  case setLocal([UUID], Bool)
  /// Puts assets into a collection of any kind, at the end, as a sync or a stream does.
  case deliver([UUID], to: UUID)
  /// Takes away a collection that a sync or a stream brought.
  case withdraw(UUID)
  case createCollection(UUID, CollectionKind, title: String)
  case renameCollection(UUID, title: String)
  case deleteCollections([UUID])
  case editAlbum(UUID, AlbumEdit, AlbumBasis)
  /// Nil edits the root.
  case editFolder(UUID?, FolderEdit)
  /// Replaces the original, keeping the asset (decision 19).
  case replaceOriginal(UUID, ResourceDraft)
  /// Notes that one file, named by its own identifier, has been downloaded.
  case noteDownload(UUID)
  /// Gives an asset's content a new rendering.
  case editContent(UUID, ContentEdit)
  /// Throws the edits of an asset's content away.
  case revertContent(UUID)
  /// Writes what another library says of an asset that these same requests make.
  case importValues(UUID, ImportedValues)
  /// Puts assets into an album in the order of the list, also those in the trash; a member stays
  /// where it is, and what is new comes behind the one before it in the list.
  case importMembers(UUID, [UUID])
  /// Writes when another library made an album or folder that these same requests make.
  case importCreation(UUID, Date)
  /// A request that the facade knows to be impossible; the whole set fails with this error.
  case refused(LibraryError)
}

/// Requests that are applied in order in one transaction, or not at all.
package struct ChangeSet: Sendable {
  package var operations: [ChangeOperation] = []
  /// Who makes the change; nil for the library's client.
  package var client: String?
  package var origin = CommitOrigin.client
  /// Whether a client with limited access can name only what it sees (P177, P178). Facades ask for
  /// it; the user's hand does not.
  package var isConfined = false

  package init(client: String? = nil, origin: CommitOrigin = .client) {
    self.client = client
    self.origin = origin
  }
}

/// Where album titles and lists end.
package enum ChangeLimits {
  /// UTF-8 bytes of a title.
  package static let titleBytes = 4_096
  /// Bytes that say how an edit was made.
  package static let adjustmentBytes = 16 << 20
  /// UTF-8 bytes of an edit's format identifier, and of its version.
  package static let formatBytes = 256
  /// Folders inside folders.
  package static let folderDepth = 64

  /// Checks a title.
  /// - Throws: `limitExceeded` when it is too long or holds a NUL.
  package static func check(title: String) throws(LibraryError) {
    guard title.utf8.count <= titleBytes else {
      throw LibraryError(
        .limitExceeded,
        "An album title may have at most \(titleBytes) bytes of UTF-8. Shorten it.")
    }
    guard !title.utf8.contains(0) else {
      throw LibraryError(.limitExceeded, "An album title may not hold a NUL. Remove it.")
    }
  }
}
