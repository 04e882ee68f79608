import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import DiptychTesting
import Foundation
import TestMedia

extension SweptOperation {
  /// Every write of the modern facade that is not about albums and folders.
  package static let modern: [SweptOperation] = [
    modern("creationRequestForAsset from an image") { _ in
      guard let image = UIImage(data: TestPicture.jpeg(seed: 9).data) else { return }
      PHAssetChangeRequest.creationRequestForAsset(from: image)
    },
    modern("creationRequestForAssetFromImage") { stage in
      PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: stage.photoFile)
    },
    modern("creationRequestForAssetFromVideo") { stage in
      PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: stage.videoFile)
    },
    modern("addResource with data") { _ in
      PHAssetCreationRequest.forAsset().addResource(
        with: .photo, data: TestPicture.jpeg(seed: 9).data, options: nil)
    },
    modern("addResource with a paired video") { _ in
      let request = PHAssetCreationRequest.forAsset()
      request.addResource(
        with: .photo, fileURL: TestMedia.url("live/generated.jpg"), options: nil)
      request.addResource(
        with: .pairedVideo, fileURL: TestMedia.url("live/generated.mov"), options: nil)
    },
    modern("addResource with an alternate photo") { _ in
      let request = PHAssetCreationRequest.forAsset()
      request.addResource(with: .photo, data: TestPicture.jpeg(seed: 9).data, options: nil)
      request.addResource(
        with: .alternatePhoto, fileURL: TestMedia.url("raw/generated.dng"), options: nil)
    },
    modern("addResource with a file that moves") { stage in
      let options = PHAssetResourceCreationOptions()
      options.shouldMoveFile = true
      PHAssetCreationRequest.forAsset().addResource(
        with: .photo, fileURL: stage.movedFile, options: options)
    },
    fetching("addResource with a file into an album") { stage in
      guard let album = stage.collection,
        let edit = PHAssetCollectionChangeRequest(for: album)
      else { return false }
      let request = PHAssetCreationRequest.forAsset()
      request.addResource(with: .photo, fileURL: stage.photoFile, options: nil)
      if let placeholder = request.placeholderForCreatedAsset {
        edit.addAssets([placeholder] as NSArray)
      }
      return true
    },
    fetching("properties") { stage in
      guard let asset = stage.asset(0) else { return false }
      let request = PHAssetChangeRequest(for: asset)
      request.isFavorite = true
      request.isHidden = true
      request.creationDate = Date(timeIntervalSince1970: 5_000_000_000)
      request.location = nil
      return true
    },
    fetching("deleteAssets") { stage in
      guard let asset = stage.asset(0) else { return false }
      PHAssetChangeRequest.deleteAssets([asset] as NSArray)
      return true
    },
    fetching("contentEditingOutput of a new asset") { stage in
      let request = PHAssetCreationRequest.forAsset()
      request.addResource(with: .photo, fileURL: stage.photoFile, options: nil)
      guard let placeholder = request.placeholderForCreatedAsset else { return false }
      let output = PHContentEditingOutput(placeholderForCreatedAsset: placeholder)
      try render(output)
      request.contentEditingOutput = output
      return true
    },
    call("contentEditingOutput") { stage in
      guard let asset = stage.asset(0) else { throw Refusal(code: nil) }
      let output = PHContentEditingOutput(contentEditingInput: try await input(asset))
      try render(output)
      try await PHPhotoLibrary.shared().performChanges {
        PHAssetChangeRequest(for: asset).contentEditingOutput = output
      }
    },
    fetching(
      "revertAssetContentToOriginal",
      prepare: { try $0.commit(.editContent($0.assets[0], edit(9))) }
    ) { stage in
      guard let asset = stage.asset(0) else { return false }
      PHAssetChangeRequest(for: asset).revertAssetContentToOriginal()
      return true
    },
    call("performChanges with a completion handler", isSilent: false) { stage in
      let answer: Result<Bool, any Error> = await withCheckedContinuation { continuation in
        PHPhotoLibrary.shared().performChanges {
          PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: stage.photoFile)
        } completionHandler: { isDone, error in
          continuation.resume(returning: error.map { .failure($0) } ?? .success(isDone))
        }
      }
      guard try answer.get() else { throw SweepFailure("It reports neither success nor an error.") }
    },
    // It answers with what holds then, which is nothing when it cannot be told.
    call("requestAuthorization for a level", prepare: undecided, beside: decisions) { _ in
      let status = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
      guard status == .authorized else { throw Refusal(code: nil) }
    },
    call("requestAuthorization", readsBehind: true, prepare: undecided, beside: decisions) { _ in
      let status = await withCheckedContinuation { continuation in
        PHPhotoLibrary.requestAuthorization { continuation.resume(returning: $0) }
      }
      guard status == .authorized else { throw Refusal(code: nil) }
    },
    // A disk that fails for good keeps the file that was begun.
    call("writeData", beside: copies, parts: [{ try $0.begin("written.jpg") }]) { stage in
      guard let asset = stage.asset(0), let file = PHAssetResource.assetResources(for: asset).first
      else { throw Refusal(code: nil) }
      try await PHAssetResourceManager.default().writeData(
        for: file, toFile: stage.files.appendingPathComponent("written.jpg"), options: nil)
    },
    call(
      "writeData of a file that is elsewhere", codes: ["3169"],
      prepare: { stage in
        try stage.library.user.setLocal([stage.assets[0]], false)
      }, beside: copies,
      parts: [
        { _ = try $0.library.download($0.original(0)) },
        { stage in
          _ = try stage.library.download(stage.original(0))
          try stage.begin("written.jpg")
        },
      ]
    ) { stage in
      guard let asset = stage.asset(0), let file = PHAssetResource.assetResources(for: asset).first
      else { throw Refusal(code: nil) }
      let options = PHAssetResourceRequestOptions()
      options.isNetworkAccessAllowed = true
      try await PHAssetResourceManager.default().writeData(
        for: file, toFile: stage.files.appendingPathComponent("written.jpg"), options: options)
    },
  ]

  /// What was written out of the library.
  private static func copies(_ place: SweepPlace) throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: place.files.path)
    return try names.filter { $0.hasPrefix("written") }.map {
      let data = try Data(contentsOf: place.files.appendingPathComponent($0))
      return "\($0) \(data == TestPicture.jpeg(seed: 1).data)"
    }.joined()
  }

  private static func render(_ output: PHContentEditingOutput) throws {
    output.adjustmentData = PHAdjustmentData(
      formatIdentifier: "com.example.edit", formatVersion: "1", data: Data("recipe".utf8))
    try TestPicture.jpeg(seed: 9).data.write(to: output.renderedContentURL)
  }

  private static func input(_ asset: PHAsset) async throws -> PHContentEditingInput {
    try await withCheckedThrowingContinuation { continuation in
      asset.requestContentEditingInput(with: nil) { input, info in
        if let input { return continuation.resume(returning: input) }
        let error = info[PHContentEditingInputErrorKey] as? any Error
        continuation.resume(throwing: error ?? SweepFailure("There is no input, and no error."))
      }
    }
  }

  /// A change whose objects are fetched in the block.
  static func fetching(
    _ name: String, prepare: (@Sendable (SweepStage) throws -> Void)? = nil,
    _ run: @escaping @Sendable (SweepStage) throws -> Bool
  ) -> SweptOperation {
    // A fetch in the block that meets the fault gives nothing, and nothing is asked for then.
    call(name, prepare: prepare) { stage in
      var answer: Result<Bool, any Error> = .success(false)
      try PHPhotoLibrary.shared().performChangesAndWait {
        answer = Result { try run(stage) }
      }
      guard try answer.get() else { throw Refusal(code: nil) }
    }
  }

  /// A change that fetches nothing, and so has an error for everything.
  static func modern(
    _ name: String, _ run: @escaping @Sendable (SweepStage) -> Void
  ) -> SweptOperation {
    call(name, isSilent: false) { stage in
      try PHPhotoLibrary.shared().performChangesAndWait { run(stage) }
    }
  }

  private static func call(
    _ name: String, isSilent: Bool = true, readsBehind: Bool = false, codes: Set<String> = [],
    prepare: (@Sendable (SweepStage) throws -> Void)? = nil,
    beside: @escaping @Sendable (SweepPlace) throws -> String = { _ in "" },
    parts: [@Sendable (SweepStage) throws -> Void] = [],
    _ run: @escaping @Sendable (SweepStage) async throws -> Void
  ) -> SweptOperation {
    SweptOperation(
      name, .modern, isSilent: isSilent, readsBehind: readsBehind, codes: codes, prepare: prepare,
      beside: beside, parts: parts
    ) { stage in
      do {
        try await run(stage)
      } catch let error as PHPhotosError {
        throw Refusal(code: String(error.code.rawValue))
      }
    }
  }
}

extension SweepStage {
  /// Makes a file that is not whole.
  fileprivate func begin(_ name: String) throws {
    try Data().write(to: files.appendingPathComponent(name))
  }

  func asset(_ index: Int) -> PHAsset? {
    PHAsset.fetchAssets(
      withLocalIdentifiers: [Identifiers.asset(assets[index])], options: nil
    ).firstObject
  }

  var collection: PHAssetCollection? {
    PHAssetCollection.fetchAssetCollections(
      withLocalIdentifiers: [Identifiers.album(album)], options: nil
    ).firstObject
  }

  var list: PHCollectionList? {
    PHCollectionList.fetchCollectionLists(
      withLocalIdentifiers: [Identifiers.folder(folder)], options: nil
    ).firstObject
  }
}
