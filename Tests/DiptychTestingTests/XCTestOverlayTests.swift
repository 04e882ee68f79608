import DiptychAssetsLibrary
import DiptychPhotos
import DiptychTestingXCTest
import Dispatch
import Foundation
import XCTest

/// The overlay for XCTest: every test has a library in force (decision 42).
final class XCTestOverlayTests: PhotoLibraryTestCase {
  private struct Failure {
    let text: String
    let line: Int
  }

  /// Failures that the test wants to see, instead of failing.
  private var failures: [Failure]?

  override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
    expected: Bool
  ) {
    guard failures != nil else {
      return super.recordFailure(
        withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }
    failures?.append(Failure(text: description, line: lineNumber))
  }

  override func makeLibrary() throws -> TestPhotoLibrary {
    try TestPhotoLibrary { Album("Trip") { Photo(.jpeg(), named: "a.jpg") } }
  }

  override func setUp() {
    XCTAssertEqual(library.assets.map(\.fileName), ["a.jpg"])
  }

  func testASynchronousTestIsInItsLibrary() throws {
    try PHPhotoLibrary.shared().performChangesAndWait {
      PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "More")
    }
    XCTAssertEqual(library.albums.map(\.title), ["Trip", "More"])
  }

  func testAnAsynchronousTestIsInItsLibrary() async throws {
    _ = try await ALAssetsLibrary().writeImageData(
      toSavedPhotosAlbum: TestPicture.jpeg(seed: 2).data, metadata: nil)
    XCTAssertEqual(library.assets.map(\.fileName), ["a.jpg", "IMG_0002.JPG"])
    XCTAssertEqual(library.albums.map(\.title), ["Trip"], "a library of another test")
  }

  func testAnExpectationStaysInTheLibrary() {
    let saved = expectation(description: "saved")
    DispatchQueue.global().async {
      ALAssetsLibrary().writeImageData(
        toSavedPhotosAlbum: TestPicture.jpeg(seed: 2).data, metadata: nil
      ) { url, _ in
        XCTAssertNotNil(url)
        saved.fulfill()
      }
    }
    wait(for: [saved], timeout: 10)
    XCTAssertEqual(library.assets.count, 2)
  }

  // Decision 42
  func testHopsStayInTheLibrary() {
    var count = 1
    for hop in Hop.allCases {
      for save in HopSave.allCases {
        let saved = expectation(description: "\(hop) \(save)")
        hop { save { saved.fulfill() } }
        wait(for: [saved], timeout: 10)
        count += 1
        XCTAssertEqual(library.assets.count, count, "\(hop) \(save)")
      }
    }
  }

  // Decision 40
  func testATrapFailsAtTheCall() async throws {
    try await expectNoTrap { _ = PHAsset.fetchAssets(with: nil).object(at: 0) }
    failures = []
    let line = #line + 1
    try await expectNoTrap { _ = PHAsset.fetchAssets(with: nil).object(at: 3) }
    let seen = failures ?? []
    failures = nil
    XCTAssertEqual(seen.map(\.line), [line])
    XCTAssertEqual(seen.first?.text.contains("NSRangeException: Index 3"), true)
  }

  func testEqualHalvesPass() async {
    let comparison = await expectIdenticalLibraries(
      legacy: { _ = ALAssetsLibrary.authorizationStatus() },
      modern: { _ = PHPhotoLibrary.authorizationStatus() })
    XCTAssertEqual(comparison?.legacy, "empty library\n")
    XCTAssertEqual(library.assets.count, 1)
  }

  func testADifferenceFailsAtTheCall() async {
    failures = []
    let line = #line + 1
    await expectIdenticalLibraries(
      legacy: { _ in }, modern: { try $0.user.makeAlbum("Trip") })
    let seen = failures ?? []
    failures = nil
    XCTAssertEqual(seen.map(\.line), [line])
    XCTAssertEqual(
      seen.first?.text.contains(#"c1 "Trip" exists   legacy: –   modern: none"#), true)
  }
}
