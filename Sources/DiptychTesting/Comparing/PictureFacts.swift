import DiptychCodecs
import DiptychEngine
import Foundation

/// What a library says of a photo, and what the photo's file says of itself.
struct PictureFacts {
  /// The date of the asset.
  let date: Date?
  /// The place of the asset.
  let place: AssetLocation?
  /// The date inside the file; nil when it names none.
  let dateInFile: Date?
  /// The place inside the file; nil when it names none.
  let placeInFile: AssetLocation?
  /// The metadata inside the file, `{Exif}.DateTimeOriginal` as one key.
  let metadata: ImageMetadata
  /// The date that an asset with a file of no date gets (decision 21).
  private let arrival: Date

  init?(_ asset: AssetRecord, _ file: Data, _ zone: TimeZone) {
    guard let probe = try? MediaCodecs.probe(.data(file), nameExtension: nil),
      let metadata = try? MediaCodecs.metadata(of: file)
    else { return nil }
    date = asset.creationDate
    place = asset.location
    arrival = asset.addedDate
    dateInFile = probe.captureDate?.date(in: zone)
    placeInFile = probe.location.map {
      AssetLocation(latitude: $0.latitude, longitude: $0.longitude, altitude: $0.altitude)
    }
    var flat: ImageMetadata = [:]
    for (key, value) in metadata {
      guard let values = value.dictionaryValue else {
        flat[key] = value
        continue
      }
      for (inner, value) in values { flat["\(key).\(inner)"] = value }
    }
    self.metadata = flat
  }

  /// Whether the asset's date is the file's own, and nobody has set another beside it.
  var hasDateOfFile: Bool { date?.microseconds == (dateInFile ?? arrival).microseconds }

  /// Whether the asset's place is the file's own.
  var hasPlaceOfFile: Bool { place == placeInFile }
}

/// A photo as both libraries have it. The old API writes into files and the modern one beside them, so
/// what is inside the files, and what is not, tells a known difference from another one.
struct FactPair {
  let legacy: PictureFacts
  let modern: PictureFacts

  // MARK: D7

  /// Whether the legacy file has metadata that the modern one lacks, or other values, and nothing is
  /// missing in it: what merging leaves.
  var isMerged: Bool {
    legacy.metadata != modern.metadata
      && modern.metadata.keys.allSatisfy { legacy.metadata[$0] != nil }
  }

  /// Whether the dates differ as the files do, and only the legacy file says its date.
  var isDateMerged: Bool {
    isMerged && legacy.dateInFile != nil && legacy.dateInFile != modern.dateInFile
      && legacy.hasDateOfFile && modern.hasDateOfFile
  }

  /// Whether the places differ as the files do, and only the legacy file says its place.
  var isPlaceMerged: Bool {
    isMerged && legacy.placeInFile != nil && legacy.placeInFile != modern.placeInFile
      && legacy.hasPlaceOfFile && modern.hasPlaceOfFile
  }

  // MARK: D8

  /// Whether the files differ in date and place only, which are inside the legacy one and which the
  /// modern half has set beside its own.
  var isBeside: Bool {
    let keys = Set(legacy.metadata.keys).union(modern.metadata.keys)
    let differing = keys.filter { legacy.metadata[$0] != modern.metadata[$0] }
    guard isMerged, differing.allSatisfy(Self.isOfDateOrPlace) else { return false }
    let isDateOther = legacy.dateInFile != modern.dateInFile
    let isPlaceOther = legacy.placeInFile != modern.placeInFile
    return (isDateOther || isPlaceOther) && (!isDateOther || isDateBeside)
      && (!isPlaceOther || isPlaceBeside)
  }

  private var isDateBeside: Bool {
    legacy.dateInFile != nil && legacy.hasDateOfFile && (!modern.hasDateOfFile || isDateRounded)
  }

  private var isPlaceBeside: Bool {
    legacy.placeInFile != nil && legacy.hasPlaceOfFile
      && (!modern.hasPlaceOfFile || isPlaceRounded)
  }

  /// Whether the dates differ by no more than a file can hold: whole seconds.
  var isDateRounded: Bool {
    guard legacy.dateInFile != modern.dateInFile, legacy.hasDateOfFile, let ours = legacy.date,
      let theirs = modern.date
    else { return false }
    return abs(ours.timeIntervalSince(theirs)) < 1
  }

  /// Whether the places differ by no more than a file can hold: a few centimeters.
  var isPlaceRounded: Bool {
    guard legacy.placeInFile != modern.placeInFile, legacy.hasPlaceOfFile, let ours = legacy.place,
      let theirs = modern.place, (ours.altitude == nil) == (theirs.altitude == nil)
    else { return false }
    return abs(ours.latitude - theirs.latitude) < 1e-6
      && abs(ours.longitude - theirs.longitude) < 1e-6
      && abs((ours.altitude ?? 0) - (theirs.altitude ?? 0)) < 0.05
  }

  private static func isOfDateOrPlace(_ key: String) -> Bool {
    key.hasPrefix("{GPS}.") || datesAndVersions.contains(key)
  }

  /// What is written with a date or a place; a block that is new says its version.
  private static let datesAndVersions: Set<String> = [
    "{TIFF}.DateTime", "{Exif}.DateTimeOriginal", "{Exif}.DateTimeDigitized",
    "{Exif}.SubsecTime", "{Exif}.SubsecTimeOriginal", "{Exif}.SubsecTimeDigitized",
    "{Exif}.OffsetTime", "{Exif}.OffsetTimeOriginal", "{Exif}.OffsetTimeDigitized",
    "{Exif}.ExifVersion", "{IPTC}.DateCreated", "{IPTC}.TimeCreated",
    "{IPTC}.DigitalCreationDate", "{IPTC}.DigitalCreationTime",
  ]
}
