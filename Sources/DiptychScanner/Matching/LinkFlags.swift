/// Finds where a project links AssetsLibrary.
///
/// In an Xcode project each target that links the framework is one use, not each line that names
/// it; elsewhere each flag or entry is one.
struct LinkFlags {
  struct Found: Equatable {
    let start: Int
    let end: Int
    let text: String
  }

  private let source: SourceText
  private let isXcode: Bool
  private let lineComment: String?
  /// Whether frameworks stand in lists, as in the files of CocoaPods.
  private let isList: Bool

  init(_ source: SourceText, path: String) {
    self.source = source
    let name = path.split(separator: "/").last.map(String.init) ?? path
    isXcode = name.hasSuffix(".pbxproj")
    isList = name.hasSuffix(".podspec") || name.hasSuffix(".podspec.json") || name == "Podfile"
    lineComment =
      if name.hasSuffix(".podspec") || name == "Podfile" || name == "CMakeLists.txt" {
        "#"
      } else if name.hasSuffix(".xcconfig") || name.hasSuffix(".swift")
        || name.hasSuffix(".modulemap")
      {
        "//"
      } else {
        nil
      }
  }

  private static let needle = Array("AssetsLibrary".utf8)

  func run() -> [Found] {
    guard source.contains("AssetsLibrary") else { return [] }
    var found: [Found] = []
    let bytes = source.bytes
    var at = 0
    while at + Self.needle.count <= source.count {
      guard bytes[at] == Self.needle[0], bytes[at...].starts(with: Self.needle) else {
        at += 1
        continue
      }
      let end = at + Self.needle.count
      if at == 0 || !Lexer.isNamePart(bytes[at - 1]), !Lexer.isNamePart(bytes[end]),
        let text = judge(at, end)
      {
        // The place takes in what the text ends with.
        let length = text.hasPrefix("Assets") ? text.utf8.count : Self.needle.count
        found.append(Found(start: at, end: at + length, text: text))
      }
      at = end
    }
    return found
  }

  /// What links the framework where its name stands; nil where the name means something else.
  private func judge(_ start: Int, _ end: Int) -> String? {
    let line = line(around: start)
    if let lineComment, let comment = line.before.firstRange(of: lineComment),
      lineComment == "#" || !line.before[..<comment.lowerBound].hasSuffix(":")
    {
      return nil
    }
    if isFlag(start) { return "-framework AssetsLibrary" }
    let isFramework = source.bytes[end...].starts(with: Array(".framework".utf8))
    if isXcode {
      // The identifier's own comment names the framework; its value says that a target links it.
      let isBuildFile = line.after.contains("isa = PBXBuildFile") && isFramework
      return isBuildFile ? "AssetsLibrary.framework" : nil
    }
    if isFramework { return "AssetsLibrary.framework" }
    let quotes: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: "'")]
    let isQuoted = start > 0 && quotes.contains(source.bytes[start - 1])
    let isWhole = isQuoted && quotes.contains(source.bytes[end])
    guard isWhole || line.before.contains("ramework") else { return nil }
    let isImport = line.before.trimmed.hasSuffix("import")
    return isImport || !namesFramework(start) ? nil : "framework AssetsLibrary"
  }

  /// `-framework AssetsLibrary`, also as two strings of a list.
  private func isFlag(_ start: Int) -> Bool {
    let gaps = Array(" \t\r\n\"',\\".utf8)
    var at = start - 1
    while at >= 0, start - at < 40, gaps.contains(source.bytes[at]) { at -= 1 }
    let before = source.bytes[max(0, at - 14)...max(0, at)]
    return at < start - 1
      && ["-framework", "-weak_framework"].contains { flag in
        before.suffix(flag.utf8.count).elementsEqual(flag.utf8)
      }
  }

  /// Whether the statement that the name stands in is about frameworks.
  private func namesFramework(_ start: Int) -> Bool {
    let from = max(0, start - 600)
    let text = String(decoding: source.bytes[from..<start], as: UTF8.self)
    guard let last = text.ranges(of: "ramework").last else { return false }
    let between = text[last.upperBound...]
    // A list may go on over lines; a second assignment or another call begins a new statement.
    if isList { return !between.contains(".") && between.count { $0 == "=" } <= 1 }
    return between.allSatisfy { "(\"' ".contains($0) }
  }

  private func line(around start: Int) -> (before: String, after: String) {
    var from = start
    while from > 0, source.bytes[from - 1] != 0x0A, start - from < 2000 { from -= 1 }
    var to = start
    while to < source.count, source.bytes[to] != 0x0A, to - start < 2000 { to += 1 }
    return (
      String(decoding: source.bytes[from..<start], as: UTF8.self),
      String(decoding: source.bytes[start..<to], as: UTF8.self)
    )
  }
}

extension String {
  fileprivate var trimmed: Substring {
    var text = self[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
