/// A tag that has a key in ImageIO's dictionaries.
struct EXIFTag {
  /// How a tag's value is stored, and which form it takes in a dictionary.
  enum Kind {
    /// Text.
    case text
    /// A whole number of 1, 2 or 4 bytes.
    case byte, short, long
    /// Several numbers of 2 bytes.
    case shorts
    /// A fraction, several, one with a sign.
    case rational, rationals, signedRational
    /// Bytes as a list of numbers, stored as bytes or as data of no type.
    case bytes, untypedBytes
    /// One byte of no type, as a number.
    case code
    /// Digits as a list of numbers: `0232` is 2, 3, 2.
    case version
    /// Text behind an 8-byte mark of its encoding.
    case comment
    /// Degrees, minutes and seconds, as degrees.
    case degrees
    /// Hours, minutes and seconds, as text with colons.
    case time
  }

  let number: Int
  let key: String
  let kind: Kind

  private init(_ number: Int, _ key: String, _ kind: Kind) {
    self.number = number
    self.key = key
    self.kind = kind
  }
}

extension EXIFTag {
  static let orientation = 0x112
  /// Stars; ImageIO has no key for it.
  static let rating = 0x4746

  /// The keys of `{TIFF}`.
  static let image: [EXIFTag] = [
    EXIFTag(0x10D, "DocumentName", .text),
    EXIFTag(0x10E, "ImageDescription", .text),
    EXIFTag(0x10F, "Make", .text),
    EXIFTag(0x110, "Model", .text),
    EXIFTag(0x112, "Orientation", .short),
    EXIFTag(0x11A, "XResolution", .rational),
    EXIFTag(0x11B, "YResolution", .rational),
    EXIFTag(0x128, "ResolutionUnit", .short),
    EXIFTag(0x131, "Software", .text),
    EXIFTag(0x132, "DateTime", .text),
    EXIFTag(0x13B, "Artist", .text),
    EXIFTag(0x13C, "HostComputer", .text),
    EXIFTag(0x13E, "WhitePoint", .rationals),
    EXIFTag(0x13F, "PrimaryChromaticities", .rationals),
    EXIFTag(0x8298, "Copyright", .text),
  ]

  /// The keys of `{Exif}`.
  static let exif: [EXIFTag] = [
    EXIFTag(0x829A, "ExposureTime", .rational),
    EXIFTag(0x829D, "FNumber", .rational),
    EXIFTag(0x8822, "ExposureProgram", .short),
    EXIFTag(0x8824, "SpectralSensitivity", .text),
    EXIFTag(0x8827, "ISOSpeedRatings", .shorts),
    EXIFTag(0x8830, "SensitivityType", .short),
    EXIFTag(0x8831, "StandardOutputSensitivity", .long),
    EXIFTag(0x8832, "RecommendedExposureIndex", .long),
    EXIFTag(0x8833, "ISOSpeed", .long),
    EXIFTag(0x8834, "ISOSpeedLatitudeyyy", .long),
    EXIFTag(0x8835, "ISOSpeedLatitudezzz", .long),
    EXIFTag(0x9000, "ExifVersion", .version),
    EXIFTag(0x9003, "DateTimeOriginal", .text),
    EXIFTag(0x9004, "DateTimeDigitized", .text),
    EXIFTag(0x9010, "OffsetTime", .text),
    EXIFTag(0x9011, "OffsetTimeOriginal", .text),
    EXIFTag(0x9012, "OffsetTimeDigitized", .text),
    EXIFTag(0x9101, "ComponentsConfiguration", .untypedBytes),
    EXIFTag(0x9102, "CompressedBitsPerPixel", .rational),
    EXIFTag(0x9201, "ShutterSpeedValue", .signedRational),
    EXIFTag(0x9202, "ApertureValue", .rational),
    EXIFTag(0x9203, "BrightnessValue", .signedRational),
    EXIFTag(0x9204, "ExposureBiasValue", .signedRational),
    EXIFTag(0x9205, "MaxApertureValue", .rational),
    EXIFTag(0x9206, "SubjectDistance", .rational),
    EXIFTag(0x9207, "MeteringMode", .short),
    EXIFTag(0x9208, "LightSource", .short),
    EXIFTag(0x9209, "Flash", .short),
    EXIFTag(0x920A, "FocalLength", .rational),
    EXIFTag(0x9214, "SubjectArea", .shorts),
    EXIFTag(0x9286, "UserComment", .comment),
    EXIFTag(0x9290, "SubsecTime", .text),
    EXIFTag(0x9291, "SubsecTimeOriginal", .text),
    EXIFTag(0x9292, "SubsecTimeDigitized", .text),
    EXIFTag(0xA000, "FlashPixVersion", .version),
    EXIFTag(0xA001, "ColorSpace", .short),
    EXIFTag(0xA002, "PixelXDimension", .long),
    EXIFTag(0xA003, "PixelYDimension", .long),
    EXIFTag(0xA004, "RelatedSoundFile", .text),
    EXIFTag(0xA20B, "FlashEnergy", .rational),
    EXIFTag(0xA20E, "FocalPlaneXResolution", .rational),
    EXIFTag(0xA20F, "FocalPlaneYResolution", .rational),
    EXIFTag(0xA210, "FocalPlaneResolutionUnit", .short),
    EXIFTag(0xA214, "SubjectLocation", .shorts),
    EXIFTag(0xA215, "ExposureIndex", .rational),
    EXIFTag(0xA217, "SensingMethod", .short),
    EXIFTag(0xA300, "FileSource", .code),
    EXIFTag(0xA301, "SceneType", .code),
    EXIFTag(0xA401, "CustomRendered", .short),
    EXIFTag(0xA402, "ExposureMode", .short),
    EXIFTag(0xA403, "WhiteBalance", .short),
    EXIFTag(0xA404, "DigitalZoomRatio", .rational),
    EXIFTag(0xA405, "FocalLenIn35mmFilm", .short),
    EXIFTag(0xA406, "SceneCaptureType", .short),
    EXIFTag(0xA407, "GainControl", .short),
    EXIFTag(0xA408, "Contrast", .short),
    EXIFTag(0xA409, "Saturation", .short),
    EXIFTag(0xA40A, "Sharpness", .short),
    EXIFTag(0xA40C, "SubjectDistRange", .short),
    EXIFTag(0xA420, "ImageUniqueID", .text),
    EXIFTag(0xA430, "CameraOwnerName", .text),
    EXIFTag(0xA431, "BodySerialNumber", .text),
    EXIFTag(0xA432, "LensSpecification", .rationals),
    EXIFTag(0xA433, "LensMake", .text),
    EXIFTag(0xA434, "LensModel", .text),
    EXIFTag(0xA435, "LensSerialNumber", .text),
    EXIFTag(0xA460, "CompositeImage", .short),
    EXIFTag(0xA500, "Gamma", .rational),
  ]

  /// The keys of `{GPS}`.
  static let gps: [EXIFTag] = [
    EXIFTag(0x00, "GPSVersion", .bytes),
    EXIFTag(0x01, "LatitudeRef", .text),
    EXIFTag(0x02, "Latitude", .degrees),
    EXIFTag(0x03, "LongitudeRef", .text),
    EXIFTag(0x04, "Longitude", .degrees),
    EXIFTag(0x05, "AltitudeRef", .byte),
    EXIFTag(0x06, "Altitude", .rational),
    EXIFTag(0x07, "TimeStamp", .time),
    EXIFTag(0x08, "Satellites", .text),
    EXIFTag(0x09, "Status", .text),
    EXIFTag(0x0A, "MeasureMode", .text),
    EXIFTag(0x0B, "DOP", .rational),
    EXIFTag(0x0C, "SpeedRef", .text),
    EXIFTag(0x0D, "Speed", .rational),
    EXIFTag(0x0E, "TrackRef", .text),
    EXIFTag(0x0F, "Track", .rational),
    EXIFTag(0x10, "ImgDirectionRef", .text),
    EXIFTag(0x11, "ImgDirection", .rational),
    EXIFTag(0x12, "MapDatum", .text),
    EXIFTag(0x13, "DestLatitudeRef", .text),
    EXIFTag(0x14, "DestLatitude", .degrees),
    EXIFTag(0x15, "DestLongitudeRef", .text),
    EXIFTag(0x16, "DestLongitude", .degrees),
    EXIFTag(0x17, "DestBearingRef", .text),
    EXIFTag(0x18, "DestBearing", .rational),
    EXIFTag(0x19, "DestDistanceRef", .text),
    EXIFTag(0x1A, "DestDistance", .rational),
    EXIFTag(0x1B, "ProcessingMethod", .comment),
    EXIFTag(0x1C, "AreaInformation", .comment),
    EXIFTag(0x1D, "DateStamp", .text),
    EXIFTag(0x1E, "Differential", .short),
    EXIFTag(0x1F, "HPositioningError", .rational),
  ]

  /// Each directory that has a dictionary, with that dictionary's key.
  static let dictionaries: [(key: String, directory: EXIFDirectory, tags: [EXIFTag])] = [
    ("{TIFF}", .image, image), ("{Exif}", .exif, exif), ("{GPS}", .gps, gps),
  ]
}
