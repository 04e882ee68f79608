import DiptychAssetsLibrary
import DiptychPhotos
import DiptychPlatform
import DiptychTesting
import Dispatch
import Foundation
import Testing

/// A library is settled when nothing is left, and else names what it is.
@Suite(.serialized) struct SettlingTests {
  /// Something that a test leaves behind: it starts, and does not end before the gate opens.
  private struct Work: Sendable {
    let label: String
    let start: @Sendable (Gate) -> Void
  }

  /// Holds up whoever passes until it is opened.
  private final class Gate: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    private let group = DispatchGroup()
    override init() { group.enter() }
    func open() { group.leave() }
    func pass() { group.wait() }
    func photoLibraryDidChange(_ changeInstance: PHChange) { pass() }
  }

  private static let picture = TestPicture.png().data

  private static let works: [Work] = [
    Work(label: "change block") { gate in
      PHPhotoLibrary.shared().performChanges { gate.pass() }
    },
    Work(label: "change completion") { gate in
      PHPhotoLibrary.shared().performChanges({}) { _, _ in gate.pass() }
    },
    Work(label: "authorization handler") { gate in
      PHPhotoLibrary.requestAuthorization(for: .readWrite) { _ in gate.pass() }
    },
    Work(label: "a change notice") { gate in
      _ = PHAsset.fetchAssets(with: nil)
      PHPhotoLibrary.shared().register(gate)
      try? Save.modern(picture)
    },
    Work(label: "ALAssetsLibrary.writeImageData") { gate in
      ALAssetsLibrary().writeImageData(toSavedPhotosAlbum: picture, metadata: nil) { _, _ in
        gate.pass()
      }
    },
    Work(label: "an image request") { gate in
      guard let asset = PHAsset.fetchAssets(with: nil).firstObject else { return }
      PHImageManager.default().requestImage(
        for: asset, targetSize: CGSize(width: 4, height: 4), contentMode: .aspectFit, options: nil
      ) { _, _ in gate.pass() }
    },
    Work(label: "resource data") { gate in
      guard let asset = PHAsset.fetchAssets(with: nil).firstObject,
        let resource = PHAssetResource.assetResources(for: asset).first
      else { return }
      PHAssetResourceManager.default().requestData(
        for: resource, options: nil, dataReceivedHandler: { _ in gate.pass() },
        completionHandler: { _ in })
    },
  ]

  @Test func whatIsLeftIsNamed() async throws {
    for work in Self.works {
      let library = try TestPhotoLibrary(delivery: .private) { Photo(.png(), named: "a.png") }
      let gate = Gate()
      await library.run {
        work.start(gate)
        let left = await library.settle(within: 0.1)
        #expect(left.contains(work.label), "\(work.label): \(left)")
        gate.open()
        #expect(await library.settle() == [], "\(work.label)")
      }
      library.close()
    }
  }

  // A half that waits for nothing is compared when everything that it started has ended.
  @Test func aComparisonWaitsForEverything() async throws {
    try await compareLibraries(
      access: .ask(.allow), delivery: .private,
      legacy: {
        ALAssetsLibrary().writeImageData(toSavedPhotosAlbum: Self.picture, metadata: nil) { _, _ in
          ALAssetsLibrary().addAssetsGroupAlbum(
            withName: "Trip", resultBlock: nil, failureBlock: nil)
        }
      },
      modern: {
        PHPhotoLibrary.requestAuthorization(for: .readWrite) { status in
          guard status == .authorized else { return }
          PHPhotoLibrary.shared().performChanges({
            PHAssetCreationRequest.forAsset()
              .addResource(with: .photo, data: Self.picture, options: nil)
          }) { _, _ in
            PHPhotoLibrary.shared().performChanges {
              PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Trip")
            }
          }
        }
      })
  }
}
