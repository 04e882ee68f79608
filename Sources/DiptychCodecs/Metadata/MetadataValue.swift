import Foundation

/// Metadata under ImageIO's keys: `PixelWidth`, `Orientation`, `{TIFF}`, `{Exif}`, `{GPS}` …
package typealias ImageMetadata = [String: MetadataValue]

/// One value of a picture's metadata.
package indirect enum MetadataValue: Hashable, Sendable {
  case string(String)
  case integer(Int)
  case real(Double)
  case list([MetadataValue])
  case data(Data)
  case dictionary(ImageMetadata)

  /// The text, if this is text.
  package var stringValue: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number, if this is a whole number or a real one without a fraction.
  package var integerValue: Int? {
    switch self {
    case .integer(let number): number
    case .real(let number): Int(exactly: number)
    default: nil
    }
  }

  /// The number, if this is one.
  package var doubleValue: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  /// The dictionary, if this is one.
  package var dictionaryValue: ImageMetadata? {
    if case .dictionary(let values) = self { values } else { nil }
  }
}
