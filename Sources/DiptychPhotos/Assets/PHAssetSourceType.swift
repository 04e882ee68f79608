import DiptychEngine

/// Where assets come from.
public struct PHAssetSourceType: OptionSet, Sendable {
  /// The bits, numbered as by Apple.
  public let rawValue: UInt

  /// Makes a set of bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// The user's own library.
  public static let typeUserLibrary = PHAssetSourceType(rawValue: 1)
  /// Albums that others share.
  public static let typeCloudShared = PHAssetSourceType(rawValue: 2)
  /// Synced from a computer.
  public static let typeiTunesSynced = PHAssetSourceType(rawValue: 4)

  /// The bits of every source, for the engine.
  static let all = AssetSource.all.rawValue
}
