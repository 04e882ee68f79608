/// What an asset is to its burst. The default view shows the representative and the user's picks
/// (decision 1, P41).
package struct BurstMark: Hashable, Sendable {
  /// Whether the asset stands for the burst.
  package var isRepresentative: Bool
  /// Whether the user picked it.
  package var isUserPick: Bool
  /// Whether the camera thinks that it is one of the best.
  package var isAutoPick: Bool

  package init(isRepresentative: Bool = false, isUserPick: Bool = false, isAutoPick: Bool = false) {
    self.isRepresentative = isRepresentative
    self.isUserPick = isUserPick
    self.isAutoPick = isAutoPick
  }

  /// Reads the column `burst_pick`: positive for what the default view shows, with bits for
  /// representative, user's pick and camera's pick; negative for a camera's pick alone.
  package init(stored: Int) {
    isRepresentative = stored > 0 && stored & 1 != 0
    isUserPick = stored > 0 && stored & 2 != 0
    isAutoPick = stored < 0 || stored & 4 != 0
  }

  /// The number for the column `burst_pick`.
  package var stored: Int {
    guard isRepresentative || isUserPick else { return isAutoPick ? -4 : 0 }
    return (isRepresentative ? 1 : 0) | (isUserPick ? 2 : 0) | (isAutoPick ? 4 : 0)
  }
}
