import DiptychCodecs
import Foundation

extension Library {
  /// A small upright picture of a stored file: the picture itself, or a movie's first frame.
  /// - Parameters:
  ///   - resource: The file.
  ///   - fitting: Pixels. The result fits it and is never larger than the picture.
  /// - Throws: `originalMissing` when the file is not on this machine, `objectGone` when it was
  ///   removed, `invalidMedia` when nothing can be shown, `limitExceeded` for too many pixels.
  /// - Complexity: One small file is read where the same picture was made before. Else a picture's
  ///   file is read whole, a movie only to its first frame.
  package func thumbnail(of resource: ResourceRecord, fitting: PixelSize) throws -> Bitmap {
    // That the file is missing is told even where its small picture is there.
    _ = try data(of: resource, count: 0)
    if let kept = derivatives.picture(of: resource.uuid, fitting: fitting) { return kept }
    let bitmap = try decoded(resource, fitting)
    derivatives.keep(bitmap, of: resource, fitting: fitting)
    return bitmap
  }

  private func decoded(_ resource: ResourceRecord, _ fitting: PixelSize) throws -> Bitmap {
    let isMovie = MediaFormat.named(typeIdentifier: resource.typeIdentifier)?.kind == .video
    let source: MediaSource =
      isMovie ? .file(filePath(of: resource)) : .data(try data(of: resource))
    do {
      return try MediaCodecs.thumbnail(of: source, fitting: fitting, limits: configuration.limits)
    } catch {
      throw LibraryError(error)
    }
  }
}
