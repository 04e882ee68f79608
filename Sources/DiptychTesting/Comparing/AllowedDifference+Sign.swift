import DiptychEngine

extension AllowedDifference {
  /// What must be so in both libraries for a line to show a difference. Without it the line shows
  /// something else, which no known difference excuses (decision 216).
  enum Sign: Hashable, Sendable {
    /// The line is enough.
    case none
    /// Only the modern library has an album, and the old API refuses to make it. What shows it is
    /// not a line but that lines agree without the album; see ``SurplusAlbums``.
    case refusedAlbum(SurplusAlbums.Refusal)
    /// The album's photos are the same in another order.
    case otherOrder
    /// The legacy name is one that the old API makes.
    case madeName
    /// The picture is the same, and the legacy file has more metadata, from which its date and place
    /// follow.
    case merged
    /// The picture is the same, and the files differ in date and place, which are inside the legacy
    /// one and beside the modern one.
    case beside
    /// The bitmap is the same, and only the modern one is turned.
    case turned
    /// The modern library has no value.
    case legacyOnly
  }

  /// Why the old API does not make the album that shows this difference; nil when lines show it.
  var refusal: SurplusAlbums.Refusal? {
    if case .refusedAlbum(let refusal) = sign { refusal } else { nil }
  }

  /// Whether `line` shows this difference.
  func explains(_ line: LibraryDifference.Line, by evidence: Evidence) -> Bool {
    guard covers(line.field) else { return false }
    switch sign {
    case .none: return true
    case .refusedAlbum: return false
    case .otherOrder: return evidence.hasOtherOrder(line.object)
    case .madeName: return evidence.isMadeName(line)
    case .merged: return evidence.isMerged(line)
    case .beside: return evidence.isBeside(line)
    case .turned: return evidence.isTurned(line)
    case .legacyOnly: return line.legacy != nil && (line.modern ?? "none") == "none"
    }
  }
}
