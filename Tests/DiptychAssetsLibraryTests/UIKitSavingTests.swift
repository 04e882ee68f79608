import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import Foundation
import TestMedia
import Testing

@Suite struct UIKitSavingTests {
  // Row 1a: the image's orientation is kept; the four-argument form saves too.
  @Test func imageIsSavedWithItsOrientation() async throws {
    let scene = try Scene()
    try await scene.run { _ in
      let image = UIImage(cgImage: Pictures.halves(16, 8), scale: 2, orientation: .left)
      let (saved, error) = await withCheckedContinuation { continuation in
        UIImageWriteToSavedPhotosAlbum(image) { continuation.resume(returning: ($0, $1)) }
      }
      #expect(saved === image)
      #expect(error == nil)
      UIImageWriteToSavedPhotosAlbum(image, nil, nil, nil)
      #expect(await scene.engine.activities.settled(within: 30) == [])
      let assets = try scene.assets()
      #expect(assets.map(\.orientation) == [.left, .left])
      #expect(
        assets.map(\.pixelSize) == Array(repeating: PixelSize(width: 8, height: 16), count: 2))
    }
  }

  @Test func videoIsSaved() async throws {
    let scene = try Scene()
    try await scene.run { _ in
      let path = TestMedia.url("video/h264-high-faststart.mp4").path
      let (saved, error) = await withCheckedContinuation { continuation in
        UISaveVideoAtPathToSavedPhotosAlbum(path) { continuation.resume(returning: ($0, $1)) }
      }
      #expect(saved == path)
      #expect(error == nil)
      UISaveVideoAtPathToSavedPhotosAlbum(path, nil, nil, nil)
      #expect(await scene.engine.activities.settled(within: 30) == [])
      let assets = try scene.assets()
      #expect(assets.map(\.kind) == [.video, .video])
    }
  }

  // The errors are AssetsLibrary's.
  @Test func failuresAreAssetsLibrarys() async throws {
    let scene = try Scene()
    try await scene.run { _ in
      let (_, empty) = await withCheckedContinuation { continuation in
        UIImageWriteToSavedPhotosAlbum(UIImage()) { continuation.resume(returning: ($0, $1)) }
      }
      #expect((empty as NSError?)?.domain == ALAssetsLibraryErrorDomain)
      #expect((empty as NSError?)?.code == ALAssetsLibraryWriteInvalidDataError)
      let (_, missing) = await withCheckedContinuation { continuation in
        UISaveVideoAtPathToSavedPhotosAlbum("/no/such.mov") {
          continuation.resume(returning: ($0, $1))
        }
      }
      #expect((missing as NSError?)?.code == ALAssetsLibraryWriteFailedError)
      // A file URL of no path would name the current directory.
      let (path, nameless) = await withCheckedContinuation { continuation in
        UISaveVideoAtPathToSavedPhotosAlbum("") { continuation.resume(returning: ($0, $1)) }
      }
      #expect(path.isEmpty)
      #expect((nameless as NSError?)?.code == ALAssetsLibraryWriteFailedError)
      #expect(
        (nameless as NSError?)?.localizedRecoverySuggestion
          == "The path of the video is empty. Give the path of a video file.")
      let token = try scene.token()
      #expect(token == 0)
    }
  }
}
