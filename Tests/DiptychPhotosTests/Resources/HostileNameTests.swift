import DiptychEngine
import DiptychPhotos
import Foundation
import TestMedia
import Testing

/// File names that were made to lead out of the library name nothing on the disk.
@Suite struct HostileNameTests {
  private static let names = [
    "../../outside.jpg", "/outside.jpg", "..", ".", "a/b.jpg", "a\0b.jpg", "new\nline.jpg",
    "x.jpg/../../y.jpg", "\u{1B}[2J.jpg", long("x", 251), long("é", 4_000), long("../", 50),
  ]

  private static func long(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count) + ".jpg"
  }

  // P140, decision 151: the name is kept as it was given; the file is called by its identifier.
  @Test func namesOfNewResources() async throws {
    try await Scene.run { scene in
      for (number, name) in Self.names.enumerated() {
        // The names end in .jpg, so that the bytes have to be those of one.
        let data = try Editing.jpeg(8 + number, 8)
        try scene.change {
          let options = PHAssetResourceCreationOptions()
          options.originalFilename = name
          PHAssetCreationRequest.forAsset().addResource(with: .photo, data: data, options: options)
        }
      }
      #expect(scene.assets.count == Self.names.count)
      let paths = try FileManager.default.subpathsOfDirectory(
        atPath: scene.engine.path + "/originals"
      ).filter { $0.contains(".") }
      #expect(paths.count == Self.names.count)
      for path in paths {
        let name = (path as NSString).lastPathComponent
        #expect(UUID(uuidString: (name as NSString).deletingPathExtension) != nil, "\(path)")
        #expect(["png", "jpg"].contains((name as NSString).pathExtension), "\(path)")
      }
      #expect(try scene.engine.verify() == [])
      let beside = try FileManager.default.contentsOfDirectory(
        atPath: (scene.engine.path as NSString).deletingLastPathComponent)
      #expect(beside == [(scene.engine.path as NSString).lastPathComponent])
    }
  }
}
