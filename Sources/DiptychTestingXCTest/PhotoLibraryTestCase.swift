import DiptychTesting
import Foundation
import XCTest

/// A test case whose every test has a photo library of its own in force, `setUp` and `tearDown`
/// included (decision 42).
///
///     final class SaverTests: PhotoLibraryTestCase {
///       func testSaves() async throws {
///         try await Saver().save(image, to: "Trip")
///         XCTAssertEqual(library.album("Trip")?.assets.count, 1)
///       }
///     }
open class PhotoLibraryTestCase: XCTestCase {
  /// The library of the test that runs. Ends the process outside a test.
  public var library: TestPhotoLibrary { .current }

  /// Makes the library of a test. Override it to seed the library or to set access; the default
  /// makes an empty one.
  open func makeLibrary() throws -> TestPhotoLibrary {
    try TestPhotoLibrary()
  }

  /// Runs the test in the scope of a new library, and fails it when the library cannot be made.
  open override func invokeTest() {
    do {
      let library = try makeLibrary()
      defer { library.close() }
      library.run { super.invokeTest() }
    } catch {
      XCTFail("The test did not run, for its photo library could not be made: \(error)")
    }
  }
}
