import Foundation
import ImageIO
import Photos

/// Edits the content of photos and takes the edits back.
package final class Tint {
  private let format = "com.example.tint"

  package init() {}

  package func run(
    on asset: PHAsset, render: @escaping (Data) -> Data,
    completion: @escaping (Bool, Error?) -> Void
  ) {
    let options = PHContentEditingInputRequestOptions()
    options.isNetworkAccessAllowed = true
    options.canHandleAdjustmentData = { [format] data in
      data.formatIdentifier == format && data.formatVersion == "1"
    }
    asset.requestContentEditingInput(with: options) { [format] input, info in
      guard let input = input, let url = input.fullSizeImageURL,
        let data = try? Data(contentsOf: url)
      else { return completion(false, info[PHContentEditingInputErrorKey] as? Error) }
      let output = PHContentEditingOutput(contentEditingInput: input)
      try? render(data).write(to: output.renderedContentURL, options: .atomic)
      output.adjustmentData = PHAdjustmentData(
        formatIdentifier: format, formatVersion: "1", data: Data("tint".utf8))
      PHPhotoLibrary.shared().performChanges {
        let request = PHAssetChangeRequest(for: asset)
        request.contentEditingOutput = output
      } completionHandler: { success, error in
        completion(success, error)
      }
    }
  }

  package func undo(_ asset: PHAsset) throws {
    guard asset.canPerform(.content), asset.hasAdjustments else { return }
    try PHPhotoLibrary.shared().performChangesAndWait {
      PHAssetChangeRequest(for: asset).revertAssetContentToOriginal()
    }
  }
}

/// The camera that a picture file names.
package func camera(in url: URL) -> String? {
  guard let source = CGImageSourceCreateWithURL(url as CFURL, nil),
    let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [String: Any],
    let tiff = properties[kCGImagePropertyTIFFDictionary as String] as? [String: Any]
  else { return nil }
  return tiff[kCGImagePropertyTIFFModel as String] as? String
}
