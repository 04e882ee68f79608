import DiptychEngine
import DiptychPhotos
import Foundation
import Testing

/// What raises on Apple systems ends the process here, with Apple's text and the remedy
/// (decision 40).
@Suite struct TrapTests {
  private static let outside =
    "NSInternalInconsistencyException: This method can only be called from inside of "
    + "-[PHPhotoLibrary performChanges:completionHandler:] or "
    + "-[PHPhotoLibrary performChangesAndWait:error:]"

  private func message(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  // P87, C90.
  @Test func aRequestOutsideABlock() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await Scene.run { _ in
        _ = PHAssetChangeRequest.creationRequestForAsset(from: try Pictures.solid())
      }
    }
    #expect(message(result).contains(Self.outside))
  }

  // P88: the request object in the completion handler.
  @Test func aRequestUsedAfterItsBlock() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await Scene.run { scene in
        let image = try Pictures.solid()
        let request = try scene.change { PHAssetChangeRequest.creationRequestForAsset(from: image) }
        _ = request.placeholderForCreatedAsset
      }
    }
    #expect(message(result).contains(Self.outside))
  }

  // P87: what a block starts on another thread is outside it.
  @Test func aRequestOnAnotherThread() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await Scene.run { scene in
        try scene.change {
          let done = DispatchGroup()
          let task: @Sendable () -> Void = {
            PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Trip")
            done.leave()
          }
          done.enter()
          Thread.detachNewThread(task)
          done.wait()
        }
      }
    }
    #expect(message(result).contains(Self.outside))
  }

  // P86: in all four combinations of the two forms; never a hang.
  @Test func aBlockInsideABlock() async throws {
    let reason =
      "NSInternalInconsistencyException: A change block was started inside a change block."
    let waiting = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await Scene.run { scene in
        try scene.change { try? PHPhotoLibrary.shared().performChangesAndWait {} }
      }
    }
    #expect(message(waiting).contains(reason))
    let mixed = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await Scene.run { scene in
        try scene.change { PHPhotoLibrary.shared().performChanges({}) }
      }
    }
    #expect(message(mixed).contains(reason))
    let queued = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await Scene.run { scene in
        try await PHPhotoLibrary.shared().performChanges {
          try? PHPhotoLibrary.shared().performChangesAndWait {}
        }
      }
    }
    #expect(message(queued).contains(reason))
  }

  // P6, P7, P19.
  @Test func unsupportedPredicates() async throws {
    let key = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await Scene.run { scene in
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "filename == %@", "a.jpg")
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
        _ = PHAsset.fetchAssets(with: options)
      }
    }
    #expect(
      message(key).contains(
        "NSInvalidArgumentException: Unsupported predicate in fetch options: filename == \"a.jpg\"")
    )
    let block = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await Scene.run { scene in
        let options = PHFetchOptions()
        options.predicate = NSPredicate { _, _ in true }
        _ = PHAsset.fetchAssets(with: options)
      }
    }
    #expect(
      message(block).contains(
        "NSInvalidArgumentException: Unsupported predicate in fetch options: "))
    // The class that is fetched decides which keys there are (P1).
    let collection = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await Scene.run { scene in
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "mediaType == 1")
        _ = PHCollection.fetchTopLevelUserCollections(with: options)
      }
    }
    #expect(
      message(collection).contains(
        "NSInvalidArgumentException: Unsupported predicate in fetch options: mediaType == 1"))
  }

  // P7: also where nothing can be found, so that a program fails in its tests and not later.
  @Test func unsupportedPredicatesWithoutAccess() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await Scene.run(access: .denied) { scene in
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "hasAdjustments == true")
        _ = PHAsset.fetchAssets(with: options)
      }
    }
    #expect(
      message(result).contains(
        "NSInvalidArgumentException: Unsupported predicate in fetch options: "))
  }

  // A result promises its objects; a library that was closed cannot give them.
  @Test func aResultOfAClosedLibrary() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await Scene.run { scene in
        try scene.save()
        let result = PHAsset.fetchAssets(with: nil)
        scene.engine.close()
        _ = result[0]
      }
    }
    #expect(message(result).contains("The objects of a fetch result cannot be read."))
    #expect(message(result).contains("Keep the library open"))
  }

  // C56, P8, P9.
  @Test func unsupportedSortKeys() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await Scene.run { scene in
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "mediaType == 1")
        options.sortDescriptors = [
          NSSortDescriptor(key: "creationDate", ascending: true),
          NSSortDescriptor(key: "localIdentifier", ascending: true),
        ]
        _ = PHAsset.fetchAssets(with: options)
      }
    }
    #expect(
      message(result).contains(
        "NSInvalidArgumentException: Unsupported sort descriptor in fetch options: "
          + "(localIdentifier, ascending, compare:)"))
    #expect(message(result).contains("localIdentifier and SELF only filter (P9)"))
    let comparator = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await Scene.run { scene in
        let options = PHFetchOptions()
        options.sortDescriptors = [
          NSSortDescriptor(keyPath: \PHAsset.pixelWidth, ascending: true) { _, _ in .orderedSame }
        ]
        _ = PHAsset.fetchAssets(with: options)
      }
    }
    #expect(message(comparator).contains("make the descriptor with init(key:ascending:)"))
  }

  // P49.
  @Test func anIndexOutOfRange() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      try await Scene.run { scene in
        try scene.save()
        _ = PHAsset.fetchAssets(with: nil).object(at: 1)
      }
    }
    #expect(
      message(result).contains(
        "NSRangeException: Index 1 is beyond the bounds of a fetch result with 1 objects."))
  }

  // P240.
  @Test func anUnknownKey() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = PHAsset().value(forKey: "nothing")
    }
    #expect(message(result).contains("NSUnknownKeyException"))
  }
}
