/// Who picked an asset out of a burst. The set is empty for one that nobody picked.
public struct PHAssetBurstSelectionType: OptionSet, Sendable {
  /// The bits, numbered as by Apple.
  public let rawValue: UInt

  /// Makes a set of bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// The camera, as one of the best. Fetches leave it out all the same (P41).
  public static let autoPick = PHAssetBurstSelectionType(rawValue: 1)
  /// The user.
  public static let userPick = PHAssetBurstSelectionType(rawValue: 2)
}
