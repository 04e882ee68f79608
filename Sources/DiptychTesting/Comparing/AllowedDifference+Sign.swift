import DiptychEngine

extension AllowedDifference {
  /// What must be so in both libraries for a line to show a difference. Without it the line shows
  /// something else, which no known difference excuses.
  enum Sign: Hashable, Sendable {
    /// The line is enough.
    case none
    /// The modern library has more albums of a title that both have, and the same photos in them.
    case repeatedTitle
    /// Only the modern library has an album without a title.
    case emptyTitle
    /// The album's photos are the same in another order.
    case otherOrder
    /// Both libraries have a value.
    case bothThere
    /// The pixels of the original are the same.
    case samePicture
    /// The pixels are the same, and one library shows them turned.
    case turned
    /// The modern library has no value.
    case legacyOnly
  }

  /// Whether `line` shows this difference.
  func explains(_ line: LibraryDifference.Line, by evidence: Evidence) -> Bool {
    guard covers(line.field) else { return false }
    switch sign {
    case .none: return true
    case .repeatedTitle:
      return evidence.hasRepeatedTitle && (isOfAlbums(line) || evidence.titlesHoldTheSame)
    case .emptyTitle:
      return evidence.hasEmptyTitle && (isOfAlbums(line) || evidence.titlesHoldTheSame)
    case .otherOrder: return evidence.hasOtherOrder(line.object)
    case .bothThere: return line.legacy != nil && line.modern != nil
    case .samePicture: return evidence.isSamePicture(line)
    case .turned: return evidence.isTurned(line)
    case .legacyOnly: return line.legacy != nil && (line.modern ?? "none") == "none"
    }
  }

  /// Whether the line tells of an album itself, not of what is in it.
  private func isOfAlbums(_ line: LibraryDifference.Line) -> Bool {
    line.field != LibraryField.members.name && line.field != LibraryField.cover.name
  }
}
