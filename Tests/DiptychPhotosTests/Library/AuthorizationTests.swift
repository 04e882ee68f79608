import DiptychEngine
import DiptychPhotos
import Foundation
import Testing

@Suite struct AuthorizationTests {
  /// The table in K of the facts: preset, answer, old call, add-only, read-write.
  private struct Row {
    let preset: AccessPreset
    let old: PHAuthorizationStatus
    let addOnly: PHAuthorizationStatus
    let readWrite: PHAuthorizationStatus
  }

  private let rows = [
    Row(
      preset: .notDetermined, old: .notDetermined, addOnly: .notDetermined,
      readWrite: .notDetermined),
    Row(preset: .addOnly, old: .notDetermined, addOnly: .authorized, readWrite: .notDetermined),
    Row(preset: .limited([]), old: .authorized, addOnly: .limited, readWrite: .limited),
    Row(preset: .authorized, old: .authorized, addOnly: .authorized, readWrite: .authorized),
    Row(preset: .denied, old: .denied, addOnly: .denied, readWrite: .denied),
    Row(preset: .restricted, old: .restricted, addOnly: .restricted, readWrite: .restricted),
  ]

  @Test func statusesFollowTheTable() async throws {
    for row in rows {
      try await Scene.run(access: row.preset) { scene in
        #expect(PHPhotoLibrary.authorizationStatus() == row.old, "\(row.preset)")
        #expect(PHPhotoLibrary.authorizationStatus(for: .addOnly) == row.addOnly, "\(row.preset)")
        #expect(
          PHPhotoLibrary.authorizationStatus(for: .readWrite) == row.readWrite, "\(row.preset)")
        #expect(scene.engine.access.prompts == [])
      }
    }
  }

  // Flow 4: undecided × answer; asking again shows nothing (P170).
  @Test func asksOnceAndTellsTheAnswer() async throws {
    for (answer, status) in [
      (PromptAnswer.allow, PHAuthorizationStatus.authorized), (.refuse, .denied),
    ] {
      try await Scene.run(access: .notDetermined) { scene in
        scene.engine.access.script([answer])
        #expect(await PHPhotoLibrary.requestAuthorization(for: .readWrite) == status)
        #expect(await PHPhotoLibrary.requestAuthorization(for: .readWrite) == status)
        #expect(await oldRequest() == status)
        #expect(scene.engine.access.prompts == [.access(.readWrite)])
        #expect(PHPhotoLibrary.authorizationStatus() == status)
      }
    }
  }

  // P171: limited reads as authorized through the old call.
  @Test func limitedReadsAsAuthorizedThroughTheOldCall() async throws {
    try await Scene.run(access: .notDetermined) { scene in
      scene.engine.access.script([.select([])])
      #expect(await oldRequest() == .authorized)
      #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .limited)
    }
  }

  @Test func addOnlyIsAskedForByItself() async throws {
    try await Scene.run(access: .notDetermined) { scene in
      #expect(await PHPhotoLibrary.requestAuthorization(for: .addOnly) == .authorized)
      #expect(scene.engine.access.prompts == [.access(.addOnly)])
      #expect(PHPhotoLibrary.authorizationStatus() == .notDetermined)
    }
  }

  private func oldRequest() async -> PHAuthorizationStatus {
    await withCheckedContinuation { continuation in
      PHPhotoLibrary.requestAuthorization { status in continuation.resume(returning: status) }
    }
  }

  // P172, P173: a fetch without a choice finds nothing and makes the system ask.
  @Test func aFetchWithoutAChoicePrompts() async throws {
    try await Scene.run(access: .notDetermined) { scene in
      try scene.engine.user.make(titled: "Trip")
      #expect(PHCollection.fetchTopLevelUserCollections(with: nil).count == 0)
      #expect(await scene.engine.activities.settled(within: 10) == [])
      #expect(scene.engine.access.prompts == [.access(.readWrite)])
      #expect(scene.topTitles == ["Trip"])
    }
  }

  // P173, C78: denied and restricted fetches find nothing, ask nothing.
  @Test func aRefusedFetchIsEmpty() async throws {
    for preset in [AccessPreset.denied, .restricted] {
      try await Scene.run(access: preset) { scene in
        let album = try scene.engine.user.make(titled: "Trip")
        #expect(PHAsset.fetchAssets(with: nil).count == 0)
        #expect(scene.topTitles == [])
        #expect(
          PHAssetCollection.fetchAssetCollections(
            withLocalIdentifiers: [Identifiers.album(album)], options: nil
          ).count == 0)
        #expect(
          PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .any, options: nil)
            .count == 0)
        #expect(await scene.engine.activities.settled(within: 10) == [])
        #expect(scene.engine.access.prompts == [])
      }
    }
  }

  // P174, C78, decision 22: the block is not run.
  @Test func aRefusedChangeDoesNotRunItsBlock() async throws {
    for (preset, code) in [
      (AccessPreset.denied, PHPhotosError.Code.accessUserDenied), (.restricted, .accessRestricted),
    ] {
      try await Scene.run(access: preset) { scene in
        var runs = 0
        #expect(scene.failure { runs += 1 } == code)
        #expect(runs == 0)
        let answer: (Bool, Int?) = await withCheckedContinuation { continuation in
          PHPhotoLibrary.shared().performChanges {
            Issue.record("The block ran.")
          } completionHandler: { success, error in
            continuation.resume(returning: (success, (error as? PHPhotosError)?.errorCode))
          }
        }
        #expect(answer == (false, code.rawValue))
        let token = try scene.token()
        #expect(token == 0)
      }
    }
  }

  // Decision 22: a block submitted while undecided waits for the answer.
  @Test func anUndecidedChangeAsksFirst() async throws {
    for (answer, code) in [
      (PromptAnswer.allow, nil), (.refuse, PHPhotosError.Code.accessUserDenied),
    ] {
      try await Scene.run(access: .notDetermined) { scene in
        scene.engine.access.script([answer])
        let failure = scene.failure {
          PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Trip")
        }
        #expect(failure == code)
        #expect(scene.engine.access.prompts == [.access(.readWrite)])
        let titles = try scene.engine.read { try $0.collectionTree().map(\.title) }
        #expect(titles == (code == nil ? ["Trip"] : []))
      }
    }
  }

  // Decision 22, the quirk: an undecided or refused change fails at once with Cocoa error 2047.
  @Test func theQuirkFailsAtOnce() async throws {
    var profile = BehaviorProfile(name: "test")
    profile.undecidedChangeFails = true
    for preset in [AccessPreset.notDetermined, .denied] {
      try await Scene.run(access: preset, profile: profile) { scene in
        do {
          try PHPhotoLibrary.shared().performChangesAndWait { Issue.record("The block ran.") }
          Issue.record("The change succeeded.")
        } catch {
          let error = error as NSError
          #expect(error.domain == NSCocoaErrorDomain)
          #expect(error.code == 2047)
        }
        #expect(scene.engine.access.prompts == [])
      }
    }
  }

  // Decisions 23 and 48, P180: with add-only access assets can be saved, and nothing else. That is
  // the first access to the rest, which asks as the first fetch does (P172).
  @Test func addOnlyAllowsCreationsAlone() async throws {
    try await Scene.run(access: .addOnly) { scene in
      scene.engine.access.script([.refuse])
      let image = try Pictures.solid()
      try scene.change { _ = PHAssetChangeRequest.creationRequestForAsset(from: image) }
      #expect(try scene.engine.fetchAssets(AssetQuery(.library), as: nil).count == 1)
      var runs = 0
      let code = scene.failure {
        runs += 1
        PHAssetChangeRequest.creationRequestForAsset(from: image)
        PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Trip")
      }
      #expect(code == .accessUserDenied)
      #expect(runs == 1)
      #expect(try scene.engine.fetchAssets(AssetQuery(.library), as: nil).count == 1)
      #expect(try scene.engine.read { try $0.collectionTree() }.isEmpty)
      #expect(scene.engine.access.prompts == [.access(.readWrite)])
      // Refused once, it is not asked again, and saving still works.
      let again = scene.failure {
        PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Trip")
      }
      #expect(again == .accessUserDenied)
      try scene.change { _ = PHAssetChangeRequest.creationRequestForAsset(from: image) }
      #expect(scene.engine.access.prompts == [.access(.readWrite)])
    }
  }

  @Test func addOnlyGetsTheRestWhenTheUserAllowsIt() async throws {
    try await Scene.run(access: .addOnly) { scene in
      scene.engine.access.script([.allow])
      try scene.album("Trip")
      #expect(scene.topTitles == ["Trip"])
      #expect(scene.engine.access.prompts == [.access(.readWrite)])
    }
  }

  // A library that cannot answer has not refused anything.
  @Test func aClosedLibraryIsNoRefusal() async throws {
    let engine = try EphemeralLibrary.open { $0.client = "App" }
    engine.close()
    await LibraryScope(library: engine, delivery: .private).runInTask {
      do {
        try await PHPhotoLibrary.shared().performChanges { Issue.record("The block ran.") }
        Issue.record("The change succeeded.")
      } catch {
        #expect((error as? PHPhotosError)?.code == .internalError)
        #expect(error.localizedDescription.contains("was closed"))
      }
    }
  }

  // P177, P178: a limited client sees its selection, what it creates, and its own albums.
  @Test func limitedSeesItsSelection() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(3)
      try scene.engine.user.make(titled: "Of the user")
      let selected = try #require(Identifiers.assetUUID(assets[1].localIdentifier))
      try scene.engine.access.set(.limited([selected]), "App")
      #expect(scene.assets == [assets[1].localIdentifier])
      let album = try scene.album("Own", assets)
      #expect(scene.topTitles == ["Own"])
      #expect(scene.members(of: album) == [assets[1].localIdentifier])
      #expect(album.estimatedAssetCount == 1)
      let new = try scene.save()
      #expect(scene.assets == [assets[1].localIdentifier, new])
    }
  }
}
