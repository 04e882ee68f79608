import DiptychCodecs
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

/// Renderings and adjustment data for tests.
enum Editing {
  static func jpeg(_ width: Int, _ height: Int) throws -> Data {
    try picture(width, height, .jpeg)
  }

  static func png(_ width: Int, _ height: Int) throws -> Data { try picture(width, height, .png) }

  private static func picture(_ width: Int, _ height: Int, _ format: MediaFormat) throws -> Data {
    let image = try #require(try Pictures.solid(width, height).cgImage)
    return try MediaCodecs.encode(image.bitmap, as: format)
  }

  static func data(_ format: String = "com.example.filter") -> PHAdjustmentData {
    PHAdjustmentData(formatIdentifier: format, formatVersion: "1.0", data: Data("sepia".utf8))
  }
}

/// A value that a test hands from one thread to another.
final class Box<Value>: @unchecked Sendable {
  // Sendable because tests write before they start what reads.
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

extension Scene {
  /// Requests the content of an asset and returns what came.
  func answer(
    _ asset: PHAsset, _ options: PHContentEditingInputRequestOptions? = nil
  ) async -> (input: PHContentEditingInput?, code: PHPhotosError.Code?, isInCloud: Bool) {
    await withCheckedContinuation { continuation in
      asset.requestContentEditingInput(with: options) { input, info in
        let error = info[PHContentEditingInputErrorKey] as? PHPhotosError
        let isInCloud = info[PHContentEditingInputResultIsInCloudKey] as? Bool ?? false
        continuation.resume(returning: (input, error?.code, isInCloud))
      }
    }
  }

  /// The content of an asset to edit.
  func input(
    _ asset: PHAsset, _ options: PHContentEditingInputRequestOptions? = nil
  ) async throws -> PHContentEditingInput {
    try #require(await answer(asset, options).input)
  }

  /// Edits an asset.
  func edit(
    _ asset: PHAsset, _ input: PHContentEditingInput, _ rendering: Data,
    format: String = "com.example.filter"
  ) throws {
    let output = PHContentEditingOutput(contentEditingInput: input)
    output.adjustmentData = Editing.data(format)
    try rendering.write(to: output.renderedContentURL)
    try change { PHAssetChangeRequest(for: asset).contentEditingOutput = output }
  }

  /// Requests edits of several assets, inside a block.
  func edits(_ assets: [PHAsset], _ inputs: [PHContentEditingInput], _ rendering: Data) {
    for (asset, input) in zip(assets, inputs) {
      let output = PHContentEditingOutput(contentEditingInput: input)
      output.adjustmentData = Editing.data()
      try? rendering.write(to: output.renderedContentURL)
      PHAssetChangeRequest(for: asset).contentEditingOutput = output
    }
  }

  /// The bytes of a resource.
  func data(_ resource: PHAssetResource) async throws -> Data {
    let bytes = Box(Data())
    let error: (any Error)? = await withCheckedContinuation { continuation in
      PHAssetResourceManager.default().requestData(for: resource, options: nil) {
        bytes.value.append($0)
      } completionHandler: {
        continuation.resume(returning: $0)
      }
    }
    if let error { throw error }
    return bytes.value
  }
}
