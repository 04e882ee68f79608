import DiptychCodecs
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia

extension ModernReader {
  /// The size of a picture that is asked for, how often it is answered, and the bytes of a photo.
  mutating func checkPicture(_ asset: PHAsset, _ expected: LibraryModel.Asset) async {
    let picture = randomPicture()
    // Of movies a build without AllMedia has none.
    guard TestMedia.hasAllMedia || !expected.isVideo else { return }
    let answers = await Self.answers(asset, picture)
    check.expect("a picture \(picture)", answers, picture.answers(expected))
    guard !expected.isVideo else { return }
    let options = PHImageRequestOptions()
    options.isSynchronous = true
    if !picture.isCurrent { options.version = .unadjusted }
    var found = "no answer"
    PHImageManager.default().requestImageDataAndOrientation(for: asset, options: options) {
      data, type, orientation, _ in
      let hash = data.map { ContentHash.of($0).hexadecimal } ?? "none"
      found = "\(type ?? "none") \(orientation.rawValue) \(hash)"
    }
    let file = picture.isCurrent ? expected.shown : expected.original
    check.expect(
      "the bytes of a photo", found,
      "\(file.type) \(file.orientation) \(file.sha256.hexadecimal)")
  }

  private mutating func randomPicture() -> ModelPicture {
    let sides = [1, 7, 30, 60, 100, 120, 121, 200, 333, 1_000]
    var picture = ModelPicture()
    if Int.random(in: 0..<6, using: &random) > 0 {
      picture.box = PixelSize(
        width: sides.randomElement(using: &random) ?? 100,
        height: sides.randomElement(using: &random) ?? 100)
    }
    picture.fills = Bool.random(using: &random)
    let resizing: [ModelPicture.Resizing] = [.none, .fast, .fast, .exact]
    picture.resizing = resizing.randomElement(using: &random) ?? .fast
    let deliveries: [ModelPicture.Delivery] = [
      .synchronous, .synchronous, .opportunistic, .highQuality, .fast,
    ]
    picture.delivery = deliveries.randomElement(using: &random) ?? .synchronous
    picture.isCurrent = Int.random(in: 0..<4, using: &random) > 0
    return picture
  }

  private static func answers(_ asset: PHAsset, _ picture: ModelPicture) async -> [String] {
    let options = PHImageRequestOptions()
    options.isSynchronous = picture.delivery == .synchronous
    options.deliveryMode =
      switch picture.delivery {
      case .synchronous, .opportunistic: .opportunistic
      case .highQuality: .highQualityFormat
      case .fast: .fastFormat
      }
    options.resizeMode =
      switch picture.resizing {
      case .none: .none
      case .fast: .fast
      case .exact: .exact
      }
    options.version = picture.isCurrent ? .current : .unadjusted
    let size = picture.box.map { CGSize(width: $0.width, height: $0.height) }
    let texts = Lock<[String]>([])
    let mode: PHImageContentMode = picture.fills && size != nil ? .aspectFill : .aspectFit
    let isOpportunistic = picture.delivery == .opportunistic
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      PHImageManager.default().requestImage(
        for: asset, targetSize: size ?? PHImageManagerMaximumSize, contentMode: mode,
        options: options
      ) { image, info in
        let isDegraded = info?[PHImageResultIsDegradedKey] as? Bool ?? false
        let text =
          image.map {
            ModelPicture.text(
              PixelSize(width: Int($0.size.width), height: Int($0.size.height)),
              isDegraded: isDegraded)
          } ?? "none: \(info?[PHImageErrorKey] ?? "no error")"
        texts.withLock { $0.append(text) }
        if !isDegraded || !isOpportunistic { continuation.resume() }
      }
    }
    return texts.withLock { $0 }
  }
}
