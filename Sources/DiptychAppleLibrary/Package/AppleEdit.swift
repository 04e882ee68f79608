import DiptychEngine
import Foundation

/// How an edit was made, as the package's file beside the edited version says.
struct AppleEdit {
  let formatIdentifier: String
  let formatVersion: String
  let data: Data

  /// For an edited version of which nothing says how it was made; the same as for plain files.
  static let unknown = AppleEdit(
    formatIdentifier: "app.diptych.import", formatVersion: "1", data: Data())

  private init(formatIdentifier: String, formatVersion: String, data: Data) {
    self.formatIdentifier = formatIdentifier
    self.formatVersion = formatVersion
    self.data = data
  }

  /// Reads a file; nil for one that is absent, too long, or says nothing.
  init?(_ path: String) {
    // Data in text form is longer by a third.
    let limit = ChangeLimits.adjustmentBytes * 2
    guard let size = try? RealSystemCalls().status(path).size, size <= Int64(limit),
      let bytes = FileManager.default.contents(atPath: path), bytes.count <= limit
    else { return nil }
    if bytes.starts(with: Array("bplist".utf8)) {
      guard let list = BinaryPropertyList([UInt8](bytes)),
        let format = list.text("adjustmentFormatIdentifier"),
        let version = list.text("adjustmentFormatVersion")
      else { return nil }
      self.init(
        formatIdentifier: format, formatVersion: version,
        data: list.data("adjustmentData") ?? Data())
    } else {
      guard Self.isFlat(bytes), let stored = StoredAdjustment(propertyList: bytes) else {
        return nil
      }
      self.init(
        formatIdentifier: stored.formatIdentifier, formatVersion: stored.formatVersion,
        data: stored.data)
    }
    guard isUsable else { return nil }
  }

  /// Whether a list in text form nests no deeper than a reader that calls itself can go.
  private static func isFlat(_ bytes: Data) -> Bool {
    var opened = 0
    for tag in ["<dict", "<array"] {
      let tag = Data(tag.utf8)
      var rest = bytes[...]
      while let found = rest.range(of: tag) {
        opened += 1
        if opened > 256 { return false }
        rest = rest[found.upperBound...]
      }
    }
    return true
  }

  /// Whether our store takes it.
  private var isUsable: Bool {
    data.count <= ChangeLimits.adjustmentBytes
      && [formatIdentifier, formatVersion].allSatisfy { name in
        !name.isEmpty && name.utf8.count <= ChangeLimits.formatBytes
          && !name.unicodeScalars.contains { $0.value < 0x20 || $0.value & 0xFFFE == 0xFFFE }
      }
  }
}
