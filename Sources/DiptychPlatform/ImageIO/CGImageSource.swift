import DiptychCodecs
import Foundation

/// Reads a picture file: its type, its metadata, its pixels. Only still pictures, and of those with
/// several only the first, can be read here.
public final class CGImageSource: Sendable {
  private let data: Data

  fileprivate init?(_ data: Data) {
    guard data.count <= MediaLimits.standard.maximumBytes,
      let probe = try? MediaCodecs.probe(.data(data), nameExtension: nil, limits: .standard),
      probe.format.kind == .image
    else { return nil }
    self.data = data
    typeIdentifier = probe.format.typeIdentifier
  }

  fileprivate let typeIdentifier: String

  fileprivate var properties: [String: Any]? {
    try? MediaCodecs.metadata(of: data).mapValues(\.foundationValue)
  }

  fileprivate var image: CGImage? {
    (try? MediaCodecs.decode(data, limits: .standard)).map { CGImage(bitmap: $0) }
  }
}

/// Opens the bytes of a picture file; nil if they are no picture that can be read. Options are not
/// looked at: they only tune caches.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource?
{
  CGImageSource(data as Data)
}

/// Opens a picture file, which is read at once; nil if there is none that can be read.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
  guard let path = url.path, url.isFileURL, let data = BoundedFile.contents(path) else {
    return nil
  }
  return CGImageSource(data)
}

/// The type identifier of the file.
public func CGImageSourceGetType(_ source: CGImageSource) -> CFString? {
  source.typeIdentifier as NSString
}

/// The metadata of the picture, under the keys `kCGImageProperty…`; nil for another index than 0.
public func CGImageSourceCopyPropertiesAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
  guard index == 0 else { return nil }
  return source.properties.map { $0 as NSDictionary }
}

/// The pixels of the picture as stored, not turned; nil for another index than 0, and for a damaged
/// file. O(*n*) in the pixels.
public func CGImageSourceCreateImageAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  index == 0 ? source.image : nil
}
