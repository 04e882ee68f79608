import DiptychScanner
import Foundation

/// A folder of a test's own; removed with the object.
final class Place {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("diptych-scan-\(UUID().uuidString)").resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ data: Data, to name: String) throws {
    let url = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }

  func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path + "/" + name, withDestinationPath: target)
  }

  func result(includesDependencies: Bool = false) throws -> ScanResult {
    try SourceScanner(.bundled(), includesDependencies: includesDependencies).scan([path])
  }

  /// The name of a file below the folder.
  func name(_ file: String) -> String {
    file.hasPrefix(path + "/") ? String(file.dropFirst(path.count + 1)) : file
  }

  /// The uses in the folder.
  func scan(includesDependencies: Bool = false) throws -> [Use] {
    try result(includesDependencies: includesDependencies).uses
  }
}
