import CDiptychEXIF
import Foundation

/// Makes EXIF blocks.
enum EXIFWriter {
  /// The most bytes of a block that a JPEG segment holds beside its length and mark.
  static let largestBlock = 65_527

  /// A block whose only entry is this orientation (decision 20).
  static func block(orientation: ImageOrientation) throws(CodecError) -> [UInt8] {
    let block = try EXIFBlock(byteOrder: EXIF_BYTE_ORDER_MOTOROLA)
    let values = EXIFValueEncoder(order: block.byteOrder)
    for tag in EXIFTag.image where tag.number == EXIFTag.orientation {
      guard let entry = try values.entry(.integer(orientation.rawValue), for: tag) else {
        throw failed
      }
      try block.set(entry, in: .image)
    }
    guard let bytes = try block.serialized() else { throw failed }
    return bytes
  }

  /// `exif` with these values put in; given values win (L142), all others stay.
  ///
  /// nil when nothing changes. Left out are keys without a tag, values of the wrong kind, and what
  /// only the pixels can say (`PixelWidth`, `PixelXDimension` …); what is too long throws. An `Orientation` beside the
  /// dictionaries wins over the one in `{TIFF}`. A latitude, longitude or altitude without its
  /// reference gets it from its sign. Old entries keep their places; only where the block would
  /// become too large is it packed anew, if need be without its embedded thumbnail.
  static func merging(
    _ metadata: ImageMetadata, into exif: [UInt8]?
  ) throws(CodecError) -> [UInt8]? {
    let block = try block(in: exif, else: EXIF_BYTE_ORDER_MOTOROLA)
    let changes = try changes(by: metadata, to: block)
    guard !changes.isEmpty else { return nil }
    if let exif, let patched = try patch(exif, with: changes) { return patched }
    let copy = try block.copy()
    for (directory, entry) in changes { try copy.set(entry, in: directory) }
    guard let packed = try copy.serialized() else { throw failed }
    if packed.count <= largestBlock { return packed }
    // The embedded thumbnail is the one part that can be made again.
    copy.removeThumbnail()
    guard let smaller = try copy.serialized() else { throw failed }
    guard smaller.count <= largestBlock else {
      throw CodecError(
        .encodingFailed,
        "The metadata takes more than the 64 KiB that an EXIF block can hold; give shorter values.")
    }
    return smaller
  }

  /// A file of TIFF's structure with these values put into its directories; given values win, and
  /// nothing that is in the file moves.
  ///
  /// `exif` has the entries that the file has now. Gives the entries that differ, and the file with
  /// them; no file when none differs, and when its first directory is not where it should be.
  static func merging(
    _ metadata: ImageMetadata, into exif: [UInt8]?, ofFile file: [UInt8], _ order: ExifByteOrder
  ) throws(CodecError) -> (changes: [Change], file: EXIFPatcher?) {
    let block = try block(in: exif, else: order)
    let changes = try changes(by: metadata, to: block)
    guard !changes.isEmpty, var patcher = EXIFPatcher(file) else { return (changes, nil) }
    patcher.set(changes)
    return (changes, patcher)
  }

  /// What these bytes hold, or an empty block. One that could not be read for want of memory is no
  /// empty one: what it holds would be lost.
  private static func block(
    in exif: [UInt8]?, else order: ExifByteOrder
  ) throws(CodecError) -> EXIFBlock {
    if let exif, let block = try EXIFBlock(parsing: exif) { return block }
    return try EXIFBlock(byteOrder: order)
  }

  /// The valid orientations beside and in `{TIFF}`, which are taken out.
  static func takeOrientations(from metadata: inout ImageMetadata) -> [ImageOrientation] {
    var numbers = [metadata.removeValue(forKey: "Orientation")]
    if var tiff = metadata["{TIFF}"]?.dictionaryValue {
      numbers.append(tiff.removeValue(forKey: "Orientation"))
      metadata["{TIFF}"] = .dictionary(tiff)
    }
    return numbers.compactMap { $0?.integerValue.flatMap(ImageOrientation.init(rawValue:)) }
  }

  typealias Change = (directory: EXIFDirectory, entry: EXIFEntry)

  /// The entries that differ from those that the block has.
  private static func changes(
    by metadata: ImageMetadata, to block: EXIFBlock
  ) throws(CodecError) -> [Change] {
    let encoder = EXIFValueEncoder(order: block.byteOrder)
    var changes: [Change] = []
    for (key, directory, tags) in EXIFTag.dictionaries {
      let given = try encoder.entries(values(for: key, in: metadata), for: tags)
      let new = given.filter { block.entry($0.tag, in: directory)?.hasContent(of: $0) != true }
      guard !new.isEmpty else { continue }
      let version = try self.version(for: directory, encoder).filter { version in
        block.entry(version.tag, in: directory) == nil && !new.contains { $0.tag == version.tag }
      }
      changes += (version + new).map { (directory, $0) }
    }
    if let rating = rating(in: metadata, block.byteOrder),
      block.entry(rating.tag, in: .image)?.hasContent(of: rating) != true
    {
      changes.append((.image, rating))
    }
    return changes
  }

  /// The stars among the texts, for which EXIF has an entry and the records have none.
  private static func rating(in metadata: ImageMetadata, _ order: ExifByteOrder) -> EXIFEntry? {
    guard let stars = metadata["{IPTC}"]?.dictionaryValue?["StarRating"]?.integerValue,
      (0...5).contains(stars)
    else { return nil }
    let byte = UInt8(stars)
    return EXIFEntry(
      tag: EXIFTag.rating, format: EXIF_FORMAT_SHORT, components: 1,
      bytes: order == EXIF_BYTE_ORDER_INTEL ? [byte, 0] : [0, byte], order: order)
  }

  /// The block with entries put in behind what it has; nil if it is too odd or gets too large.
  private static func patch(
    _ exif: [UInt8], with changes: [Change]
  ) throws(CodecError) -> [UInt8]? {
    guard exif.count <= largestBlock, var patcher = EXIFPatcher(exif) else { return nil }
    patcher.set(changes)
    guard patcher.bytes.count <= largestBlock, let new = try EXIFBlock(parsing: patcher.bytes)
    else {
      return nil
    }
    // What libexif does not read back was not written well enough.
    let isRead = changes.allSatisfy { directory, entry in
      new.entry(entry.tag, in: directory)?.hasContent(of: entry) == true
    }
    return isRead ? patcher.bytes : nil
  }

  private static func values(for key: String, in metadata: ImageMetadata) -> ImageMetadata {
    var values = metadata[key]?.dictionaryValue ?? [:]
    switch key {
    case "{TIFF}":
      if let orientation = metadata["Orientation"] { values["Orientation"] = orientation }
      if let number = values["Orientation"],
        number.integerValue.flatMap(ImageOrientation.init(rawValue:)) == nil
      {
        values["Orientation"] = nil
      }
    case "{Exif}":
      values["PixelXDimension"] = nil
      values["PixelYDimension"] = nil
    default:
      addReferences(to: &values)
    }
    return values
  }

  private static func addReferences(to values: inout ImageMetadata) {
    for (key, largest, positive, negative) in [
      ("Latitude", 90.0, "N", "S"), ("Longitude", 180.0, "E", "W"),
      ("DestLatitude", 90.0, "N", "S"), ("DestLongitude", 180.0, "E", "W"),
    ] {
      guard let degrees = values[key]?.doubleValue else { continue }
      guard abs(degrees) <= largest else {
        values[key] = nil
        continue
      }
      if values[key + "Ref"] == nil {
        values[key + "Ref"] = .string(degrees < 0 ? negative : positive)
      }
      values[key] = .real(abs(degrees))
    }
    if let altitude = values["Altitude"]?.doubleValue {
      if values["AltitudeRef"] == nil { values["AltitudeRef"] = .integer(altitude < 0 ? 1 : 0) }
      values["Altitude"] = .real(abs(altitude))
    }
  }

  /// Both directories have to say which version of the standard they follow.
  private static func version(
    for directory: EXIFDirectory, _ encoder: EXIFValueEncoder
  ) throws(CodecError) -> [EXIFEntry] {
    func list(_ numbers: [Int]) -> MetadataValue { .list(numbers.map { .integer($0) }) }
    switch directory {
    case .exif: return try encoder.entries(["ExifVersion": list([2, 3, 2])], for: EXIFTag.exif)
    case .gps: return try encoder.entries(["GPSVersion": list([2, 3, 0, 0])], for: EXIFTag.gps)
    default: return []
    }
  }

  private static var failed: CodecError {
    CodecError(.encodingFailed, "The EXIF block cannot be written; free some memory.")
  }
}
