import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation

extension ModernPlayer {
  /// Edits an asset as an editor does: fetches it, asks for its content, writes a rendering, and
  /// hands it over in a change block.
  func edit(
    _ name: Name, _ rendering: Action.Rendering, resumes: Bool, waits: Bool
  ) async -> [String] {
    let names = [Identifiers.asset(home.id(name, .asset))]
    guard
      let asset = PHAsset.fetchAssets(withLocalIdentifiers: names, options: nil).firstObject
    else { return ["nil"] }
    let options = PHContentEditingInputRequestOptions()
    options.canHandleAdjustmentData = { _ in resumes }
    let input: PHContentEditingInput? = await withCheckedContinuation { continuation in
      asset.requestContentEditingInput(with: options) { input, _ in
        continuation.resume(returning: input)
      }
    }
    guard let input else { return ["no input"] }
    let output = PHContentEditingOutput(contentEditingInput: input)
    do {
      try Self.write(rendering, to: output)
    } catch {
      return ["no rendering: \(Self.text(error))"]
    }
    if case .unexplained = rendering {
    } else {
      output.adjustmentData = PHAdjustmentData(
        formatIdentifier: "org.example.story", formatVersion: "1.0", data: home.stepData)
    }
    let text = "input \(Self.hash(input)) \(input.adjustmentData != nil)"
    let result = await perform(waits: waits) {
      PHAssetChangeRequest(for: asset).contentEditingOutput = output
    } report: {
      ["done"]
    }
    return [text] + result
  }

  private static func write(
    _ rendering: Action.Rendering, to output: PHContentEditingOutput
  ) throws {
    switch rendering {
    case .none: break
    case .misplaced(let picture): try picture.bytes.write(to: output.renderedContentURL)
    case .file(let picture), .unexplained(let picture):
      let type = output.supportedRenderedContentTypes.first {
        $0.identifier == picture.facts.type
      }
      let url = try type.map { try output.renderedContentURL(for: $0) }
      try picture.bytes.write(to: url ?? output.renderedContentURL)
    }
  }

  /// What the editor got to work on.
  private static func hash(_ input: PHContentEditingInput) -> String {
    let url = input.fullSizeImageURL ?? (input.audiovisualAsset as? AVURLAsset)?.url
    return url.flatMap { try? Data(contentsOf: $0) }.map { ContentHash.of($0).hexadecimal }
      ?? "of nothing"
  }
}
