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

  private static let bugs: [Bug] = [
    // D3 is another order of the same photos.
    Bug(
      name: "a photo that is not added", allowing: [.albumOrder], lines: ["members", "cover"],
      legacy: {
        try await Save.legacy(picture)
        try TestPhotoLibrary.current.user.add("IMG_0002.JPG", to: "Given")
        try TestPhotoLibrary.current.user.remove("given.jpg", from: "Given")
      }, modern: { try Save.modern(picture) }),
    // D7 and D8 are other metadata around the same picture.
    Bug(
      name: "another picture", allowing: [.metadata, .dateAndPlace], lines: ["photo content"],
      legacy: { try await Save.legacy(picture) }, modern: { try Save.modern(other) }),
    // D9 is the same bitmap, turned.
    Bug(
      name: "another bitmap", allowing: [.orientation], lines: ["photo content"],
      legacy: { try await bitmap(picture) }, modern: { try await bitmap(other) }),
    // D1 is a second album of one title, with the photos shared out among them.
    Bug(
      name: "a second album, and nothing in it", allowing: [.equalTitles],
      lines: ["members", "cover"],
      legacy: { _ = TestPhotoLibrary.current },
      modern: {
        try TestPhotoLibrary.current.user.remove("given.jpg", from: "Given")
        try create("Given")
      }),
    // D2 is an album without a title.
    Bug(
      name: "an album too many", allowing: [.emptyTitle, .equalTitles], lines: ["exists"],
      legacy: { _ = TestPhotoLibrary.current }, modern: { try create("Trip") }),
    // D6 is another name, not a file that is missing.
    Bug(
      name: "a file too few", allowing: [.fileName], lines: ["exists"],
      legacy: { try await Save.legacy(picture) }, modern: { _ = TestPhotoLibrary.current }),
  ]

  @Test func bugsAreStillFound() async throws {
    for bug in Self.bugs {
      let error = await #expect(throws: LibraryDifference.self, "\(bug.name)") {
        try await compareLibraries(
          given: { Album("Given") { Photo(.jpeg(), named: "given.jpg") } }, allowing: bug.allowing,
          legacy: bug.legacy, modern: bug.modern)
      }
      #expect(error?.lines.map(\.field) == bug.lines, "\(bug.name): \(error as Any)")
      #expect(error?.description.contains("allowing:") == false, "\(bug.name): \(error as Any)")
    }
  }

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

  private static func bitmap(_ data: Data) async throws {
    guard let image = UIImage(data: data)?.cgImage else { return }
    _ = try await ALAssetsLibrary().writeImage(toSavedPhotosAlbum: image, metadata: nil)
  }

  private static func create(_ title: String) throws {
    try PHPhotoLibrary.shared().performChangesAndWait {
      PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
    }
  }
}
