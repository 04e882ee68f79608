import DiptychCodecs
import DiptychPlatform
import Foundation
import TestMedia

/// The photographs and videos that the flows save.
package struct FlowMedia: Sendable {
  /// A photograph that is not upright as stored (EXIF orientation 6).
  package var turnedPhoto: URL
  /// A photograph that is upright as stored.
  package var uprightPhoto: URL
  /// A photograph with a place and a capture date.
  package var placedPhoto: URL
  /// A second upright photograph, from another camera.
  package var secondPhoto: URL
  /// A third one.
  package var thirdPhoto: URL
  package var png: URL
  package var mp4: URL
  package var mov: URL

  /// The files that come with Diptych.
  package static let bundled = FlowMedia(
    turnedPhoto: TestMedia.url("orientation/photo-landscape-6.jpg"),
    uprightPhoto: TestMedia.url("photos/nikon-d810.jpeg"),
    placedPhoto: TestMedia.url("exif/real-iphone4s-gps-subsec-orientation6.jpg"),
    secondPhoto: TestMedia.url("exif/real-nikon-gps-subsec.jpg"),
    thirdPhoto: TestMedia.url("photos/canon-5d.jpeg"),
    png: TestMedia.url("png/rgba.png"),
    mp4: TestMedia.url("video/h264-high-faststart.mp4"),
    mov: TestMedia.url("video/h264-rotated-creationdate.mov"))

  /// The bundled files with the photographs and videos of a folder in their place, as far as the
  /// folder has them: the first JPEG that is not upright, the first upright ones, the first PNG,
  /// MP4 and MOV. A file that is not what its name says, or is damaged, is passed over.
  /// - Throws: A sentence when the folder cannot be read.
  package static func from(folder: URL) throws -> FlowMedia {
    var media = bundled
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }
    var upright: [URL] = []
    var turned: [URL] = []
    for file in files where ["jpg", "jpeg"].contains(file.pathExtension.lowercased()) {
      guard let image = UIImage(contentsOfFile: file.path) else { continue }
      if image.imageOrientation == .up { upright.append(file) } else { turned.append(file) }
    }
    if let file = turned.first { media.turnedPhoto = file }
    if let file = upright.first {
      media.uprightPhoto = file
      media.secondPhoto = upright.dropFirst().first ?? file
      media.thirdPhoto = upright.dropFirst(2).first ?? file
    }
    let all = turned + upright
    if let file = all.first { media.placedPhoto = file }
    func first(_ ending: String, _ kind: MediaKind) -> URL? {
      files.first { file in
        file.pathExtension.lowercased() == ending
          && (try? MediaCodecs.probe(.file(file.path), nameExtension: ending))?.format.kind == kind
      }
    }
    media.png = first("png", .image) ?? media.png
    media.mp4 = first("mp4", .video) ?? media.mp4
    media.mov = first("mov", .video) ?? media.mov
    return media
  }
}
