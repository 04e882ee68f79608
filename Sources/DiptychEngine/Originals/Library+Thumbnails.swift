import DiptychCodecs
import Foundation

extension Library {
  /// A small upright picture of a stored file: the picture itself, or a movie's first frame.
  /// - Parameters:
  ///   - resource: The file.
  ///   - fitting: Pixels. The result fits it and is never larger than the picture.
  /// - Throws: `originalMissing` when the file is not on this machine, `objectGone` when it was
  ///   removed, `invalidMedia` when nothing can be shown, `limitExceeded` for too many pixels.
  /// - Complexity: A picture's file is read whole; a movie only to its first frame.
  package func thumbnail(of resource: ResourceRecord, fitting: PixelSize) throws -> Bitmap {
    let isMovie = MediaFormat.named(typeIdentifier: resource.typeIdentifier)?.kind == .video
    // Of a movie no byte is read here; that it is missing is told all the same.
    let data = try data(of: resource, count: isMovie ? 0 : nil)
    do {
      return try MediaCodecs.thumbnail(
        of: isMovie ? .file(filePath(of: resource)) : .data(data), fitting: fitting,
        limits: configuration.limits)
    } catch {
      throw LibraryError(error)
    }
  }
}
