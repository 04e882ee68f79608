import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation

/// Permission, history, and names across copies of a library.
enum LibraryRows {
  static let all: [AccessRow] = permission + history + cloud

  private static let permission: [AccessRow] = [
    AccessRow(
      "PHPhotoLibrary.authorizationStatus()", "PHPhotoLibrary.authorizationStatus(for:)",
      kind: .quiet
    ) { _, out in
      out.note(PHPhotoLibrary.authorizationStatus().rawValue)
      out.note(PHPhotoLibrary.authorizationStatus(for: .addOnly).rawValue)
      out.note(PHPhotoLibrary.authorizationStatus(for: .readWrite).rawValue)
    },
    AccessRow("PHPhotoLibrary.requestAuthorization(for:)", kind: .permission) { _, out in
      out.note(await PHPhotoLibrary.requestAuthorization(for: .readWrite).rawValue)
    },
    AccessRow("PHPhotoLibrary.requestAuthorization(for:handler:)", kind: .permission) { _, out in
      await reply { done in
        PHPhotoLibrary.requestAuthorization(for: .readWrite) { status in
          out.note(status.rawValue)
          done()
        }
      }
    },
    AccessRow("PHPhotoLibrary.requestAuthorization(_:)", kind: .permission) { _, out in
      await reply { done in
        PHPhotoLibrary.requestAuthorization { status in
          out.note(status.rawValue)
          done()
        }
      }
    },
  ]

  private static let history: [AccessRow] = [
    AccessRow(
      "PHPhotoLibrary.fetchPersistentChanges(since:)",
      "PHPersistentChangeFetchResult.makeIterator()",
      "PHPersistentChangeFetchResult.Iterator.next()", "PHPersistentChange.changeDetails(for:)",
      "PHPersistentChange.changeToken", "PHPersistentObjectChangeDetails.objectType",
      "PHPersistentObjectChangeDetails.insertedLocalIdentifiers",
      "PHPersistentObjectChangeDetails.updatedLocalIdentifiers",
      "PHPersistentObjectChangeDetails.deletedLocalIdentifiers", kind: .history
    ) { scene, out in
      do {
        let changes = try PHPhotoLibrary.shared().fetchPersistentChanges(since: scene.held.start)
        for change in changes {
          _ = change.changeToken
          for type in [PHObjectType.asset, .assetCollection, .collectionList] {
            let details = try change.changeDetails(for: type)
            out.note(details.objectType.rawValue)
            out.note(details.insertedLocalIdentifiers)
            out.note(details.updatedLocalIdentifiers)
            out.note(details.deletedLocalIdentifiers)
          }
        }
      } catch {
        out.note(error)
      }
    },
    // What a token says is proved by a test of its own.
    AccessRow("PHPhotoLibrary.currentChangeToken", kind: .quiet) { _, _ in
      _ = PHPhotoLibrary.shared().currentChangeToken
    },
  ]

  private static let cloud: [AccessRow] = [
    AccessRow("PHPhotoLibrary.cloudIdentifierMappings(forLocalIdentifiers:)", kind: .cloud) {
      scene, out in
      let library = scene.library
      let names =
        [library.photo, library.selected].map(Identifiers.asset)
        + [library.theirAlbum, library.ownAlbum].map(Identifiers.album)
      let found = PHPhotoLibrary.shared().cloudIdentifierMappings(forLocalIdentifiers: names)
      for result in found.values { note(result.map(\.stringValue), out) }
    },
    AccessRow("PHPhotoLibrary.localIdentifierMappings(for:)", kind: .cloud) { scene, out in
      let library = scene.library
      var names: [PHCloudIdentifier] = []
      for uuid in [library.photo, library.selected] {
        let hash = try library.hash(of: uuid)
        // By identifier, and by content alone, as in a copy of the library.
        for name in [uuid, UUID()] {
          names.append(PHCloudIdentifier(stringValue: "\(name.uuidString):001:\(hash)"))
        }
      }
      for uuid in [library.theirAlbum, library.ownAlbum] {
        names.append(PHCloudIdentifier(stringValue: "\(uuid.uuidString):040:"))
      }
      let found = PHPhotoLibrary.shared().localIdentifierMappings(for: names)
      for result in found.values { note(result, out) }
    },
  ]

  private static func note(_ result: Result<String, any Error>, _ out: Witness) {
    switch result {
    case .success(let text): out.note(text)
    case .failure(let error): out.note(error)
    }
  }
}
