import DiptychCodecs
import DiptychEngine
import Foundation

/// A file outside of the library that plays the part of a resource, as in a Live Photo of files.
struct ResourceFile: Sendable {
  let url: URL
  let probe: MediaProbe
  /// Bytes.
  let byteCount: Int64
  private(set) var role: ResourceRole

  /// Looks at a file.
  /// - Throws: `sourceUnreadable` for one that cannot be read, `invalidMedia` for one that is no
  ///   picture and no video.
  init(_ url: URL, _ library: Library) throws {
    guard url.isFileURL else {
      throw LibraryError(.sourceUnreadable, "The URL does not name a file. Pass a file URL.")
    }
    do {
      byteCount = try library.configuration.systemCalls.status(url.path).size
    } catch {
      throw LibraryError.unreadable(url.path, error)
    }
    do {
      probe = try MediaCodecs.probe(
        .file(url.path), nameExtension: url.pathExtension, limits: library.configuration.limits)
    } catch {
      throw LibraryError(error)
    }
    self.url = url
    role = probe.format.kind == .image ? .photo : .video
  }

  /// The same file in another part.
  func serving(as role: ResourceRole) -> ResourceFile {
    var file = self
    file.role = role
    return file
  }
}
