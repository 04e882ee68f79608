import DiptychPlatform
import Foundation

/// One photo library API, seen through the jobs that both generations know.
///
/// Code that takes a backend runs on either API, chosen at run time. What one API lacks is a
/// declared ``Capability``: ask ``can(_:)``, and never which backend it is. Asking for the job all
/// the same gives ``Outcome/unsupported(_:)``, never a silent nothing. Assets and albums are named by
/// local identifiers; the legacy backend derives them from its URLs, which carry the same identifier
/// (C24), so that what one backend saved the other finds.
///
///     let backend = Backend(rawValue: settings.photoAPI)?.make() ?? PhotosBackend()
///     guard let photo = await backend.save(image).value else { return show("could not save") }
///     guard let album = await backend.makeAlbum(titled: "Trip").value else { return }
///     if backend.can(.insertion) {
///       _ = await backend.insertFirst(photo, intoAlbum: album)
///     } else {
///       _ = await backend.add(photo, toAlbum: album)
///     }
public protocol PhotoLibraryBackend: Sendable {
  /// The name of the API: `AssetsLibrary` or `Photos`.
  var name: String { get }

  /// What this API can do beside the jobs that both know.
  var capabilities: Set<Capability> { get }

  /// Saves a picture, its orientation included.
  /// - Returns: The local identifier of the new asset.
  func save(_ image: UIImage) async -> Outcome<String>

  /// Saves the bytes of an image file as they are.
  /// - Returns: The local identifier of the new asset.
  func save(_ data: Data) async -> Outcome<String>

  /// Saves a video from a file, which stays where it is.
  /// - Returns: The local identifier of the new asset.
  func saveVideo(at url: URL) async -> Outcome<String>

  /// Makes an album. The legacy API gives nil for a title that is in use (L47).
  /// - Returns: The local identifier of the new album.
  func makeAlbum(titled title: String) async -> Outcome<String>

  /// The user's albums in the user's order, those in folders included.
  func albums() async -> Outcome<[AlbumSummary]>

  /// Adds an asset at the end of an album; a member keeps its place (decision 10).
  func add(_ asset: String, toAlbum album: String) async -> Outcome<Void>

  /// The local identifiers of an album's assets, in the album's order.
  func assets(inAlbum album: String) async -> Outcome<[String]>

  /// The local identifiers of the user library's assets, oldest arrival first (decision 2).
  func assets() async -> Outcome<[String]>

  /// The bytes of an asset's original file.
  func data(of asset: String) async -> Outcome<Data>

  /// Puts an asset at the front of an album, as its cover. Needs ``Capability/insertion``.
  func insertFirst(_ asset: String, intoAlbum album: String) async -> Outcome<Void>

  /// Moves assets to Recently Deleted, after asking the user. Needs ``Capability/deletion``.
  func delete(_ assets: [String]) async -> Outcome<Void>

  /// Changes a property of an asset; its file stays as it is. Needs ``Capability/properties``.
  func change(_ property: PropertyChange, of asset: String) async -> Outcome<Void>

  /// Gives an album another title. Needs ``Capability/albumEditing``.
  func rename(_ album: String, to title: String) async -> Outcome<Void>

  /// Takes an asset out of an album; it stays in the library. Needs ``Capability/albumEditing``.
  func remove(_ asset: String, fromAlbum album: String) async -> Outcome<Void>

  /// Deletes an album, after asking the user; its assets stay in the library. Needs
  /// ``Capability/albumEditing``.
  func deleteAlbum(_ album: String) async -> Outcome<Void>

  /// Makes a folder at the root. Needs ``Capability/folders``.
  /// - Returns: The local identifier of the new folder.
  func makeFolder(titled title: String) async -> Outcome<String>

  /// Moves an album to the end of a folder. Needs ``Capability/folders``.
  func move(_ album: String, intoFolder folder: String) async -> Outcome<Void>

  /// Gives an asset another picture, which the user can undo. Needs ``Capability/reversibleEdits``.
  /// - Parameters:
  ///   - asset: The asset, a photo.
  ///   - rendering: The bytes of a JPEG file, which it looks like then.
  ///   - format: Who made the edit, in reverse domain form.
  func edit(_ asset: String, to rendering: Data, by format: String) async -> Outcome<Void>

  /// Throws the edits of an asset away. Needs ``Capability/reversibleEdits``.
  func revert(_ asset: String) async -> Outcome<Void>

  /// Saves the bytes of an image file with metadata merged into them, by the keys of ImageIO such as
  /// `{TIFF}` (D7). Needs ``Capability/metadata``.
  /// - Returns: The local identifier of the new asset.
  func save(_ data: Data, metadata: [String: any Sendable]) async -> Outcome<String>
}

extension PhotoLibraryBackend {
  /// Whether this API can do a job that not both can.
  public func can(_ capability: Capability) -> Bool { capabilities.contains(capability) }

  /// Marks an asset as a favorite or not. Needs ``Capability/properties``.
  public func setFavorite(_ isFavorite: Bool, of asset: String) async -> Outcome<Void> {
    await change(.favorite(isFavorite), of: asset)
  }
}

/// Another value for a property of an asset.
public enum PropertyChange: Hashable, Sendable {
  /// Whether the user likes it.
  case favorite(Bool)
  /// Whether lists leave it out.
  case hidden(Bool)
  /// When it was taken.
  case creationDate(Date)
  /// Where it was taken, in degrees, north and east positive.
  case location(latitude: Double, longitude: Double)
}

/// An album's identity and title.
public struct AlbumSummary: Hashable, Sendable {
  /// The local identifier.
  public let identifier: String
  /// The title as it was given; spaces around it count.
  public let title: String

  /// Makes a summary.
  public init(identifier: String, title: String) {
    self.identifier = identifier
    self.title = title
  }
}

/// A kind of job that only one of the two APIs can do (D3, D4, D7, D12).
public enum Capability: String, Sendable, CaseIterable {
  /// Putting an asset anywhere but at the end of an album.
  case insertion
  /// Deleting assets.
  case deletion
  /// Changing favorite, hidden, date or place of an asset.
  case properties
  /// Renaming and deleting albums, and taking assets out of them.
  case albumEditing
  /// Making folders, and moving albums into them.
  case folders
  /// Editing an asset so that the user can undo it.
  case reversibleEdits
  /// Merging metadata into the file while saving it. AssetsLibrary alone can.
  case metadata
}

/// What became of a job.
public enum Outcome<Value: Sendable>: Sendable {
  /// It was done.
  case done(Value)
  /// The API refused it, with the error's domain and code; the code is nil where the API reports
  /// no error, such as a nil group for a title in use.
  case refused(domain: String, code: Int?)
  /// The API has no call for it.
  case unsupported(Capability)

  /// The value of a job that was done.
  public var value: Value? {
    if case .done(let value) = self { return value }
    return nil
  }
}

/// The two backends, by name, for choosing at run time.
public enum Backend: String, Sendable, CaseIterable {
  /// AssetsLibrary.
  case assetsLibrary
  /// Photos.
  case photos

  /// Makes the backend.
  public func make() -> any PhotoLibraryBackend {
    switch self {
    case .assetsLibrary: AssetsLibraryBackend()
    case .photos: PhotosBackend()
    }
  }
}
