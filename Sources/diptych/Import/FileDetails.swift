import DiptychCodecs
import Foundation

/// What a file says of itself, as a dry run tells it: `scripts/check-media` compares it with other
/// programs.
struct FileDetails: Encodable {
  let file: String
  /// The uniform type identifier, by the bytes.
  let type: String
  /// Pixels as stored, before they are turned.
  let width: Int
  /// Pixels as stored, before they are turned.
  let height: Int
  /// EXIF's number 1 … 8.
  let orientation: Int
  /// The wall clock where it was taken, with the offset from UTC where the file has one.
  let taken: String?
  /// Degrees north.
  let latitude: Double?
  /// Degrees east.
  let longitude: Double?
  /// Meters above sea level.
  let altitude: Double?
  /// Seconds; nil for a still.
  let duration: Double?
  /// Frames a second; nil for a still.
  let frameRate: Double?
  let animated: Bool
  let alpha: Bool
  let subtypes: [String]
  let contentIdentifier: String?
  let burstIdentifier: String?
  /// The camera's maker and model; this and what follows of pictures only.
  let make: String?
  let model: String?
  let lens: String?
  /// The number behind "f/".
  let aperture: Double?
  /// Seconds.
  let exposure: Double?
  let iso: Int?
  /// Millimeters.
  let focalLength: Double?
  let title: String?
  let caption: String?
  let keywords: [String]?
  /// Stars.
  let rating: Int?

  /// - Parameter file: A file that was looked at; it is looked at again, for all that it says.
  init(_ file: ImportFile) {
    let probe =
      (try? MediaCodecs.probe(.file(file.path), nameExtension: nil)) ?? file.preview
    let isVideo = probe.format.kind == .video
    self.file = file.path
    type = probe.format.typeIdentifier
    width = probe.storedSize.width
    height = probe.storedSize.height
    orientation = probe.orientation.rawValue
    taken = probe.captureDate?.isoText
    latitude = probe.location?.latitude
    longitude = probe.location?.longitude
    altitude = probe.location?.altitude
    duration = isVideo ? probe.duration : nil
    frameRate = isVideo ? probe.frameRate : nil
    animated = probe.isAnimated
    alpha = probe.hasAlpha
    subtypes = Self.names.filter { probe.subtypes.contains($0.subtype) }.map(\.name)
    contentIdentifier = probe.contentIdentifier
    burstIdentifier = probe.burstIdentifier
    let data =
      isVideo
      ? nil : try? Data(contentsOf: URL(fileURLWithPath: file.path), options: .mappedIfSafe)
    let tags = data.flatMap { try? MediaCodecs.metadata(of: $0) } ?? [:]
    func value(_ key: String, _ inner: String) -> MetadataValue? {
      tags[key]?.dictionaryValue?[inner]
    }
    make = value("{TIFF}", "Make")?.stringValue
    model = value("{TIFF}", "Model")?.stringValue
    lens = value("{Exif}", "LensModel")?.stringValue
    aperture = value("{Exif}", "FNumber")?.doubleValue
    exposure = value("{Exif}", "ExposureTime")?.doubleValue
    iso = value("{Exif}", "ISOSpeedRatings").flatMap(Self.first)?.integerValue
    focalLength = value("{Exif}", "FocalLength")?.doubleValue
    title = value("{IPTC}", "ObjectName")?.stringValue
    caption = value("{IPTC}", "Caption/Abstract")?.stringValue
    keywords = value("{IPTC}", "Keywords").map(Self.texts)
    rating = value("{IPTC}", "StarRating")?.integerValue
  }

  private static func first(_ value: MetadataValue) -> MetadataValue? {
    if case .list(let values) = value { values.first } else { value }
  }

  private static func texts(_ value: MetadataValue) -> [String] {
    if case .list(let values) = value { values.compactMap(\.stringValue) } else { [] }
  }

  private static let names: [(subtype: MediaSubtypes, name: String)] = [
    (.panorama, "panorama"), (.highDynamicRange, "highDynamicRange"), (.screenshot, "screenshot"),
    (.depthEffect, "depthEffect"), (.highFrameRate, "highFrameRate"),
  ]
}
