import DiptychCodecs
import Foundation

/// Reads files that a client names, within the limits for media.
enum BoundedFile {
  /// The bytes of a regular file; nil if it cannot be read or is too large.
  static func contents(_ path: String) -> Data? {
    guard
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path),
      attributes[.type] as? FileAttributeType == .typeRegular,
      let size = attributes[.size] as? NSNumber,
      size.intValue <= MediaLimits.standard.maximumBytes
    else { return nil }
    return FileManager.default.contents(atPath: path)
  }
}
