import DiptychAssetsLibrary
import DiptychEngine
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// How the API looks from Swift. Much of the proof is that the calls compile as written.
@Suite struct SurfaceTests {
  // L1: object arguments and results are implicitly unwrapped, parameters of blocks plain optionals.
  @Test func optionals() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let url = try await library.saved().url
      let found: ALAsset? = await withCheckedContinuation { continuation in
        let result: ALAssetsLibraryAssetForURLResultBlock = { (asset: ALAsset?) in
          continuation.resume(returning: asset)
        }
        let failure: ALAssetsLibraryAccessFailureBlock = { (error: (any Error)?) in
          continuation.resume(returning: error == nil ? nil : ALAsset())
        }
        let argument: URL! = url
        library.asset(for: argument, resultBlock: result, failureBlock: failure)
      }
      let asset: ALAsset = try #require(found)
      // Without a mark: a result may be used as it is, and compared with nil.
      #expect(asset.defaultRepresentation().url().absoluteString == url.absoluteString)
      #expect(asset.defaultRepresentation().metadata()["PixelWidth"] as? Int == 8)
      #expect(asset.representation(forUTI: "public.png") == nil)
      #expect(asset.original == nil)
    }
  }

  // L6: codes are plain integers; old code casts to NSError and switches over the code.
  @Test func errorCodes() async throws {
    let scene = try Scene(access: .denied)
    let word: String = try await scene.run { library in
      await withCheckedContinuation { continuation in
        library.enumerateGroups(
          withTypes: ALAssetsGroupType(ALAssetsGroupAll), using: nil,
          failureBlock: { error in
            switch (error! as NSError).code {
            case ALAssetsLibraryAccessUserDeniedError: continuation.resume(returning: "denied")
            case ALAssetsLibraryAccessGloballyDeniedError: continuation.resume(returning: "global")
            default: continuation.resume(returning: "other")
            }
          })
      }
    }
    #expect(word == "denied")
  }

  // L8: two properties; all else is called.
  @Test func propertiesAndMethods() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let asset = try await library.saved()
      let album = try await library.madeAlbum("Trip")
      let isEditable: Bool = asset.isEditable
      let original: ALAsset? = asset.original
      #expect(isEditable && album.isEditable)
      #expect(original == nil)
      let methods:
        (() -> Int, () -> Unmanaged<CGImage>?, () -> ALAssetRepresentation?, () -> ALAssetsFilter?)
      methods = (
        album.numberOfAssets, { asset.thumbnail() }, { asset.defaultRepresentation() },
        { ALAssetsFilter.allPhotos() }
      )
      #expect(methods.0() == 0)
      #expect(methods.1() != nil && methods.2() != nil && methods.3() != nil)
    }
  }

  // L9, L10: the irregular names and their default arguments; getBytes keeps its error pointer.
  @Test func irregularNames() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let asset = try await library.saved()
      let album = try await library.madeAlbum("Trip")
      let movie = TestMedia.url("video/h264-high-faststart.mp4")
      #expect(library.videoAtPathIs(compatibleWithSavedPhotosAlbum: movie))
      let added: Bool = album.add(asset)
      #expect(added)
      let file = try #require(asset.defaultRepresentation())
      #expect(file.uti() == "public.jpeg")
      #expect(file.cgImage() != nil)
      #expect(file.cgImage(options: nil) != nil)
      var indexes: [Int] = []
      album.enumerateAssets { asset, index, _ in if asset != nil { indexes.append(index) } }
      album.enumerateAssets(using: { asset, index, _ in if asset != nil { indexes.append(index) } })
      album.enumerateAssets(
        at: IndexSet(integer: 0),
        using: { asset, index, _ in if asset != nil { indexes.append(index) } })
      #expect(indexes == [0, 0, 0])
      let pointer = UnsafeMutablePointer<NSError?>.allocate(capacity: 1)
      pointer.initialize(to: nil)
      defer { pointer.deallocate() }
      let error: NSErrorPointer = pointer
      var bytes = [UInt8](repeating: 0, count: 2)
      let count: Int = file.getBytes(&bytes, fromOffset: 0, length: 2, error: error)
      #expect(count == 2 && bytes == [0xFF, 0xD8] && pointer.pointee == nil)
      #expect(file.getBytes(&bytes, fromOffset: -1, length: 2, error: error) == 0)
      #expect(pointer.pointee?.domain == ALAssetsLibraryErrorDomain)
      pointer.deinitialize(count: 1)
    }
  }

  // L14: each write call has a form that is awaited, returns the URL, and throws the error.
  @Test func asyncForms() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let data = try TestMedia.data("exif/date-plain.jpg")
      let movie = TestMedia.url("video/h264-high-faststart.mp4")
      let photo = try await library.saved()
      let videoURL = try await library.writeVideoAtPath(toSavedPhotosAlbum: movie)
      let video = try #require(try await library.asset(at: videoURL))
      let forms: [() async throws -> URL?] = [
        { try await library.writeImage(toSavedPhotosAlbum: Pictures.solid(2), orientation: .up) },
        { try await library.writeImage(toSavedPhotosAlbum: Pictures.solid(3), metadata: nil) },
        { try await library.writeImageData(toSavedPhotosAlbum: data, metadata: nil) },
        { try await library.writeVideoAtPath(toSavedPhotosAlbum: movie) },
        { try await photo.writeModifiedImageData(toSavedPhotosAlbum: data, metadata: nil) },
        { try await photo.writeModifiedVideoAtPath(toSavedPhotosAlbum: movie) },
        { try await photo.setImageData(data, metadata: nil) },
        { try await video.setVideoAtPath(movie) },
      ]
      for (number, form) in forms.enumerated() {
        #expect(try await form() != nil, "\(number)")
      }
      #expect(try scene.assets().count == 8)
      await expectCode(ALAssetsLibraryWriteInvalidDataError) {
        try await library.writeImage(toSavedPhotosAlbum: nil, orientation: .up)
      }
    }
  }

  // L17: made with a plain initializer, as often as wanted; all show one library.
  @Test func severalLibraries() async throws {
    let scene = try Scene()
    try await scene.run { first in
      let second = ALAssetsLibrary()
      #expect(first !== second)
      let url = try await first.saved().url
      #expect(try await second.asset(at: url)?.url == url)
      _ = try await second.madeAlbum("Trip")
      #expect(try await first.groups(ALAssetsGroupAlbum).map(\.name) == ["Trip"])
    }
  }
}
