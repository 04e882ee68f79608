import DiptychAssetsLibrary
import DiptychEngine
import Foundation
import TestMedia
import Testing

/// File names that were made to lead out of the library name nothing on the disk.
@Suite struct HostileNameTests {
  // L148, decision 151: a video may have any name that a file can have, and may be named by a link.
  @Test func namesOfSavedVideos() async throws {
    let scene = try Scene()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "diptych-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = [
      "-rf.mov", "new\nline.mov", "\u{1B}[2J.mov", "a\\..\\b.mov", "%2e%2e%2fx.mov",
      String(repeating: "x", count: 251) + ".mov",
    ]
    let video = try TestMedia.data("video/h264-rotated-creationdate.mov")
    try await scene.run { library in
      for name in names {
        let file = folder.appendingPathComponent(name)
        try video.write(to: file)
        _ = try await library.writeVideoAtPath(toSavedPhotosAlbum: file)
      }
      let link = folder.appendingPathComponent("link.mov")
      try FileManager.default.createSymbolicLink(
        at: link, withDestinationURL: folder.appendingPathComponent(names[0]))
      _ = try await library.writeVideoAtPath(toSavedPhotosAlbum: link)
    }
    let files = scene.filesOnDisk(below: "originals")
    #expect(files.count == names.count + 1)
    for file in files {
      let name = (file as NSString).lastPathComponent
      #expect(UUID(uuidString: (name as NSString).deletingPathExtension) != nil, "\(file)")
      #expect((name as NSString).pathExtension == "mov", "\(file)")
      let type =
        try FileManager.default.attributesOfItem(
          atPath: scene.engine.path + "/originals/" + file)[.type] as? FileAttributeType
      #expect(type == .typeRegular, "\(file)")
    }
    #expect(try scene.engine.verify() == [])
  }
}
