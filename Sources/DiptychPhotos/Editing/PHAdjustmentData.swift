import Foundation

/// How an edit was made: what an editor needs to go on from there.
open class PHAdjustmentData: NSObject, @unchecked Sendable {
  // Sendable because every stored property is constant.

  /// Who made the edit, in reverse domain form.
  public let formatIdentifier: String
  /// The version of the format.
  public let formatVersion: String
  /// The edit itself, which nobody but its editor reads.
  public let data: Data

  /// Makes adjustment data. An identifier or version that is empty, or of more than 256 bytes, and
  /// data of more than 16 MiB make the change block fail with 3300.
  public init(formatIdentifier: String, formatVersion: String, data: Data) {
    self.formatIdentifier = formatIdentifier
    self.formatVersion = formatVersion
    self.data = data
    super.init()
  }
}
