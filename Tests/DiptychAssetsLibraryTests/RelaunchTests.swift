import DiptychAssetsLibrary
import DiptychEngine
import Foundation
import TestMedia
import Testing

@Suite struct RelaunchTests {
  // L105, L170, C31: what an application has stored as text names the same after a restart.
  @Test func handlesSurvive() async throws {
    let folder = NSTemporaryDirectory() + "/diptych-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var stored: [String] = []
    for run in 0..<2 {
      var configuration = LibraryConfiguration(folder: folder + "/Library.diptych")
      configuration.isDurable = false
      configuration.client = "App"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let engine = try Library.open(configuration)
      let scope = LibraryScope(library: engine, delivery: .private)
      try await scope.runInTask {
        let library = ALAssetsLibrary()
        if run == 0 {
          let data = try TestMedia.data("exif/date-plain.jpg")
          let url = try await library.writeImageData(toSavedPhotosAlbum: data, metadata: nil)
          let asset = try #require(try await library.asset(at: url))
          let album = try await library.madeAlbum("Trip")
          #expect(album.add(asset))
          let group = try #require(album.value(forProperty: ALAssetsGroupPropertyURL) as? URL)
          stored = [asset.url.absoluteString, group.absoluteString]
          return
        }
        let asset = try #require(try await library.asset(at: URL(string: stored[0])))
        #expect(asset.url.absoluteString == stored[0])
        #expect(asset.isEditable)
        #expect(
          asset.value(forProperty: ALAssetPropertyDate) as? Date
            == Date(timeIntervalSince1970: 1_330_837_567))
        #expect(asset.defaultRepresentation().filename() == "IMG_0001.JPG")
        let group = try #require(try await library.group(at: URL(string: stored[1])))
        #expect(group.name == "Trip")
        #expect(group.urls() == [asset.url])
      }
      engine.close()
    }
  }
}
