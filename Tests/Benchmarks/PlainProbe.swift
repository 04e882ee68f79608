import CDiptychEXIF
import Foundation

/// What a JPEG says about itself, found with libexif and one walk over its markers.
struct PlainProbe {
  var width: Int64 = 0
  var height: Int64 = 0
  var orientation: Int64 = 1
  /// Microseconds since 1970.
  var captureDate: Int64?
  var latitude: Double?
  var longitude: Double?
  var isWhole = false

  /// Reads a whole JPEG. Its date counts as universal time.
  init(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress, bytes.count > 4 else { return }
    var offset = 2
    while offset + 4 <= bytes.count, bytes[offset] == 0xFF {
      let marker = bytes[offset + 1]
      let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
      if marker == 0xE1, length > 8, bytes[offset + 4] == 0x45, bytes[offset + 5] == 0x78 {
        readEXIF(base + offset + 4, length - 2)
      } else if (0xC0...0xC2).contains(marker) {
        height = Int64(bytes[offset + 5]) << 8 | Int64(bytes[offset + 6])
        width = Int64(bytes[offset + 7]) << 8 | Int64(bytes[offset + 8])
      }
      offset += 2 + length
      if marker == 0xDA { break }
    }
    // Behind the header comes the scan, in which 0xFF is followed by 0 or by a marker.
    while offset + 1 < bytes.count,
      let found = memchr(base + offset, 0xFF, bytes.count - offset - 1)
    {
      offset = UnsafeRawPointer(found) - base
      if bytes[offset + 1] == 0xD9 {
        isWhole = true
        return
      }
      offset += 2
    }
  }

  private mutating func readEXIF(_ bytes: UnsafeRawPointer, _ count: Int) {
    guard
      let data = exif_data_new_from_data(
        bytes.assumingMemoryBound(to: UInt8.self), UInt32(count))
    else { return }
    defer { exif_data_unref(data) }
    let order = exif_data_get_byte_order(data)
    let directories = withUnsafePointer(to: &data.pointee.ifd) {
      UnsafeRawPointer($0).assumingMemoryBound(to: UnsafeMutablePointer<ExifContent>?.self)
    }
    func entry(_ directory: Int, _ tag: UInt32) -> UnsafeMutablePointer<ExifEntry>? {
      exif_content_get_entry(directories[directory], ExifTag(rawValue: tag))
    }
    if let entry = entry(0, 0x112), entry.pointee.size >= 2 {
      orientation = Int64(exif_get_short(entry.pointee.data, order))
    }
    if let entry = entry(2, 0x9003), entry.pointee.size >= 19 {
      captureDate = Self.date(entry.pointee.data)
    }
    _ = entry(2, 0x9291)
    _ = entry(2, 0x9011)
    latitude = Self.degrees(entry(3, 2), order)
    longitude = Self.degrees(entry(3, 4), order)
  }

  private static func date(_ text: UnsafeMutablePointer<UInt8>) -> Int64 {
    func number(_ start: Int, _ count: Int) -> Int32 {
      (start..<start + count).reduce(0) { $0 * 10 + Int32(text[$1]) - 48 }
    }
    var parts = tm()
    parts.tm_year = number(0, 4) - 1900
    parts.tm_mon = number(5, 2) - 1
    parts.tm_mday = number(8, 2)
    parts.tm_hour = number(11, 2)
    parts.tm_min = number(14, 2)
    parts.tm_sec = number(17, 2)
    return Int64(timegm(&parts)) * 1_000_000
  }

  private static func degrees(
    _ entry: UnsafeMutablePointer<ExifEntry>?, _ order: ExifByteOrder
  ) -> Double? {
    guard let entry, entry.pointee.size >= 24 else { return nil }
    return (0..<3).reduce(0.0) { sum, index in
      let part = exif_get_rational(entry.pointee.data + 8 * index, order)
      return sum + Double(part.numerator) / Double(part.denominator) / pow(60, Double(index))
    }
  }
}
