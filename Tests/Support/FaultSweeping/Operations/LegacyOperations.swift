import DiptychAssetsLibrary
import DiptychEngine
import DiptychPlatform
import DiptychTesting
import Foundation

extension SweptOperation {
  /// Every write of the legacy facade and of the UIKit functions beside it.
  package static let legacy: [SweptOperation] = [
    legacy("writeImage with orientation") { _, library in
      try await library.writeImage(toSavedPhotosAlbum: try picture(), orientation: .right)
    },
    legacy("writeImage with metadata") { _, library in
      try await library.writeImage(toSavedPhotosAlbum: try picture(), metadata: ["Orientation": 3])
    },
    legacy("writeImageData") { _, library in
      try await library.writeImageData(
        toSavedPhotosAlbum: TestPicture.jpeg(seed: 9).data, metadata: nil)
    },
    legacy("writeImageData with metadata") { _, library in
      try await library.writeImageData(
        toSavedPhotosAlbum: TestPicture.jpeg(seed: 9).data, metadata: ["Orientation": 6])
    },
    legacy("writeVideoAtPath") { stage, library in
      try await library.writeVideoAtPath(toSavedPhotosAlbum: stage.videoFile)
    },
    legacy("writeModifiedImageData") { stage, library in
      try await asset(stage.assets[0], "jpg", library).writeModifiedImageData(
        toSavedPhotosAlbum: TestPicture.jpeg(seed: 9).data, metadata: nil)
    },
    legacy("writeModifiedVideoAtPath") { stage, library in
      try await asset(stage.assets[0], "jpg", library).writeModifiedVideoAtPath(
        toSavedPhotosAlbum: stage.videoFile)
    },
    legacy("setImageData") { stage, library in
      try await asset(stage.assets[0], "jpg", library).setImageData(
        TestPicture.jpeg(seed: 9).data, metadata: nil)
    },
    legacy("setVideoAtPath") { stage, library in
      try await asset(stage.video, "mp4", library).setVideoAtPath(stage.otherVideoFile)
    },
    legacy("addAssetsGroupAlbum") { _, library in
      let answer: Result<Bool, Refusal> = await withCheckedContinuation { continuation in
        library.addAssetsGroupAlbum(
          withName: "New",
          resultBlock: { group in continuation.resume(returning: .success(group != nil)) },
          failureBlock: { error in continuation.resume(returning: .failure(refusal(error))) })
      }
      guard try answer.get() else { throw SweepFailure("The album is not made, and no error.") }
    },
    // It answers with false, whatever was wrong.
    legacy("add", isSilent: true) { stage, library in
      let group: GroupBox = try await withCheckedThrowingContinuation { continuation in
        library.group(
          for: Identifiers.groupURL(stage.album),
          resultBlock: { continuation.resume(returning: GroupBox(group: $0)) },
          failureBlock: { continuation.resume(throwing: refusal($0)) })
      }
      let asset = try await asset(stage.assets[2], "jpg", library)
      guard let group = group.group else { throw SweepFailure("The album is not there.") }
      guard group.add(asset) else { throw Refusal(code: nil) }
    },
    legacy("setImageData with nothing, which deletes") { stage, library in
      stage.library.profile = .documented.with(.nilDataDeletes)
      try await asset(stage.assets[0], "jpg", library).setImageData(nil, metadata: nil)
    },
    legacy("a first read that asks", readsBehind: true, prepare: undecided, beside: decisions) {
      _, library in
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        library.enumerateGroups(
          withTypes: ALAssetsGroupType(ALAssetsGroupSavedPhotos),
          using: { group, _ in
            if group == nil { continuation.resume() }
          }, failureBlock: { continuation.resume(throwing: refusal($0)) })
      }
    },
    legacy("UIImageWriteToSavedPhotosAlbum") { _, _ in
      let image = UIImage(cgImage: try picture())
      let failure: Refusal? = await withCheckedContinuation { continuation in
        UIImageWriteToSavedPhotosAlbum(image) { _, error in
          continuation.resume(returning: error.map(refusal))
        }
      }
      if let failure { throw failure }
    },
    legacy("UISaveVideoAtPathToSavedPhotosAlbum") { stage, _ in
      let failure: Refusal? = await withCheckedContinuation { continuation in
        UISaveVideoAtPathToSavedPhotosAlbum(stage.videoFile.path) { _, error in
          continuation.resume(returning: error.map(refusal))
        }
      }
      if let failure { throw failure }
    },
  ]

  private struct GroupBox: @unchecked Sendable {
    // Sendable because it goes from the callback to the one task that waits for it.
    let group: ALAssetsGroup?
  }

  private struct AssetBox: @unchecked Sendable {
    // Sendable as above.
    let asset: ALAsset?
  }

  private static func legacy(
    _ name: String, isSilent: Bool = false, readsBehind: Bool = false,
    prepare: (@Sendable (SweepStage) throws -> Void)? = nil,
    beside: @escaping @Sendable (SweepPlace) throws -> String = { _ in "" },
    _ run: @escaping @Sendable (SweepStage, ALAssetsLibrary) async throws -> Void
  ) -> SweptOperation {
    SweptOperation(
      name, .legacy, isSilent: isSilent, readsBehind: readsBehind, prepare: prepare, beside: beside
    ) { stage in
      let library = ALAssetsLibrary()
      do {
        try await run(stage, library)
      } catch let error as Refusal {
        throw error
      } catch let error as SweepFailure {
        throw error
      } catch {
        throw refusal(error)
      }
      withExtendedLifetime(library) {}
    }
  }

  private static func refusal(_ error: (any Error)?) -> Refusal {
    guard let error = error as NSError? else { return Refusal(code: nil) }
    return Refusal(
      code: error.domain == ALAssetsLibraryErrorDomain
        ? String(error.code) : "\(error.domain) \(error.code)")
  }

  private static func asset(
    _ uuid: UUID, _ fileExtension: String, _ library: ALAssetsLibrary
  ) async throws -> ALAsset {
    let name = fileExtension.uppercased()
    let url = URL(
      string: "assets-library://asset/asset.\(name)?id=\(uuid.uuidString)&ext=\(name)")
    let box: AssetBox = try await withCheckedThrowingContinuation { continuation in
      library.asset(
        for: url, resultBlock: { continuation.resume(returning: AssetBox(asset: $0)) },
        failureBlock: { continuation.resume(throwing: refusal($0)) })
    }
    guard let asset = box.asset else { throw SweepFailure("The asset is not there.") }
    return asset
  }

  private static func picture() throws -> CGImage {
    guard let image = UIImage(data: TestPicture.jpeg(seed: 9).data)?.cgImage else {
      throw SweepFailure("The test picture cannot be decoded.")
    }
    return image
  }
}
