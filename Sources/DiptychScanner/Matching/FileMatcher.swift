/// Finds the uses in one file.
///
/// It walks over the tokens once and keeps the declared types of the variables in scope. A name
/// that only AssetsLibrary has counts wherever it stands, unless its receiver is known to be of
/// another class. A name that others have, too, such as `size`, counts only where the type of the
/// receiver is known: by a declaration, a cast, an assignment from a known call, a parameter of a
/// known block, or a chain such as `defaultRepresentation().size()`.
struct FileMatcher {
  /// What a brace opens.
  struct Scope {
    var types: [Int32: TypeNote] = [:]
    /// Other names of types, and type parameters.
    var aliases: [Int32: TypeNote] = [:]
    /// The class whose body it is, in Swift.
    var owner: Int32?
    /// Whether it holds instance variables of Objective-C.
    var holdsMembers = false
    /// The type of what a `switch` asks for.
    var subject: TypeNote = .unknown
    /// The types of its parts, if it is a tuple.
    var subjectParts: [TypeNote] = []
    /// What the case of a `switch` that is being read has bound.
    var caseNames: [Int32] = []
    /// The parentheses that are open in it.
    var parentheses: [Int] = []
    /// What waits for a brace behind this one, which stands inside of a header.
    var outside: Outside?
  }

  /// What a header has declared up to a closure inside of it.
  struct Outside {
    var pending: [Int32: TypeNote] = [:]
    var aliases: [Int32: TypeNote] = [:]
    let isInCondition: Bool
  }

  /// A use, by the place of its text.
  struct Match {
    let row: Int
    let start: Int32
    let end: Int32
    let text: String
  }

  let vocabulary: Vocabulary
  let index: ProjectIndex
  let language: Language
  /// Whether the file names anything of AssetsLibrary, which makes a fair name a use.
  let hasEvidence: Bool
  /// Whether this is the first reading, which only collects declarations.
  let isCollecting: Bool

  var names: Names
  var lexer: Lexer
  var collected = ProjectIndex()
  var matches: [Match] = []
  var scopes: [Scope] = [Scope()]
  /// Parameters, which belong to the next brace.
  var pending: [Int32: TypeNote] = [:]
  /// Type parameters, likewise.
  var pendingAliases: [Int32: TypeNote] = [:]
  /// Whether there are other names of types at all.
  var hasAliases: Bool
  /// Variables of the file, outside of all classes and functions.
  var globals: [Int32: TypeNote] = [:]
  /// Where the names that a pattern binds end; they are read with it.
  var patternEnd = 0
  /// Where the declaration of another name ends, which declares no variable.
  var declarationEnd = 0
  /// The class of the `@interface` or `@implementation` that is being read.
  var section: Int32?
  /// The brace that opens instance variables.
  var memberBrace = -1
  /// Names that stand before a member that was counted, and so do not count themselves.
  var consumed: Set<Int> = []
  /// The end of a message that walks over a collection with a block, and what the block is given.
  var walk: (close: Int, element: TypeNote)?
  /// The class that the next brace opens.
  var nextOwner: Int32?
  var nextSubject: TypeNote?
  var nextSubjectParts: [TypeNote] = []
  /// Whether a condition is being read, whose variables belong to the brace behind it.
  var isInCondition = false

  /// Tokens that are kept at a time.
  static let window = 400_000
  /// Braces whose variables are kept apart.
  static let scopeLimit = 128
  /// Chains that are followed.
  static let depthLimit = 64

  init(
    _ source: SourceText, _ language: Language, _ vocabulary: Vocabulary, _ index: ProjectIndex,
    isCollecting: Bool
  ) {
    self.vocabulary = vocabulary
    self.index = index
    self.language = language
    self.isCollecting = isCollecting
    hasEvidence = source.contains("ALAsset")
    hasAliases = !vocabulary.aliases.isEmpty
    names = vocabulary.names
    lexer = Lexer(source, language)
  }

  /// Reads the whole file.
  mutating func run() {
    var more = true
    while more {
      more = lexer.fill(limit: Self.window, &names)
      consumed.removeAll(keepingCapacity: true)
      memberBrace = -1
      patternEnd = 0
      declarationEnd = 0
      walk = nil
      for position in scopes.indices { scopes[position].parentheses.removeAll() }
      for position in lexer.tokens.indices { step(position) }
    }
  }

  private mutating func step(_ position: Int) {
    let token = lexer.tokens[position]
    switch token.kind {
    case .number: break
    case .string: matchString(token)
    case .importPath: matchImport(token)
    case .define: readDefine(position + 1)
    case .name:
      switch language {
      case .objectiveC: readObjectiveC(position)
      case .swift: readSwift(position)
      }
    case .mark: readMark(position)
    }
  }

  private mutating func readMark(_ position: Int) {
    switch UInt8(truncatingIfNeeded: lexer.tokens[position].name) {
    case UInt8(ascii: "{"): open(position)
    case UInt8(ascii: "}"):
      close()
    case UInt8(ascii: "("): scopes[scopes.count - 1].parentheses.append(position)
    case UInt8(ascii: ")"):
      if !scopes[scopes.count - 1].parentheses.isEmpty {
        scopes[scopes.count - 1].parentheses.removeLast()
      }
    case UInt8(ascii: "["):
      if language == .objectiveC { readMessage(position) }
    case UInt8(ascii: ";"):
      pending.removeAll()
      pendingAliases.removeAll()
      isInCondition = false
    case UInt8(ascii: "-"), UInt8(ascii: "+"):
      if language == .objectiveC { readSignature(position) }
    default: break
    }
  }

  private mutating func open(_ position: Int) {
    var scope = Scope()
    if isInsideHeader(position) {
      var outside = Outside(isInCondition: isInCondition)
      swap(&outside.pending, &pending)
      swap(&outside.aliases, &pendingAliases)
      scope.outside = outside
    } else {
      swap(&scope.types, &pending)
      swap(&scope.aliases, &pendingAliases)
      scope.owner = nextOwner
      scope.subject = nextSubject ?? .unknown
      scope.subjectParts = nextSubjectParts
      nextOwner = nil
      nextSubject = nil
      nextSubjectParts = []
    }
    scope.holdsMembers = position == memberBrace
    isInCondition = false
    // Deeper braces belong to no sensible source; they are counted in one scope.
    if scopes.count < Self.scopeLimit { scopes.append(scope) }
    if language == .swift { readClosureHeader(position) }
  }

  /// Whether a brace is one of a closure inside of parentheses, so that the names of the condition,
  /// loop or function whose header it is belong to a brace behind it.
  private func isInsideHeader(_ position: Int) -> Bool {
    guard language == .swift, let open = scopes[scopes.count - 1].parentheses.last,
      let close = partner(open)
    else { return false }
    return close > position
  }

  private mutating func close() {
    guard scopes.count > 1, let outside = scopes.removeLast().outside else { return }
    pending = outside.pending
    pendingAliases = outside.aliases
    isInCondition = outside.isInCondition
  }

  // MARK: Tokens

  func token(_ position: Int) -> Token? {
    lexer.tokens.indices.contains(position) ? lexer.tokens[position] : nil
  }

  func isMark(_ position: Int, _ mark: Unicode.Scalar) -> Bool {
    guard let token = token(position), token.kind == .mark else { return false }
    return token.name == Int32(mark.value)
  }

  /// The number of the name at a position; nil where no name stands.
  func name(_ position: Int) -> Int32? {
    guard let token = token(position), token.kind == .name else { return nil }
    return token.name
  }

  func isWord(_ position: Int, _ word: Word) -> Bool { name(position)?.isWord(word) ?? false }

  /// The position of the bracket that belongs to the one at `position`.
  func partner(_ position: Int) -> Int? {
    guard let token = token(position), token.partner >= 0 else { return nil }
    return Int(token.partner)
  }

  func text(_ token: Token) -> String {
    String(decoding: lexer.bytes[Int(token.start)..<Int(token.end)], as: UTF8.self)
  }

  func isType(_ name: Int32) -> Bool {
    guard let first = names.text(name).utf8.first else { return false }
    return first >= 0x41 && first <= 0x5A
  }

  // MARK: Strings and imports

  private mutating func matchString(_ token: Token) {
    guard let row = vocabulary.stringRow, token.end - token.start >= 14 else { return }
    // Longer texts are data, not addresses.
    let end = min(Int(token.end), Int(token.start) + 4096)
    let text = String(decoding: lexer.bytes[Int(token.start)..<end], as: UTF8.self)
    guard text == "assets-library" || text.contains("assets-library:"),
      let found = text.firstRange(of: "assets-library")
    else { return }
    // The address without what stands around it.
    let address = text[found.lowerBound...].prefix(80).prefix { !$0.isWhitespace }
    record(row, token, text: String(address))
  }

  private mutating func matchImport(_ token: Token) {
    guard let row = vocabulary.importRow, text(token).hasPrefix("AssetsLibrary/") else { return }
    record(row, token, text: text(token))
  }

  mutating func record(_ row: Int, _ token: Token, text: String? = nil) {
    guard !isCollecting else { return }
    matches.append(
      Match(row: row, start: token.start, end: token.end, text: text ?? self.text(token)))
  }
}
