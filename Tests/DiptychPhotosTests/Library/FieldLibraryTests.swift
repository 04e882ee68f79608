import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

/// Threads, waiting and asking, as people ran into them.
@Suite struct FieldLibraryTests {
  // C88, P48: a hundred fetches while twenty changes run; each sees a state between two changes.
  @Test func manyReaders() async throws {
    try await Scene.run { scene in
      // Each change favors one asset and no longer the one before, so that one is favorite always.
      let assets = try scene.saveAssets(20)
      try scene.change { PHAssetChangeRequest(for: assets[19]).isFavorite = true }
      let names = assets.map(\.localIdentifier)
      let options = PHFetchOptions()
      options.predicate = NSPredicate(format: "isFavorite == YES")
      await withTaskGroup(of: Bool.self) { group in
        group.addTask {
          for index in 0..<20 {
            try? PHPhotoLibrary.shared().performChangesAndWait {
              PHAssetChangeRequest(for: assets[(index + 19) % 20]).isFavorite = false
              PHAssetChangeRequest(for: assets[index]).isFavorite = true
            }
          }
          return true
        }
        for _ in 0..<100 {
          group.addTask {
            let own = PHFetchOptions()
            own.predicate = NSPredicate(format: "isFavorite == YES")
            return PHAsset.fetchAssets(withLocalIdentifiers: names, options: own).count == 1
          }
        }
        for await isRight in group { #expect(isRight) }
      }
      #expect(PHAsset.fetchAssets(with: options).identifiers == [names[19]])
    }
  }

  // C98, P170, P176: asking again tells the same, once, without a prompt, off the main thread.
  @Test func askingAgain() async throws {
    let rows: [(AccessPreset, PHAuthorizationStatus)] = [
      (.authorized, .authorized), (.denied, .denied), (.restricted, .restricted),
      (.limited([]), .limited),
    ]
    for (preset, status) in rows {
      try await Scene.run(access: preset) { scene in
        let answers = Lock<[PHAuthorizationStatus]>([])
        for _ in 0..<2 {
          PHPhotoLibrary.requestAuthorization(for: .readWrite) { answer in
            dispatchPrecondition(condition: .notOnQueue(.main))
            answers.withLock { $0.append(answer) }
          }
        }
        #expect(await scene.engine.activities.settled(within: 10) == [])
        #expect(answers.withLock { $0 } == [status, status])
        #expect(scene.engine.access.prompts == [])
      }
    }
  }

  // P84, C87: the waiting form gives its error by throwing, on the calling thread.
  @Test func theWaitingFormThrows() async throws {
    try await Scene.run { scene in
      let error = #expect(throws: PHPhotosError.self) {
        try PHPhotoLibrary.shared().performChangesAndWait { PHAssetCreationRequest.forAsset() }
      }
      #expect(error?.code == .missingResource)
      // It waits for the answer to a prompt.
      let asset = try #require(try scene.saveAssets(1).first)
      scene.engine.access.script([.refuse])
      let refused = #expect(throws: PHPhotosError.self) {
        try PHPhotoLibrary.shared().performChangesAndWait {
          PHAssetChangeRequest.deleteAssets([asset] as NSArray)
        }
      }
      #expect(refused?.code == .userCancelled && scene.assets.count == 1)
    }
  }

  // C22, P80: a folder below itself, at any depth; the tree stays as it was.
  @Test func aFolderBelowItself() async throws {
    try await Scene.run { scene in
      let inner = try scene.folder("B")
      let outer = try scene.folder("A", [inner])
      for (parent, child) in [(inner, outer), (outer, outer)] {
        let code = scene.failure {
          PHCollectionListChangeRequest(for: parent)?.addChildCollections([child] as NSArray)
        }
        #expect(code == .changeNotSupported)
      }
      #expect(scene.topTitles == ["A"])
      #expect(PHCollection.fetchCollections(in: outer, options: nil).count == 1)
    }
  }
}
