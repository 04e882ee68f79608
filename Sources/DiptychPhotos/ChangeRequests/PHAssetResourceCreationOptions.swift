import DiptychPlatform
import Foundation

/// How a resource is added to a new asset.
open class PHAssetResourceCreationOptions: NSObject, NSCopying {
  /// The file name that the resource keeps; nil to take the file's, or to generate one (P134).
  open var originalFilename: String?
  /// The type that the bytes are, such as "public.jpeg"; nil to take it from the name and the
  /// bytes. Bytes of another type fail the block with 3302 (P135).
  open var uniformTypeIdentifier: String?
  /// The type that the bytes are, as ``uniformTypeIdentifier`` names it.
  open var contentType: UTType? {
    get { uniformTypeIdentifier.map { UTType(known: $0) } }
    set { uniformTypeIdentifier = newValue?.identifier }
  }
  /// Whether the file moves into the library instead of being copied (P140).
  open var shouldMoveFile = false

  /// Makes options without name and type that copy the file.
  public override init() {
    super.init()
  }

  /// Returns options with the same values.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = PHAssetResourceCreationOptions()
    copy.originalFilename = originalFilename
    copy.uniformTypeIdentifier = uniformTypeIdentifier
    copy.shouldMoveFile = shouldMoveFile
    return copy
  }
}
