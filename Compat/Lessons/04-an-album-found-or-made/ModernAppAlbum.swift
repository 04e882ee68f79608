import Foundation
import Photos

/// Finds the album named after the application, or makes it.
public final class ModernAppAlbum {
  let title: String
  /// Tells the user something.
  let say: (String) -> Void

  /// Looks for the album of a title.
  public init(title: String, say: @escaping (String) -> Void = { _ in }) {
    self.title = title
    self.say = say
  }

  /// The name of the application's bundle, or `fallback` where there is none.
  public static func bundleName(or fallback: String) -> String {
    Bundle.main.infoDictionary?[kCFBundleNameKey as String] as? String ?? fallback
  }

  // MARK: Find or make

  /// The album of the title, or a new one. When none can be made, the fetch by an identifier that
  /// nothing has gives nothing.
  public func find() -> PHAssetCollection? {
    let albums = PHAssetCollection.fetchAssetCollections(
      with: .album, subtype: .albumRegular, options: nil)
    var found: PHAssetCollection?
    albums.enumerateObjects { album, _, stop in
      if album.localizedTitle == self.title {
        found = album
        stop.pointee = true
      }
    }
    return found ?? make()
  }

  func make() -> PHAssetCollection? {
    var identifier = ""
    do {
      try PHPhotoLibrary.shared().performChangesAndWait {
        let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
          withTitle: self.title)
        identifier = request.placeholderForCreatedAssetCollection.localIdentifier
      }
      say("album made")
    } catch {
      say("album could not be made")
    }
    return PHAssetCollection.fetchAssetCollections(
      withLocalIdentifiers: [identifier], options: nil
    ).firstObject
  }
}
