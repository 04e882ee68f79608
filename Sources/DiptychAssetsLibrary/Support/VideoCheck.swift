import DiptychCodecs
import DiptychEngine
import Foundation

/// Tells whether a video file could be saved.
enum VideoCheck {
  /// Looks at the file, whatever its name says about the container. False, with a line on standard
  /// error, when it cannot be read (L148).
  static func isCompatible(path: String) -> Bool {
    do {
      let probe = try MediaCodecs.probe(
        .file(path), nameExtension: path.nameExtension)
      return probe.format.kind == .video
    } catch {
      note("The video check answers no. \(error)")
      return false
    }
  }

  /// Writes a line on standard error.
  static func note(_ line: String) {
    FileHandle.standardError.write(Data("Diptych: \(line)\n".utf8))
  }
}
