import DiptychAssetsLibrary
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// What one API saves or changes, the other sees at once, with the same bytes, date, location, type,
/// album and order; and the reverse.
@Suite("Across the facades")
struct CrossFacadeTests {
  // L211, C24, C28, C29, C35, C38, C41, D6, D8, D22, D23: each save through each API, each property
  // through both.
  @Test(
    "every property of every save is the same through both", .enabled(if: TestMedia.hasAllMedia))
  func properties() async throws {
    for save in CrossFacadeSave.all {
      let harness = try BackendHarness()
      try await harness.run {
        let library = ALAssetsLibrary()
        let views = try await BothViews(try await save.save(library), library)
        #expect(views.old.defaultRepresentation()?.uti() == save.type, "\(save.name)")
        for property in AssetProperty.all {
          let old = try await property.old(views)
          let new = try await property.new(views)
          #expect(
            old == new,
            "\(property.name), \(save.name)\nold: \(old.prefix(200))\nnew: \(new.prefix(200))")
          #expect(!old.isEmpty, "\(property.name), \(save.name)")
        }
      }
    }
  }

  /// The rows of the table that maps the properties of an asset and of a file to Photos, without
  /// `original`, which has no counterpart (D11), and `scale()`, which neither has.
  private static let mapped: Set<String> = [
    "ALAssetPropertyType", "ALAssetPropertyLocation", "ALAssetPropertyDuration",
    "ALAssetPropertyOrientation", "ALAssetPropertyDate", "ALAssetPropertyRepresentations",
    "ALAssetPropertyURLs", "ALAssetPropertyAssetURL", "defaultRepresentation()",
    "representation(forUTI:)", "thumbnail()", "aspectRatioThumbnail()", "ALAsset.isEditable",
    "uti()", "dimensions()", "size()", "getBytes(_:fromOffset:length:error:)",
    "fullResolutionImage()", "cgImage(options:)", "fullScreenImage()", "url()", "metadata()",
    "orientation()", "filename()",
  ]

  @Test("no property is left out")
  func completeness() {
    #expect(Set(AssetProperty.all.map(\.name)) == Self.mapped)
    #expect(AssetProperty.all.count == Self.mapped.count)
  }

  // L95, D8: what the new API sets beside the file is what both say.
  @Test("dates, places and names that a request gives are seen by the old one")
  func givenValues() async throws {
    let harness = try BackendHarness()
    try await harness.run {
      let library = ALAssetsLibrary()
      var found: [String: ALAsset] = [:]
      for save in CrossFacadeSave.all where save.name.hasPrefix("new: bytes") {
        found[save.name] = try await BothViews(try await save.save(library), library).old
      }
      let named = try #require(found["new: bytes with a name of their own"])
      #expect(named.defaultRepresentation()?.filename() == "Mein Bild ä.png")
      let dated = try #require(found["new: bytes with date, place and marks"])
      #expect(
        dated.value(forProperty: ALAssetPropertyDate) as? Date
          == Date(timeIntervalSince1970: 1_234_567_890.123_456))
      let place = try #require(dated.value(forProperty: ALAssetPropertyLocation) as? CLLocation)
      #expect(place.coordinate.latitude == 35.25)
      #expect(place.coordinate.longitude == 139.75)
      #expect(place.altitude == 12.5)
    }
  }

  // Decision 2, L66, C54: one order of arrival, whoever saved.
  @Test("what both save in turn stands in the same order in both")
  func orderOfArrival() async throws {
    let harness = try BackendHarness()
    try await harness.run {
      let library = ALAssetsLibrary()
      let old = CrossFacadeSave.all.filter { $0.name.hasPrefix("old: bytes") }
      let new = CrossFacadeSave.all.filter { $0.name.hasPrefix("new:") }
      var handles: [String] = []
      for (first, second) in zip(old, new) {
        handles.append(try await BothViews(try await first.save(library), library).old.identifier)
        handles.append(try await BothViews(try await second.save(library), library).old.identifier)
      }
      let roll = try #require(await library.listed(ALAssetsGroupSavedPhotos).first)
      #expect(roll.identifiers() == handles)
      #expect(PHAsset.fetchAssets(with: nil).identifiers == handles)
      let recents = PHAssetCollection.fetchAssetCollections(
        with: .smartAlbum, subtype: .smartAlbumUserLibrary, options: nil)
      let collection = try #require(recents.firstObject)
      #expect(PHAsset.fetchAssets(in: collection, options: nil).identifiers == handles)
    }
  }

  // MARK: Changes by the new API

  // Decision 37, D4, D19: the old API's object is live, so it shows each change at once.
  @Test("changes by the new API show in an object that the old one gave before")
  func changesByTheNewAPI() async throws {
    let harness = try BackendHarness()
    try await harness.run {
      let library = ALAssetsLibrary()
      let data = try TestMedia.data("exif/gps-south-west-below-sea.jpg")
      let url = try await library.writeImageData(toSavedPhotosAlbum: data, metadata: nil)
      let views = try await BothViews(try #require(url).absoluteString, library)
      let roll = try #require(await library.listed(ALAssetsGroupSavedPhotos).first)
      let asset = views.new
      let date = Date(timeIntervalSince1970: 1_000_000_000)
      try change { PHAssetChangeRequest(for: asset).creationDate = date }
      #expect(views.old.value(forProperty: ALAssetPropertyDate) as? Date == date)
      try change { PHAssetChangeRequest(for: asset).creationDate = nil }
      // Decision 21.
      #expect(
        views.old.value(forProperty: ALAssetPropertyDate) as? String == ALErrorInvalidProperty)
      try change {
        PHAssetChangeRequest(for: asset).location = CLLocation(latitude: 1.5, longitude: -2.5)
      }
      let place = views.old.value(forProperty: ALAssetPropertyLocation) as? CLLocation
      #expect(place?.coordinate.latitude == 1.5)
      #expect(place?.coordinate.longitude == -2.5)
      try change { PHAssetChangeRequest(for: asset).location = nil }
      #expect(views.old.value(forProperty: ALAssetPropertyLocation) == nil)
      // A favorite is nothing that the old API can tell; the photo stays where it is.
      try change { PHAssetChangeRequest(for: asset).isFavorite = true }
      #expect(roll.identifiers() == [asset.sharedIdentifier])
      // The bytes never changed.
      #expect(try views.oldBytes() == data)
      // Decision 15, C68: hidden, it is in no group of either, and found by both handles.
      try change { PHAssetChangeRequest(for: asset).isHidden = true }
      #expect(roll.identifiers() == [])
      #expect(roll.numberOfAssets() == 0)
      #expect(PHAsset.fetchAssets(with: nil).count == 0)
      #expect(await library.found(at: url) != nil)
      let byIdentifier = PHAsset.fetchAssets(
        withLocalIdentifiers: [asset.localIdentifier], options: nil)
      #expect(byIdentifier.firstObject?.isHidden == true)
      #expect(byIdentifier.firstObject?.isFavorite == true)
      try change { PHAssetChangeRequest(for: asset).isHidden = false }
      #expect(roll.identifiers() == [asset.sharedIdentifier])
      // C25: deleted, neither handle finds it, and the old object is a husk.
      try change { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
      #expect(await library.found(at: url) == nil)
      #expect(PHAsset.fetchAssets(withALAssetURLs: [try #require(url)], options: nil).count == 0)
      #expect(
        PHAsset.fetchAssets(withLocalIdentifiers: [asset.localIdentifier], options: nil).count == 0)
      #expect(views.old.value(forProperty: ALAssetPropertyType) == nil)
      #expect(views.old.defaultRepresentation() == nil)
    }
  }

  private func change(_ block: @escaping () -> Void) throws {
    try PHPhotoLibrary.shared().performChangesAndWait(block)
  }

  // MARK: Changes by the old API

  // L157, L160, D11, D12, D19: content that the old API replaces, and copies that it makes.
  @Test(
    "content that the old API replaces is what the new one fetches next",
    .enabled(if: TestMedia.hasAllMedia))
  func changesByTheOldAPI() async throws {
    let harness = try BackendHarness()
    try await harness.run {
      let library = ALAssetsLibrary()
      let first = try TestMedia.data("orientation/orientation-6.jpg")
      let url = try await library.writeImageData(toSavedPhotosAlbum: first, metadata: nil)
      let handle = try #require(url).absoluteString
      let before = try await BothViews(handle, library)
      let second = try TestMedia.data("exif/gps-south-west-below-sea.jpg")
      let same = try await before.old.setImageData(second, metadata: nil)
      #expect(same == url)
      let after = try await BothViews(handle, library)
      #expect(after.new.localIdentifier == before.new.localIdentifier)
      // The snapshot stays what it was; the next one is new.
      #expect((before.new.pixelWidth, before.new.pixelHeight) == (40, 80))
      for property in AssetProperty.all {
        let (old, new) = (try await property.old(after), try await property.new(after))
        #expect(old == new, "\(property.name)")
      }
      #expect(try await after.newBytes() == second)
      #expect(!after.new.hasAdjustments)
      let copy = try await after.old.writeModifiedImageData(
        toSavedPhotosAlbum: first, metadata: nil)
      let copied = try await BothViews(try #require(copy).absoluteString, library)
      #expect(copied.old.original?.identifier == after.old.identifier)
      #expect(try await copied.newBytes() == first)
      #expect(PHAsset.fetchAssets(with: nil).count == 2)
      // A video likewise.
      let clip = TestMedia.url("video/h264-high-faststart.mp4")
      let videoURL = try await library.writeVideoAtPath(toSavedPhotosAlbum: clip)
      let video = try await BothViews(try #require(videoURL).absoluteString, library)
      let turned = TestMedia.url("video/h264-rotated-creationdate.mov")
      _ = try await video.old.setVideoAtPath(turned)
      let again = try await BothViews(try #require(videoURL).absoluteString, library)
      for property in AssetProperty.all {
        let (old, new) = (try await property.old(again), try await property.new(again))
        #expect(old == new, "\(property.name) of the video")
      }
      let bytes = try Data(contentsOf: turned)
      #expect(try await again.newBytes() == bytes)
    }
  }
}
