import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

/// P58, P59: the ending of an identifier says whether it is of an album or of a folder.
@Suite struct CollectionKindTests {
  private func other(_ collection: PHCollection, _ ending: String) -> String {
    collection.localIdentifier.prefix(36) + "/L0/" + ending
  }

  // P43: the limit counts what is of the kind that was asked for.
  @Test func fetchesByIdentifier() async throws {
    try await Scene.run { scene in
      let album = try scene.album("Trip")
      let folder = try scene.folder("Trips")
      let recents = try scene.userLibrary()
      let options = PHFetchOptions()
      options.fetchLimit = 1
      #expect(
        PHAssetCollection.fetchAssetCollections(
          withLocalIdentifiers: [other(folder, "040"), album.localIdentifier], options: options
        ).identifiers == [album.localIdentifier])
      #expect(
        PHCollectionList.fetchCollectionLists(
          withLocalIdentifiers: [other(album, "020"), folder.localIdentifier], options: options
        ).identifiers == [folder.localIdentifier])
      #expect(
        PHCollectionList.fetchCollectionLists(
          withLocalIdentifiers: [other(recents, "020"), other(album, "020")], options: nil
        ).count == 0)
      #expect(
        PHAssetCollection.fetchAssetCollections(
          withLocalIdentifiers: [recents.localIdentifier], options: nil
        ).identifiers == [recents.localIdentifier])
    }
  }

  // P1: in predicates, too.
  @Test func predicates() async throws {
    try await Scene.run { scene in
      let album = try scene.album("Trip")
      let folder = try scene.folder("Trips")
      func found(_ format: String, _ argument: Any) -> [String] {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: format, argument)
        return PHCollection.fetchTopLevelUserCollections(with: options).identifiers
      }
      #expect(found("localIdentifier == %@", other(album, "020")) == [])
      #expect(found("SELF == %@", other(folder, "040")) == [])
      #expect(found("localIdentifier != %@", other(folder, "040")).count == 2)
      #expect(found("SELF IN %@", [album, folder]).count == 2)
      #expect(found("SELF == %@", folder) == [folder.localIdentifier])
    }
  }
}
