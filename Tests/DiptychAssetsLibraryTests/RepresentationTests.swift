import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import Foundation
import TestMedia
import Testing

@Suite struct RepresentationTests {
  // L117, L122, L130–L133: the facts of a file.
  @Test func facts() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let data = try TestMedia.data("orientation/orientation-6.jpg")
      let url = try await library.writeImageData(toSavedPhotosAlbum: data, metadata: nil)
      let asset = try #require(try await library.asset(at: url))
      let file = try #require(asset.defaultRepresentation())
      #expect(file.uti() == "public.jpeg")
      #expect(file.size() == Int64(data.count))
      #expect(file.dimensions() == CGSize(width: 80, height: 40))
      #expect(file.orientation() == .right)
      #expect(file.scale() == 1)
      #expect(file.filename() == "IMG_0001.JPG")
      #expect(file.url() == url)
      #expect(file.metadata()["Orientation"] as? Int == 6)
      #expect(file.metadata()["PixelWidth"] as? Int == 80)
      // L110.
      #expect(asset.representation(forUTI: "public.jpeg")?.url() == url)
      #expect(asset.representation(forUTI: "public.png") == nil)
      #expect(asset.representation(forUTI: nil) == nil)
    }
  }

  // L121–L124, L127: full-resolution pixels are unturned, the screen's are upright.
  @Test func images() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let image = Pictures.halves(3_000, 1_000)
      let url = try await library.writeImage(toSavedPhotosAlbum: image, orientation: .left)
      let file = try #require(try await library.asset(at: url)?.defaultRepresentation())
      let full = try #require(file.fullResolutionImage()).takeUnretainedValue()
      #expect((full.width, full.height) == (3_000, 1_000))
      #expect(full.isRed(10, 500))
      let limited = try #require(file.cgImage(options: ["kCGImageSourceThumbnailMaxPixelSize": 10]))
        .takeUnretainedValue()
      #expect((limited.width, limited.height) == (3_000, 1_000))
      #expect(file.cgImage() != nil)
      // A quarter turn counterclockwise puts the left half at the bottom.
      let screen = try #require(file.fullScreenImage()).takeUnretainedValue()
      #expect((screen.width, screen.height) == (683, 2_048))
      #expect(screen.isRed(300, 2_000))
      #expect(!screen.isRed(300, 40))
    }
  }

  // L7: the image lives although the object that gave it is gone before it is taken.
  @Test func imagesOutliveTheirObjects() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let url = try await library.writeImage(
        toSavedPhotosAlbum: Pictures.halves(16, 8), orientation: .up)
      var file = try await library.asset(at: url)?.defaultRepresentation()
      let borrowed = try #require(file?.fullResolutionImage())
      file = nil
      let image = borrowed.takeUnretainedValue()
      #expect(image.isRed(0, 0))
      #expect(!image.isRed(15, 7))
    }
  }

  // L118, L119: ranges, short counts and failures.
  @Test func bytes() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let data = try TestMedia.data("orientation/orientation-1.jpg")
      let url = try await library.writeImageData(toSavedPhotosAlbum: data, metadata: nil)
      let file = try #require(try await library.asset(at: url)?.defaultRepresentation())
      let size = Int64(data.count)
      for (offset, length, expected) in [
        (0, data.count, data), (10, 20, data[10..<30]), (size - 5, 100, data.suffix(5)),
        (size, 10, Data()), (size + 1_000, 10, Data()), (0, 0, Data()),
      ] as [(Int64, Int, Data)] {
        let (bytes, error) = read(file, offset, length)
        #expect(bytes == Array(expected), "\(offset) \(length)")
        #expect(error == nil, "\(offset) \(length)")
      }
      #expect(read(file, -1, 10).error?.code == ALAssetsLibraryUnknownError)
      #expect(read(file, -1, 10).bytes == [])
      var error: NSError?
      #expect(file.getBytes(nil, fromOffset: 0, length: 4, error: &error) == 0)
      #expect(error?.code == ALAssetsLibraryUnknownError)
      // L120: no longer valid after the asset is gone; a nil error pointer is allowed.
      try scene.user(.deleteAssets(try scene.assets().map(\.uuid)))
      #expect(read(file, 0, 10).error?.code == ALAssetsLibraryDataUnavailableError)
      var byte: UInt8 = 7
      #expect(file.getBytes(&byte, fromOffset: 0, length: 1, error: nil) == 0)
      #expect(byte == 7)
    }
  }

  private func read(
    _ file: ALAssetRepresentation, _ offset: Int64, _ length: Int
  ) -> (bytes: [UInt8], error: NSError?) {
    var error: NSError?
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, length))
    defer { buffer.deallocate() }
    let count = file.getBytes(buffer, fromOffset: offset, length: length, error: &error)
    return (Array(UnsafeBufferPointer(start: buffer, count: count)), error)
  }

  // L116, L119, L125: an original that is missing gives an error and no picture, and no crash.
  @Test func missingOriginal() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let asset = try await library.saved()
      let file = try #require(asset.defaultRepresentation())
      try FileManager.default.removeItem(atPath: scene.engine.filePath(of: scene.newestFile()))
      #expect(read(file, 0, 10).error?.code == ALAssetsLibraryDataUnavailableError)
      #expect(file.fullResolutionImage() == nil)
      #expect(file.fullScreenImage() == nil)
      #expect(asset.thumbnail() == nil)
      #expect(file.metadata() == nil)
      #expect(file.uti() == "public.jpeg")
    }
  }

  // Objects made by hand stand for nothing.
  @Test func emptyObjects() {
    let file = ALAssetRepresentation()
    #expect(file.uti() == nil)
    #expect(file.size() == 0)
    #expect(file.dimensions() == .zero)
    #expect(file.url() == nil)
    #expect(file.filename() == nil)
    #expect(file.metadata() == nil)
    #expect(file.fullResolutionImage() == nil)
    #expect(file.fullScreenImage() == nil)
    #expect(read(file, 0, 4).error?.code == ALAssetsLibraryDataUnavailableError)
    let asset = ALAsset()
    #expect(asset.value(forProperty: ALAssetPropertyType) == nil)
    #expect(asset.defaultRepresentation() == nil)
    #expect(asset.thumbnail() == nil)
    #expect(asset.original == nil)
    let group = ALAssetsGroup()
    #expect(group.name == nil)
    #expect(group.numberOfAssets() == 0)
    #expect(group.urls() == [])
    #expect(group.posterImage() == nil)
  }
}
