import DiptychEngine
import Foundation

/// What two libraries hold, to tell which of the known differences a line shows.
struct Evidence {
  private let legacy: Dump
  private let modern: Dump
  private let pictures: PicturePairs

  /// - Parameters:
  ///   - legacy: What the legacy half left.
  ///   - modern: What the modern half left.
  ///   - pictures: The originals of both.
  init(_ legacy: Dump, _ modern: Dump, _ pictures: PicturePairs) {
    self.legacy = legacy
    self.modern = modern
    self.pictures = pictures
  }

  // MARK: Albums

  /// Whether the photos of the album are the same in another order.
  func hasOtherOrder(_ album: String) -> Bool {
    func photos(_ dump: Dump) -> [String]? {
      dump.objects.first { $0.heading == album }?.photos
    }
    guard let ours = photos(legacy), let theirs = photos(modern) else { return false }
    return ours != theirs && ours.sorted() == theirs.sorted()
  }

  // MARK: Names

  /// Whether the legacy name is one that the old API makes (decision 47), and the modern one another.
  func isMadeName(_ line: LibraryDifference.Line) -> Bool {
    guard let ours = line.legacy, line.modern != nil, ours.hasPrefix("\"IMG_") else { return false }
    let parts = ours.dropFirst(5).dropLast().split(
      separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].count >= 4
      && parts[0].allSatisfy { $0.isASCII && $0.isNumber } && !parts[1].isEmpty
      && parts[1].allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
  }

  // MARK: Pictures

  /// Whether what the line shows follows from metadata that the old API has merged into the file.
  func isMerged(_ line: LibraryDifference.Line) -> Bool {
    guard let pair = pair(line) else { return false }
    switch line.field {
    case LibraryField.creationDate.name: return pair.isDateMerged
    case LibraryField.location.name: return pair.isPlaceMerged
    default: return pair.isMerged
    }
  }

  /// Whether the line shows a date or a place that is inside the legacy file and beside the modern
  /// one.
  func isBeside(_ line: LibraryDifference.Line) -> Bool {
    guard let pair = pair(line) else { return false }
    switch line.field {
    case LibraryField.creationDate.name: return pair.isDateRounded
    case LibraryField.location.name: return pair.isPlaceRounded
    default: return pair.isBeside
    }
  }

  /// What both libraries and files say of the photo, if the picture is the same. The old API takes
  /// metadata for photos only.
  private func pair(_ line: LibraryDifference.Line) -> FactPair? {
    guard Self.role(line.field) == "photo", isSamePicture(line) else { return nil }
    return pictures.facts(of: line.object)
  }

  /// Whether the original that the line is about, or the photo's, shows the same in both.
  private func isSamePicture(_ line: LibraryDifference.Line) -> Bool {
    pictures.areSame(line.object, role: Self.role(line.field))
  }

  /// Whether the bitmap is upright in the legacy library and turned in the modern one, and else the
  /// same.
  func isTurned(_ line: LibraryDifference.Line) -> Bool {
    guard let ours = content(line.object, legacy), let theirs = content(line.object, modern),
      ours.hasPrefix("encoded "), Self.orientation(ours) == nil,
      let orientation = Self.orientation(theirs), theirs.hasPrefix(ours + " orientation "),
      isSamePicture(line)
    else { return false }
    guard line.field == LibraryField.pixelSize.name else { return true }
    // A picture that is only mirrored or upside down keeps its size.
    return orientation >= 5
      && line.legacy?.split(separator: "×") == line.modern?.split(separator: "×").reversed()
  }

  private func content(_ asset: String, _ dump: Dump) -> String? {
    dump.objects.first { $0.heading == asset }?.value("photo content")
  }

  /// The number of the orientation that a content names.
  private static func orientation(_ content: String) -> Int? {
    content.range(of: " orientation ").flatMap { Int(content[$0.upperBound...]) }
  }

  /// `photo` in `photo content`; the photo itself for what is said of the whole asset.
  static func role(_ field: String) -> String {
    let end = " " + LibraryField.content.name
    return field.hasSuffix(end) ? String(field.dropLast(end.count)) : "photo"
  }
}
