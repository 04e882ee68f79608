/// Takes source text apart: names, numbers, strings and marks, without comments and dead branches.
///
/// It stops after a number of tokens and goes on where it stopped, so that the memory for a file
/// of any size is bounded.
struct Lexer {
  /// A string of Swift whose interpolation is being read.
  struct OpenString {
    let hashes: Int
    let isMultiline: Bool
    /// How many parentheses are open inside the interpolation.
    var depth = 0
  }

  /// A condition of the preprocessor or compiler that is being read.
  struct Condition {
    /// Whether the branch that is being read is left out of every build.
    var isDead: Bool
    /// Whether a branch was taken in every build, so that those behind it are dead.
    var wasAlwaysTaken: Bool
    /// The brackets that were open before the condition.
    let open: [Int32]
  }

  let language: Language
  /// The text and four zeros, so that looking ahead needs no test for the end.
  let bytes: [UInt8]
  let count: Int
  var at = 0
  var isLineStart = true
  var strings: [OpenString] = []
  var conditions: [Condition] = []
  /// The brackets that are open, as indices of tokens.
  var open: [Int32] = []
  var tokens: [Token] = []

  /// What a file may nest; deeper things are read as if they were flat.
  static let depthLimit = 512

  init(_ source: SourceText, _ language: Language) {
    bytes = source.bytes
    count = source.count
    self.language = language
  }

  /// Reads on until there are `limit` tokens, or half of them at a place where nothing is open.
  /// - Returns: Whether there may be more.
  mutating func fill(limit: Int, _ names: inout Names) -> Bool {
    tokens.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    while at < count {
      if tokens.count >= limit || (tokens.count >= limit / 2 && open.isEmpty && strings.isEmpty) {
        return true
      }
      step(&names)
    }
    return false
  }

  private mutating func step(_ names: inout Names) {
    let byte = bytes[at]
    switch byte {
    case 0x0A, 0x0D:
      isLineStart = true
      at += 1
      return
    case 0x20, 0x09, 0x0B, 0x0C, 0x00:
      at += 1
      return
    case UInt8(ascii: "/"):
      if skipComment() { return }
    case UInt8(ascii: "\\"):
      // A line that goes on in the next one.
      if language == .objectiveC, bytes[at + 1] == 0x0A || bytes[at + 1] == 0x0D {
        at += bytes[at + 1] == 0x0D && bytes[at + 2] == 0x0A ? 3 : 2
        return
      }
    case UInt8(ascii: "#"):
      if isLineStart, readDirective(&names) { return }
    default: break
    }
    isLineStart = false
    if Self.isNameStart(byte) || byte == UInt8(ascii: "`") {
      readName(&names)
    } else if byte >= 0x30, byte <= 0x39 {
      readNumber()
    } else if !readString() {
      readMark(byte)
    }
  }

  /// Whether a line ends between two places, one that goes on in the next not counted.
  func endsLine(_ start: Int, upTo end: Int) -> Bool {
    guard start < end else { return false }
    for index in start..<end where bytes[index] == 0x0A || bytes[index] == 0x0D {
      let isContinued =
        language == .objectiveC && index > 0
        && (bytes[index - 1] == UInt8(ascii: "\\")
          || (bytes[index] == 0x0A && index > 1 && bytes[index - 1] == 0x0D
            && bytes[index - 2] == UInt8(ascii: "\\")))
      if !isContinued { return true }
    }
    return false
  }

  // MARK: Names, numbers and marks

  static func isNameStart(_ byte: UInt8) -> Bool {
    (byte >= 0x61 && byte <= 0x7A) || (byte >= 0x41 && byte <= 0x5A) || byte == 0x5F
      || byte == 0x24 || byte >= 0x80
  }

  static func isNamePart(_ byte: UInt8) -> Bool {
    isNameStart(byte) || (byte >= 0x30 && byte <= 0x39)
  }

  private mutating func readName(_ names: inout Names) {
    let isQuoted = bytes[at] == UInt8(ascii: "`")
    let start = isQuoted ? at + 1 : at
    var end = start
    while Self.isNamePart(bytes[end]) { end += 1 }
    guard end > start else {
      at += 1
      return
    }
    let isRaw =
      language == .objectiveC && bytes[end] == UInt8(ascii: "\"") && bytes[end - 1] == 0x52
      && end - start <= 3
    at = isQuoted && bytes[end] == UInt8(ascii: "`") ? end + 1 : end
    if isRaw {
      readRawString()
      return
    }
    append(.name, names.number(of: bytes, start, end), start, end)
  }

  private mutating func readNumber() {
    let start = at
    while Self.isNamePart(bytes[at])
      || (bytes[at] == 0x2E && bytes[at + 1] >= 0x30 && bytes[at + 1] <= 0x39)
      || (language == .objectiveC && bytes[at] == 0x27 && Self.isNamePart(bytes[at + 1]))
    { at += 1 }
    append(.number, 0, start, at)
  }

  private mutating func readMark(_ byte: UInt8) {
    if let string = strings.last {
      if byte == UInt8(ascii: "(") {
        strings[strings.count - 1].depth += 1
      } else if byte == UInt8(ascii: ")") {
        if string.depth == 0 {
          close(byte)
          at += 1
          strings.removeLast()
          readSwiftString(string.hashes, string.isMultiline)
          return
        }
        strings[strings.count - 1].depth -= 1
      }
    }
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      openBracket(byte)
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      close(byte)
    default:
      append(.mark, Int32(byte), at, at + 1)
    }
    at += 1
  }

  mutating func openBracket(_ byte: UInt8) {
    guard !isDead else { return }
    open.append(Int32(tokens.count))
    append(.mark, Int32(byte), at, at + 1)
  }

  private mutating func close(_ byte: UInt8) {
    guard !isDead else { return }
    let index = Int32(tokens.count)
    append(.mark, Int32(byte), at, at + 1)
    let wanted: Int32 = byte == UInt8(ascii: ")") ? 0x28 : Int32(byte) - 2
    // A bracket that was forgotten must not spoil the rest of the file.
    for position in open.indices.reversed().prefix(8)
    where tokens[Int(open[position])].name == wanted {
      let partner = Int(open[position])
      tokens[partner].partner = index
      tokens[Int(index)].partner = Int32(partner)
      open.removeLast(open.count - position)
      return
    }
  }

  mutating func append(_ kind: Token.Kind, _ name: Int32, _ start: Int, _ end: Int) {
    guard !isDead else { return }
    tokens.append(Token(kind: kind, name: name, start: Int32(start), end: Int32(end)))
  }

  /// Whether what is being read is left out of every build.
  private(set) var isDead = false

  /// Looks at the conditions anew, after the last one came, changed or went.
  mutating func judgeConditions() {
    guard isDead || conditions.last?.isDead == true else { return }
    isDead = conditions.contains { $0.isDead }
  }

  // MARK: Comments

  /// Skips the comment that begins here, if one does. Those of Swift nest.
  mutating func skipComment() -> Bool {
    if bytes[at + 1] == UInt8(ascii: "/") {
      while at < count, bytes[at] != 0x0A, bytes[at] != 0x0D {
        let isContinued =
          language == .objectiveC && bytes[at] == UInt8(ascii: "\\")
          && (bytes[at + 1] == 0x0A || bytes[at + 1] == 0x0D)
        at += isContinued ? (bytes[at + 1] == 0x0D && bytes[at + 2] == 0x0A ? 3 : 2) : 1
      }
      return true
    }
    guard bytes[at + 1] == UInt8(ascii: "*") else { return false }
    at += 2
    var depth = 1
    while at < count {
      if bytes[at] == UInt8(ascii: "*"), bytes[at + 1] == UInt8(ascii: "/") {
        at += 2
        depth -= 1
        if depth == 0 { return true }
      } else if language == .swift, bytes[at] == UInt8(ascii: "/"),
        bytes[at + 1] == UInt8(ascii: "*")
      {
        at += 2
        depth += 1
      } else {
        at += 1
      }
    }
    return true
  }
}
