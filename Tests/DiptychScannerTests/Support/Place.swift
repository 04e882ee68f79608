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

  /// Makes a file with a use, or a folder, at a path whose bytes need not be text.
  func make(_ path: [UInt8], isFolder: Bool) throws {
    let done = (path + [0]).withUnsafeBytes { bytes in
      guard let name = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return false }
      if isFolder { return mkdir(name, 0o755) == 0 }
      guard let file = fopen(name, "w") else { return false }
      return fputs("ALAsset *a;", file) >= 0 && fclose(file) == 0
    }
    guard done else { throw CocoaError(.fileWriteUnknown) }
  }

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
