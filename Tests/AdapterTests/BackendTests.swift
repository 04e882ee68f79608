import DiptychBackends
import DiptychEngine
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// The contract of a backend: what both can do gives the same outcome and the same library.
@Suite("Backends")
struct BackendTests {
  @Test("the same jobs through either backend leave the same library")
  func sameJobs() async throws {
    var texts: [String] = []
    for backend in Backend.allCases {
      let harness = try BackendHarness()
      try await harness.run {
        let api = backend.make()
        let bytes = try TestMedia.data("exif/real-iphone4s-gps-subsec-orientation6.jpg")
        let first = try #require(await api.save(bytes).value)
        let image = try #require(UIImage(data: try TestMedia.data("orientation/orientation-6.jpg")))
        let second = try #require(await api.save(image).value)
        let album = try #require(await api.makeAlbum(titled: "Trip").value)
        #expect(await api.add(second, toAlbum: album).text == "done")
        #expect(await api.add(first, toAlbum: album).text == "done")
        // A member again: success, and it keeps its place (L61, decision 10).
        #expect(await api.add(second, toAlbum: album).text == "done")
        #expect(await api.assets(inAlbum: album).value == [second, first])
        #expect(await api.assets().value == [first, second])
        #expect(await api.albums().value == [AlbumSummary(identifier: album, title: "Trip")])
        // C35: the bytes are those that were saved, through both.
        #expect(await api.data(of: first).value == bytes)
        texts.append(try harness.library.dump().text)
      }
    }
    #expect(texts[0] == texts[1])
  }

  @Test("code that asks for capabilities runs on either API, chosen by name")
  func chosenAtRunTime() async throws {
    // D3: the cover is what the capability allows.
    for (name, cover) in [("assetsLibrary", 0), ("photos", 1)] {
      let harness = try BackendHarness()
      try await harness.run {
        let backend = try #require(Backend(rawValue: name)).make()
        let album = try #require(await backend.makeAlbum(titled: "Trip").value)
        var photos: [String] = []
        for file in ["png/rgba.png", "png/gray16.png"] {
          let photo = try #require(await backend.save(try TestMedia.data(file)).value)
          photos.append(photo)
          let outcome =
            backend.can(.insertion)
            ? await backend.insertFirst(photo, intoAlbum: album)
            : await backend.add(photo, toAlbum: album)
          #expect(outcome.text == "done")
        }
        #expect(await backend.assets(inAlbum: album).value?.first == photos[cover])
      }
    }
  }

  @Test("the modern backend inserts, marks and deletes")
  func modernOnly() async throws {
    let harness = try BackendHarness()
    try await harness.run {
      let api = Backend.photos.make()
      let first = try #require(await api.save(try TestMedia.data("png/rgba.png")).value)
      let second = try #require(await api.save(try TestMedia.data("png/gray16.png")).value)
      let album = try #require(await api.makeAlbum(titled: "Trip").value)
      #expect(await api.add(first, toAlbum: album).text == "done")
      #expect(await api.insertFirst(second, intoAlbum: album).text == "done")
      #expect(await api.assets(inAlbum: album).value == [second, first])
      #expect(await api.setFavorite(true, of: first).text == "done")
      #expect(await api.delete([second]).text == "done")
      #expect(await api.assets().value == [first])
      #expect(harness.library.access.prompts == [.deleteAssets(1)])
      let record = try harness.library.read { transaction in
        try transaction.asset(try #require(Identifiers.assetUUID(first)))
      }
      #expect(record?.isFavorite == true)
    }
  }

  @Test("what cannot be saved is refused by both, never done without an asset")
  func refusedVideo() async throws {
    let url = try #require(URL(string: "https://example.com/clip.mp4"))
    for backend in Backend.allCases {
      let harness = try BackendHarness()
      try await harness.run {
        let outcome = await backend.make().saveVideo(at: url)
        #expect(outcome.value == nil, "\(backend): \(outcome)")
      }
    }
  }

  @Test("an asset that is gone cannot be added through either")
  func addingNothing() async throws {
    for backend in Backend.allCases {
      let harness = try BackendHarness()
      try await harness.run {
        let api = backend.make()
        let album = try #require(await api.makeAlbum(titled: "Trip").value)
        let gone = Identifiers.asset(UUID())
        #expect(await api.add(gone, toAlbum: album).value == nil, "\(backend)")
      }
    }
  }
}
