import Foundation

extension Place {
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
