import DiptychPhotos
import DiptychTestingSwiftTesting
import Dispatch
import Foundation
import Testing

/// The overlay for Swift Testing.
@Suite struct TraitTests {
  @Test(.photoLibrary) func aTestStartsWithAnEmptyLibrary() {
    #expect(TestPhotoLibrary.current.assets.isEmpty)
    #expect(TestPhotoLibrary.current.client == "App")
    #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .authorized)
  }

  @Test(.photoLibrary, arguments: 1...3) func everyCaseHasItsOwn(_ number: Int) throws {
    let library = TestPhotoLibrary.current
    #expect(library.assets.isEmpty)
    try library.user.save(Photo(.jpeg(seed: number)))
    #expect(PHAsset.fetchAssets(with: nil).count == 1)
  }

  @Test(
    .photoLibrary(client: "Saver", access: .denied) { Photo(.png(), named: "a.png") }
  ) func aTraitSeedsAndSetsAccess() {
    let library = TestPhotoLibrary.current
    #expect(library.client == "Saver")
    #expect(library.access == .denied)
    #expect(library.assets.map(\.fileName) == ["a.png"])
    // P173
    #expect(PHAsset.fetchAssets(with: nil).count == 0)
  }

  @Suite(.photoLibrary(.parallel) { Album("Trip") }) struct Parallel {
    @Test(arguments: 1...8) func eachStaysInItsOwn(_ number: Int) async throws {
      for step in 0..<number {
        try PHPhotoLibrary.shared().performChangesAndWait {
          PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "\(step)")
        }
        await Task.yield()
      }
      #expect(
        TestPhotoLibrary.current.albums.map(\.title) == ["Trip"] + (0..<number).map(String.init))
    }
  }

  @Test(.photoLibrary) func aDifferenceIsRecordedAtTheCall() async throws {
    let line = #line + 2
    await withKnownIssue {
      await expectIdenticalLibraries(
        legacy: { _ in }, modern: { try $0.user.makeAlbum("Trip") })
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.first?.rawValue.hasPrefix(
          "The legacy and the modern half leave different libraries:\n  c1 \"Trip\" exists") == true
    }
    // The test's own library is in force again.
    #expect(TestPhotoLibrary.current.albums.isEmpty)
  }

  @Test func workLeftBehindIsRecorded() async throws {
    let gate = DispatchGroup()
    gate.enter()
    try await withKnownIssue {
      let trait = PhotoLibraryTrait.photoLibrary(settlingWithin: 0.2)
      let test = try #require(Test.current)
      try await trait.provideScope(for: test, testCase: nil) {
        PHPhotoLibrary.shared().performChanges { gate.wait() }
      }
    } matching: { issue in
      issue.comments.first?.rawValue
        == "The test left work behind: change block. Wait for it in the test."
    }
    gate.leave()
  }
}
