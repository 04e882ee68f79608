import Foundation

/// Every name, length, mode, date and byte below a folder: equal only if nothing was changed.
package struct FolderState: Equatable, CustomStringConvertible {
  private var entries: [String: String] = [:]

  package init(_ path: String) throws {
    let manager = FileManager.default
    for name in try manager.subpathsOfDirectory(atPath: path) + ["."] {
      let place = path + "/" + name
      let attributes = try manager.attributesOfItem(atPath: place)
      let date = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      var text = "\(attributes[.posixPermissions] ?? "") \(date) \(attributes[.size] ?? "")"
      if attributes[.type] as? FileAttributeType == .typeRegular {
        // FNV-1a, enough to tell a change.
        let bytes = try Data(contentsOf: URL(fileURLWithPath: place))
        let hash = bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
          ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        text += " \(hash)"
      }
      entries[name] = text
    }
  }

  package var description: String {
    entries.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: "\n")
  }
}
