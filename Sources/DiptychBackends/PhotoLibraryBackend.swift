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

  /// Marks an asset as a favorite or not. Needs ``Capability/properties``.
  func setFavorite(_ isFavorite: Bool, of asset: String) async -> Outcome<Void>
}

extension PhotoLibraryBackend {
  /// Whether this API can do a job that not both can.
  public func can(_ capability: Capability) -> Bool { capabilities.contains(capability) }
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

/// A job that only one of the two APIs can do (D3, D4).
public enum Capability: String, Sendable, CaseIterable {
  /// Putting an asset anywhere but at the end of an album.
  case insertion
  /// Deleting assets.
  case deletion
  /// Changing favorite, hidden, date or place of an asset.
  case properties
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
