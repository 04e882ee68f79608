import DiptychAssetsLibrary
import DiptychPhotos
import DiptychPlatform
import DiptychTesting
import Foundation
import Testing

/// Each option of a comparison reaches both halves, and does what it says.
struct ComparisonOptionTests {
  private let picture = TestPicture.jpeg(seed: 7).data

  /// What a half finds, told by both halves of one comparison.
  private final class Findings: Sendable {
    private let texts = Lock<[String]>([])
    func add(_ text: String) { texts.withLock { $0.append(text) } }
    var all: [String] { texts.withLock { $0 } }
  }

  @Test func bothHalvesStartFromTheSame() async throws {
    let findings = Findings()
    func look(_ library: TestPhotoLibrary) {
      #expect(TestPhotoLibrary.current === library)
      findings.add(
        [
          library.client, "\(library.access)", "\(library.clock.now.timeIntervalSince1970)",
          "\(PHPhotoLibrary.authorizationStatus(for: .readWrite).rawValue)",
          library.assets.map(\.localIdentifier).joined(), library.dump(.exact),
        ].joined(separator: "\n"))
    }
    try await compareLibraries(
      given: {
        Album("Trip") { Photo(.jpeg(seed: 1), named: "a.jpg").notLocal() }
        Photo(.jpeg(seed: 2), named: "b.jpg").deleted()
        Folder("2020") { Album("Walk").by("App") }
      }, seed: 7, client: "Saver", access: .limited(["a.jpg"]), level: .exact,
      legacy: look, modern: look)
    #expect(findings.all.count == 2)
    #expect(findings.all[0] == findings.all[1])
    #expect(findings.all[0].hasPrefix("Saver\nlimited("))
  }

  // Halves do not see each other: they start from twins, not from one library.
  @Test func halvesAreApart() async throws {
    try await compareLibraries(
      given: { Album("Trip") { Photo(.jpeg(seed: 1), named: "a.jpg") } },
      legacy: { library in
        try library.user.deleteAlbum("Trip")
        try library.user.purge("a.jpg")
      },
      modern: { library in
        #expect(library.album("Trip")?.assets.count == 1)
        #expect(try library.asset("a.jpg")?.data == TestPicture.jpeg(seed: 1).data)
        #expect(try library.verify() == [])
        try library.user.deleteAlbum("Trip")
        try library.user.purge("a.jpg")
      })
  }

  // Decisions 25 and 29: a profile holds in both halves.
  @Test func aProfileHoldsInBothHalves() async throws {
    for (profile, code, title) in [
      (TestPhotoLibrary.Profile.documented, -3310, "Recents"), (.iOS9, -3311, "Recents"),
      (.iOS8, -3310, "Camera Roll"),
    ] {
      try await compareLibraries(
        profile: profile,
        legacy: { library in
          library.access = .denied
          let error = await #expect(throws: (any Error).self) { try await Save.legacy(picture) }
          #expect((error as NSError?)?.code == code)
        },
        modern: { _ in
          let albums = PHAssetCollection.fetchAssetCollections(
            with: .smartAlbum, subtype: .smartAlbumUserLibrary, options: nil)
          #expect(albums.firstObject?.localizedTitle == title)
        })
    }
  }

  // D16: what the user answers, asked by either API.
  @Test func theUserIsAskedInBothHalves() async throws {
    for (answer, status) in [(TestPhotoLibrary.Answer.allow, 3), (.refuse, 2)] {
      try await compareLibraries(
        access: .ask(answer),
        legacy: { library in
          #expect(library.access == .notDetermined)
          try? await Save.legacy(picture)
          #expect(library.prompts == [.readWriteAccess])
          #expect(ALAssetsLibrary.authorizationStatus().rawValue == status)
        },
        modern: { library in
          #expect(library.access == .notDetermined)
          let given = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
          #expect(given.rawValue == status)
          #expect(library.prompts == [.readWriteAccess])
          try? Save.modern(picture)
        })
    }
    // P177: a selection.
    try await compareLibraries(
      given: {
        Photo(.jpeg(seed: 1), named: "a.jpg")
        Photo(.jpeg(seed: 2), named: "b.jpg")
      }, access: .ask(.select(["b.jpg"])),
      legacy: { _ in },
      modern: { _ in
        #expect(await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .limited)
        #expect(PHAsset.fetchAssets(with: nil).count == 1)
      })
  }

  // Decision 39
  @Test func resultsArriveWhereTheTestSays() async throws {
    for delivery in TestPhotoLibrary.Delivery.allCases {
      try await compareLibraries(
        delivery: delivery,
        legacy: {
          await withCheckedContinuation { continuation in
            ALAssetsLibrary().writeImageData(toSavedPhotosAlbum: picture, metadata: nil) { _, _ in
              dispatchPrecondition(
                condition: delivery == .main ? .onQueue(.main) : .notOnQueue(.main))
              continuation.resume()
            }
          }
        },
        modern: { try Save.modern(picture) })
    }
  }

  @Test func aDifferenceOfOnesOwn() async throws {
    let mine = AllowedDifference("likes", in: [.favorite], because: "The new saver marks photos.")
    let comparison = try await compareLibraries(
      given: { Photo(.jpeg(), named: "a.jpg") }, allowing: [mine],
      legacy: { _ in }, modern: { try $0.user.favorite("a.jpg") })
    #expect(
      comparison.allowed["likes"]?.map(\.description)
        == ["a1 favorite   legacy: –   modern: yes"])
  }

  // Photos that arrived in another order are one line, not one a photo.
  @Test func anotherOrderOfArrivalIsOneLine() async throws {
    let data = (1...3).map { TestPicture.png(seed: $0).data }
    let error = await #expect(throws: LibraryDifference.self) {
      try await compareLibraries(
        legacy: { for data in data { try await Save.legacy(data) } },
        modern: { for data in data.reversed() { try Save.modern(data, named: nil) } })
    }
    #expect(error?.lines.first?.field == "order of arrival")
    try await compareLibraries(
      ignoring: [.orderOfArrival, .fileName],
      legacy: { for data in data { try await Save.legacy(data) } },
      modern: { for data in data.reversed() { try Save.modern(data, named: nil) } })
  }

  @Test func aLongReportIsCutShort() async throws {
    let error = await #expect(throws: LibraryDifference.self) {
      try await compareLibraries(
        legacy: { _ in },
        modern: { library in
          for number in 1...25 { try library.user.makeAlbum("\(number)") }
        })
    }
    #expect(error?.lines.count == 25)
    #expect(error?.description.contains("\n  and 5 more lines\n") == true)
  }
}
