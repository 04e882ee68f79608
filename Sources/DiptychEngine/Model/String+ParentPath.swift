extension String {
  /// The path of the folder in which a path's last name stands; empty for a name alone.
  ///
  /// `deletingLastPathComponent` of Foundation traps for a path of one letter, such as `a` or `a/`.
  package var parentPath: String {
    let bytes = utf8
    let slash = UInt8(ascii: "/")
    var end = bytes.endIndex
    func dropLast(while isDropped: (UInt8) -> Bool) {
      while end > bytes.startIndex {
        let last = bytes.index(before: end)
        guard isDropped(bytes[last]) else { return }
        end = last
      }
    }
    dropLast { $0 == slash }
    dropLast { $0 != slash }
    guard end > bytes.startIndex else { return bytes.first == slash ? "/" : "" }
    dropLast { $0 == slash }
    return end > bytes.startIndex ? String(self[..<end]) : "/"
  }
}
