import DiptychAssetsLibrary
import DiptychPhotos
import DiptychTesting
import Foundation
import Testing

/// Access, prompts and answers as a test scripts them.
struct AccessTests {
  private func status(
    _ library: TestPhotoLibrary, _ level: PHAccessLevel = .readWrite
  ) async -> PHAuthorizationStatus {
    await library.run { PHPhotoLibrary.authorizationStatus(for: level) }
  }

  // The table in K of the facts.
  @Test func accessIsWhatTheTestSays() async throws {
    let library = try TestPhotoLibrary {
      Photo(.jpeg(seed: 1), named: "a.jpg")
      Photo(.jpeg(seed: 2), named: "b.jpg")
    }
    let identifier = try #require(library.asset("b.jpg")?.localIdentifier)
    let table: [(TestPhotoLibrary.Access, PHAuthorizationStatus, PHAuthorizationStatus)] = [
      (.notDetermined, .notDetermined, .notDetermined), (.restricted, .restricted, .restricted),
      (.denied, .denied, .denied), (.addOnly, .notDetermined, .authorized),
      (.limited(["b.jpg"]), .limited, .limited), (.authorized, .authorized, .authorized),
    ]
    for (access, readWrite, addOnly) in table {
      library.access = access
      #expect(await status(library) == readWrite)
      #expect(await status(library, .addOnly) == addOnly)
      #expect(library.access == (access == .limited(["b.jpg"]) ? .limited([identifier]) : access))
    }
  }

  // P177
  @Test func aLimitedApplicationSeesTheSelection() async throws {
    let library = try TestPhotoLibrary(access: .limited(["b.jpg"])) {
      Photo(.jpeg(seed: 1), named: "a.jpg")
      Photo(.jpeg(seed: 2), named: "b.jpg")
    }
    let seen = await library.run { PHAsset.fetchAssets(with: nil).firstObject?.localIdentifier }
    #expect(seen == library.asset("b.jpg")?.localIdentifier)
    // Reading past the APIs knows no access.
    #expect(library.assets.count == 2)
    try library.user.select(["a.jpg", "b.jpg"])
    #expect(await library.run { PHAsset.fetchAssets(with: nil).count } == 2)
  }

  // P170: asking again after a choice shows nothing.
  @Test func answersAreGivenInOrder() async throws {
    let library = try TestPhotoLibrary(access: .notDetermined)
    library.answers(.refuse)
    let first = await library.run { await PHPhotoLibrary.requestAuthorization(for: .readWrite) }
    #expect(first == .denied)
    #expect(library.prompts == [.readWriteAccess])
    let again = await library.run { await PHPhotoLibrary.requestAuthorization(for: .readWrite) }
    #expect(again == .denied)
    #expect(library.prompts == [.readWriteAccess])
  }

  // `ask` is a status and a standing answer in one; setting it again is a user who changes their mind.
  @Test func askSaysWhatTheUserWillAnswer() async throws {
    let library = try TestPhotoLibrary(access: .ask(.refuse))
    #expect(library.access == .notDetermined)
    let refused = await library.run { await PHPhotoLibrary.requestAuthorization(for: .addOnly) }
    #expect(refused == .denied)
    library.access = .ask(.allow)
    let allowed = await library.run { await PHPhotoLibrary.requestAuthorization(for: .addOnly) }
    #expect(allowed == .authorized)
    #expect(library.access == .addOnly)
    #expect(library.prompts == [.addOnlyAccess, .addOnlyAccess])
  }

  // Decision 219: the answer goes with the access that it came with; a standing answer stays.
  @Test func anotherAccessTakesTheAnswerBack() async throws {
    let library = try TestPhotoLibrary(access: .ask(.refuse))
    library.access = .notDetermined
    #expect(
      await library.run { await PHPhotoLibrary.requestAuthorization(for: .readWrite) }
        == .authorized)
    library.answersAlways(.refuse)
    library.access = .ask(.allow)
    #expect(
      await library.run { await PHPhotoLibrary.requestAuthorization(for: .readWrite) }
        == .authorized)
    library.access = .notDetermined
    #expect(
      await library.run { await PHPhotoLibrary.requestAuthorization(for: .readWrite) } == .denied)
  }

  // Decision 219: whatever is said of all other questions, before or after.
  @Test func whatAskSaysHoldsUntilAnotherAccess() async throws {
    let library = try TestPhotoLibrary(access: .ask(.refuse))
    library.answersAlways(.allow)
    #expect(
      await library.run { await PHPhotoLibrary.requestAuthorization(for: .addOnly) } == .denied)
    library.access = .notDetermined
    library.answersAlways(.refuse)
    library.answersAlways(.allow)
    #expect(
      await library.run { await PHPhotoLibrary.requestAuthorization(for: .addOnly) }
        == .authorized)
  }

  // P101: the user is asked before something is deleted; 3072 when refused.
  @Test func aRefusedDeletionChangesNothing() async throws {
    let library = try TestPhotoLibrary { Photo(.jpeg(), named: "a.jpg") }
    library.answersAlways(.refuse)
    library.answers(.allow, .refuse)
    func delete() async throws {
      try await library.run {
        let photos = PHAsset.fetchAssets(with: nil)
        try PHPhotoLibrary.shared().performChangesAndWait {
          PHAssetChangeRequest.deleteAssets(photos)
        }
      }
    }
    try await delete()
    #expect(library.recentlyDeleted.count == 1)
    try library.user.restore("a.jpg")
    for _ in 0..<2 {
      let error = await #expect(throws: PHPhotosError.self) { try await delete() }
      #expect(error?.code == .userCancelled)
    }
    #expect(library.assets.count == 1)
    #expect(library.prompts.map(\.description) == Array(repeating: "delete 1 asset", count: 3))
  }

  // Decision 25: the documented code and the one of iOS 9.
  @Test func aProfileChangesTheCode() async throws {
    func refusal(_ profile: TestPhotoLibrary.Profile) async throws -> Int? {
      let library = try TestPhotoLibrary(profile: profile, access: .denied)
      do {
        _ = try await library.run {
          try await ALAssetsLibrary().writeImageData(
            toSavedPhotosAlbum: TestPicture.jpeg().data, metadata: nil)
        }
        return nil
      } catch {
        return (error as NSError).code
      }
    }
    #expect(try await refusal(.documented) == -3310)
    #expect(try await refusal(.iOS9) == -3311)
    #expect(try await refusal(.documented.with(.refusedWriteIsUserDenied)) == -3311)
    #expect(
      TestPhotoLibrary.Profile.documented.with(.refusedWriteIsUserDenied).description
        == "documented + refusedWriteIsUserDenied")
  }

  @Test func aNameThatIsNotThereEndsTheProcess() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let library = try TestPhotoLibrary()
      library.access = .limited(["missing.jpg"])
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("The library has no photo or video called missing.jpg."))
  }

  @Test func readingAClosedLibraryEndsTheProcess() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let library = try TestPhotoLibrary()
      library.close()
      _ = library.assets
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("The library was closed."))
  }
}
