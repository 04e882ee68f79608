import DiptychEngine
import Foundation

/// An album as the library holds it at one moment.
public struct TestAlbum: Hashable, Sendable {
  /// The identifier that the modern API gives it (P58).
  public let localIdentifier: String
  /// The address that the old API gives it (L88).
  public let groupURL: URL?
  /// The title, as given.
  public let title: String
  /// The application that made it (decision 28).
  public let client: String
  /// The titles of the folders around it, outermost first.
  public let path: [String]
  /// What the album shows, in its order. Photos in Recently Deleted are not shown, and hidden ones
  /// only in profiles of systems that do (decision 15).
  public let assets: [TestAsset]

  /// The cover: the first photo shown (decision 13).
  public var cover: TestAsset? { assets.first }
}

/// A folder as the library holds it at one moment.
public struct TestFolder: Hashable, Sendable {
  /// The identifier that the modern API gives it (P59).
  public let localIdentifier: String
  /// The title, as given.
  public let title: String
  /// The titles of the folders around it, outermost first.
  public let path: [String]
  /// The albums right inside it, in the user's order.
  public let albums: [TestAlbum]
  /// The folders right inside it, in the user's order.
  public let folders: [TestFolder]
}
