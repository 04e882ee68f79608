import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import Foundation
import TestMedia
import Testing

@Suite struct GroupAssetsTests {
  /// One call of an enumeration block.
  private struct Call: Equatable {
    var url: URL?
    var index: Int
    var stop: Bool?
  }

  private func calls(
    _ walk: (@escaping ALAssetsGroupEnumerationResultsBlock) -> Void
  ) -> [Call] {
    var calls: [Call] = []
    walk { asset, index, stop in
      calls.append(Call(url: asset?.url, index: index, stop: stop?.pointee.boolValue))
    }
    return calls
  }

  private func end(_ stop: Bool) -> Call { Call(url: nil, index: NSNotFound, stop: stop) }

  /// Photo, video, photo in the Camera Roll.
  private func seed(_ library: ALAssetsLibrary) async throws -> [URL] {
    let urls = [
      try await library.writeImage(toSavedPhotosAlbum: Pictures.solid(10), orientation: .up),
      try await library.writeVideoAtPath(
        toSavedPhotosAlbum: TestMedia.url("video/h264-high-faststart.mp4")),
      try await library.writeImage(toSavedPhotosAlbum: Pictures.solid(200), orientation: .up),
    ]
    return urls.compactMap { $0 }
  }

  // L68, L72: asset, index, stop; then nil and NSNotFound. Reverse counts down.
  // ConcurrentWalkTests has the concurrent option (L73).
  @Test func walking() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let urls = try await seed(library)
      let roll = try await library.cameraRoll()
      let forward = (0..<3).map { Call(url: urls[$0], index: $0, stop: false) } + [end(false)]
      #expect(calls { roll.enumerateAssets($0) } == forward)
      #expect(calls { roll.enumerateAssets(options: [], using: $0) } == forward)
      #expect(
        calls { roll.enumerateAssets(options: .reverse, using: $0) }
          == forward.dropLast().reversed() + [end(false)])
      #expect(
        calls { roll.enumerateAssets(at: [0, 2], options: .reverse, using: $0) }
          == [forward[2], forward[0], end(false)])
      #expect(calls { roll.enumerateAssets(at: [1], using: $0) } == [forward[1], end(false)])
      roll.enumerateAssets(nil)
    }
  }

  // L69: nothing matches: one call, with stop set already.
  @Test func nothingMatches() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let album = try await library.madeAlbum("Empty")
      #expect(calls { album.enumerateAssets($0) } == [end(true)])
      #expect(calls { album.enumerateAssets(at: [], using: $0) } == [end(true)])
      _ = try await library.saved()
      let roll = try await library.cameraRoll()
      roll.setAssetsFilter(.allVideos())
      #expect(calls { roll.enumerateAssets($0) } == [end(true)])
    }
  }

  // Decision 31: after stop no further call.
  @Test func stop() async throws {
    let scene = try Scene()
    try await scene.run { library in
      _ = try await seed(library)
      let roll = try await library.cameraRoll()
      var indexes: [Int] = []
      roll.enumerateAssets { _, index, stop in
        indexes.append(index)
        if index == 1 { stop?.pointee = true }
      }
      #expect(indexes == [0, 1])
    }
  }

  // L72, L77–L83, L87: the filter, its count and its indexes.
  @Test func filter() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let urls = try await seed(library)
      let roll = try await library.cameraRoll()
      roll.setAssetsFilter(.allPhotos())
      #expect(roll.numberOfAssets() == 2)
      #expect(
        calls { roll.enumerateAssets(options: .reverse, using: $0) } == [
          Call(url: urls[2], index: 1, stop: false), Call(url: urls[0], index: 0, stop: false),
          end(false),
        ])
      roll.setAssetsFilter(.allVideos())
      #expect(roll.numberOfAssets() == 1)
      #expect(roll.urls() == [urls[1]])
      #expect(roll.posterImage() != nil)
      // L80: another object for the same group has none.
      #expect(try await library.cameraRoll().numberOfAssets() == 3)
      roll.setAssetsFilter(.allAssets())
      #expect(roll.numberOfAssets() == 3)
      roll.setAssetsFilter(.allVideos())
      roll.setAssetsFilter(nil)
      #expect(roll.numberOfAssets() == 3)
      roll.setAssetsFilter(ALAssetsFilter())
      #expect(roll.numberOfAssets() == 3)
    }
  }

  // L78: a filter set during a walk does not disturb it.
  @Test func filterDuringAWalk() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let urls = try await seed(library)
      let roll = try await library.cameraRoll()
      var seen: [URL] = []
      roll.enumerateAssets { asset, _, _ in
        roll.setAssetsFilter(.allVideos())
        if let asset { seen.append(asset.url) }
      }
      #expect(seen == urls)
      #expect(roll.numberOfAssets() == 1)
    }
  }

  // More than one batch, and writing from inside a walk: no snapshot is held.
  @Test func longWalk() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let data = try MediaCodecs.encode(Pictures.solid(1).bitmap, as: .png)
      try scene.user(
        .createAsset(draft(data)), .createAsset(draft(data)), .createAsset(draft(data)))
      var changes = ChangeSet(client: "App")
      changes.operations = (0..<600).map { _ in .createAsset(draft(data)) }
      try scene.engine.commit(changes)
      let album = try await library.madeAlbum("All")
      let roll = try await library.cameraRoll()
      var indexes: [Int] = []
      roll.enumerateAssets { asset, index, _ in
        guard let asset else { return }
        indexes.append(index)
        if index % 100 == 0 { #expect(album.add(asset)) }
      }
      #expect(indexes == Array(0..<603))
      #expect(album.numberOfAssets() == 7)
    }
  }

  private func draft(_ data: Data) -> AssetDraft {
    var draft = AssetDraft(uuid: UUID())
    draft.resources = [ResourceDraft(role: .photo, content: .data(data))]
    return draft
  }

  // Decision 1: hidden and trashed members are not counted, walked or shown as the cover; the
  // quirk of iOS 8 shows hidden ones in albums (decision 15).
  @Test func defaultView() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let album = try await library.madeAlbum("Trip")
      var assets: [ALAsset] = []
      for shade: UInt8 in [10, 100, 200] {
        let asset = try await library.saved(Pictures.solid(shade))
        #expect(album.add(asset))
        assets.append(asset)
      }
      let records = try scene.assets()
      var hide = AssetUpdate()
      hide.isHidden = true
      try scene.user(.updateAsset(records[0].uuid, hide))
      try scene.user(.deleteAssets([records[1].uuid]))
      #expect(album.numberOfAssets() == 1)
      #expect(album.urls() == [assets[2].url])
      let poster = try #require(album.posterImage()).takeUnretainedValue()
      #expect(poster.bitmap.pixels[0] > 150)
      // Decision 15: a hidden asset is found by URL.
      #expect(try await library.asset(at: assets[0].url) != nil)
      scene.engine.profile = .iOS8
      #expect(album.numberOfAssets() == 2)
    }
  }

  // L81, L91, L200, decision 37: a group is live, and dies with its album.
  @Test func live() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let album = try await library.madeAlbum("Trip")
      let url = album.value(forProperty: ALAssetsGroupPropertyURL) as? URL
      let uuid = try #require(Identifiers.uuid(of: url))
      try scene.user(.renameCollection(uuid, title: "Journey"))
      #expect(album.name == "Journey")
      #expect(album.add(try await library.saved()))
      #expect(album.numberOfAssets() == 1)
      try scene.user(.deleteCollections([uuid]))
      for key in [
        ALAssetsGroupPropertyName, ALAssetsGroupPropertyType, ALAssetsGroupPropertyURL,
        ALAssetsGroupPropertyPersistentID,
      ] {
        #expect(album.value(forProperty: key) == nil)
      }
      #expect(album.numberOfAssets() == 0)
      #expect(!album.isEditable)
      #expect(album.posterImage() == nil)
      #expect(calls { album.enumerateAssets($0) } == [end(true)])
      #expect(calls { album.enumerateAssets(at: [3], using: $0) } == [end(true)])
      #expect(try await library.group(at: url) == nil)
    }
  }

  // L74, L75: an index that is not below the count raises, index 0 of an empty group too. The
  // child dies in its library, so the folder is the parent's to remove.
  @Test func indexOutOfRange() async throws {
    let folder = NSTemporaryDirectory() + "/diptych-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [folder = folder as String] in
      var configuration = LibraryConfiguration(folder: folder)
      configuration.isDurable = false
      let scope = LibraryScope(library: try Library.open(configuration), delivery: .private)
      try await scope.runInTask {
        let library = ALAssetsLibrary()
        let roll = try await library.cameraRoll()
        roll.enumerateAssets(at: [0]) { _, _, _ in }
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("NSRangeException: The index 0 is not below the number of assets, 0."))
  }
}
