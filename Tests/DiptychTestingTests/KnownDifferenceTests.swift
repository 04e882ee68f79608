import DiptychAssetsLibrary
import DiptychPhotos
import DiptychPlatform
import DiptychTesting
import Foundation
import Testing

/// Each known difference, shown by both APIs: the comparison fails, its report offers it, and allowing
/// it passes.
struct KnownDifferenceTests {
  private struct Showing: Sendable {
    let difference: AllowedDifference
    let legacy: @Sendable () async throws -> Void
    let modern: @Sendable () async throws -> Void
  }

  private static let picture = TestPicture.jpeg(seed: 7).data

  private static let showings: [Showing] = [
    Showing(
      difference: .equalTitles, legacy: { for _ in 0..<2 { await make("Trip") } },
      modern: { for _ in 0..<2 { try create("Trip") } }),
    Showing(
      difference: .emptyTitle, legacy: { await make("") }, modern: { try create("") }),
    Showing(
      difference: .albumOrder,
      legacy: {
        try await Save.legacy(picture)
        try TestPhotoLibrary.current.user.add("IMG_0002.JPG", to: "Given")
      },
      modern: {
        try Save.modern(picture)
        try Save.newestFirst()
      }),
    Showing(
      difference: .fileName, legacy: { try await Save.legacy(picture) },
      modern: { try Save.modern(picture, named: "mine.jpg") }),
    Showing(
      difference: .metadata, legacy: { try await write(["{TIFF}": ["Make": "Diptych"]]) },
      modern: { try Save.modern(picture) }),
    Showing(
      difference: .dateAndPlace,
      legacy: { try await write(["{Exif}": ["DateTimeOriginal": "2001:09:09 01:46:40"]]) },
      modern: {
        try PHPhotoLibrary.shared().performChangesAndWait {
          let request = PHAssetCreationRequest.forAsset()
          request.addResource(with: .photo, data: picture, options: nil)
          request.creationDate = Date(timeIntervalSince1970: 1_000_000_000)
        }
      }),
    Showing(
      difference: .orientation,
      legacy: {
        guard let image = UIImage(data: picture)?.cgImage else { return }
        _ = try await ALAssetsLibrary().writeImage(toSavedPhotosAlbum: image, metadata: nil)
      },
      modern: {
        guard let image = UIImage(data: picture)?.cgImage else { return }
        try PHPhotoLibrary.shared().performChangesAndWait {
          PHAssetChangeRequest.creationRequestForAsset(
            from: UIImage(cgImage: image, scale: 1, orientation: .right))
        }
      }),
    Showing(
      difference: .modifiedCopy,
      legacy: {
        let library = ALAssetsLibrary()
        let url = TestPhotoLibrary.current.asset("given.jpg")?.assetURL
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
          library.asset(
            for: url,
            resultBlock: { asset in
              asset?.writeModifiedImageData(toSavedPhotosAlbum: picture, metadata: nil) {
                _, error in
                done.resume(with: error.map { .failure($0) } ?? .success(()))
              }
            }, failureBlock: { done.resume(throwing: $0 ?? CancellationError()) })
        }
      },
      modern: { try Save.modern(picture) }),
  ]

  // D1, D2, D3, D6, D7, D8, D9, D11
  @Test func eachIsOfferedAndPasses() async throws {
    #expect(Self.showings.map(\.difference) == AllowedDifference.known)
    for showing in Self.showings {
      let name = showing.difference.name
      let error = await #expect(throws: LibraryDifference.self, "\(name)") {
        try await compare(showing, [])
      }
      #expect(
        error?.description.contains("  allowing: [.") == true
          && error?.description.contains("   \(showing.difference)") == true,
        "\(name): \(error as Any)")
      let comparison = try await compare(showing, [showing.difference])
      #expect(Set(comparison.allowed.keys) == [name])
      #expect(comparison.allowed[name]?.map(\.field) == error?.lines.map(\.field))
    }
  }

  private func compare(
    _ showing: Showing, _ allowing: [AllowedDifference]
  ) async throws -> LibraryComparison {
    try await compareLibraries(
      given: { Album("Given") { Photo(.jpeg(), named: "given.jpg") } }, allowing: allowing,
      legacy: showing.legacy, modern: showing.modern)
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

  private static func write(_ metadata: [String: [String: String]]) async throws {
    _ = try await ALAssetsLibrary().writeImageData(
      toSavedPhotosAlbum: picture, metadata: metadata)
  }
}
