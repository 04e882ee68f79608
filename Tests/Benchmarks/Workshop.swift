import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import DiptychStories
import Foundation

/// Where benchmarks work, and what they work on.
struct Workshop {
  /// A folder of this run alone, on a disk.
  let folder: URL
  /// Whether everything is done once over small sets.
  let isQuick: Bool
  let assetCount: Int

  init(folder: URL, isQuick: Bool, assetCount: Int?) throws {
    self.folder = folder.appendingPathComponent("diptych-bench-\(getpid())", isDirectory: true)
    self.isQuick = isQuick
    self.assetCount = assetCount ?? (isQuick ? 10_000 : 100_000)
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
  }

  func clean() {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Removes a library that is closed, so that large ones do not pile up.
  func remove(_ name: String) {
    try? FileManager.default.removeItem(atPath: path(name))
  }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Opens a durable library, made when it is missing.
  func open(
    _ name: String, _ configure: (inout LibraryConfiguration) -> Void = { _ in }
  ) throws -> Library {
    var configuration = LibraryConfiguration(folder: path(name))
    configuration.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    configure(&configuration)
    return try Library.open(configuration)
  }

  /// Runs `body` with a library as the one that the facades mean.
  func use<T>(_ library: Library, _ body: () throws -> T) rethrows -> T {
    try LibraryScope(library: library, delivery: .private, name: "benchmark").run(body)
  }

  /// Checks that a library holds `count` assets and is sound.
  func verify(_ library: Library, holds count: Int) throws {
    let found = try library.fetchAssets(AssetQuery(.library), as: nil).count
    try check(found == count, "\(library.path) holds \(found) assets instead of \(count).")
    let issues = try library.verify()
    try check(issues.isEmpty, issues.map(\.description).joined(separator: " "))
  }

  /// Opens, verifies and closes a library that was written by plain calls.
  func verify(_ name: String, holds count: Int) throws {
    let library = try open(name)
    defer { library.close() }
    try verify(library, holds: count)
  }

  /// Photographs of about 20 kB, each with other bytes: one photograph with a comment of its own.
  /// - Parameters:
  ///   - count: How many.
  ///   - filling: Bytes that each is longer than the one before.
  func smallPhotos(_ count: Int, filling: Int = 0) throws -> [URL] {
    let photo = try SmallPhoto()
    let folder = folder.appendingPathComponent("photos-\(filling)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try (0..<count).map { index in
      let file = folder.appendingPathComponent(String(format: "IMG_%05d.jpg", index))
      try photo.write(photo.bytes(index, filling: index * filling), to: file.path)
      return file
    }
  }
  /// Photographs of less than a kilobyte, each with other bytes, in folders that are filled one after
  /// the other.
  /// - Returns: The name of the folder of all.
  func tinyPhotos(_ count: Int, perFolder: Int) throws -> String {
    let pixels = [UInt8](repeating: 128, count: 16 * 16 * 4)
    guard
      let bitmap = Bitmap(size: PixelSize(width: 16, height: 16), pixels: pixels, hasAlpha: false)
    else { throw WrongResult(description: "The small photo cannot be made.") }
    let photo = try SmallPhoto(MediaCodecs.encode(bitmap, as: .jpeg))
    let name = "tiny-\(UUID().uuidString)"
    for index in 0..<count {
      let part = path(name) + (perFolder == .max ? "" : "/\(100 + index / perFolder)DIPTY")
      if index % perFolder == 0 {
        try FileManager.default.createDirectory(
          atPath: part, withIntermediateDirectories: true)
      }
      try photo.write(photo.bytes(index), to: part + String(format: "/IMG_%06d.jpg", index))
    }
    return name
  }
}
