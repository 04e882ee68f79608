import Foundation

/// A new rendering of an asset's content, and how it was made (P217).
package struct ContentEdit: Sendable {
  /// Who made the edit, in reverse domain form.
  package var formatIdentifier: String
  /// The version of the format.
  package var formatVersion: String
  /// What the editor needs to go on from here; opaque to everybody else.
  package var data: Data
  /// The rendered picture or video. Its role decides which (`fullSizePhoto`, `fullSizeVideo`).
  package var rendering: ResourceDraft
  /// The rendered movie of a Live Photo (`fullSizePairedVideo`); nil where its own movie stays.
  package var movie: ResourceDraft?
  /// Whether the edit was made on top of the present rendering, which then becomes its base, and
  /// not from what the edit before it started from.
  package var startsFromRendering = false
  /// What has to live until the rendering was read, such as the folder that holds it.
  package var owner: (any AnyObject & Sendable)?

  package init(
    formatIdentifier: String, formatVersion: String, data: Data, rendering: ResourceDraft
  ) {
    self.formatIdentifier = formatIdentifier
    self.formatVersion = formatVersion
    self.data = data
    self.rendering = rendering
  }

  /// The file name of rendered results, without its extension (P212, C45).
  static let renderingName = "FullSizeRender"
  /// The file name of what says how an edit was made (C45).
  static let adjustmentsName = "Adjustments.plist"
  /// The type of that file.
  static let adjustmentsType = "com.apple.property-list"

  /// The file that says how the edit was made: a property list. The same values always give the
  /// same bytes.
  var propertyList: Data {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>adjustmentData</key>
      \t<data>\(data.base64EncodedString())</data>
      \t<key>adjustmentFormatIdentifier</key>
      \t<string>\(Self.escaped(formatIdentifier))</string>
      \t<key>adjustmentFormatVersion</key>
      \t<string>\(Self.escaped(formatVersion))</string>
      </dict>
      </plist>

      """
    return Data(text.utf8)
  }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;")
  }

  /// Checks what can be told without touching a file (P139).
  /// - Throws: `changeNotSupported` for a format without a name, `limitExceeded` for data or names
  ///   above their bounds.
  package func check() throws(LibraryError) {
    if let movie, movie.role != .fullSizePairedVideo || rendering.role != .fullSizePhoto {
      throw LibraryError(
        .changeNotSupported,
        "An edited movie goes with an edited photo, as its full-size paired video. Give both.")
    }
    guard !formatIdentifier.isEmpty, !formatVersion.isEmpty else {
      throw LibraryError(
        .changeNotSupported,
        "An edit's adjustment data needs a format identifier and a version. Give both.")
    }
    for name in [formatIdentifier, formatVersion] {
      guard name.utf8.count <= ChangeLimits.formatBytes,
        !name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value & 0xFFFE == 0xFFFE })
      else {
        throw LibraryError(
          .limitExceeded,
          "A format identifier and its version have at most \(ChangeLimits.formatBytes) bytes and "
            + "no control characters. Choose another.")
      }
    }
    guard data.count <= ChangeLimits.adjustmentBytes else {
      throw LibraryError(
        .limitExceeded,
        "Adjustment data has at most \(ChangeLimits.adjustmentBytes) bytes. Store large content "
          + "elsewhere and refer to it.")
    }
  }
}

/// How an edit was made, as it is stored.
package struct StoredAdjustment: Sendable {
  package let formatIdentifier: String
  package let formatVersion: String
  package let data: Data

  /// Reads the file of an edit; nil for bytes that are not one.
  package init?(propertyList: Data) {
    guard
      let list = try? PropertyListSerialization.propertyList(from: propertyList, format: nil),
      let values = list as? [String: Any],
      let format = values["adjustmentFormatIdentifier"] as? String,
      let version = values["adjustmentFormatVersion"] as? String
    else { return nil }
    formatIdentifier = format
    formatVersion = version
    data = values["adjustmentData"] as? Data ?? Data()
  }
}

extension ResourceRole {
  /// The roles of files that an edit adds, and that a revert removes.
  package static let ofEdits: Set<ResourceRole> = [
    .fullSizePhoto, .fullSizeVideo, .adjustmentData, .adjustmentBasePhoto, .adjustmentBaseVideo,
    .fullSizePairedVideo, .adjustmentBasePairedVideo,
  ]
}
