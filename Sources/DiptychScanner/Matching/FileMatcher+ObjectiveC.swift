/// Names and declarations of Objective-C.
extension FileMatcher {
  mutating func readObjectiveC(_ position: Int) {
    guard let token = token(position) else { return }
    if isMark(position - 1, "@") {
      readKeyword(position)
      return
    }
    if position >= declarationEnd { readDeclaration(position) }
    guard !isCollecting, !consumed.contains(position) else { return }
    if accessEnd(position) != nil {
      readAccess(position)
    } else if let row = vocabulary.bare[token.name], !isVariable(position, token.name) {
      if isMark(position + 1, "."), leadsToMember(position) { return }
      record(row, token)
    }
  }

  /// Whether a name that is a class is used as a variable of the same name: `(ALAsset *)ALAsset`.
  private func isVariable(_ position: Int, _ name: Int32) -> Bool {
    guard vocabulary.types.contains(name), !isMark(position + 1, "*") else { return false }
    if isMark(position + 1, "=") { return true }
    return pending[name] != nil || scopes.contains { $0.types[name] != nil }
  }

  /// Whether `ALAssetsFilter.allPhotos` stands here, of which the member counts.
  private func leadsToMember(_ position: Int) -> Bool {
    guard let type = name(position), vocabulary.types.contains(type),
      let member = name(position + 2).map(names.text), let rows = vocabulary.selectors[member]
    else { return false }
    return decide(rows, .object(type), named: member) != nil
  }

  /// `asset.defaultRepresentation`, and the setter `group.assetsFilter = …`.
  private mutating func readAccess(_ position: Int) {
    guard let token = token(position), let end = accessEnd(position), isMark(position - 1, ".")
    else { return }
    var selector = names.text(token.name)
    if isMark(position + 1, "="), !isMark(position + 2, "=") {
      selector = "set" + selector.prefix(1).uppercased() + selector.dropFirst() + ":"
    }
    guard let rows = vocabulary.selectors[selector],
      let row = decide(rows, expression(endingAt: end).type, named: selector)
    else { return }
    record(row, token)
  }

  /// What stands behind an `@`.
  private mutating func readKeyword(_ position: Int) {
    guard let token = token(position) else { return }
    switch token.name {
    case Word.import.rawValue:
      if isWord(position + 1, .assetsLibrary), let row = vocabulary.importRow {
        record(row, token, text: "AssetsLibrary")
      }
    case Word.interface.rawValue, Word.implementation.rawValue, Word.protocol.rawValue:
      beginSection(position)
    case Word.end.rawValue:
      section = nil
      scopes = [Scope()]
    case Word.selector.rawValue: readSelector(position)
    case Word.compatibilityAlias.rawValue: readCompatibilityAlias(position)
    case Word.class.rawValue: readForward(position)
    default: break
    }
  }

  /// `@class A, B;`.
  private mutating func readForward(_ position: Int) {
    var next = position + 1
    while let type = name(next) {
      know(.object(type))
      guard isMark(next + 1, ",") else { return }
      next += 2
    }
  }

  private mutating func beginSection(_ position: Int) {
    guard let type = name(position + 1) else { return }
    // A declaration ahead, `@protocol X;`.
    if isMark(position + 2, ";") || isMark(position + 2, ",") { return }
    know(.object(type), isDeclared: !isWord(position, .protocol))
    pendingAliases.removeAll()
    scopes = [Scope()]
    pending.removeAll()
    section = type
    var next = position + 2
    if isWord(position, .interface), isMark(next, "<") {
      next = readTypeParameters(next, of: type)
      // They hold up to the `@end`, and wherever the class goes on.
      swap(&scopes[0].aliases, &pendingAliases)
    }
    if isMark(next, ":"), let parent = name(next + 1) {
      if isCollecting, token(position)?.name == Word.interface.rawValue {
        collected.inherit(names.text(type), from: names.text(parent))
      }
      next += 2
    }
    if isMark(next, "(") { next = skip(next) }
    if isMark(next, "<") {
      while next < lexer.tokens.count, !isMark(next, ">"), next < position + 64 { next += 1 }
      next += 1
    }
    if isMark(next, "{") { memberBrace = next }
  }

  /// `@selector(…)` with a selector that nothing else has.
  private mutating func readSelector(_ position: Int) {
    guard isMark(position + 1, "("), let close = partner(position + 1),
      let first = token(position + 2)
    else { return }
    var selector = ""
    consumed.formUnion((position + 2)..<close)
    for index in (position + 2)..<close {
      if let name = name(index) { selector += names.text(name) }
      if isMark(index, ":") { selector += ":" }
    }
    guard let rows = vocabulary.selectors[selector],
      let row = rows.first(where: { vocabulary.strengths[$0] == .strong })
    else { return }
    record(row, first, text: selector)
  }

  // MARK: Declarations

  /// `- (Type)label:(Type)name …`: notes the result and the parameters.
  mutating func readSignature(_ position: Int) {
    guard let owner = section, isMark(position + 1, "("), let close = partner(position + 1),
      scopes.count == 1 || isAtLineStart(position), let first = name(close + 1)
    else { return }
    scopes = [Scope()]
    pending.removeAll()
    consumed.insert(close + 1)
    let result = typeName(position + 2, upTo: close)
    var selector = names.text(first)
    var next = close + 2
    if isMark(next, ":") {
      selector = ""
      next = close + 1
      while let label = name(next), isMark(next + 1, ":"), isMark(next + 2, "("),
        let end = partner(next + 2), let parameter = name(end + 1)
      {
        selector += names.text(label) + ":"
        consumed.formUnion([next, end + 1])
        let type = typeName(next + 3, upTo: end) ?? .unknown
        know(type)
        // A parameter may have an attribute before its name.
        pending[parameter] = type
        next = end + 2
      }
    }
    know(result)
    if let result {
      collect(owner, selector, result)
    } else if close == position + 3, let type = name(position + 2), isType(type) {
      // Without a star it is a number and the like, or another name of a pointer.
      collect(owner, selector, .object(type), isDoubtful: true)
    }
    if isCollecting, receiver(.object(owner)) == .other, !names.text(owner).hasPrefix("AL") {
      collected.declare(selector, in: names.text(owner))
    }
  }

  private func isAtLineStart(_ position: Int) -> Bool {
    guard let start = token(position).map({ Int($0.start) }) else { return false }
    return start == 0 || lexer.bytes[start - 1] == 0x0A || lexer.bytes[start - 1] == 0x0D
  }

  /// `Type *name`, `NSArray<Type *> *name`, `Type name`, `id name = …`, `typeof(x) name`.
  private mutating func readDeclaration(_ position: Int) {
    guard let type = name(position), accessEnd(position) == nil else { return }
    switch type {
    case Word.typeof.rawValue, Word.gnuTypeof.rawValue, Word.gnuTypeofEnds.rawValue:
      return readTypeof(position)
    case Word.typedef.rawValue: return readTypedef(position)
    case Word.using.rawValue: return readUsing(position)
    default: break
    }
    // Behind a bracket it is the receiver of a message, or an element.
    guard isType(type) || type.isWord(of: Word.anyTypes), !isMark(position - 1, "[") else { return }
    var next = position + 1
    var note: TypeNote = type.isWord(of: Word.anyTypes) ? .unknown : self.note(type)
    if isMark(next, "<") {
      let element = name(next + 1).flatMap { isQualifier($0) ? name(next + 2) : $0 }
      let limit = next + 24
      var depth = 0
      while next < limit, token(next) != nil {
        if isMark(next, "<") { depth += 1 }
        if isMark(next, ">") { depth -= 1 }
        next += 1
        if depth == 0 { break }
      }
      guard depth == 0 else { return }
      if type.isWord(of: Word.collections), let element {
        note = element.isWord(of: Word.anyTypes) ? note : .list(element)
      }
    }
    while isMark(next, "*") || name(next).map(isQualifier) == true { next += 1 }
    if isMark(next - 1, "*") { know(.object(type)) }
    if let function = name(next), isMark(next + 1, "("), isType(function), scopes.count == 1,
      isMark(next - 1, "*")
    {
      collectGlobal(function, note)
      return
    }
    guard let variable = name(next), next > position,
      isMark(next + 1, "=") || isMark(next + 1, ";") || isMark(next + 1, ",")
        || isMark(next + 1, ")") || isMark(next + 1, "[") || isMark(next + 1, ":")
        || isWord(next + 1, .in) || name(next + 1) != nil
    else { return }
    if note == .unknown { note = inferred(position, next) }
    place(next, variable, note)
  }

  /// The type of a variable that is declared without one: by what it is set to, by the collection
  /// that it walks over, or by the collection whose block it is a parameter of.
  private func inferred(_ position: Int, _ variable: Int) -> TypeNote {
    if isMark(variable + 1, "="), !isMark(variable + 2, "=") { return initializer(variable + 2) }
    if isWord(variable + 1, .in), isMark(position - 1, "("), let close = partner(position - 1) {
      return expression(endingAt: close - 1).type.element
    }
    if let walk, position < walk.close, isMark(position - 1, "("), isMark(position - 2, "^") {
      return walk.element
    }
    return .unknown
  }

  private mutating func readTypeof(_ position: Int) {
    guard isMark(position + 1, "("), let close = partner(position + 1) else { return }
    var next = close + 1
    while isMark(next, "*") || name(next).map(isQualifier) == true { next += 1 }
    guard let variable = name(next) else { return }
    place(next, variable, expression(endingAt: close - 1).type)
  }

  /// The type of the expression that begins at `start`, up to the `;`.
  private func initializer(_ start: Int) -> TypeNote {
    var position = start
    let limit = start + 200
    while position < limit, token(position) != nil, !isMark(position, ";") {
      position = skip(position)
    }
    let found = expression(endingAt: position - 1)
    return found.start == start ? found.type : .unknown
  }

  /// Notes a declared name where it belongs: a property or instance variable, a parameter, a local.
  private mutating func place(_ position: Int, _ variable: Int32, _ note: TypeNote) {
    let scope = scopes[scopes.count - 1]
    consumed.insert(position)
    if let owner = section, scope.holdsMembers || (scopes.count == 1 && scope.parentheses.isEmpty) {
      let text = names.text(variable)
      collect(owner, text.hasPrefix("_") ? String(text.dropFirst()) : text, note)
      if isCollecting, receiver(.object(owner)) == .other {
        collected.declare(text, in: names.text(owner))
      }
    } else if scope.parentheses.isEmpty {
      if scopes.count == 1 { collectGlobal(variable, note) }
      declare(variable, note)
    } else {
      pending[variable] = note
    }
  }
}
