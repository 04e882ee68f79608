import Foundation
import TestMedia

/// What an independent reader, ExifTool, says of each sample: the oracle of the probe tests.
enum Expected {
  struct Sample: Decodable {
    var bytes: Int
    var exiftool: Values
  }

  struct Values: Decodable {
    var FileType: String?
    var ImageWidth: Int?
    var ImageHeight: Int?
    var Orientation: Int?
    var DateTimeOriginal: String?
    var CreateDate: String?
    var ModifyDate: String?
    var CreationDate: String?
    var SubSecTimeOriginal: Int?
    var OffsetTimeOriginal: String?
    var GPSLatitude: Double?
    var GPSLongitude: Double?
    var GPSAltitude: Double?
    var Duration: Double?
    var Rotation: Double?
    var ContentIdentifier: String?
    var FrameCount: Int?
    var Make: String?
    var Model: String?
  }

  /// Every sample, sorted by name.
  static func samples() throws -> [(name: String, expected: Sample)] {
    try JSONDecoder().decode([String: Sample].self, from: TestMedia.data("expected.json"))
      .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Whether a sample is a movie.
  static func isMovie(_ name: String) -> Bool {
    ["mov", "mp4"].contains((name as NSString).pathExtension.lowercased())
  }

  /// The samples that are whole.
  static func goodSamples() throws -> [(name: String, expected: Sample)] {
    try samples().filter { !$0.name.hasPrefix("bad/") && $0.name != "video/audio-only.mp4" }
  }
}
