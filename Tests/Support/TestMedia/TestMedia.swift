import Foundation

/// The sample media of the tests. `Media/LICENSES.md` says where each file comes from.
package enum TestMedia {
  /// Why a sample cannot be had.
  package struct Missing: Error, CustomStringConvertible {
    package let description: String
  }

  /// Whether this is a build with the package trait `AllMedia`; without it movies and HEIC say nothing of
  /// themselves, and nothing but JPEG, PNG and BMP has pictures.
  package static var hasAllMedia: Bool {
    #if AllMedia
      true
    #else
      false
    #endif
  }

  /// Where a sample is, by its path inside `Media`, such as `exif/date-plain.jpg`.
  package static func url(_ name: String) -> URL {
    Bundle.module.bundleURL.appendingPathComponent("Media").appendingPathComponent(name)
  }

  /// A sample's bytes.
  package static func data(_ name: String) throws -> Data {
    do {
      return try Data(contentsOf: url(name))
    } catch {
      throw Missing(description: "There is no sample \(name); see Media/LICENSES.md for the list.")
    }
  }
}
