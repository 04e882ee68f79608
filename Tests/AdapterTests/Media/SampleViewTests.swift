import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// Every sample in a library, and what each API hands out of it in its own form: the dictionary of
/// ImageIO's keys and the values of properties there, typed properties here.
@Suite("Samples through both facades")
struct SampleViewTests {
  private static func rows() throws -> [SampleFacts] {
    #if AllMedia
      try SampleFacts.all()
    #else
      try SampleFacts.all().filter { !$0.needsAllMedia }
    #endif
  }

  // L92–L96, L102, L104, L120–L128; P125–P133; decision 21.
  @Test("each fact of each sample is told by both")
  func facts() async throws {
    let harness = try BackendHarness()
    try await harness.run {
      let library = ALAssetsLibrary()
      for row in try Self.rows() {
        let before = harness.library.configuration.clock.now()
        let views = try await BothViews(try await save(row), library)
        checkNew(views.new, row, saved: before)
        try checkOld(views.old, row)
      }
    }
  }

  private func save(_ row: SampleFacts) async throws -> String {
    let url = TestMedia.url(row.name)
    let handle = SavedHandle()
    try await PHPhotoLibrary.shared().performChanges {
      let made =
        row.isVideo
        ? PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: url)
        : PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: url)
      handle.set(made?.placeholderForCreatedAsset?.localIdentifier)
    }
    return try #require(handle.value, "\(row.name)")
  }

  private func upright(_ row: SampleFacts) -> (width: Int, height: Int) {
    row.orientation >= 5 ? (row.height, row.width) : (row.width, row.height)
  }

  private func checkNew(_ asset: PHAsset, _ row: SampleFacts, saved: Date) {
    #expect(asset.mediaType == (row.isVideo ? .video : .image), "\(row.name)")
    let size = upright(row)
    #expect(asset.pixelWidth == size.width && asset.pixelHeight == size.height, "\(row.name)")
    #expect(abs(asset.duration - (row.duration ?? 0)) < 1e-6, "\(row.name)")
    let style: PHAsset.PlaybackStyle =
      row.isVideo ? .video : row.marks.contains("animated") ? .imageAnimated : .image
    #expect(asset.playbackStyle == style, "\(row.name)")
    #expect(
      asset.mediaSubtypes == (row.marks.contains("panorama") ? .photoPanorama : []), "\(row.name)")
    // Decision 21: without a date of its own it is that of the save.
    let date = asset.creationDate?.timeIntervalSince1970 ?? 0
    let expected = (row.date ?? saved).timeIntervalSince1970
    #expect(abs(date - expected) < 2e-6, "\(row.name): \(date) \(expected)")
    check(asset.location, row, "new")
  }

  private func check(_ place: CLLocation?, _ row: SampleFacts, _ label: String) {
    guard let latitude = row.latitude, let longitude = row.longitude else {
      #expect(place == nil, "\(row.name) \(label)")
      return
    }
    #expect(place?.coordinate.latitude == latitude, "\(row.name) \(label)")
    #expect(place?.coordinate.longitude == longitude, "\(row.name) \(label)")
    #expect(place?.altitude == row.altitude ?? 0, "\(row.name) \(label)")
  }

  private func checkOld(_ asset: ALAsset, _ row: SampleFacts) throws {
    let type = asset.value(forProperty: ALAssetPropertyType) as? String
    #expect(type == (row.isVideo ? ALAssetTypeVideo : ALAssetTypePhoto), "\(row.name)")
    let date = asset.value(forProperty: ALAssetPropertyDate) as? Date
    if let taken = row.date {
      #expect(
        abs((date ?? .distantPast).timeIntervalSince(taken)) < 2e-6, "\(row.name)")
    } else {
      #expect(date != nil, "\(row.name)")
    }
    let duration = asset.value(forProperty: ALAssetPropertyDuration)
    if let seconds = row.duration {
      #expect(abs((duration as? Double ?? 0) - seconds) < 1e-6, "\(row.name)")
    } else {
      // L96, D22.
      #expect(duration as? String == ALErrorInvalidProperty, "\(row.name)")
    }
    check(asset.value(forProperty: ALAssetPropertyLocation) as? CLLocation, row, "old")
    let file = try #require(asset.defaultRepresentation(), "\(row.name)")
    #expect(file.uti() == row.type, "\(row.name)")
    #expect(file.metadata().map { !$0.isEmpty } ?? row.isVideo, "\(row.name)")
    guard !row.isVideo, let metadata = file.metadata() as? [String: Any] else { return }
    #expect(metadata["PixelWidth"] as? Int == row.width, "\(row.name)")
    #expect(metadata["PixelHeight"] as? Int == row.height, "\(row.name)")
    #expect(metadata["Orientation"] as? Int ?? 1 == row.orientation, "\(row.name)")
    #expect((metadata["HasAlpha"] as? Int == 1) == row.marks.contains("alpha"), "\(row.name)")
    let gps = metadata["{GPS}"] as? [String: Any]
    guard let latitude = row.latitude else { return }
    #expect(gps?["Latitude"] as? Double == abs(latitude), "\(row.name)")
    #expect(gps?["LatitudeRef"] as? String == (latitude < 0 ? "S" : "N"), "\(row.name)")
    #expect(gps?["Altitude"] as? Double == row.altitude.map(abs), "\(row.name)")
  }
}
