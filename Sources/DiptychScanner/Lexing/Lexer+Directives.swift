/// Lines of the preprocessor, and the conditions of the Swift compiler.
extension Lexer {
  /// Reads the directive that begins at the `#` here. `#define` leaves its text to be read as code.
  /// - Returns: False where it is none of these, such as `#selector`.
  mutating func readDirective(_ names: inout Names) -> Bool {
    var end = at + 1
    while bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
    let start = end
    while Self.isNamePart(bytes[end]) { end += 1 }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    switch name {
    case "if":
      at = end
      let (isNever, isAlways) = readCondition()
      begin(isDead: isNever, wasAlwaysTaken: isAlways)
    case "ifdef", "ifndef":
      guard language == .objectiveC else { return false }
      at = end
      skipLine()
      begin(isDead: false, wasAlwaysTaken: false)
    case "elif", "elseif", "elifdef", "elifndef":
      at = end
      let (isNever, isAlways) = readCondition()
      branch(isNever: isNever, isAlways: isAlways)
    case "else":
      at = end
      skipLine()
      branch(isNever: false, isAlways: true)
    case "endif":
      at = end
      skipLine()
      if !conditions.isEmpty { conditions.removeLast() }
    case "import", "include", "include_next":
      guard language == .objectiveC else { return false }
      at = end
      readImport()
      return true
    case "define", "undef":
      guard language == .objectiveC else { return false }
      if name == "define" { append(.define, 0, at, end) }
      at = end
      isLineStart = false
      return true
    case "pragma", "error", "warning", "line", "region", "endregion":
      guard language == .objectiveC || name == "error" || name == "warning" else { return false }
      at = end
      skipLine()
    default:
      return false
    }
    judgeConditions()
    if isDead, language == .objectiveC { skipDeadLines() }
    return true
  }

  private mutating func begin(isDead: Bool, wasAlwaysTaken: Bool) {
    // Deeper than any source goes; the `#endif`s of what is left out close the others too early.
    guard conditions.count < Self.depthLimit else { return }
    conditions.append(
      Condition(isDead: isDead, wasAlwaysTaken: wasAlwaysTaken, open: Array(open.suffix(128))))
  }

  private mutating func branch(isNever: Bool, isAlways: Bool) {
    guard var condition = conditions.last else { return }
    condition.isDead = condition.wasAlwaysTaken || isNever
    condition.wasAlwaysTaken = condition.wasAlwaysTaken || isAlways
    conditions[conditions.count - 1] = condition
    // Each branch begins with the brackets that were open before the first. One that the branch
    // before closed has its partner already.
    if condition.open.allSatisfy({ Int($0) < tokens.count }) { open = condition.open }
  }

  /// Whether the condition on the rest of this line holds in no build, or in every one. Only
  /// constants are judged.
  private mutating func readCondition() -> (isNever: Bool, isAlways: Bool) {
    let start = at
    skipLine()
    var text = String(decoding: bytes[start..<min(at, count)], as: UTF8.self)
    for mark in ["//", "/*"] {
      if let comment = text.firstRange(of: mark) { text.removeSubrange(comment.lowerBound...) }
    }
    text = text.filter { !$0.isWhitespace && $0 != "\\" }
    while text.hasPrefix("("), text.hasSuffix(")") { text = String(text.dropFirst().dropLast()) }
    let never = ["0", "false", "!1", "!true", "NO", "FALSE"]
    let always = ["1", "true", "!0", "!false", "YES", "TRUE"]
    if never.contains(text) { return (true, false) }
    if always.contains(text) { return (false, true) }
    let isNever = never.contains { text.hasPrefix($0 + "&&") } && !text.contains("||")
    let isAlways = always.contains { text.hasPrefix($0 + "||") } && !text.contains("&&")
    return (isNever, isAlways)
  }

  /// Skips the rest of the line, with the lines that continue it; its end is left.
  private mutating func skipLine() {
    while at < count, bytes[at] != 0x0A, bytes[at] != 0x0D {
      if bytes[at] == UInt8(ascii: "/"), bytes[at + 1] == UInt8(ascii: "*") {
        _ = skipComment()
      } else if bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == 0x0A || bytes[at + 1] == 0x0D {
        at += bytes[at + 1] == 0x0D && bytes[at + 2] == 0x0A ? 3 : 2
      } else {
        at += 1
      }
    }
    at = min(at, count)
  }

  private mutating func readImport() {
    while bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
    let closing: UInt8 =
      switch bytes[at] {
      case UInt8(ascii: "<"): UInt8(ascii: ">")
      case UInt8(ascii: "\""): UInt8(ascii: "\"")
      default: 0
      }
    guard closing != 0 else {
      skipLine()
      return
    }
    let start = at + 1
    var end = start
    while end < count, bytes[end] != closing, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    append(.importPath, 0, start, end)
    at = end
    skipLine()
  }

  /// Skips the lines of a dead branch of C, whose text need not be code: an apostrophe in it begins
  /// nothing, and only comments and directives count.
  private mutating func skipDeadLines() {
    while at < count {
      let byte = bytes[at]
      if byte == 0x0A || byte == 0x0D {
        isLineStart = true
        at += 1
      } else if byte == UInt8(ascii: "/"), skipComment() {
        continue
      } else if byte == UInt8(ascii: "#"), isLineStart {
        return
      } else {
        if byte != 0x20, byte != 0x09 { isLineStart = false }
        at += 1
      }
    }
  }
}
