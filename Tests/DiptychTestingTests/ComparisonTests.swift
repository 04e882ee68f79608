import DiptychAssetsLibrary
import DiptychPhotos
import DiptychTesting
import Dispatch
import Foundation
import Testing

/// Saves through both APIs, as short as can be.
enum Save {
  static func legacy(_ data: Data) async throws {
    _ = try await ALAssetsLibrary().writeImageData(toSavedPhotosAlbum: data, metadata: nil)
  }

  static func modern(_ data: Data, named name: String? = nil) throws {
    try PHPhotoLibrary.shared().performChangesAndWait {
      let options = PHAssetResourceCreationOptions()
      options.originalFilename = name
      PHAssetCreationRequest.forAsset().addResource(with: .photo, data: data, options: options)
    }
  }

  /// Puts the newest photo at the start of the first album.
  static func newestFirst() throws {
    let photos = PHAsset.fetchAssets(with: nil)
    let albums = PHAssetCollection.fetchAssetCollections(
      with: .album, subtype: .any, options: nil)
    guard let photo = photos.lastObject, let album = albums.firstObject else { return }
    try PHPhotoLibrary.shared().performChangesAndWait {
      PHAssetCollectionChangeRequest(for: album)?
        .insertAssets([photo] as NSArray, at: IndexSet(integer: 0))
    }
  }
}

/// Design, section 6: twin libraries, waiting, comparing, and what the report says.
struct ComparisonTests {
  private let picture = TestPicture.jpeg(seed: 7).data

  @Test func equalHalvesAreReportedAsEqual() async throws {
    let comparison = try await compareLibraries(
      given: { Album("Trip") { Photo(.jpeg(seed: 1), named: "a.jpg") } },
      legacy: { try await Save.legacy(picture) }, modern: { try Save.modern(picture) })
    #expect(comparison.legacy == comparison.modern)
    #expect(comparison.legacy.contains("c1 \"Trip\""))
    #expect(comparison.legacy.contains("a2"))
    #expect(comparison.allowed.isEmpty)
  }

  @Test func aWrongModernHalfIsReportedLineByLine() async throws {
    let error = await #expect(throws: LibraryDifference.self) {
      try await compareLibraries(
        given: { Album("Trip") { Photo(.jpeg(seed: 1), named: "a.jpg") } },
        legacy: { library in
          try await Save.legacy(picture)
          try library.user.add("IMG_0002.JPG", to: "Trip")
        },
        modern: { _ in
          try Save.modern(picture)
          try Save.newestFirst()
        })
    }
    #expect(
      error?.description == """
        The legacy and the modern half leave different libraries:
          c1 "Trip" members   legacy: a1 a2   modern: a2 a1
          c1 "Trip" cover   legacy: a1   modern: a2
        If that is right, allow what is known of the APIs, and just that:
          allowing: [.albumOrder]   D3: The old API only appends to albums.
        or leave these lines out, whatever they say:
          ignoring: ["members", "cover"]
        """)
  }

  @Test func whatOnlyOneHalfMakesIsReported() async throws {
    let error = await #expect(throws: LibraryDifference.self) {
      try await compareLibraries(
        legacy: { _ in }, modern: { try $0.user.makeAlbum("Trip") })
    }
    #expect(
      error?.lines.map(\.description) == [#"c1 "Trip" exists   legacy: –   modern: none"#])
    // It is no second album of a title that is there (D1), and has a title (D2).
    #expect(error?.description.contains("allowing:") == false)
    #expect(
      error?.description.hasSuffix(
        "If that is right, leave these lines out:\n  ignoring: [\"exists\"]") == true)
  }

  // D6, D3
  @Test func aDeclaredDifferencePasses() async throws {
    let comparison = try await compareLibraries(
      allowing: [.fileName],
      legacy: { try await Save.legacy(picture) },
      modern: { try Save.modern(picture, named: "mine.jpg") })
    #expect(
      comparison.allowed["D6"]?.map(\.description)
        == [#"a1 photo name   legacy: "IMG_0001.JPG"   modern: "mine.jpg""#])
  }

  @Test func aDeclaredDifferenceCoversNoOtherLine() async throws {
    let error = await #expect(throws: LibraryDifference.self) {
      try await compareLibraries(
        allowing: [.albumOrder],
        legacy: { try await Save.legacy(picture) },
        modern: { try Save.modern(picture, named: "mine.jpg") })
    }
    #expect(error?.lines.map(\.field) == ["photo name"])
  }

  @Test func ignoredLinesAreLeftOut() async throws {
    try await compareLibraries(
      ignoring: [.fileName],
      legacy: { try await Save.legacy(picture) },
      modern: { try Save.modern(picture, named: "mine.jpg") })
  }

  // Design, "Exact": bookkeeping and history count.
  @Test func exactSeesWhatStateDoesNot() async throws {
    func compare(_ level: TestPhotoLibrary.Level) async throws {
      try await compareLibraries(
        given: { Photo(.jpeg(), named: "a.jpg") }, level: level,
        legacy: { try $0.user.makeAlbum("Trip") },
        modern: {
          try $0.user.makeAlbum("Trip")
          try $0.user.favorite("a.jpg")
          try $0.user.unfavorite("a.jpg")
        })
    }
    try await compare(.state)
    let error = await #expect(throws: LibraryDifference.self) { try await compare(.exact) }
    #expect(error?.lines.contains { $0.field == "modified" } == true)
    #expect(error?.lines.contains { $0.modern?.hasPrefix("updated favorite") == true } == true)
  }

  @Test func twinsAreEqualExactly() async throws {
    func run(_ library: TestPhotoLibrary) throws {
      library.step("album")
      try library.user.makeAlbum("Trip", with: "a.jpg")
      library.step("save")
      try Save.modern(picture)
    }
    try await compareLibraries(
      given: { Photo(.jpeg(), named: "a.jpg") }, level: .exact, legacy: run, modern: run)
  }

  @Test func workThatIsNotDoneIsNamed() async throws {
    let gate = DispatchGroup()
    gate.enter()
    let error = await #expect(throws: ComparisonFailure.self) {
      try await compareLibraries(
        settlingWithin: 0.2, legacy: {},
        modern: { PHPhotoLibrary.shared().performChanges { gate.wait() } })
    }
    gate.leave()
    guard case .unsettled(let labels, 0.2)? = error?.reason else {
      Issue.record("The failure is \(String(describing: error))")
      return
    }
    #expect(error?.half == .modern)
    #expect(labels == ["change block"])
    #expect(error?.description.contains("Still waiting: change block.") == true)
  }

  // Decision 39: what was started and not awaited is waited for.
  @Test func callbacksAreWaitedFor() async throws {
    try await compareLibraries(
      legacy: {
        ALAssetsLibrary().writeImageData(toSavedPhotosAlbum: picture, metadata: nil) { _, _ in
          ALAssetsLibrary().addAssetsGroupAlbum(
            withName: "Trip", resultBlock: nil, failureBlock: nil)
        }
      },
      modern: {
        PHPhotoLibrary.shared().performChanges({ [picture] in
          PHAssetCreationRequest.forAsset().addResource(with: .photo, data: picture, options: nil)
        }) { _, _ in
          PHPhotoLibrary.shared().performChanges({
            PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Trip")
          })
        }
      })
  }

  @Test func anErrorSaysWhichHalfThrewIt() async throws {
    let error = await #expect(throws: ComparisonFailure.self) {
      try await compareLibraries(
        access: .denied, legacy: {}, modern: { try Save.modern(picture) })
    }
    guard case .threw(let cause)? = error?.reason else {
      Issue.record("The failure is \(String(describing: error))")
      return
    }
    #expect(error?.half == .modern)
    // P174
    #expect((cause as? PHPhotosError)?.code == .accessUserDenied)
  }

  // Of an error of the APIs its code and what to do, once, and nothing of the engine.
  @Test func errorsOfBothAPIsAreSentences() async throws {
    let legacy = await #expect(throws: ComparisonFailure.self) {
      try await compareLibraries(
        access: .denied, legacy: { try await Save.legacy(picture) }, modern: {})
    }
    let modern = await #expect(throws: ComparisonFailure.self) {
      try await compareLibraries(
        access: .denied, legacy: {}, modern: { try Save.modern(picture) })
    }
    for (failure, start) in [
      (
        legacy,
        "The legacy half threw an error: ALAssetsLibraryErrorDomain -3310: Data unavailable. "
      ),
      (modern, "The modern half threw an error: PHPhotosErrorDomain 3311: "),
    ] {
      let text = try #require(failure).description
      #expect(text.hasPrefix(start), "\(text)")
      #expect(!text.contains("UserInfo") && !text.contains(".swift:"), "\(text)")
    }
  }

  @Test func aLibraryThatCannotBeMadeIsReported() async throws {
    let error = await #expect(throws: ComparisonFailure.self) {
      try await compareLibraries(access: .limited(["missing.jpg"]), legacy: {}, modern: {})
    }
    #expect(error?.half == .legacy)
    #expect(error?.description.contains("no photo or video called missing.jpg") == true)
  }

  // Two comparisons at once would be two libraries in force (decision 42).
  @Test func comparisonsTakeTurns() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seed in 1...4 {
        group.addTask {
          try await compareLibraries(
            seed: seed, legacy: { try await Save.legacy(picture) },
            modern: {
              await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                  #expect(throws: Never.self) { try Save.modern(picture) }
                  continuation.resume()
                }
              }
            })
        }
      }
      try await group.waitForAll()
    }
  }
}
