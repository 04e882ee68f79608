import DiptychEngine
import Foundation

/// What two libraries hold, to tell which of the known differences a line shows.
struct Evidence {
  private let legacy: Dump
  private let modern: Dump
  private let pictures: PicturePairs
  private let legacyAlbums: [String: [Set<String>]]
  private let modernAlbums: [String: [Set<String>]]

  /// - Parameters:
  ///   - legacy: What the legacy half left.
  ///   - modern: What the modern half left.
  ///   - pictures: The originals of both.
  init(_ legacy: Dump, _ modern: Dump, _ pictures: PicturePairs) {
    self.legacy = legacy
    self.modern = modern
    self.pictures = pictures
    legacyAlbums = Self.albums(legacy)
    modernAlbums = Self.albums(modern)
  }

  // MARK: Albums

  /// The photos of the albums of each title, by the titles as dumps show them.
  private static func albums(_ dump: Dump) -> [String: [Set<String>]] {
    var albums: [String: [Set<String>]] = [:]
    for object in dump.objects {
      guard let title = object.title, let members = object.value(LibraryField.members.name) else {
        continue
      }
      albums[title, default: []].append(photos(members))
    }
    return albums
  }

  private static func photos(_ members: String) -> Set<String> {
    members == "none" ? [] : Set(members.split(separator: " ").map(String.init))
  }

  /// Whether the modern library has more albums of a title that the legacy one has as well.
  var hasRepeatedTitle: Bool {
    modernAlbums.contains { title, albums in
      legacyAlbums[title].map { albums.count > $0.count } ?? false
    }
  }

  /// Whether only the modern library has an album without a title.
  var hasEmptyTitle: Bool {
    let title = DumpText.quoted("")
    return legacyAlbums[title] == nil && modernAlbums[title] != nil
  }

  /// Whether the albums of each title, taken together, hold the same photos; albums that the old API
  /// refuses to make may hold any.
  var titlesHoldTheSame: Bool {
    legacyAlbums.allSatisfy { title, albums in
      let ours = albums.reduce(into: Set()) { $0.formUnion($1) }
      let theirs = (modernAlbums[title] ?? []).reduce(into: Set()) { $0.formUnion($1) }
      return ours == theirs
    }
  }

  /// Whether the photos of the album are the same in another order.
  func hasOtherOrder(_ album: String) -> Bool {
    func members(_ dump: Dump) -> [Substring]? {
      dump.objects.first { $0.heading == album }?.value(LibraryField.members.name)?
        .split(separator: " ")
    }
    guard let ours = members(legacy), let theirs = members(modern) else { return false }
    return ours != theirs && ours.sorted() == theirs.sorted()
  }

  // MARK: Pictures

  /// Whether the original that the line is about, or the photo's, shows the same in both.
  func isSamePicture(_ line: LibraryDifference.Line) -> Bool {
    pictures.areSame(line.object, role: Self.role(line.field))
  }

  /// Whether the two values are the same but for the orientation.
  func isTurned(_ line: LibraryDifference.Line) -> Bool {
    guard let ours = line.legacy, let theirs = line.modern, isSamePicture(line) else {
      return false
    }
    guard line.field == LibraryField.pixelSize.name else {
      return Self.withoutOrientation(ours) == Self.withoutOrientation(theirs)
    }
    return ours.split(separator: "×") == theirs.split(separator: "×").reversed()
  }

  /// `photo` in `photo content`; the photo itself for what is said of the whole asset.
  static func role(_ field: String) -> String {
    let end = " " + LibraryField.content.name
    return field.hasSuffix(end) ? String(field.dropLast(end.count)) : "photo"
  }

  private static func withoutOrientation(_ content: String) -> String {
    content.components(separatedBy: " orientation ").first ?? content
  }
}
