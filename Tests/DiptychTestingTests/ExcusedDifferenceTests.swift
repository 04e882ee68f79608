import DiptychAssetsLibrary
import DiptychPhotos
import DiptychPlatform
import DiptychTesting
import Foundation
import Testing

/// A known difference excuses nothing but itself: the bug that looks like it is still found.
struct ExcusedDifferenceTests {
  private static let picture = TestPicture.jpeg(seed: 7).data
  private static let other = TestPicture.jpeg(seed: 8).data

  private struct Bug: Sendable {
    let name: String
    let allowing: [AllowedDifference]
    let lines: [String]
    let legacy: @Sendable () async throws -> Void
    let modern: @Sendable () async throws -> Void
  }

  private static let bugs: [Bug] = albumBugs + fileBugs + metadataBugs + placeBugs

  @Test func bugsAreStillFound() async throws {
    for bug in Self.bugs {
      let error = await #expect(throws: LibraryDifference.self, "\(bug.name)") {
        try await compareLibraries(
          given: { Album("Given") { Photo(.jpeg(), named: "given.jpg") } }, allowing: bug.allowing,
          legacy: bug.legacy, modern: bug.modern)
      }
      #expect(error?.lines.map(\.field) == bug.lines, "\(bug.name): \(error as Any)")
      for difference in bug.allowing {
        #expect(
          error?.description.contains("]   \(difference)") == false,
          "\(bug.name): \(error as Any)")
      }
    }
  }

  // D1, D2, D3
  private static let albumBugs: [Bug] = [
    // D3 is another order of the same photos.
    Bug(
      name: "a photo that is not added", allowing: [.albumOrder], lines: ["members", "cover"],
      legacy: {
        try await Save.legacy(picture)
        try TestPhotoLibrary.current.user.add("IMG_0002.JPG", to: "Given")
        try TestPhotoLibrary.current.user.remove("given.jpg", from: "Given")
      }, modern: { try Save.modern(picture) }),
    // D1 is a second album of one title, with the photos shared out among them.
    Bug(
      name: "a second album, and nothing in it", allowing: [.equalTitles],
      lines: ["members", "cover"],
      legacy: {},
      modern: {
        try TestPhotoLibrary.current.user.remove("given.jpg", from: "Given")
        try create("Given")
      }),
    // D2 is an album without a title.
    Bug(
      name: "an album too many", allowing: [.emptyTitle, .equalTitles], lines: ["exists"],
      legacy: {}, modern: { try create("Trip") }),
    Bug(
      name: "an album too many behind those that are refused",
      allowing: [.emptyTitle, .equalTitles], lines: ["exists"], legacy: {},
      modern: { for title in ["Given", "", "Trip"] { try create(title) } }),
    Bug(
      name: "an album too few beside one that is refused", allowing: [.equalTitles],
      lines: ["exists"], legacy: { await make("Trip") }, modern: { try create("Given") }),
    Bug(
      name: "a second album in the legacy library", allowing: [.equalTitles, .emptyTitle],
      lines: ["exists", "exists"],
      legacy: {
        try TestPhotoLibrary.current.user.makeAlbum("Given")
        try TestPhotoLibrary.current.user.makeAlbum("")
      }, modern: {}),
    Bug(
      name: "albums that nobody refuses to the user", allowing: [.equalTitles, .emptyTitle],
      lines: ["exists", "exists"], legacy: {},
      modern: {
        try TestPhotoLibrary.current.user.makeAlbum("Given")
        try TestPhotoLibrary.current.otherApp("Camera").makeAlbum("")
      }),
    Bug(
      name: "a folder of the title", allowing: [.equalTitles], lines: ["exists"],
      legacy: { try TestPhotoLibrary.current.user.makeFolder("Trip") },
      modern: {
        try TestPhotoLibrary.current.user.makeFolder("Trip")
        try create("Trip")
      }),
    Bug(
      name: "other photos in an album behind", allowing: [.equalTitles],
      lines: ["members", "cover"],
      legacy: {
        await make("Trip")
        try TestPhotoLibrary.current.user.add("given.jpg", to: "Trip")
      },
      modern: { for title in ["Given", "Trip"] { try create(title) } }),
  ]

  // D6, D9
  private static let fileBugs: [Bug] = [
    // D6 is another name, not a file that is missing.
    Bug(
      name: "a file too few", allowing: [.fileName], lines: ["exists"],
      legacy: { try await Save.legacy(picture) }, modern: {}),
    Bug(
      name: "a name that the old API does not make", allowing: [.fileName], lines: ["photo name"],
      legacy: { try Save.modern(picture, named: "mine.jpg") },
      modern: { try Save.modern(picture, named: "IMG_0002.JPG") }),
    // D9 is the same bitmap, turned.
    Bug(
      name: "another bitmap", allowing: [.orientation], lines: ["photo content"],
      legacy: { try await bitmap(picture) }, modern: { try await bitmap(other) }),
    Bug(
      name: "a bitmap that the modern half has not turned", allowing: [.orientation],
      lines: ["pixel size", "photo content"], legacy: { try await bitmap(picture, .right) },
      modern: { try await bitmap(picture) }),
  ]

  // D7, D8
  private static let metadataBugs: [Bug] = [
    // They are other metadata around the same picture.
    Bug(
      name: "another picture", allowing: [.metadata, .dateAndPlace], lines: ["photo content"],
      legacy: { try await Save.legacy(picture) }, modern: { try Save.modern(other) }),
    Bug(
      name: "metadata that only the modern file has", allowing: [.metadata, .dateAndPlace],
      lines: ["photo content"], legacy: { try await Save.legacy(picture) },
      modern: { try Save.modern(try await merged(maker)) }),
    Bug(
      name: "metadata that the legacy file has lost", allowing: [.metadata],
      lines: ["photo content"],
      legacy: { try await write(maker) },
      modern: {
        try Save.modern(try await merged(["{TIFF}": ["Make": "Diptych", "Model": "Two"]]))
      }),
    Bug(
      name: "metadata beside date and place", allowing: [.dateAndPlace], lines: ["photo content"],
      legacy: { try await write(maker.merging(taken(2001)) { $1 }) },
      modern: { try saveModern(date: date(2001)) }),
    Bug(
      name: "a date beside metadata", allowing: [.metadata], lines: ["creation date"],
      legacy: { try await write(maker) }, modern: { try saveModern(date: date(2001)) }),
    Bug(
      name: "a place beside metadata", allowing: [.metadata], lines: ["location"],
      legacy: { try await write(maker) }, modern: { try saveModern(place: (48, 16)) }),
    Bug(
      name: "a date with neither", allowing: [.metadata, .dateAndPlace], lines: ["creation date"],
      legacy: { try await Save.legacy(picture) }, modern: { try saveModern(date: date(2001)) }),
  ]

  // D8
  private static let placeBugs: [Bug] = [
    Bug(
      name: "another date", allowing: [.dateAndPlace], lines: ["creation date"],
      legacy: { try await write(taken(2001)) }, modern: { try saveModern(date: date(2002)) }),
    Bug(
      name: "a date that is not set", allowing: [.dateAndPlace],
      lines: ["creation date", "photo content"], legacy: { try await write(taken(2001)) },
      modern: { try Save.modern(picture) }),
    Bug(
      name: "a date that the legacy half has not set", allowing: [.dateAndPlace, .metadata],
      lines: ["creation date", "photo content"], legacy: { try await Save.legacy(picture) },
      modern: { try Save.modern(try await merged(taken(2001))) }),
    Bug(
      name: "another place", allowing: [.dateAndPlace], lines: ["location"],
      legacy: { try await write(placed(48, 16)) },
      modern: { try saveModern(place: (48, 16.001)) }),
    Bug(
      name: "a place that is not set", allowing: [.dateAndPlace],
      lines: ["location", "photo content"], legacy: { try await write(placed(48, 16)) },
      modern: { try Save.modern(picture) }),
    Bug(
      name: "a date where a place is", allowing: [.dateAndPlace],
      lines: ["creation date", "location", "photo content"],
      legacy: { try await write(placed(48, 16)) },
      modern: { try saveModern(date: date(2001)) }),
    Bug(
      name: "a date that the user sets", allowing: [.metadata, .dateAndPlace],
      lines: ["creation date"],
      legacy: {},
      modern: { try TestPhotoLibrary.current.user.date("given.jpg", as: date(2001)) }),
  ]

  /// Of a bitmap that was encoded here a dump tells the size only; the pixels count all the same.
  @Test func anotherBitmapOfOneSize() async throws {
    let error = await #expect(throws: LibraryDifference.self) {
      try await compareLibraries(
        legacy: { try await Self.bitmap(Self.picture) },
        modern: { try await Self.bitmap(Self.other) })
    }
    #expect(error?.lines.map(\.field) == ["photo content"])
    #expect(error?.lines.first?.modern?.hasSuffix(", another picture") == true)
    try await compareLibraries(
      ignoring: [.content], legacy: { try await Self.bitmap(Self.picture) },
      modern: { try await Self.bitmap(Self.other) })
  }

  /// A small mark changes the whole by nearly nothing.
  @Test func aMarkInAPictureIsSeen() async throws {
    for mark in [[40, 40, 10, 10], [33, 0, 1, 100]] {
      let error = await #expect(throws: LibraryDifference.self) {
        try await compareLibraries(
          legacy: { try Self.saveWhite(black: [0, 0, 0, 0]) },
          modern: { try Self.saveWhite(black: mark) })
      }
      #expect(error?.lines.map(\.field) == ["photo content"], "\(mark)")
    }
  }

  /// Saves a white picture of 100 by 100 pixels with a black rectangle: left, top, width, height.
  private static func saveWhite(black: [Int]) throws {
    var pixels = [UInt8](repeating: 255, count: 100 * 100 * 4)
    for y in black[1]..<(black[1] + black[3]) {
      for x in black[0]..<(black[0] + black[2]) {
        for sample in 0..<3 { pixels[(y * 100 + x) * 4 + sample] = 0 }
      }
    }
    guard let provider = CGDataProvider(data: Data(pixels) as CFData),
      let picture = CGImage(
        width: 100, height: 100, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 400,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipLast.rawValue),
        provider: provider, decode: nil, shouldInterpolate: false, intent: .defaultIntent)
    else { return }
    let image = UIImage(cgImage: picture)
    try PHPhotoLibrary.shared().performChangesAndWait {
      PHAssetChangeRequest.creationRequestForAsset(from: image)
    }
  }

  /// Hashes are told apart by their beginning.
  @Test func hashesAreShort() async throws {
    let error = await #expect(throws: LibraryDifference.self) {
      try await compareLibraries(
        legacy: { try await Save.legacy(Self.picture) }, modern: { try Save.modern(Self.other) })
    }
    let line = try #require(error?.lines.first { $0.field == "photo content" })
    #expect(line.legacy.map { line.description.contains($0) } == false)
    #expect(line.description.contains("sha256 ") && line.description.hasSuffix("…"))
  }

  private static func bitmap(
    _ data: Data, _ orientation: ALAssetOrientation = .up
  ) async throws {
    guard let image = UIImage(data: data)?.cgImage else { return }
    _ = try await ALAssetsLibrary().writeImage(
      toSavedPhotosAlbum: image, orientation: orientation)
  }

  private static func make(_ title: String) async {
    await withCheckedContinuation { continuation in
      ALAssetsLibrary().addAssetsGroupAlbum(
        withName: title, resultBlock: { _ in continuation.resume() },
        failureBlock: { _ in continuation.resume() })
    }
  }

  private static func create(_ title: String) throws {
    try PHPhotoLibrary.shared().performChangesAndWait {
      PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
    }
  }

  // MARK: Metadata

  private typealias Metadata = [String: [String: any Sendable]]

  private static let maker: Metadata = ["{TIFF}": ["Make": "Diptych"]]

  /// The metadata of a date, one second into the year.
  private static func taken(_ year: Int) -> Metadata {
    ["{Exif}": ["DateTimeOriginal": "\(year):01:01 00:00:01"]]
  }

  private static func placed(_ latitude: Double, _ longitude: Double) -> Metadata {
    ["{GPS}": ["Latitude": latitude, "Longitude": longitude]]
  }

  private static func date(_ year: Int) -> Date {
    DateComponents(
      calendar: Calendar(identifier: .gregorian), timeZone: TimeZone(secondsFromGMT: 0),
      year: year, month: 1, day: 1, second: 1
    ).date ?? .distantPast
  }

  private static func write(_ metadata: Metadata) async throws {
    _ = try await ALAssetsLibrary().writeImageData(
      toSavedPhotosAlbum: picture, metadata: metadata)
  }

  /// The picture with metadata in its file, as an application would rewrite it.
  private static func merged(_ metadata: Metadata) async throws -> Data {
    let library = try TestPhotoLibrary(seed: 2)
    defer { library.close() }
    try await library.run { try await write(metadata) }
    return try library.assets.last?.data ?? Data()
  }

  private static func saveModern(
    date: Date? = nil, place: (latitude: Double, longitude: Double)? = nil
  ) throws {
    try PHPhotoLibrary.shared().performChangesAndWait {
      let request = PHAssetCreationRequest.forAsset()
      request.addResource(with: .photo, data: picture, options: nil)
      if let date { request.creationDate = date }
      if let place {
        request.location = CLLocation(latitude: place.latitude, longitude: place.longitude)
      }
    }
  }

  /// What a file cannot hold, which is part of a second and of a step, is D8; and what metadata says of
  /// date and place is D7.
  @Test func whatFollowsIsExcused() async throws {
    let exact = Self.date(2001).addingTimeInterval(0.25)
    let whole = Self.taken(2001).merging(Self.placed(48.123456789012, 16)) { $1 }
    let rounded = try await compareLibraries(
      allowing: [.dateAndPlace], legacy: { try await Self.write(whole) },
      modern: { try Self.saveModern(date: exact, place: (48.123456789012, 16)) })
    #expect(
      rounded.allowed["D8"]?.map(\.field) == ["creation date", "location", "photo content"])
    let merged = try await compareLibraries(
      allowing: [.metadata], legacy: { try await Self.write(whole) },
      modern: { try Save.modern(Self.picture) })
    #expect(merged.allowed["D7"]?.map(\.field) == ["creation date", "location", "photo content"])
  }

  /// Albums that are refused shift others, and their photos are in the first one of the title (D1, D2).
  @Test func refusedAlbumsAreTakenOut() async throws {
    let comparison = try await compareLibraries(
      given: { Album("Given") { Photo(.jpeg(), named: "given.jpg") } },
      allowing: [.emptyTitle, .equalTitles],
      legacy: {
        for title in ["", "Given", "Trip"] { await Self.make(title) }
        try await Save.legacy(Self.picture)
        try TestPhotoLibrary.current.user.add("IMG_0002.JPG", to: "Given")
        try TestPhotoLibrary.current.user.add("given.jpg", to: "Trip")
      },
      modern: {
        for title in ["", "Given", "Trip"] { try Self.create(title) }
        try Save.modern(Self.picture)
        let second = PHAssetCollection.fetchAssetCollections(
          with: .album, subtype: .any, options: nil
        ).object(at: 2)
        let photo = PHAsset.fetchAssets(with: nil).object(at: 1)
        try PHPhotoLibrary.shared().performChangesAndWait {
          PHAssetCollectionChangeRequest(for: second)?.addAssets([photo] as NSArray)
        }
        try TestPhotoLibrary.current.user.add("given.jpg", to: "Trip")
      })
    #expect(Set(comparison.allowed.keys) == ["D1", "D2"])
    // Decision 7: the Camera Roll is a group, and é is é however it is written.
    let titles = ["Camera Roll", "e\u{301}t\u{e9}"]
    try await compareLibraries(
      given: { Album("\u{e9}te\u{301}") }, allowing: [.equalTitles],
      legacy: { for title in titles { await Self.make(title) } },
      modern: { for title in titles { try Self.create(title) } })
  }
}
