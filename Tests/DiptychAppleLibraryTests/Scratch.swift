import AppleSamples
import DiptychEngine
import Foundation

@testable import DiptychAppleLibrary

/// A folder of a test's own with a library in it; removed with the object.
final class Scratch {
  let path: String
  var package: ApplePackage { ApplePackage(path + "/P.photoslibrary") }

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("diptych-apple-test-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Makes a library, fills it, and reads it.
  func read(
    _ generation: AppleGeneration = .photos10, model: Int? = nil, force: Bool = false,
    _ fill: (AppleSample) throws -> Void
  ) throws -> AppleLibrary {
    let sample = try AppleSample(at: package.path, generation, model: model)
    try fill(sample)
    sample.close()
    return try AppleLibrary.read(package, force: force)
  }

  /// The code and the sentence with which a library is refused; nil when it is read.
  func refusal(force: Bool = false) -> (code: LibraryError.Code, message: String)? {
    do {
      _ = try AppleLibrary.read(package, force: force)
      return nil
    } catch {
      let error = LibraryError.wrapping(error)
      return (error.code, error.message)
    }
  }
}

extension AppleLibrary {
  /// Albums and folders with their depth, as they are made.
  var outline: [String] {
    var depths: [UUID: Int] = [:]
    return collections.map { collection in
      let depth = collection.parent.flatMap { depths[$0] }.map { $0 + 1 } ?? 0
      depths[collection.uuid] = depth
      return String(repeating: "  ", count: depth) + collection.title
    }
  }
}
