import Foundation
import TestMedia

extension Place {
  /// Copies a JPEG sample with a comment in it, so that it differs from other copies in its bytes.
  func copy(_ sample: String, as name: String, comment: String) throws {
    let data = try TestMedia.data(sample)
    let length = comment.utf8.count + 2
    let segment = [0xFF, 0xFE, UInt8(length >> 8), UInt8(length & 255)] + Array(comment.utf8)
    try (data.prefix(2) + segment + data.dropFirst(2))
      .write(to: url.appendingPathComponent(name))
  }

  /// Makes a folder inside the folder.
  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      at: url.appendingPathComponent(name), withIntermediateDirectories: true)
  }

  /// The names in the folder, or in one below it, sorted.
  func files(_ folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path + "/" + folder).sorted()
  }

  /// The paths of the originals of a library, below its folder, sorted.
  func originals(_ name: String = "A.diptych") throws -> [String] {
    try files(name + "/originals").flatMap { part in
      try files("\(name)/originals/\(part)").map { "originals/\(part)/\($0)" }
    }
  }
}
