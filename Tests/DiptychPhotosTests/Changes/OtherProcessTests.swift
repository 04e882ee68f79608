import DiptychPhotos
import Foundation
import TestMedia
import Testing

@testable import DiptychEngine

/// Changes of another process reach observers, results and the history like one's own (P148).
@Suite struct OtherProcessTests {
  @Test func changesAreTold() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/diptych-other-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var configuration = LibraryConfiguration(folder: folder + "/Test.diptych")
    configuration.isDurable = false
    configuration.client = "App"
    let library = try Library.open(configuration)
    // Past the registry, with connections and locks of its own.
    let other = try Library(opening: configuration)
    defer {
      other.close()
      library.close()
    }
    let scope = LibraryScope(library: library, delivery: .private)
    try await scope.runInTask {
      var result = PHAsset.fetchAssets(with: nil)
      let start = PHPhotoLibrary.shared().currentChangeToken
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      let first = try other.user.save(try TestMedia.data("exif/no-exif.jpg"), named: "a.jpg")
      let second = try other.user.save(try TestMedia.data("exif/no-exif.jpg"), named: "b.jpg")
      // As happens by itself once a second.
      library.checkForChanges()
      _ = await library.activities.settled(within: 10)
      var changes = recorder.empty()
      #expect(changes.count == 2)
      var details = try #require(changes.first?.changeDetails(for: result))
      #expect(details.insertedIndexes == [0, 1])
      result = details.fetchResultAfterChanges
      #expect(result.identifiers == [first, second].map(Identifiers.asset))
      try other.user.delete([first])
      library.checkForChanges()
      _ = await library.activities.settled(within: 10)
      changes = recorder.empty()
      details = try #require(changes.first?.changeDetails(for: result))
      #expect(details.removedIndexes == [0])
      #expect(PHAsset.fetchAssets(with: nil).identifiers == [Identifiers.asset(second)])
      #expect(
        try PHPhotoLibrary.shared().fetchPersistentChanges(since: start).map { _ in 1 }.count == 3)
    }
  }
}
