import Foundation

/// What a step does. Payloads are plain values, so that a story prints as Swift source.
package indirect enum Action: Hashable, Sendable {
  // MARK: Saving

  /// A picture in memory, with its orientation (an EXIF number).
  case saveBitmap(Sketch, turned: Int)
  /// The bytes of a picture file, under a generated name.
  case saveBytes(Picture)
  /// A video file, under a generated name.
  case saveVideo(Picture)
  /// A picture or video file that keeps its name, which only Photos can do (D6).
  case saveFile(Picture)
  /// Bytes with a name and properties beside them, which only Photos can do (D6, D8).
  case saveNamed(Picture, String, Values)
  /// A still and a movie as one Live Photo, which only Photos can make (C49).
  case saveLive(Picture, Picture)
  /// A photo and a camera's RAW of it as one asset, which only Photos can make (P144).
  case saveRaw(Picture, Picture)
  /// So many pictures of one pixel in one block.
  case saveMany(Int)
  /// A creation request without a resource, which fails.
  case saveNothing
  /// A modified version of an asset, which only AssetsLibrary can save (D11).
  case saveModified(Picture, of: Name)
  /// New bytes for an asset, which only AssetsLibrary can set (D12).
  case setContent(Name, Picture)

  // MARK: Albums and folders

  case makeAlbum(String)
  /// The album of a title, made if it is missing (flow 2).
  case findOrMakeAlbum(String)
  case makeFolder(String)
  case rename(Name, String)
  case delete([Name])
  /// Edits members. Indexes count in the fetch result kept for the album, else in its default view.
  case editAlbum(Name, Edit, Basis)
  /// Adds the first so many assets that a step made.
  case addMany(step: Int, count: Int, to: Name)
  /// Fetches an album's members and keeps the result for later edits.
  case keepMembers(Name, Order)
  /// Edits the children of a folder, or of the root.
  case editFolder(Name?, Edit)
  /// Edits a smart album, which fails (decision 34).
  case editSmartAlbum(Name)

  // MARK: Assets

  case update(Name, Values)
  case deleteAssets([Name])
  /// An edit of an asset's content, which can be undone and only Photos can do (D12). `resumes` says
  /// whether the editor goes on from the edit before.
  case edit(Name, Rendering, resumes: Bool)
  /// Throws the edits of an asset away (P220).
  case revert(Name)

  // MARK: Together

  /// Several actions that AssetsLibrary does one by one and Photos in one block.
  case batch([Action])

  // MARK: From outside

  /// What the user does in the Photos application.
  case user(Hand)
  /// What another application does.
  case otherApp(Hand)
  case setAccess(Access)
  /// Time passes, after which the library is used once.
  case pass(days: Int)

  /// What an editor hands back.
  package enum Rendering: Hashable, Sendable {
    /// A file of the type that it says it is.
    case file(Picture)
    /// A file at the place of a file of the default type.
    case misplaced(Picture)
    /// No file, which fails (3303).
    case none
    /// A file without adjustment data, which fails (P217).
    case unexplained(Picture)
  }

  /// What is edited in a list of members or children.
  package enum Edit: Hashable, Sendable {
    case add([Name])
    case insert([Name], [Int])
    case remove([Name])
    case removeAt([Int])
    case replace([Int], [Name])
    case move([Int], Int)
  }

  /// What the indexes of an edit count in.
  package enum Basis: Hashable, Sendable {
    case view
    case kept
  }

  /// How kept members are ordered and narrowed.
  package enum Order: Hashable, Sendable {
    case own
    case newestFirst
    case withHidden
    case favorites
  }

  /// A change from outside the application under test.
  package enum Hand: Hashable, Sendable {
    case save(Picture)
    case makeAlbum(String, in: Name?)
    case makeFolder(String, in: Name?)
    case add([Name], to: Name)
    case remove([Name], from: Name)
    case rename(Name, String)
    case deleteAlbum(Name)
    case move(Name, into: Name?)
    case update(Name, Values)
    case edit(Name, Picture)
    case revert(Name)
    case delete([Name])
    case restore([Name])
    case purge([Name])
  }

  /// A privacy setting.
  package enum Access: Hashable, Sendable {
    case authorized, denied, restricted, addOnly, undecided
    case limited([Name])
  }
}

/// New values for an asset's properties; nil leaves one as it is.
package struct Values: Hashable, Sendable {
  package enum Moment: Hashable, Sendable {
    case none
    /// Microseconds since 1970.
    case at(Int64)
    case notANumber
  }

  package enum Place: Hashable, Sendable {
    case none
    case at(Double, Double)
    case above(Double, Double, Double)
    case notANumber
  }

  package var favorite: Bool?
  package var hidden: Bool?
  package var date: Moment?
  package var place: Place?

  package init(favorite: Bool? = nil, hidden: Bool? = nil, date: Moment? = nil, place: Place? = nil)
  {
    self.favorite = favorite
    self.hidden = hidden
    self.date = date
    self.place = place
  }
}

extension Action {
  /// The actions of a batch, or the action itself.
  package var parts: [Action] {
    if case .batch(let actions) = self { return actions }
    return [self]
  }

  /// Whether the action goes through the application under test, and not through the user's hand.
  package var isApplications: Bool {
    switch self {
    case .user, .otherApp, .setAccess, .pass: false
    default: true
    }
  }
}
