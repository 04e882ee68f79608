import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// Assets of several files: RAW and JPEG, and edited ones (L101, decisions 16 and 17).
@Suite struct PairTests {
  /// One asset of two picture files, whose roles the caller chooses.
  private func save(
    _ scene: Scene, photo: Data, alternate: Data
  ) throws -> URL? {
    var draft = AssetDraft(uuid: UUID())
    draft.resources = [
      ResourceDraft(role: .alternatePhoto, content: .data(alternate)),
      ResourceDraft(role: .photo, content: .data(photo)),
    ]
    try scene.user(.createAsset(draft))
    return Identifiers.assetURL(draft.uuid, typeIdentifier: "public.jpeg")
  }

  // L101, C29, decision 16, P144: one asset, two representations with one id; the JPEG is first,
  // whichever of the two roles it has.
  @Test(arguments: [false, true])
  func rawAndJPEG(_ jpegIsAlternate: Bool) async throws {
    let scene = try Scene()
    let jpeg = try TestMedia.data("exif/date-plain.jpg")
    let other = try MediaCodecs.encode(Pictures.halves(400, 300).bitmap, as: .png)
    let url = try save(
      scene, photo: jpegIsAlternate ? other : jpeg, alternate: jpegIsAlternate ? jpeg : other)
    try await scene.run { library in
      let asset = try #require(try await library.asset(at: url))
      #expect(try await library.cameraRoll().numberOfAssets() == 1)
      #expect(asset.value(forProperty: ALAssetPropertyType) as? String == ALAssetTypePhoto)
      let types = ["public.jpeg", "public.png"]
      #expect(asset.value(forProperty: ALAssetPropertyRepresentations) as? [String] == types)
      let urls = try #require(asset.value(forProperty: ALAssetPropertyURLs) as? [String: URL])
      #expect(Set(urls.keys) == Set(types))
      #expect(Set(urls.values.compactMap { Identifiers.uuid(of: $0) }).count == 1)
      #expect(urls["public.png"]?.absoluteString.hasSuffix("ext=PNG") == true)
      #expect(asset.url == urls["public.jpeg"])
      let main = try #require(asset.defaultRepresentation())
      #expect(main.uti() == "public.jpeg")
      #expect(main.url() == asset.url)
      #expect(main.size() == Int64(jpeg.count))
      let raw = try #require(asset.representation(forUTI: "public.png"))
      #expect(raw.url() == urls["public.png"])
      #expect(raw.size() == Int64(other.count))
      #expect(raw.dimensions() == CGSize(width: 400, height: 300))
      #expect(raw.fullResolutionImage().takeUnretainedValue().width == 400)
      #expect(raw.filename() != main.filename())
      #expect(asset.representation(forUTI: "public.tiff") == nil)
      #expect(asset.representation(forUTI: nil) == nil)
      for url in urls.values {
        #expect(try await library.asset(at: url)?.url == asset.url)
      }
      #expect(asset.thumbnail() != nil)
    }
    #expect(try scene.engine.verify() == [])
    #expect(scene.filesOnDisk(below: "originals").count == 2)
  }

  // A pair is saved whole or not at all.
  @Test func halfAPairLeavesNothing() throws {
    let scene = try Scene()
    let good = try TestMedia.data("exif/date-plain.jpg")
    let bad = try TestMedia.data("bad/truncated.jpg")
    for (photo, alternate) in [(good, bad), (bad, good)] {
      #expect(throws: LibraryError.self) {
        _ = try save(scene, photo: photo, alternate: alternate)
      }
      #expect(try scene.token() == 0)
      #expect(scene.filesOnDisk(below: "originals").isEmpty)
      #expect(scene.filesOnDisk(below: "staging").isEmpty)
    }
  }

  // Decision 19: replacing the content of a pair leaves the one new file.
  @Test func replacingAPair() async throws {
    let scene = try Scene(client: "Photos")
    let jpeg = try TestMedia.data("exif/date-plain.jpg")
    let url = try save(
      scene, photo: jpeg, alternate: MediaCodecs.encode(Pictures.solid(1).bitmap, as: .png))
    try await scene.run { library in
      let asset = try #require(try await library.asset(at: url))
      #expect(try await asset.setImageData(jpeg, metadata: nil) == url)
      #expect(
        asset.value(forProperty: ALAssetPropertyRepresentations) as? [String] == ["public.jpeg"])
      #expect(scene.filesOnDisk(below: "originals").count == 1)
    }
  }

  // Decision 17, L122, L123, L129: of an edited photo, the file is the original and the pictures are the
  // edited ones.
  @Test func edited() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let asset = try await library.saved(Pictures.halves(40, 30))
      let file = try #require(asset.defaultRepresentation())
      let size = file.size()
      let uuid = try #require(Identifiers.uuid(of: asset.url))
      let rendering = try MediaCodecs.encode(Pictures.solid(255).bitmap, as: .jpeg)
      try scene.user(
        .editContent(
          uuid,
          ContentEdit(
            formatIdentifier: "org.example.filter", formatVersion: "1", data: Data([1]),
            rendering: ResourceDraft(role: .fullSizePhoto, content: .data(rendering)))))
      #expect(
        asset.value(forProperty: ALAssetPropertyRepresentations) as? [String] == ["public.jpeg"])
      let now = try #require(asset.defaultRepresentation())
      #expect(now.size() == size)
      #expect(file.size() == size)
      #expect(now.dimensions() == CGSize(width: 40, height: 30))
      #expect(now.fullResolutionImage().takeUnretainedValue().width == 40)
      #expect(now.metadata()?["PixelWidth"] as? Int == 40)
      let edited = [asset.thumbnail(), asset.aspectRatioThumbnail(), now.fullScreenImage()]
      // The rendering is white, and 8 × 4 pixels.
      for (image, width) in zip(edited, [4, 8, 8]) {
        let image = try #require(image).takeUnretainedValue()
        #expect(image.width == width)
        #expect(image.bitmap.pixels[2] > 200)
      }
      #expect(asset.url == now.url())
    }
  }
}
