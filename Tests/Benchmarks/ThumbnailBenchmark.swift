import CDiptychJPEG
import DiptychCodecs
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation

/// A thumbnail of a photograph of 12 megapixels that was never asked for before.
struct ThumbnailBenchmark {
  let workshop: Workshop

  func run(_ report: inout Report) throws {
    let rounds = workshop.isQuick ? 3 : 11
    let data = try Self.photo()
    let library = try workshop.open("thumbnails") { $0.derivativesBound = 0 }
    defer { library.close() }
    try workshop.use(library) {
      try PHPhotoLibrary.shared().performChangesAndWait {
        PHAssetCreationRequest.forAsset().addResource(with: .photo, data: data, options: nil)
      }
      guard let asset = PHAsset.fetchAssets(with: nil).firstObject else {
        throw WrongResult(description: "The photograph is not in the library.")
      }
      let options = PHImageRequestOptions()
      options.isSynchronous = true
      let decoder = tjInitDecompress()
      defer { tjDestroy(decoder) }
      let times = try Measure.medians(
        rounds: rounds,
        [
          { try Measure.time { try Self.decode(decoder, data) } },
          {
            var picture: UIImage?
            let time = Measure.time {
              PHImageManager.default().requestImage(
                for: asset, targetSize: CGSize(width: 256, height: 256), contentMode: .aspectFit,
                options: options
              ) { image, _ in picture = image }
            }
            try check(
              max(picture?.size.width ?? 0, picture?.size.height ?? 0) >= 256,
              "The thumbnail is \(picture?.size.width ?? 0) pixels wide.")
            return time
          },
        ])
      report.add(
        Figure(
          work: "256-pixel thumbnail of a JPEG of 12 megapixels", time: times[1],
          floor: "the decoder's own scaled decode", floorTime: times[0], goal: 1.1,
          row: .thumbnail))
    }
  }

  private static func decode(_ decoder: tjhandle?, _ data: Data) throws {
    // The smallest eighths that are not below 256 pixels: one.
    let (width, height) = (4032 / 8, 3024 / 8)
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    let result = data.withUnsafeBytes { bytes in
      tjDecompress2(
        decoder, bytes.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count), &pixels,
        Int32(width), 0, Int32(height), Int32(TJPF_RGBA.rawValue), 0)
    }
    try check(result == 0, "The decoder fails.")
  }

  /// Colors that change slowly, with noise, so that the decoder has as much to do as with a
  /// photograph.
  private static func photo() throws -> Data {
    let size = PixelSize(width: 4032, height: 3024)
    var pixels = [UInt8](repeating: 255, count: size.width * size.height * 4)
    var generator = SplitMix64(seed: 5)
    for row in 0..<size.height {
      for column in 0..<size.width {
        let place = (row * size.width + column) * 4
        let noise = Int(generator.next() & 15)
        pixels[place] = UInt8((row / 16 + noise) & 255)
        pixels[place + 1] = UInt8((column / 16 + noise) & 255)
        pixels[place + 2] = UInt8(((row + column) / 32 + noise) & 255)
      }
    }
    guard let bitmap = Bitmap(size: size, pixels: pixels, hasAlpha: false) else {
      throw WrongResult(description: "The photograph cannot be made.")
    }
    return try MediaCodecs.encode(bitmap, as: .jpeg)
  }
}
