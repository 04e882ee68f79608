/// Declarations and closures of Swift.
extension FileMatcher {
  mutating func readSwiftKeyword(_ position: Int) {
    guard let word = name(position).flatMap(Word.init) else { return }
    switch word {
    case .import: readSwiftImport(position)
    case .class, .struct, .enum, .extension, .protocol: readTypeHeader(position)
    case .let, .var: readVariable(position)
    case .func, .subscript: readFunction(position)
    case .`init`: if isDeclaration(position) { readFunction(position) }
    case .typealias, .associatedtype: readTypealias(position)
    case .for: readLoop(position)
    case .case: readCase(position)
    case .default: if isMark(position + 1, ":") { forgetCase() }
    case .if, .while: isInCondition = true
    case .guard: isInCondition = false
    case .switch: readSwitch(position)
    case .is:
      if case .object(let type)? = swiftType(position + 1), vocabulary.types.contains(type) {
        narrow(position - 1, to: .object(type))
      }
    default:
      break
    }
    if word.text == "actor", name(position + 1) != nil, isMark(position + 2, "{") {
      readTypeHeader(position)
    }
  }

  /// Whether an `init` is declared here, not named.
  private func isDeclaration(_ position: Int) -> Bool {
    let next = isMark(position + 1, "?") || isMark(position + 1, "!") ? position + 2 : position + 1
    return isMark(next, "(") || isMark(next, "<")
  }

  private mutating func readSwiftImport(_ position: Int) {
    var next = position + 1
    let kinds: [Word] = [.class, .struct, .enum, .protocol, .func, .let, .var]
    if name(next)?.isWord(of: kinds) == true { next += 1 }
    guard isWord(next, .assetsLibrary), let token = token(next), let row = vocabulary.importRow
    else { return }
    record(row, token)
    // `import class AssetsLibrary.ALAsset` is one use.
    if isMark(next + 1, ".") { consumed.insert(next + 2) }
  }

  private mutating func readTypeHeader(_ position: Int) {
    guard var type = name(position + 1), !isMark(position - 1, ":"),
      !["func", "var", "let"].contains(names.text(type))
    else { return }
    pending.removeAll()
    pendingAliases.removeAll()
    var next = position + 2
    while isMark(next, "."), let inner = name(next + 1) {
      type = inner
      next += 2
    }
    nextOwner = type
    know(.object(type), isDeclared: name(position)?.isWord(of: [.extension, .protocol]) == false)
    // What an extension says of its type holds there alone.
    let owner = isWord(position, .extension) ? nil : type
    next = readGenerics(next, of: owner)
    if isMark(next, ":"), isCollecting, isWord(position, .class), name(next + 1) != nil,
      case .object(let parent)? = swiftType(next + 1)
    {
      collected.inherit(names.text(type), from: names.text(parent))
    }
    readWhere(next, of: owner)
  }

  /// The type of the expression that begins at `start`, and the position behind it.
  func swiftValue(_ start: Int) -> (note: TypeNote, end: Int) {
    var position = start
    while name(position)?.isWord(of: [.try, .await]) == true || isMark(position, "!")
      || isMark(position, "?") || isMark(position, "&")
    { position += 1 }
    let begin = position
    guard let first = token(position),
      first.kind != .mark || isMark(position, "(")
        || isMark(position, "[")
    else { return (.unknown, position) }
    var end = skip(position) - 1
    var made: TypeNote?
    if isMark(position, "["), let close = partner(position), isMark(close + 1, "("),
      let type = name(position + 1), close == position + 2
    {
      made = .list(type)
    }
    while true {
      if isMark(end + 1, "."), name(end + 2) != nil {
        end += 2
      } else if isMark(end + 1, "("), !startsLine(end + 1), let close = partner(end + 1) {
        end = close
      } else if isMark(end + 1, "["), !startsLine(end + 1), let close = partner(end + 1) {
        end = close
      } else if isMark(end + 1, "!") || isMark(end + 1, "?"), touches(end + 1) {
        end += 1
      } else {
        break
      }
    }
    // Of several casts the last one holds.
    var cast: (note: TypeNote?, end: Int)?
    while isWord(cast?.end ?? end + 1, .as) {
      var next = (cast?.end ?? end + 1) + 1
      while isMark(next, "!") || isMark(next, "?") { next += 1 }
      cast = readType(next)
    }
    if let cast { return (cast.note ?? .unknown, cast.end) }
    if let made { return (made, end + 1) }
    let found = expression(endingAt: end)
    return (found.start <= begin ? found.type : .unknown, end + 1)
  }

  func touches(_ position: Int) -> Bool {
    guard let token = token(position), let before = self.token(position - 1) else { return false }
    return token.start == before.end
  }

  /// Whether a token is the first of its line, or there is none.
  func startsLine(_ position: Int) -> Bool {
    guard let token = token(position) else { return true }
    guard let before = self.token(position - 1) else { return true }
    return lexer.endsLine(Int(before.end), upTo: Int(token.start))
  }

  /// A function, an initializer or a subscript: its parameters, and what it gives.
  private mutating func readFunction(_ position: Int) {
    pending.removeAll()
    pendingAliases.removeAll()
    isInCondition = false
    var open = position + 1
    let function = isWord(position, .func) ? name(open) : nil
    if function != nil { open += 1 }
    if isMark(open, "?") || isMark(open, "!") { open += 1 }
    open = readGenerics(open, of: nil)
    let limit = open + 64
    while open < limit, token(open) != nil, !isMark(open, "("), !isMark(open, "{") { open += 1 }
    guard isMark(open, "("), let close = partner(open) else { return }
    // What the clause behind says holds for the parameters, too.
    readWhere(close + 1, of: nil)
    readParameters(open, close)
    guard let function else { return }
    let isMember = scopes.count > 1 && scopes[scopes.count - 1].owner != nil
    let owner = isMember ? ownerName : nil
    if isCollecting, let owner, case .other = receiver(.object(owner)) {
      collected.declare(names.text(function), in: names.text(owner))
    }
    for next in (close + 1)..<(close + 5)
    where isMark(next, "-") && isMark(next + 1, ">") {
      let result = swiftType(next + 2)
      know(result)
      if let owner {
        collect(owner, names.text(function), result ?? .unknown)
      } else if scopes.count == 1 {
        collectGlobal(function, result ?? .unknown)
      }
    }
  }

  /// `(label name: Type, …)`.
  private mutating func readParameters(_ open: Int, _ close: Int) {
    var position = open + 1
    while position < close {
      if isMark(position, ":"), let parameter = name(position - 1) {
        let type = swiftType(position + 1)
        know(type)
        pending[parameter] = type ?? .unknown
      }
      position = skip(position)
    }
  }

  private mutating func readSwitch(_ position: Int) {
    var next = position + 1
    let limit = next + 64
    while next < limit, token(next) != nil, !isMark(next, "{") { next = skip(next) }
    let value = swiftValue(position + 1)
    nextSubjectParts = tupleTypes(position + 1)
    nextSubject = value.end == next ? value.note : expression(endingAt: next - 1).type
  }

  // MARK: Closures

  /// Notes the parameters of the closure that the brace at `position` opens.
  mutating func readClosureHeader(_ position: Int) {
    let first = closureType(position)
    var next = position + 1
    if isMark(next, "[") { next = skip(next) }
    var parameters: [(name: Int32, type: TypeNote?)] = []
    if isMark(next, "("), let close = partner(next) {
      var inner = next + 1
      while inner < close {
        if let name = name(inner) {
          parameters.append((name, isMark(inner + 1, ":") ? swiftType(inner + 2) : nil))
        }
        while inner < close, !isMark(inner, ",") { inner = skip(inner) }
        inner += 1
      }
      next = close + 1
    } else {
      while let name = name(next), !name.isWord(of: Word.statements) {
        parameters.append((name, nil))
        next += 1
        guard isMark(next, ",") else { break }
        next += 1
      }
    }
    let limit = next + 16
    while next < limit, token(next) != nil, !isWord(next, .in) {
      if isMark(next, "{") || isMark(next, "}") || isMark(next, ";") || isMark(next, "=") {
        return none()
      }
      next = skip(next)
    }
    guard isWord(next, .in) else { return none() }
    for (index, parameter) in parameters.enumerated() {
      declare(parameter.name, parameter.type ?? (index == 0 ? first : .unknown))
    }

    func none() {
      if first != .unknown, let dollar = names.find("$0") { declare(dollar, first) }
    }
  }

  /// The type of the first parameter of a closure, by the call that it is given to.
  private func closureType(_ position: Int) -> TypeNote {
    var before = position - 1
    if isMark(before, "=") {
      before -= 1
      while isMark(before, "!") || isMark(before, "?") { before -= 1 }
      let type = name(before).map { vocabulary.blocks[$0] == nil ? variable($0).name : $0 } ?? nil
      return type.flatMap { vocabulary.blocks[$0] }.map { .object($0) } ?? .unknown
    }
    var callee: Int?
    var label: String?
    if isMark(before, ":") {
      label = name(before - 1).map(names.text)
      callee = scopes.dropLast().last?.parentheses.last.map { $0 - 1 }
    } else if isMark(before, "("), scopes.dropLast().last?.parentheses.last == before {
      callee = before - 1
    } else if isMark(before, ",") {
      callee = scopes.dropLast().last?.parentheses.last.map { $0 - 1 }
    } else if isMark(before, ")"), let open = partner(before) {
      callee = open - 1
      // `asset(for: url) { … }`: the closure is the first of those that lost their labels.
      if names.text(name(open + 1) ?? -1) == "for" { label = "resultBlock" }
    } else if name(before) != nil {
      callee = before
    }
    guard let callee, let base = name(callee) else { return .unknown }
    return closureType(names.text(base), label, callee)
  }

  private func closureType(_ base: String, _ label: String?, _ callee: Int) -> TypeNote {
    let walks = [
      "forEach", "map", "compactMap", "flatMap", "filter", "first", "contains", "sorted",
    ]
    if walks.contains(base), let end = accessEnd(callee) {
      return expression(endingAt: end).type.element
    }
    if label == "failureBlock" || label == "completionBlock" { return .unknown }
    let type: String? =
      switch base {
      case "enumerateGroups", "enumerateGroupsWithTypes", "groupForURL", "addAssetsGroupAlbum",
        "addAssetsGroupAlbumWithName":
        "ALAssetsGroup"
      case "group": label == "resultBlock" ? "ALAssetsGroup" : nil
      case "asset": label == "resultBlock" ? "ALAsset" : nil
      case "assetForURL", "enumerateAssets", "enumerateAssetsUsingBlock",
        "enumerateAssetsWithOptions", "enumerateAssetsAtIndexes":
        "ALAsset"
      default: nil
      }
    if let end = accessEnd(callee), receiver(expression(endingAt: end).type) == .other {
      return .unknown
    }
    return type.flatMap(names.find).map { .object($0) } ?? .unknown
  }
}
