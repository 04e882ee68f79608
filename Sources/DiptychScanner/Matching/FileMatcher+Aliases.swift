/// Other names of types: `typealias`, `typedef`, `@compatibility_alias`, `using` and `#define`, and
/// the type parameters of Swift and Objective-C.
extension FileMatcher {
  /// What the files of the scan declare; in the first reading, what this one has declared so far.
  var table: ProjectIndex { isCollecting ? collected : index }

  /// The class or enumeration of AssetsLibrary that a name stands for.
  func ours(_ name: Int32) -> Int32? {
    if vocabulary.types.contains(name) { return name }
    guard case .object(let type)? = aliased(name), vocabulary.types.contains(type) else {
      return nil
    }
    return type
  }

  /// The type of an object that is declared with the type of that name.
  func note(_ type: Int32) -> TypeNote { aliased(type) ?? .object(type) }

  /// What a name stands for that is another name of a type or a type parameter: `.unknown` where it
  /// may be anything, nil where it is none.
  func aliased(_ name: Int32) -> TypeNote? {
    guard hasAliases, !vocabulary.types.contains(name) else { return nil }
    if let note = pendingAliases[name] { return note }
    let text = names.text(name)
    let isDeclared =
      isCollecting ? collected.aliasNames.contains(text) : vocabulary.aliases.contains(name)
    // Classes that hold the code; more of them belong to no sensible source.
    var owners = isDeclared ? Self.ownerLimit : 0
    for scope in scopes.reversed() {
      if let note = scope.aliases[name] { return note }
      guard owners > 0, let owner = scope.owner.map(names.text), !owner.isEmpty else { continue }
      owners -= 1
      if let note = aliased(text, in: owner) { return note }
    }
    guard isDeclared else { return nil }
    let owner = language == .objectiveC ? section : nil
    return aliased(text, in: owner.map(names.text) ?? "")
  }

  private static var ownerLimit: Int { 8 }

  private func aliased(_ text: String, in owner: String) -> TypeNote? {
    switch table.meaning(of: text, in: owner) {
    case .itself: return nil
    case .anything: return .unknown
    case .note(let note):
      guard let number = names.find(note.type) else { return .unknown }
      return note.isList ? .list(number) : .object(number)
    }
  }

  /// Whether a name is known to be one of a class or another type. A capital letter alone does not
  /// tell: macros, constants and variables of a whole program have one, too.
  func isKnownType(_ name: Int32) -> Bool {
    vocabulary.types.contains(name) || table.types.contains(names.text(name)) || isSystems(name)
  }

  /// Whether a name is one of a class of the system, by its form.
  private func isSystems(_ name: Int32) -> Bool {
    let text = names.text(name).utf8
    let prefix = text.prefix { $0 >= 0x41 && $0 <= 0x5A }
    guard prefix.count >= 3, text.contains(where: { $0 >= 0x61 && $0 <= 0x7A }) else {
      return false
    }
    return Self.systemPrefixes.contains { prefix.starts(with: $0.utf8) }
  }

  private static let systemPrefixes = [
    "NS", "UI", "PH", "CG", "CI", "CA", "CF", "CK", "CL", "CM", "AV", "AB", "EK", "GK", "GL", "HK",
    "MF", "MK", "ML", "MP", "QL", "SC", "SF", "SK", "SL", "UN", "VN", "WK",
  ]

  /// Whether a name is written in capital letters, as constants and macros are.
  func isShouting(_ name: Int32) -> Bool {
    let text = names.text(name).utf8
    return text.count > 1 && !text.contains { $0 >= 0x61 && $0 <= 0x7A }
  }

  // MARK: Declarations

  /// Notes another name of a type, where the code at hand declares it.
  mutating func addAlias(_ name: Int32, _ note: TypeNote) {
    hasAliases = true
    let isLocal = language == .swift && scopes.count > 1
    if isLocal { scopes[scopes.count - 1].aliases[name] = note }
    guard isCollecting else { return }
    let owner = language == .swift ? scopes[scopes.count - 1].owner.map(names.text) : nil
    // That of a body is nobody else's.
    guard !isLocal || owner != nil else { return }
    collected.alias(
      ProjectIndex.Member(owner: owner ?? "", name: names.text(name)), indexed(note))
  }

  private func indexed(_ note: TypeNote) -> ProjectIndex.Note? {
    guard let type = note.name else { return nil }
    if case .list = note { return ProjectIndex.Note(type: names.text(type), isList: true) }
    return ProjectIndex.Note(type: names.text(type), isList: false)
  }

  /// Notes a type parameter for the brace that follows, and for other files one of a class.
  mutating func addParameter(_ name: Int32, _ note: TypeNote, of owner: Int32?) {
    hasAliases = true
    pendingAliases[name] = note
    guard isCollecting, let owner else { return }
    collected.parameter(
      ProjectIndex.Member(owner: names.text(owner), name: names.text(name)), indexed(note))
  }

  /// Notes the name of a type that is written where only a type can stand.
  mutating func know(_ note: TypeNote?, isDeclared: Bool = false) {
    guard isCollecting, let type = note?.name, isType(type) else { return }
    collected.know(type: names.text(type), isDeclared: isDeclared)
  }

  // MARK: Objective-C

  /// Tokens of the longest declaration of another name.
  private static var declarationLimit: Int { 48 }

  /// `typedef Type *Name, Other;`; one of a structure, block or function is passed over.
  mutating func readTypedef(_ position: Int) {
    var end = position + 1
    let limit = position + Self.declarationLimit
    while end < limit, !isMark(end, ";") {
      guard token(end) != nil, !isMark(end, "{"), !isMark(end, "(") else { return }
      end += 1
    }
    guard end < limit, let base = declaredType(position + 1, upTo: end) else { return }
    declarationEnd = end
    var next = base.end
    while next < end {
      while isMark(next, "*") || name(next).map(isQualifier) == true { next += 1 }
      guard let name = name(next), isMark(next + 1, ",") || next + 1 == end else { return }
      addAlias(name, base.note)
      next += 2
    }
  }

  /// `using Name = Type *;` of C++.
  mutating func readUsing(_ position: Int) {
    guard let name = name(position + 1), isMark(position + 2, "="),
      let base = declaredType(position + 3, upTo: position + Self.declarationLimit)
    else { return }
    var next = base.end
    while isMark(next, "*") || self.name(next).map(isQualifier) == true { next += 1 }
    guard isMark(next, ";") else { return }
    declarationEnd = next
    addAlias(name, base.note)
  }

  /// `@compatibility_alias Name Type;`.
  mutating func readCompatibilityAlias(_ position: Int) {
    guard let name = name(position + 1), let type = self.name(position + 2) else { return }
    declarationEnd = position + 3
    addAlias(name, note(type))
  }

  /// `#define Name Type` or `#define Name Type *`; others are no types.
  mutating func readDefine(_ position: Int) {
    guard let macro = name(position), !startsLine(position) else { return }
    declarationEnd = position + 1
    var next = position + 1
    while !startsLine(next), name(next).map(isQualifier) == true { next += 1 }
    guard !startsLine(next), let target = name(next), isType(target), target != macro else {
      return
    }
    next += 1
    while !startsLine(next), isMark(next, "*") { next += 1 }
    guard startsLine(next) else { return }
    declarationEnd = next
    guard isCollecting else { return }
    hasAliases = true
    collected.define(names.text(macro), as: names.text(target))
  }

  /// The type at the begin of a declaration, and where its name ends.
  private func declaredType(_ start: Int, upTo limit: Int) -> (note: TypeNote, end: Int)? {
    var position = start
    while let word = name(position), isQualifier(word) { position += 1 }
    guard let type = name(position) else { return nil }
    position += 1
    guard isMark(position, "<") else {
      return (type.isWord(of: Word.anyTypes) ? .unknown : note(type), position)
    }
    let element = name(position + 1).flatMap { isQualifier($0) ? name(position + 2) : $0 }
    guard let end = angleEnd(position), end <= limit else { return nil }
    if type.isWord(of: Word.collections), let element {
      return (element.isWord(of: Word.anyTypes) ? .unknown : .list(element), end)
    }
    return (type.isWord(of: Word.anyTypes) ? .unknown : .object(type), end)
  }

  /// `<T, __covariant U : Type *>` behind the name of an `@interface`.
  /// - Returns: The position behind it.
  mutating func readTypeParameters(_ open: Int, of owner: Int32) -> Int {
    guard let end = angleEnd(open) else { return open }
    // Protocols stand there, too, but behind the parent or the name of the category.
    guard isMark(end, ":") || isMark(end, "(") else { return end }
    var position = open + 1
    while position < end - 1 {
      while let word = name(position), isQualifier(word) { position += 1 }
      if let parameter = name(position) {
        let bound = isMark(position + 1, ":") ? name(position + 2) : nil
        addParameter(parameter, bound.flatMap(ours).map { .object($0) } ?? .unknown, of: owner)
      }
      while position < end - 1, !isMark(position, ",") { position += 1 }
      position += 1
    }
    return end
  }

  /// The position behind the `>` that closes the `<` at `open`.
  func angleEnd(_ open: Int) -> Int? {
    var depth = 0
    var position = open
    let limit = open + 128
    while position < limit, token(position) != nil {
      if isMark(position, "<") {
        depth += 1
      } else if isMark(position, ">"), !isMark(position - 1, "-") {
        depth -= 1
        if depth == 0 { return position + 1 }
      } else if isMark(position, "{") || isMark(position, ";") {
        return nil
      }
      position = skip(position)
    }
    return nil
  }
}
