import DiptychEngine
import Foundation

extension TestPhotoLibrary {
  /// What the user has decided about an application's access, as Settings would show it.
  public enum Access: Hashable, Sendable {
    /// Nothing was decided: the first use asks, and the user allows it unless
    /// ``TestPhotoLibrary/answers(_:)`` says otherwise.
    case notDetermined
    /// Nothing was decided, and this is what the user answers to every question, until another access
    /// is set. Reads as ``notDetermined`` until somebody asks.
    case ask(Answer)
    /// A policy forbids access.
    case restricted
    /// The user said no.
    case denied
    /// The application may add, and nothing else (P180).
    case addOnly
    /// The application sees these photos and its own albums (P177, P178). A photo is named by its
    /// file name or by its local identifier.
    case limited([String])
    /// The application may do everything.
    case authorized
  }

  /// What the user has decided about the place where they are.
  public enum LocationAccess: String, Hashable, Sendable, CaseIterable {
    /// Nothing was decided: the first use asks.
    case notDetermined
    /// Location services are off for the whole device (L192).
    case restricted
    /// The user said no.
    case denied
    /// The user said yes.
    case authorized

    init(_ status: AccessStatus) {
      self =
        switch status {
        case .notDetermined: .notDetermined
        case .restricted: .restricted
        case .denied: .denied
        case .authorized, .limited: .authorized
        }
    }

    var status: AccessStatus {
      switch self {
      case .notDetermined: .notDetermined
      case .restricted: .restricted
      case .denied: .denied
      case .authorized: .authorized
      }
    }
  }

  /// What the user answers when asked.
  public enum Answer: Hashable, Sendable {
    /// Yes.
    case allow
    /// No.
    case refuse
    /// Gives access to these photos only, named by file name or local identifier.
    case select([String])
  }

  /// A question that was put to the user.
  public enum Prompt: Hashable, Sendable, CustomStringConvertible {
    /// May the application read and change the library?
    case readWriteAccess
    /// May the application add photos?
    case addOnlyAccess
    /// May the application know where the user is? (L98)
    case locationAccess
    /// May the application delete this many photos and videos? (P101)
    case deleteAssets(Int)
    /// May the application delete this many albums and folders? (P107)
    case deleteCollections(Int)
    /// May the application edit the content of this many photos and videos of others? (P222)
    case editAssets(Int)

    /// The question in words, such as `delete 2 assets`.
    public var description: String {
      switch self {
      case .readWriteAccess: "read-write access"
      case .addOnlyAccess: "add-only access"
      case .locationAccess: "location access"
      case .deleteAssets(let count): "delete \(count) asset\(count == 1 ? "" : "s")"
      case .deleteCollections(let count): "delete \(count) collection\(count == 1 ? "" : "s")"
      case .editAssets(let count): "edit \(count) asset\(count == 1 ? "" : "s")"
      }
    }
  }
}
