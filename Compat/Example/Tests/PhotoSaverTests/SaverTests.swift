import DiptychTestingSwiftTesting
import Foundation
import Testing

@testable import PhotoSaver

/// Both savers, one beside the other.
struct SaverTests {
  private let pictures = [1, 2].map { TestPicture.jpeg(seed: $0).data }

  @Test func bothSaversLeaveTheSameLibrary() async {
    await expectIdenticalLibraries(
      legacy: { for picture in pictures { try await LegacySaver().save(picture, to: "Trip") } },
      modern: { for picture in pictures { try ModernSaver().save(picture, to: "Trip") } })
  }

  @Test func anAlbumOfThatNameIsUsed() async {
    await expectIdenticalLibraries(
      given: {
        Album("Trip") { Photo(.jpeg(seed: 9), named: "old.jpg") }
        for seed in 10..<110 { Photo(.jpeg(seed: seed)) }
      },
      legacy: { try await LegacySaver().save(pictures[0], to: "Trip") },
      modern: { try ModernSaver().save(pictures[0], to: "Trip") })
  }

  // What the new saver leaves, in plain values.
  @Test(.photoLibrary) func theModernSaverAppends() throws {
    for picture in pictures { try ModernSaver().save(picture, to: "Trip") }
    let library = TestPhotoLibrary.current
    #expect(library.albums.map(\.title) == ["Trip"])
    #expect(try library.album("Trip")?.assets.map { try $0.data } == pictures)
  }

  @Test(.photoLibrary) func aFullDiskIsAnErrorOfBoth() async {
    let library = TestPhotoLibrary.current
    library.isDiskFull = true
    await #expect(throws: (any Error).self) {
      try await LegacySaver().save(pictures[0], to: "Trip")
    }
    #expect(throws: (any Error).self) { try ModernSaver().save(pictures[0], to: "Trip") }
    #expect(library.assets.isEmpty)
  }

  // A main thread that is busy: the old saver's results come late, and nothing is lost.
  @Test func aLateMainQueueLosesNothing() async {
    await expectIdenticalLibraries(
      legacy: { library in
        library.isMainQueueLate = true
        LegacySaver().save(pictures[0], to: "Trip") { _ in }
      },
      modern: { _ in try ModernSaver().save(pictures[0], to: "Trip") })
  }
}

extension LegacySaver {
  /// The same with `await`.
  func save(_ picture: Data, to title: String) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      save(picture, to: title) { error in
        if let error { done.resume(throwing: error) } else { done.resume() }
      }
    }
  }
}
