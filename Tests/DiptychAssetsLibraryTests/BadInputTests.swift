import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import Foundation
import TestMedia
import Testing

/// What bad input gets: AssetsLibrary's own code, nothing written, nothing left on disk.
@Suite struct BadInputTests {
  private func expectRefusal(
    _ code: Int, _ label: String, in scene: Scene,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ call: () async throws -> URL?
  ) async throws {
    do {
      let url = try await call()
      Issue.record(
        "\(label) gave \(String(describing: url)).", sourceLocation: sourceLocation)
    } catch {
      let failure = error as NSError
      #expect(
        failure.domain == ALAssetsLibraryErrorDomain, "\(label)", sourceLocation: sourceLocation)
      #expect(failure.code == code, "\(label)", sourceLocation: sourceLocation)
      #expect(
        failure.localizedRecoverySuggestion?.isEmpty == false, "\(label)",
        sourceLocation: sourceLocation)
    }
    #expect(try scene.token() == 0, "\(label)", sourceLocation: sourceLocation)
    #expect(
      scene.filesOnDisk(below: "originals").isEmpty, "\(label)", sourceLocation: sourceLocation)
    #expect(
      scene.filesOnDisk(below: "staging").isEmpty, "\(label)", sourceLocation: sourceLocation)
  }

  // L155: bytes given to the image call, with and without metadata.
  @Test func imageData() async throws {
    let scene = try Scene()
    try await scene.run { library in
      for (name, code) in [
        ("bad/truncated.jpg", ALAssetsLibraryWriteInvalidDataError),
        ("bad/zero-byte.jpg", ALAssetsLibraryWriteInvalidDataError),
        ("bad/text-named.jpg", ALAssetsLibraryWriteInvalidDataError),
        ("video/h264-high-faststart.mp4", ALAssetsLibraryWriteIncompatibleDataError),
        ("bad/bomb-30000x30000.png", ALAssetsLibraryWriteFailedError),
        ("bad/huge-header-65500.jpg", ALAssetsLibraryWriteFailedError),
      ] {
        let data = try TestMedia.data(name)
        for metadata: [AnyHashable: Any]? in [nil, ["Orientation": 3]] {
          try await expectRefusal(code, name, in: scene) {
            try await library.writeImageData(toSavedPhotosAlbum: data, metadata: metadata)
          }
        }
      }
      try await expectRefusal(ALAssetsLibraryWriteInvalidDataError, "nil", in: scene) {
        try await library.writeImageData(toSavedPhotosAlbum: nil, metadata: nil)
      }
    }
  }

  // L152: a nil image is tolerated: it calls back with an error.
  @Test func nilImage() async throws {
    let scene = try Scene()
    try await scene.run { library in
      try await expectRefusal(ALAssetsLibraryWriteInvalidDataError, "orientation", in: scene) {
        try await library.writeImage(toSavedPhotosAlbum: nil, orientation: .up)
      }
      try await expectRefusal(ALAssetsLibraryWriteInvalidDataError, "metadata", in: scene) {
        try await library.writeImage(toSavedPhotosAlbum: nil, metadata: nil)
      }
    }
  }

  // L148, L155, C52: files given to the video call.
  @Test func videoFiles() async throws {
    let scene = try Scene()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "diptych-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func copy(_ name: String, as newName: String) throws -> URL {
      let url = folder.appendingPathComponent(newName)
      try TestMedia.data(name).write(to: url)
      return url
    }
    let pipe = folder.appendingPathComponent("pipe.mov")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    let files: [(label: String, url: URL?, code: Int)] = [
      ("nil", nil, ALAssetsLibraryWriteInvalidDataError),
      ("missing", folder.appendingPathComponent("no.mov"), ALAssetsLibraryWriteFailedError),
      ("folder", folder, ALAssetsLibraryWriteFailedError),
      ("pipe", pipe, ALAssetsLibraryWriteFailedError),
      ("web", URL(string: "https://example.org/a.mov"), ALAssetsLibraryWriteFailedError),
      (
        "picture", try copy("exif/date-plain.jpg", as: "a.jpg"),
        ALAssetsLibraryWriteIncompatibleDataError
      ),
      ("named", try copy("exif/date-plain.jpg", as: "a.mov"), ALAssetsLibraryWriteInvalidDataError),
      ("empty", try copy("bad/zero-byte.jpg", as: "b.mov"), ALAssetsLibraryWriteInvalidDataError),
      ("text", try copy("bad/text-named.jpg", as: "c.mov"), ALAssetsLibraryWriteInvalidDataError),
      ("cut", TestMedia.url("bad/truncated-no-moov.mov"), ALAssetsLibraryWriteInvalidDataError),
    ]
    try await scene.run { library in
      for (label, url, code) in files {
        try await expectRefusal(code, label, in: scene) {
          try await library.writeVideoAtPath(toSavedPhotosAlbum: url)
        }
      }
    }
  }

  // A file that may not be read; a privileged process may read all, so it cannot see this.
  @Test(.enabled(if: geteuid() != 0)) func unreadableVideo() async throws {
    let scene = try Scene()
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "diptych-\(UUID().uuidString).mp4")
    try TestMedia.data("video/h264-high-faststart.mp4").write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    #expect(chmod(url.path, 0) == 0)
    try await scene.run { library in
      try await expectRefusal(ALAssetsLibraryWriteFailedError, "unreadable", in: scene) {
        try await library.writeVideoAtPath(toSavedPhotosAlbum: url)
      }
    }
  }

  // C21: of three saves one fails; it disturbs none that follows, and takes no name from it.
  @Test func theNextSaveWorks() async throws {
    let scene = try Scene()
    try await scene.run { library in
      _ = try await library.writeImage(toSavedPhotosAlbum: Pictures.solid(1), orientation: .up)
      await expectCode(ALAssetsLibraryWriteInvalidDataError) {
        try await library.writeImageData(toSavedPhotosAlbum: Data(), metadata: nil)
      }
      _ = try await library.writeImage(toSavedPhotosAlbum: Pictures.solid(2), orientation: .up)
      #expect(try scene.newestFile().fileName == "IMG_0002.JPG")
      #expect(try scene.assets().count == 2)
    }
  }

  // A metadata dictionary with what no file can hold saves the picture all the same.
  @Test func strangeMetadata() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let strange: [AnyHashable: Any] = [
        1: 2, "Orientation": "sideways", "{Exif}": ["DateTimeOriginal": Date()],
        "{GPS}": ["Latitude": 1e9], "Object": NSObject(), "{TIFF}": 7,
      ]
      let url = try await library.writeImage(
        toSavedPhotosAlbum: Pictures.solid(1), metadata: strange)
      #expect(url != nil)
      #expect(try scene.assets().first?.orientation == .up)
      #expect(try scene.assets().first?.location == nil)
    }
  }
}
