import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

/// Both facades on one library from many threads: every call comes back, nothing waits for itself,
/// nothing is lost (decisions 6, 26 and 39).
@Suite("Mixed threads", .timeLimit(.minutes(10)))
struct MixedThreadTests {
  private static let count = 24

  private func bitmap() throws -> CGImage {
    let pixels = [UInt8](repeating: 255, count: 4 * 4 * 4)
    return CGImage(
      bitmap: try #require(
        Bitmap(size: PixelSize(width: 4, height: 4), pixels: pixels, hasAlpha: false)))
  }

  @Test("of many callers that make one album at once, one gets it")
  func oneAlbum() async throws {
    let harness = try BackendHarness()
    try await harness.run {
      let scope = try #require(LibraryScope.current)
      let made = Lock(0)
      let library = ALAssetsLibrary()
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<Self.count {
          group.addTask {
            // Half of them around the facade's queue, as another process would.
            if number.isMultiple(of: 2) {
              let album = try? scope.library.createAlbum(uniquelyTitled: "Trip", as: "App")
              if album != nil { made.withLock { $0 += 1 } }
              return
            }
            await withCheckedContinuation { continuation in
              library.addAssetsGroupAlbum(withName: "Trip") { album in
                if album != nil { made.withLock { $0 += 1 } }
                continuation.resume()
              } failureBlock: { _ in
                continuation.resume()
              }
            }
          }
        }
      }
      #expect(made.withLock { $0 } == 1)
      #expect(try harness.library.read { try $0.collectionTree() }.map(\.title) == ["Trip"])
    }
  }

  /// A legacy result starts a waiting change; its completion, another; inside the block, a fetch
  /// and a legacy write that ends only later.
  @Test("waiting changes from every place of the other facade")
  func chains() async throws {
    let harness = try BackendHarness(access: AccessSetting(preset: .notDetermined, answer: .allow))
    let image = try bitmap()
    try await harness.run {
      let library = ALAssetsLibrary()
      let album = Lock<String?>(nil)
      try PHPhotoLibrary.shared().performChangesAndWait {
        let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
          withTitle: "Trip")
        album.withLock { $0 = request.placeholderForCreatedAssetCollection.localIdentifier }
      }
      let identifier = try #require(album.withLock { $0 })
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<Self.count {
          group.addTask { await Self.chain(library, image, identifier) }
        }
      }
      let result = PHAssetCollection.fetchAssetCollections(
        withLocalIdentifiers: [identifier], options: nil)
      let members = PHAsset.fetchAssets(in: try #require(result.firstObject), options: nil)
      // Of each chain: the two made by change blocks. The two legacy saves are not added.
      #expect(members.count == 2 * Self.count)
      #expect(await harness.library.activities.settled(within: 30) == [])
      #expect(PHAsset.fetchAssets(with: nil).count == 4 * Self.count)
      #expect(harness.library.access.prompts == [.access(.readWrite)])
    }
  }

  private static func chain(_ library: ALAssetsLibrary, _ image: CGImage, _ album: String) async {
    await withCheckedContinuation { continuation in
      library.writeImage(toSavedPhotosAlbum: image, orientation: .up) { _, _ in
        save(image, into: album, library)
        PHPhotoLibrary.shared().performChanges {
          _ = PHAsset.fetchAssets(with: nil).count
        } completionHandler: { _, _ in
          PHPhotoLibrary.requestAuthorization { _ in
            save(image, into: album, nil)
            continuation.resume()
          }
        }
      }
    }
  }

  private static func save(_ image: CGImage, into album: String, _ library: ALAssetsLibrary?) {
    do {
      try PHPhotoLibrary.shared().performChangesAndWait {
        let asset = PHAssetChangeRequest.creationRequestForAsset(from: UIImage(cgImage: image))
        let albums = PHAssetCollection.fetchAssetCollections(
          withLocalIdentifiers: [album], options: nil)
        guard let collection = albums.firstObject,
          let placeholder = asset.placeholderForCreatedAsset
        else { return }
        PHAssetCollectionChangeRequest(for: collection)?.addAssets([placeholder] as NSArray)
        library?.writeImage(toSavedPhotosAlbum: image, orientation: .up, completionBlock: nil)
      }
    } catch {
      Issue.record(error)
    }
  }
}
