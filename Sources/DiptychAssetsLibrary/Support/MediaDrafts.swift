import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation

/// Makes the resources that the write calls store.
enum MediaDrafts {
  /// A bitmap with an orientation beside its pixels (L139).
  /// - Throws: `invalidMedia` when there is no image.
  static func bitmap(_ image: CGImage?, _ orientation: ImageOrientation) throws -> ResourceDraft {
    #if DIPTYCH_PLANTED_FAULTS
      let orientation = isPlanted("legacy-orientation-lost") ? .up : orientation
    #endif
    guard let image else { throw missing("image") }
    return ResourceDraft(role: .photo, content: .bitmap(image.bitmap, orientation))
  }

  /// A bitmap with metadata. The orientation is the one in `metadata`; without one the picture
  /// counts as upright, whatever the caller knew about it (L140, D9).
  static func bitmap(
    _ image: CGImage?, metadata: ImageMetadata, limits: MediaLimits
  ) throws -> ResourceDraft {
    guard let image else { throw missing("image") }
    var rest = metadata
    let orientation = takeOrientation(from: &rest)
    guard !rest.isEmpty else { return try bitmap(image, orientation) }
    guard image.bitmap.size.area <= limits.maximumPixels else {
      throw LibraryError(
        .limitExceeded, "The picture has too many pixels to be saved. Scale it down first.")
    }
    let encoded = try MediaCodecs.encode(
      image.bitmap, as: image.bitmap.hasAlpha ? .png : .jpeg, orientation: orientation)
    return ResourceDraft(
      role: .photo,
      content: .data(try MediaCodecs.rewritingMetadata(of: encoded, merging: rest)))
  }

  /// The bytes of an image file. They are kept, except that given metadata wins over what the file
  /// says (L142).
  static func imageData(_ data: Data?, metadata: ImageMetadata) throws -> ResourceDraft {
    guard let data else { throw missing("image data") }
    // What is no picture is left to the engine, which refuses it with the right code.
    guard !metadata.isEmpty, MediaFormat.sniffing(data)?.kind == .image else {
      return ResourceDraft(role: .photo, content: .data(data))
    }
    return ResourceDraft(
      role: .photo, content: .data(try MediaCodecs.rewritingMetadata(of: data, merging: metadata)))
  }

  /// A video file. It is copied, and its name is generated (L146, D6).
  static func video(_ url: URL?) throws -> ResourceDraft {
    guard let url else { throw missing("video URL") }
    guard url.isFileURL else {
      throw LibraryError(
        .sourceUnreadable, "The video's URL is not a file URL. Make it with URL(fileURLWithPath:).")
    }
    return ResourceDraft(role: .video, content: .file(url.path))
  }

  /// The metadata in a dictionary with ImageIO's keys; what has no counterpart is left out.
  static func metadata(_ dictionary: [AnyHashable: Any]?) -> ImageMetadata {
    dictionary.flatMap { MetadataValue($0)?.dictionaryValue } ?? [:]
  }

  /// The orientation beside the dictionaries wins over the one in `{TIFF}`.
  private static func takeOrientation(from metadata: inout ImageMetadata) -> ImageOrientation {
    var number = metadata.removeValue(forKey: "Orientation")?.integerValue
    if var tiff = metadata["{TIFF}"]?.dictionaryValue {
      let inner = tiff.removeValue(forKey: "Orientation")?.integerValue
      number = number ?? inner
      metadata["{TIFF}"] = tiff.isEmpty ? nil : .dictionary(tiff)
    }
    return number.flatMap(ImageOrientation.init(rawValue:)) ?? .up
  }

  private static func missing(_ what: String) -> LibraryError {
    LibraryError(.invalidMedia, "The \(what) to save is nil. Pass one.")
  }
}
