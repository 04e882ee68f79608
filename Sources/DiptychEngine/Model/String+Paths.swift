import Foundation

/// Parts of paths and names. Foundation's `deletingLastPathComponent` traps for a path of one letter, and
/// its `lastPathComponent` and `pathExtension` for some with many slashes; these take whatever comes.
extension String {
  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  /// The path of the folder in which a path's last name stands; empty for a name alone.
  package var parentPath: String {
    let bytes = utf8
    var end = bytes.endIndex
    func dropLast(while isDropped: (UInt8) -> Bool) {
      while end > bytes.startIndex {
        let last = bytes.index(before: end)
        guard isDropped(bytes[last]) else { return }
        end = last
      }
    }
    dropLast { $0 == Self.slash }
    dropLast { $0 != Self.slash }
    guard end > bytes.startIndex else { return bytes.first == Self.slash ? "/" : "" }
    dropLast { $0 == Self.slash }
    return end > bytes.startIndex ? String(self[..<end]) : "/"
  }

  /// The last name of a path, without slashes behind it; `/` for the root, empty for nothing.
  package var lastPathName: String {
    guard let last = utf8.lastIndex(where: { $0 != Self.slash }) else { return isEmpty ? "" : "/" }
    let end = utf8.index(after: last)
    let start = utf8[..<end].lastIndex(of: Self.slash).map { utf8.index(after: $0) } ?? startIndex
    return String(self[start..<end])
  }

  /// What stands behind the last dot of a path's last name; empty where there is no dot, where it is
  /// the first character, as in `.hidden`, and where nothing is behind it.
  package var nameExtension: String {
    let name = lastPathName
    return name.endingDot.map { String(name[name.utf8.index(after: $0)...]) } ?? ""
  }

  /// A name without its extension and the dot before that.
  package var withoutNameExtension: String {
    endingDot.map { String(self[..<$0]) } ?? self
  }

  /// The dot before a name's extension.
  private var endingDot: Index? {
    guard let dot = utf8.lastIndex(of: Self.dot), dot > startIndex,
      utf8.index(after: dot) < endIndex, !utf8[dot...].contains(Self.slash)
    else { return nil }
    return dot
  }
}

/// What the file system says of a path.
extension String {
  /// Where a path leads: from the root, with links followed; nil where nothing is.
  package var realPath: String? {
    guard let resolved = realpath(self, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The own name of the folder at a path, also for `.` and the like.
  package var folderName: String {
    let name = lastPathName
    guard [".", "..", ""].contains(name) else { return name }
    return realPath?.lastPathName ?? name
  }
}
