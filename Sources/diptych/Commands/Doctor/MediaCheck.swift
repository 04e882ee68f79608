import DiptychCodecs
import DiptychEngine
import Foundation

/// Which media this build reads and writes, and by which libraries of the system.
enum MediaCheck {
  static func findings() -> [Finding] {
    [pictures("JPEG", .jpeg), pictures("PNG", .png), others(), libraries()]
  }

  /// Writes and reads a small picture.
  private static func pictures(_ name: String, _ format: MediaFormat) -> Finding {
    let side = 16
    let pixels = [UInt8](repeating: 255, count: side * side * 4)
    let size = PixelSize(width: side, height: side)
    guard let bitmap = Bitmap(size: size, pixels: pixels, hasAlpha: false),
      let data = try? MediaCodecs.encode(bitmap, as: format),
      (try? MediaCodecs.decode(data))?.pixels == pixels
    else {
      return Finding(
        name, "A test picture could not be written and read. Install the libraries again.",
        isProblem: true)
    }
    return Finding(name, "reads and writes.")
  }

  private static func others() -> Finding {
    #if AllMedia
      do {
        try MediaCodecs.loadMovieReader()
      } catch {
        return Finding("other media", "\(error)", isProblem: true)
      }
      return Finding(
        "other media",
        "AllMedia: HEIC, AVIF, WebP, GIF, TIFF, BMP, raw files, MOV and MP4 are read.")
    #else
      return Finding(
        "other media",
        "Built without AllMedia: HEIC, AVIF, WebP, GIF, TIFF, raw files, MOV and MP4 are stored, but "
          + "have no pictures; of movies and HEIC not even the size is read.")
    #endif
  }

  /// The files of the libraries that this process has loaded; their names hold the versions. FFmpeg's
  /// are among them because ``others()`` loads them.
  private static func libraries() -> Finding {
    let prefixes = [
      "libsqlite3.", "libcrypto.", "libturbojpeg.", "libpng", "libexif.", "libavformat.",
      "libavcodec.", "libavutil.", "libswscale.", "libheif.", "libgif.", "libwebp.", "libtiff.",
      "libraw", "liblcms2.",
    ]
    let names = LoadedFiles.paths.map { $0.lastPathName }
    let found = names.filter { name in prefixes.contains { name.hasPrefix($0) } }
    let text = found.sorted().joined(separator: " ")
    return Finding("libraries", found.isEmpty ? "none are loaded as files." : text)
  }
}

/// The files that are mapped into this process, as the system lists them.
private enum LoadedFiles {
  static var paths: Set<String> {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return Set(
      lines.compactMap { line in
        line.firstIndex(of: "/").map { String(line.suffix(from: $0)) }
      })
  }

  /// The list has no size that could be asked for, so it is read to its end.
  private static var bytes: [UInt8] {
    let system = RealSystemCalls()
    guard let descriptor = try? system.open("/proc/self/maps", .read) else { return [] }
    defer { system.close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let offset = Int64(bytes.count)
      let count = buffer.withUnsafeMutableBytes { buffer in
        (try? system.read(descriptor, into: buffer, at: offset)) ?? 0
      }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }
}
