import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// Fetches as people ran into them: order, filters, limits, albums.
@Suite struct FieldFetchTests {
  private static func date(_ year: Int) -> Date {
    Date(timeIntervalSince1970: Double(year - 1970) * 31_557_600)
  }

  private func byDate(ascending: Bool = true) -> PHFetchOptions {
    let options = PHFetchOptions()
    options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: ascending)]
    return options
  }

  private func filtered(_ format: String, _ arguments: [Any] = []) -> PHFetchOptions {
    let options = PHFetchOptions()
    options.predicate = NSPredicate(format: format, argumentArray: arguments)
    return options
  }

  // C54, P23, P24, P25, P26, P27, P146: arrival in the library, the own arrangement in an album;
  // sort keys replace both.
  @Test func orders() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(3)
      for (asset, year) in zip(assets, [2020, 2016, 2018]) {
        try scene.change { PHAssetChangeRequest(for: asset).creationDate = Self.date(year) }
      }
      let names = assets.map(\.localIdentifier)
      let recents = try scene.userLibrary()
      let sorted = [names[1], names[2], names[0]]
      #expect(scene.members(of: recents) == names)
      #expect(PHAsset.fetchAssets(in: recents, options: byDate()).identifiers == sorted)
      #expect(PHAsset.fetchAssets(with: nil).identifiers == names)
      #expect(PHAsset.fetchAssets(with: .image, options: nil).identifiers == names)
      let album = try scene.album("Trip", [assets[0], assets[2]])
      #expect(scene.members(of: album) == [names[0], names[2]])
      #expect(
        PHAsset.fetchAssets(in: album, options: byDate()).identifiers == [names[2], names[0]])
      // Newest added first: the unsorted result, read backwards.
      #expect(PHAsset.fetchAssets(in: recents, options: nil).lastObject == assets[2])
      let new = try scene.save("exif/date-plain.jpg")  // Taken long before the others.
      #expect(scene.members(of: recents) == names + [new])
    }
  }

  // C60, P13, P14: "not live" drops no plain photo, however it is written.
  @Test func bitMasks() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(2)
      let live = try #require(Identifiers.assetUUID(assets[1].localIdentifier))
      try scene.engine.write { transaction in
        try transaction.connection.execute(
          "UPDATE assets SET subtypes = 8 WHERE uuid = ?", live)
      }
      let plain = [assets[0].localIdentifier]
      for format in [
        "NOT ((mediaSubtypes & %d) != 0)", "!((mediaSubtypes & %d) == 8)",
        "(mediaSubtypes & %d) == 0", "(mediaSubtypes & %d) != 8",
        "mediaSubtypes != %d AND mediaSubtypes != 16", "NOT (mediaSubtypes == %d)",
      ] {
        let result = PHAsset.fetchAssets(with: filtered(format, [8]))
        #expect(result.identifiers == plain, "\(format)")
      }
      let found = PHAsset.fetchAssets(with: filtered("(mediaSubtypes & %d) != 0", [8]))
      #expect(found.firstObject?.mediaSubtypes == .photoLive && found.count == 1)
    }
  }

  // C61, P2, P4, P10: both spellings of a key.
  @Test func spellingsOfKeys() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(3)
      try scene.change {
        PHAssetChangeRequest(for: assets[0]).isFavorite = true
        PHAssetChangeRequest(for: assets[1]).isHidden = true
      }
      for (one, other, count) in [
        ("(mediaSubtype & 8) == 0", "(mediaSubtypes & 8) == 0", 3),
        ("favorite == YES", "isFavorite == YES", 1), ("hidden == YES", "isHidden == YES", 1),
      ] {
        let results = [one, other].map { format in
          let options = filtered(format)
          options.includeHiddenAssets = true
          return PHAsset.fetchAssets(with: options).identifiers
        }
        #expect(results[0] == results[1] && results[0].count == count, "\(one)")
      }
      try scene.album("Trip")
      try scene.album("Other")
      let results = ["title = %@", "localizedTitle = %@"].map { format in
        PHAssetCollection.fetchAssetCollections(
          with: .album, subtype: .any, options: filtered(format, ["Trip"])
        ).identifiers
      }
      #expect(results[0] == results[1] && results[0].count == 1)
    }
  }

  // C64, P43, C58, P51: the newest 50 of 120; a concurrent walk visits each once, and the call by
  // indexes answers in their order.
  @Test func manyAssets() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(120)
      try scene.change {
        for (index, asset) in assets.enumerated() {
          // Seven is prime to 120, so that every date is there once and none in order of arrival.
          PHAssetChangeRequest(for: asset).creationDate = Self.date(1900 + index * 7 % 120)
        }
      }
      let options = byDate(ascending: false)
      options.fetchLimit = 50
      let result = PHAsset.fetchAssets(with: options)
      let newest = (70..<120).reversed().map { Self.date(1900 + $0) }
      #expect((0..<result.count).map { result[$0].creationDate } == newest)
      let seen = Lock<[Int]>([])
      result.enumerateObjects(options: .concurrent) { asset, index, _ in
        #expect(asset.creationDate == newest[index])
        seen.withLock { $0.append(index) }
      }
      #expect(seen.withLock { $0 }.sorted() == Array(0..<50))
      #expect(
        result.objects(at: [49, 0, 7]).map(\.creationDate) == [newest[0], newest[7], newest[49]])
    }
  }

  // C66, C72, P63: an album's fetch is limited to it; what is in several places is found once; the
  // album object holds no members.
  @Test func albums() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(6)
      let album = try scene.album("A", [assets[1], assets[4]])
      try scene.album("B", assets)
      let names = assets.map(\.localIdentifier)
      #expect(scene.members(of: album) == [names[1], names[4]])
      #expect(PHAsset.fetchAssets(with: .image, options: nil).identifiers == names)
      let moments = PHAssetCollection.fetchMoments(with: nil)
      #expect(moments.count == 1)
      #expect(PHAsset.fetchAssets(in: moments[0], options: nil).count == 6)
      try scene.change {
        PHAssetCollectionChangeRequest(for: album)?.addAssets([assets[0]] as NSArray)
      }
      #expect(scene.members(of: album) == [names[1], names[4], names[0]])
    }
  }

  // C68, P39: hidden photos, in every place.
  @Test func hidden() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(2)
      let album = try scene.album("Trip", assets)
      try scene.change { PHAssetChangeRequest(for: assets[0]).isHidden = true }
      let names = assets.map(\.localIdentifier)
      let all = PHFetchOptions()
      all.includeHiddenAssets = true
      let places = [album, try scene.userLibrary()]
      for place in places { #expect(scene.members(of: place) == [names[1]]) }
      #expect(scene.assets == [names[1]])
      #expect(PHAsset.fetchAssets(with: all).identifiers == names)
      #expect(PHAsset.fetchAssets(in: album, options: all).identifiers == names)
      #expect(
        PHAsset.fetchAssets(in: try scene.smartAlbum(.smartAlbumAllHidden), options: all)
          .identifiers == [names[0]])
    }
  }

  // C6, C34, P147: in the completion handler the new album has its title, and is found by it.
  @Test func theTitleOfANewAlbum() async throws {
    try await Scene.run { scene in
      let found: ([String?], Int) = await withCheckedContinuation { continuation in
        nonisolated(unsafe) var identifier = ""  // Written before the handler runs.
        PHPhotoLibrary.shared().performChanges {
          let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
            withTitle: "App")
          identifier = request.placeholderForCreatedAssetCollection.localIdentifier
        } completionHandler: { _, _ in
          let albums = PHAssetCollection.fetchAssetCollections(
            with: .album, subtype: .albumRegular, options: nil)
          let same = PHAssetCollection.fetchAssetCollections(
            withLocalIdentifiers: [identifier], options: nil)
          continuation.resume(
            returning: ((0..<albums.count).map { albums[$0].localizedTitle }, same.count))
        }
      }
      #expect(found.0 == ["App"] && found.1 == 1)
    }
  }

  // P52: what applications write since a result is no Swift sequence.
  @Test func readingAResult() async throws {
    struct Walk: Sequence {
      let result: PHFetchResult<PHAsset>
      func makeIterator() -> AnyIterator<PHAsset> {
        var index = 0
        return AnyIterator {
          defer { index += 1 }
          return index < self.result.count ? self.result.object(at: index) : nil
        }
      }
    }
    try await Scene.run { scene in
      let assets = try scene.saveAssets(3)
      let result = PHAsset.fetchAssets(with: nil)
      var walked: [PHAsset] = []
      result.enumerateObjects { asset, _, _ in walked.append(asset) }
      #expect(walked == assets)
      #expect((0..<result.count).map(result.object(at:)) == assets)
      #expect(result.objects(at: IndexSet(0..<result.count)) == assets)
      #expect(Array(Walk(result: result)) == assets)
      #expect(!((result as Any) is any Sequence))
    }
  }

  // P60, P57, P58, P59: the shape that applications cut up.
  @Test func identifiersAreCutUp() async throws {
    try await Scene.run { scene in
      let asset = try #require(try scene.saveAssets(1).first)
      let rows = [
        (asset.localIdentifier, "L0/001"), (try scene.album("A").localIdentifier, "L0/040"),
        (try scene.folder("F").localIdentifier, "L0/020"),
      ]
      for (identifier, end) in rows {
        let parts = identifier.split(separator: "/", maxSplits: 1).map(String.init)
        #expect(UUID(uuidString: parts[0])?.uuidString == parts[0] && parts[1] == end)
        #expect(URL(string: "ph://\(identifier)")?.host?.uppercased() == parts[0])
      }
    }
  }

  // C31, P56: what an application has stored as text names the same after a restart.
  @Test func afterARestart() async throws {
    let folder = NSTemporaryDirectory() + "/diptych-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var stored: [String] = []
    let data = try TestMedia.data("exif/date-plain.jpg")
    for run in 0..<2 {
      var configuration = LibraryConfiguration(folder: folder + "/Library.diptych")
      configuration.isDurable = false
      let engine = try Library.open(configuration)
      let scope = LibraryScope(library: engine, delivery: .private)
      try LibraryScope.$current.withValue(scope) {
        if run == 0 {
          try PHPhotoLibrary.shared().performChangesAndWait {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, data: data, options: nil)
            let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
              withTitle: "Trip")
            let placeholder = request.placeholderForCreatedAsset
            album.addAssets([placeholder].compactMap { $0 } as NSArray)
            stored = [
              placeholder?.localIdentifier ?? "",
              album.placeholderForCreatedAssetCollection.localIdentifier,
            ]
          }
        }
        let asset = PHAsset.fetchAssets(withLocalIdentifiers: stored, options: nil).firstObject
        let album = PHAssetCollection.fetchAssetCollections(
          withLocalIdentifiers: stored, options: nil
        ).firstObject
        #expect(asset?.localIdentifier == stored[0])
        #expect(asset?.creationDate == Date(timeIntervalSince1970: 1_330_837_567))
        let members = album.map { PHAsset.fetchAssets(in: $0, options: nil).identifiers }
        #expect(members == [stored[0]])
      }
      engine.close()
    }
  }
}
