import DiptychCodecs
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

/// How large a picture comes, which part of it, and which way up.
@Suite struct ImageSizeTests {
  private struct Row {
    let target: CGSize
    var mode = PHImageContentMode.aspectFit
    var resize = PHImageRequestOptionsResizeMode.fast
    var crop = CGRect.zero
    let size: String
    var corners = "RGBY"
  }

  private static func size(_ width: Double, _ height: Double) -> CGSize {
    CGSize(width: width, height: height)
  }

  /// A picture of 160 × 80 pixels.
  private static let rows: [Row] = [
    // P189: within the target, in the picture's proportions.
    Row(target: size(40, 40), size: "40×20"),
    Row(target: size(40, 10), size: "20×10"),
    Row(target: size(40, 40), resize: .exact, size: "40×20"),
    // P189: over the target, whole.
    Row(target: size(40, 40), mode: .aspectFill, size: "80×40"),
    Row(target: size(80, 20), mode: .aspectFill, size: "80×40"),
    // P189, P190: exactly the target, cut about the middle.
    Row(target: size(40, 40), mode: .aspectFill, resize: .exact, size: "40×40"),
    Row(target: size(80, 20), mode: .aspectFill, resize: .exact, size: "80×20"),
    Row(target: size(30, 50), mode: .aspectFill, resize: .exact, size: "30×50"),
    // P190: no resize.
    Row(target: size(40, 40), resize: .none, size: "160×80"),
    Row(target: size(40, 40), mode: .aspectFill, resize: .none, size: "160×80"),
    // P191: the maximum size ignores the resize mode, and so the crop rectangle.
    Row(target: PHImageManagerMaximumSize, resize: .exact, size: "160×80"),
    Row(
      target: PHImageManagerMaximumSize, resize: .exact,
      crop: CGRect(x: 0, y: 0, width: 0.5, height: 0.5), size: "160×80"),
    // Never enlarged.
    Row(target: size(1_000, 1_000), size: "160×80"),
    Row(target: size(1_000, 1_000), resize: .exact, size: "160×80"),
    Row(target: size(1_000, 1_000), mode: .aspectFill, size: "160×80"),
    Row(target: size(1_000, 1_000), mode: .aspectFill, resize: .exact, size: "80×80"),
    // P190: a crop rectangle counts with the exact mode only.
    Row(
      target: size(40, 40), crop: CGRect(x: 0, y: 0, width: 0.5, height: 1), size: "40×20"),
    Row(
      target: size(40, 40), resize: .exact, crop: CGRect(x: 0, y: 0, width: 0.5, height: 1),
      size: "40×40", corners: "RRBB"),
    Row(
      target: size(40, 40), resize: .exact, crop: CGRect(x: 0.5, y: 0, width: 0.5, height: 0.5),
      size: "40×20", corners: "GGGG"),
    Row(
      target: size(20, 20), mode: .aspectFill, resize: .exact,
      crop: CGRect(x: 0, y: 0.5, width: 1, height: 0.5), size: "20×20", corners: "BYBY"),
    // All of a rectangle that is much wider than high, though its height comes to less than a pixel.
    Row(
      target: size(20, 20), resize: .exact,
      crop: CGRect(x: 0.25, y: 0.5, width: 0.75, height: 0.025),
      size: "20×1", corners: "BYBY"),
    Row(
      target: size(20, 20), resize: .exact, crop: CGRect(x: 0, y: 0.25, width: 0.01, height: 0.75),
      size: "1×20", corners: "RRBB"),
    // What lies outside is cut off; a negative length runs the other way.
    Row(
      target: size(400, 400), resize: .exact, crop: CGRect(x: 0.5, y: 0.5, width: 9, height: 9),
      size: "80×40", corners: "YYYY"),
    Row(
      target: size(400, 400), resize: .exact,
      crop: CGRect(x: 0.5, y: 0.5, width: -0.5, height: -0.5), size: "80×40", corners: "RRRR"),
    // Parts of a pixel are rounded up, an empty side counts as one.
    Row(target: size(39.5, 39.5), size: "40×20"),
    Row(target: size(0.2, 40), size: "1×1", corners: "?" + "?" + "?" + "?"),
    Row(target: .zero, size: "1×1", corners: "????"),
    Row(target: size(.infinity, .infinity), size: "160×80"),
    Row(target: size(.greatestFiniteMagnitude, 40), size: "80×40"),
  ]

  // P182, P189, P190, P191
  @Test func sizes() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(Quarters.file(160, 80))
      for row in Self.rows {
        let result = scene.image(asset, row.target, row.mode) { options in
          options.resizeMode = row.resize
          options.normalizedCropRect = row.crop
        }
        #expect(result?.size == row.size, "\(row)")
        #expect(result?.corners == row.corners, "\(row)")
        #expect(result?.image?.imageOrientation == .up && result?.image?.scale == 1)
        #expect(result?.code == nil && result?.isDegraded == false)
      }
    }
  }

  /// The corners of the upright picture for each way that the stored pixels may lie.
  private static let upright: [ImageOrientation: String] = [
    .up: "RGBY", .upMirrored: "GRYB", .down: "YBGR", .downMirrored: "BYRG",
    .leftMirrored: "RBGY", .right: "BRYG", .rightMirrored: "YGBR", .left: "GYRB",
  ]

  // Pictures come upright, whole or cut.
  @Test func orientations() async throws {
    try await Scene.run { scene in
      for orientation in ImageOrientation.allCases {
        let asset = try scene.photo(Quarters.file(160, 80, orientation: orientation))
        let corners = Self.upright[orientation]
        let whole = scene.image(asset)
        #expect(whole?.size == (orientation.swapsAxes ? "80×160" : "160×80"))
        #expect(whole?.corners == corners, "\(orientation)")
        let fitting = scene.image(asset, CGSize(width: 40, height: 40))
        #expect(fitting?.size == (orientation.swapsAxes ? "20×40" : "40×20"))
        #expect(fitting?.corners == corners, "\(orientation)")
        let square = scene.image(asset, CGSize(width: 40, height: 40), .aspectFill) {
          $0.resizeMode = .exact
        }
        #expect(square?.size == "40×40" && square?.corners == corners, "\(orientation)")
        // The crop rectangle is one of the upright picture.
        let quarter = scene.image(asset, CGSize(width: 400, height: 400)) {
          $0.resizeMode = .exact
          $0.normalizedCropRect = CGRect(x: 0, y: 0, width: 0.5, height: 0.5)
        }
        let color = corners?.first.map { String(repeating: $0, count: 4) }
        #expect(quarter?.corners == color, "\(orientation)")
        #expect(quarter?.size == (orientation.swapsAxes ? "40×80" : "80×40"))
      }
    }
  }

  // A JPEG is decoded at a reduced scale: sizes and corners are the same.
  @Test func reducedDecoding() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(
        Quarters.file(1_203, 811, as: .jpeg, orientation: .right), named: "a.jpg")
      for (target, mode, resize, size) in [
        (100.0, PHImageContentMode.aspectFit, PHImageRequestOptionsResizeMode.fast, "67×100"),
        (100, .aspectFill, .fast, "100×148"), (100, .aspectFill, .exact, "100×100"),
        (601, .aspectFill, .exact, "601×601"), (811, .aspectFill, .exact, "811×811"),
      ] {
        let result = scene.image(asset, CGSize(width: target, height: target), mode) {
          $0.resizeMode = resize
        }
        #expect(result?.size == size, "\(target) \(mode) \(resize)")
        #expect(result?.corners == "BRYG", "\(target) \(mode) \(resize)")
      }
    }
  }

  // The longer side reaches the target whatever rounding does to the other, in both formats.
  @Test func longerSide() async throws {
    try await Scene.run { scene in
      for (format, name) in [(MediaFormat.png, "a.png"), (.jpeg, "a.jpg")] {
        let asset = try scene.photo(Quarters.file(811, 1_203, as: format), named: name)
        for side in [50, 100, 333] {
          let result = scene.image(asset, CGSize(width: side, height: side))
          #expect(result?.image?.cgImage?.height == side, "\(name) \(side)")
        }
      }
    }
  }

  // Exactly the target, whatever the numbers.
  @Test func exactFill() async throws {
    try await Scene.run { scene in
      for (width, height) in [(160, 80), (81, 123), (97, 89)] {
        let asset = try scene.photo(Quarters.file(width, height))
        for target in [(1, 1), (7, 50), (33, 3), (50, 50), (79, 80), (80, 79)] {
          let result = scene.image(
            asset, CGSize(width: target.0, height: target.1), .aspectFill
          ) { $0.resizeMode = .exact }
          #expect(result?.size == "\(target.0)×\(target.1)", "\(width)×\(height)")
        }
      }
    }
  }

  // Sizes and rectangles that are none: -1, no picture, and a sentence that says what to do.
  @Test func badNumbers() async throws {
    try await Scene.run { scene in
      let asset = try scene.photo(Quarters.file(160, 80))
      for target in [
        CGSize(width: CGFloat.nan, height: 10), CGSize(width: 10, height: CGFloat.nan),
        CGSize(width: -5, height: 10), CGSize(width: 10, height: -CGFloat.infinity),
        CGSize(width: -1, height: 10),
      ] {
        let result = scene.image(asset, target)
        #expect(result?.size == "none" && result?.code == -1, "\(target)")
        let answers = await scene.images(asset, target)
        #expect(answers.map(\.size) == ["none"] && answers.first?.code == -1)
      }
      for crop in [
        CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1), CGRect(x: 2, y: 0, width: 1, height: 1),
        CGRect(x: 0, y: 0, width: CGFloat.infinity, height: 1),
        CGRect(x: 0, y: -3, width: 1, height: 1), CGRect(x: 0, y: 0, width: 1, height: 0),
      ] {
        let result = scene.image(asset, CGSize(width: 40, height: 40)) {
          $0.resizeMode = .exact
          $0.normalizedCropRect = crop
        }
        #expect(result?.size == "none" && result?.code == -1, "\(crop)")
      }
    }
  }
}
