import DiptychAssetsLibrary
import DiptychEngine
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// Arguments that a caller should not give: Apple's answer, and never a crash.
@Suite struct ArgumentTests {
  /// Values that are no property of anything.
  private static let keys: [String?] = [
    nil, "", "Name", "alAssetPropertyType", "ALAssetPropertyType ", "ALErrorInvalidProperty",
    "ALAssetPropertyFilename", String(repeating: "k", count: 100_000), "\u{0}",
  ]

  // L92, L93: of a key that is not known, and of one of the other kind of object.
  @Test func propertyKeys() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let asset = try await library.saved()
      let roll = try await library.cameraRoll()
      for key in Self.keys + [ALAssetsGroupPropertyName, ALAssetsGroupPropertyURL] {
        #expect(asset.value(forProperty: key) as? String == ALErrorInvalidProperty)
        #expect(ALAsset().value(forProperty: key) as? String == ALErrorInvalidProperty)
      }
      for key in Self.keys + [ALAssetPropertyType, ALAssetPropertyAssetURL] {
        #expect(roll.value(forProperty: key) as? String == ALErrorInvalidProperty)
        #expect(ALAssetsGroup().value(forProperty: key) as? String == ALErrorInvalidProperty)
      }
    }
  }

  // L104, L164, L165, L169: URLs that name nothing give nil, and no failure.
  @Test func foreignURLs() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let asset = try await library.saved()
      let album = try await library.madeAlbum("Trip")
      let id = try #require(Identifiers.uuid(of: asset.url)).uuidString
      let albumID = try #require(
        album.value(forProperty: ALAssetsGroupPropertyPersistentID) as? String)
      let texts = [
        "assets-library://asset/asset.JPG?id=\(UUID().uuidString)&ext=JPG",
        "assets-library://asset/asset.JPG", "assets-library://asset/asset.JPG?id=&ext=JPG",
        "assets-library://asset/asset.JPG?id=\(id.dropLast())&ext=JPG",
        "assets-library://asset/asset.JPG?id=\(id)0&ext=JPG", "assets-library:",
        "file:///etc/hosts",
        "https://example.org/asset.JPG?id=\(id)", "ph://\(id)/L0/001", id, "%00",
        "assets-library://asset/asset.JPG?ID=\(id)",
      ]
      var urls: [URL?] = [nil, URL(fileURLWithPath: "/")]
      urls += texts.map { URL(string: $0) }
      for url in urls {
        #expect(try await library.asset(at: url) == nil, "\(String(describing: url))")
        #expect(try await library.group(at: url) == nil, "\(String(describing: url))")
      }
      // The path does not count, the id does.
      for text in [
        "assets-library://asset/asset.PNG?id=\(id)&ext=PNG", "assets-library://?id=\(id)",
        "assets-library://asset/\(id.lowercased()).jpg?ext=jpg&id=\(id.lowercased())",
      ] {
        #expect(try await library.asset(at: URL(string: text))?.url == asset.url, "\(text)")
      }
      // The URL of one kind names nothing of the other.
      #expect(try await library.group(at: asset.url) == nil)
      let groupURL = URL(string: "assets-library://group/?id=\(albumID)")
      #expect(try await library.asset(at: groupURL) == nil)
      #expect(try await library.group(at: groupURL)?.name == "Trip")
      #expect(
        try await library.group(at: URL(string: "assets-library://group/?id=\(id)")) == nil)
    }
  }

  // L47–L50, decision 9: names that no album gets.
  @Test func names() async throws {
    let scene = try Scene()
    try await scene.run { library in
      for name in [nil, "", String(repeating: "é", count: 2_049), "a\u{0}b", "Camera Roll"] {
        #expect(try await library.album(name) == nil)
      }
      let token = try scene.token()
      #expect(token == 0)
      for name in [" ", "\n", String(repeating: "é", count: 2_048), "'; DROP TABLE assets; --"] {
        #expect(try await library.album(name)?.name == name)
      }
    }
  }

  // L118, L119: offsets and lengths at and past the ends.
  @Test func byteRanges() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let data = try TestMedia.data("exif/no-exif.jpg")
      let url = try await library.writeImageData(toSavedPhotosAlbum: data, metadata: nil)
      let file = try #require(try await library.asset(at: url)?.defaultRepresentation())
      let size = file.size()
      let rows: [(offset: Int64, length: Int, copied: Int, fails: Bool)] = [
        (0, 16, 16, false), (0, 0, 0, false), (size - 1, 16, 1, false), (size, 16, 0, false),
        (size + 1, 16, 0, false), (.max, 16, 0, false), (.max - 8, 16, 0, false),
        (-1, 16, 0, true), (.min, 16, 0, true), (0, -1, 0, true), (0, .min, 0, true),
      ]
      for row in rows {
        var buffer = [UInt8](repeating: 0xAA, count: 16)
        var error: NSError?
        let copied = file.getBytes(
          &buffer, fromOffset: row.offset, length: row.length, error: &error)
        #expect(copied == row.copied, "\(row)")
        #expect((error != nil) == row.fails, "\(row)")
        #expect(error == nil || error?.code == ALAssetsLibraryUnknownError, "\(row)")
        if copied > 0 {
          let start = Int(row.offset)
          #expect(Array(buffer[..<copied]) == Array(data[start..<start + copied]), "\(row)")
        }
        #expect(buffer[copied...].allSatisfy { $0 == 0xAA }, "\(row)")
        // The error may be left out.
        #expect(
          file.getBytes(&buffer, fromOffset: row.offset, length: row.length, error: nil)
            == row.copied)
      }
      var error: NSError?
      #expect(file.getBytes(nil, fromOffset: 0, length: 16, error: &error) == 0)
      #expect(error?.code == ALAssetsLibraryUnknownError)
    }
  }

  // L2, L79, L152: nil for everything that may be nil. Nothing is written, nothing crashes.
  @Test func nilEverywhere() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let asset = try await library.saved()
      let roll = try await library.cameraRoll()
      let album = try await library.madeAlbum("Trip")
      let token = try scene.token()
      library.enumerateGroups(withTypes: 0, using: nil, failureBlock: nil)
      library.enumerateGroupsWithTypes(ALAssetsGroupAll, usingBlock: nil, failureBlock: nil)
      library.asset(for: nil, resultBlock: nil, failureBlock: nil)
      library.asset(for: asset.url, resultBlock: nil, failureBlock: nil)
      library.group(for: nil, resultBlock: nil, failureBlock: nil)
      library.addAssetsGroupAlbum(withName: nil, resultBlock: nil, failureBlock: nil)
      library.writeImage(toSavedPhotosAlbum: nil, orientation: .left, completionBlock: nil)
      library.writeImage(toSavedPhotosAlbum: nil, metadata: nil, completionBlock: nil)
      library.writeImageData(toSavedPhotosAlbum: nil, metadata: nil, completionBlock: nil)
      library.writeVideoAtPath(toSavedPhotosAlbum: nil, completionBlock: nil)
      #expect(!library.videoAtPathIs(compatibleWithSavedPhotosAlbum: nil))
      asset.writeModifiedImageData(toSavedPhotosAlbum: nil, metadata: nil, completionBlock: nil)
      asset.writeModifiedVideoAtPath(toSavedPhotosAlbum: nil, completionBlock: nil)
      asset.setImageData(nil, metadata: nil, completionBlock: nil)
      asset.setVideoAtPath(nil, completionBlock: nil)
      #expect(asset.representation(forUTI: nil) == nil)
      #expect(asset.representation(forUTI: "") == nil)
      #expect(asset.defaultRepresentation().cgImage(options: nil) != nil)
      roll.setAssetsFilter(nil)
      roll.enumerateAssets(nil)
      roll.enumerateAssets(options: .concurrent, using: nil)
      roll.enumerateAssets(at: nil, options: [], using: nil)
      // An index set of nil is an empty one.
      var calls = 0
      roll.enumerateAssets(at: nil) { asset, index, stop in
        #expect(asset == nil && index == NSNotFound && stop?.pointee.boolValue == true)
        calls += 1
      }
      #expect(calls == 1)
      #expect(!album.add(nil))
      #expect(await scene.engine.activities.settled(within: 30) == [])
      #expect(try scene.token() == token)
    }
  }

  // Objects made by hand stand for nothing, and those of another library for nothing here.
  @Test func objectsFromElsewhere() async throws {
    let scene = try Scene()
    let other = try Scene()
    try await scene.run { library in
      let asset = try await library.saved()
      let album = try await library.madeAlbum("Trip")
      let group = ALAssetsGroup()
      #expect(group.numberOfAssets() == 0 && !group.isEditable && group.posterImage() == nil)
      #expect(group.name == nil)
      #expect(!group.add(asset) && !album.add(ALAsset()))
      group.setAssetsFilter(.allPhotos())
      var calls = 0
      group.enumerateAssets(at: IndexSet(integer: 7), options: .concurrent) { asset, index, stop in
        #expect(asset == nil && index == NSNotFound && stop?.pointee.boolValue == true)
        calls += 1
      }
      #expect(calls == 1)
      let none = ALAsset()
      for key in [
        ALAssetPropertyType, ALAssetPropertyLocation, ALAssetPropertyDuration,
        ALAssetPropertyOrientation, ALAssetPropertyDate, ALAssetPropertyRepresentations,
        ALAssetPropertyURLs, ALAssetPropertyAssetURL,
      ] {
        #expect(none.value(forProperty: key) == nil, "\(key)")
      }
      #expect(none.thumbnail() == nil && none.aspectRatioThumbnail() == nil)
      #expect(none.defaultRepresentation() == nil && none.original == nil && !none.isEditable)
      let file = ALAssetRepresentation()
      #expect(file.size() == 0 && file.uti() == nil && file.metadata() == nil)
      #expect(file.fullResolutionImage() == nil && file.fullScreenImage() == nil)
      let token = try scene.token()
      try await other.run { elsewhere in
        let stranger = try await elsewhere.saved()
        let theirs = try await elsewhere.madeAlbum("Theirs")
        #expect(!album.add(stranger) && !theirs.add(asset))
        // Both libraries name their objects alike, from one seed.
        #expect(stranger.url == asset.url)
        #expect(stranger !== asset)
      }
      #expect(try scene.token() == token)
    }
  }

  // L3: masks that name no type, and every bit of them.
  @Test func masks() async throws {
    let scene = try Scene()
    try await scene.run { library in
      _ = try await library.madeAlbum("Trip")
      for (mask, names) in [
        (0, []), (1 << 6, []), (1 << 31, []), (Int.min, []), (-1, ["Trip", "Camera Roll"]),
        (Int(ALAssetsGroupAll), ["Trip", "Camera Roll"]), (Int.max, ["Trip", "Camera Roll"]),
        (1 << 6 | 16, ["Camera Roll"]),
      ] as [(Int, [String])] {
        let found: [String] = try await withCheckedThrowingContinuation { continuation in
          var found: [String] = []
          library.enumerateGroups(withTypes: mask) { group, _ in
            if let group { return found.append(group.name ?? "") }
            continuation.resume(returning: found)
          } failureBlock: { error in
            continuation.resume(throwing: error ?? TestFailure("The failure has no error."))
          }
        }
        #expect(found == names, "\(mask)")
      }
    }
  }
}
