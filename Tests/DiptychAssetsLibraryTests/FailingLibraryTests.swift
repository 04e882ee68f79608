import DiptychAssetsLibrary
import DiptychEngine
import Foundation
import TestMedia
import Testing

/// What the calls give when the machine fails under them.
@Suite struct FailingLibraryTests {
  // L155, flow 6: a full disk is -3305, for every write; nothing is left behind.
  @Test func fullDisk() async throws {
    let disk = FullDisk()
    let scene = try Scene { $0.systemCalls = disk.calls }
    try await scene.run { library in
      let kept = try await library.saved()
      disk.isFull = true
      let data = try TestMedia.data("exif/date-plain.jpg")
      let video = TestMedia.url("video/h264-high-faststart.mp4")
      await expectCode(ALAssetsLibraryWriteDiskSpaceError) {
        try await library.writeImage(toSavedPhotosAlbum: Pictures.solid(1), orientation: .up)
      }
      await expectCode(ALAssetsLibraryWriteDiskSpaceError) {
        try await library.writeImageData(toSavedPhotosAlbum: data, metadata: nil)
      }
      await expectCode(ALAssetsLibraryWriteDiskSpaceError) {
        try await library.writeVideoAtPath(toSavedPhotosAlbum: video)
      }
      await expectCode(ALAssetsLibraryWriteDiskSpaceError) {
        try await kept.setImageData(data, metadata: nil)
      }
      #expect(scene.filesOnDisk(below: "originals").count == 1)
      #expect(scene.filesOnDisk(below: "staging").isEmpty)
      #expect(kept.thumbnail() != nil)
      disk.isFull = false
      #expect(try await library.cameraRoll().numberOfAssets() == 1)
      _ = try await library.saved()
      #expect(try scene.assets().count == 2)
    }
  }

  // L196: a library that cannot answer is unavailable, not refused by the user.
  @Test func closed() async throws {
    let scene = try Scene()
    try await scene.run { library in
      scene.engine.close()
      await expectCode(ALAssetsLibraryDataUnavailableError) {
        _ = try await library.album("Trip")
        return nil
      }
      await expectCode(ALAssetsLibraryDataUnavailableError) {
        try await library.writeImage(toSavedPhotosAlbum: Pictures.solid(1), orientation: .up)
      }
    }
  }

  // L155: while another process keeps the writer, a write is -3301, an album call too, and `add`
  // is false; reads go on.
  @Test func busy() async throws {
    let scene = try Scene { $0.busyTimeout = 20_000 }
    try await scene.run { library in
      let album = try await library.madeAlbum("Trip")
      let asset = try await library.saved()
      let token = try scene.token()
      // The writer's lock belongs to an open descriptor, so this one acts as another process.
      let system = RealSystemCalls()
      let descriptor = try system.open(scene.engine.path + "/lock", .readWrite)
      #expect(try system.tryLockByte(descriptor, 0, exclusive: true))
      await expectCode(ALAssetsLibraryWriteBusyError) {
        try await library.writeImage(toSavedPhotosAlbum: Pictures.solid(2), orientation: .up)
      }
      await expectCode(ALAssetsLibraryWriteBusyError) {
        _ = try await library.album("Other")
        return nil
      }
      #expect(!album.add(asset))
      #expect(try await library.groups().map(\.name) == ["Trip", "Camera Roll"])
      system.close(descriptor)
      #expect(album.add(asset))
      #expect(try scene.token() == token + 1)
      #expect(scene.filesOnDisk(below: "originals").count == 1)
      #expect(scene.filesOnDisk(below: "staging").isEmpty)
    }
  }
}
