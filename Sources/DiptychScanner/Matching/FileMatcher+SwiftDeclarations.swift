/// Declarations and closures of Swift.
extension FileMatcher {
  mutating func readSwiftKeyword(_ position: Int) {
    guard let word = name(position).flatMap(Word.init) else { return }
    switch word {
    case .import: readSwiftImport(position)
    case .class, .struct, .enum, .extension, .protocol: readTypeHeader(position)
    case .let, .var: readVariable(position)
    case .func: readFunction(position)
    case .for: readLoop(position)
    case .if, .while: isInCondition = true
    case .guard: isInCondition = false
    case .switch: readSwitch(position)
    case .is:
      if let type = swiftType(position + 1)?.name, vocabulary.types.contains(type) {
        narrow(position - 1, to: .object(type))
      }
    default:
      break
    }
    if word.text == "actor", name(position + 1) != nil, isMark(position + 2, "{") {
      readTypeHeader(position)
    }
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
    guard let type = name(position + 1), !isMark(position - 1, ":"),
      !["func", "var", "let"].contains(names.text(type))
    else { return }
    nextOwner = type
    pending.removeAll()
    var next = position + 2
    if isMark(next, ":"), let parent = name(next + 1), isCollecting,
      isWord(position, .class)
    {
      collected.inherit(names.text(type), from: names.text(parent))
    }
    next += 1
  }

  /// `let name: Type = value`, in a condition, a body or a type.
  private mutating func readVariable(_ position: Int) {
    guard let variable = name(position + 1) else { return }
    var next = position + 2
    var note = TypeNote.unknown
    if isMark(next, ":") {
      note = swiftType(next + 1) ?? .unknown
      next += 1
      let limit = next + 24
      while next < limit, token(next) != nil, !isMark(next, "="), !isMark(next, "{"),
        !isMark(next, ";")
      { next = skip(next) }
    }
    if note == .unknown, isMark(next, "="), !isMark(next + 1, "=") {
      note = swiftValue(next + 1)
    } else if note == .unknown, isInCondition || isWord(position - 1, .guard),
      !isMark(next, "=")
    {
      // `if let asset` keeps the type that the name has.
      note = self.variable(variable)
    }
    let isMember = scopes.count > 1 && scopes[scopes.count - 1].owner != nil
    if isMember, let owner = ownerName {
      collect(owner, names.text(variable), note)
      if isCollecting, case .other = receiver(.object(owner)) {
        collected.declare(names.text(variable))
      }
    }
    if isInCondition { pending[variable] = note } else { declare(variable, note) }
  }

  /// The type of the expression that begins at `start`.
  private func swiftValue(_ start: Int) -> TypeNote {
    var position = start
    while name(position)?.isWord(of: [.try, .await]) == true || isMark(position, "!")
      || isMark(position, "?") || isMark(position, "&")
    { position += 1 }
    let begin = position
    guard name(position) != nil || isMark(position, "(") || isMark(position, "[") else {
      return .unknown
    }
    if isMark(position, "["), let close = partner(position), isMark(close + 1, "("),
      let type = name(position + 1), close == position + 2
    {
      return .list(type)
    }
    var end = skip(position) - 1
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
    if isWord(end + 1, .as) {
      var next = end + 2
      while isMark(next, "!") || isMark(next, "?") { next += 1 }
      return swiftType(next) ?? .unknown
    }
    let found = expression(endingAt: end)
    return found.start <= begin ? found.type : .unknown
  }

  private func touches(_ position: Int) -> Bool {
    guard let token = token(position), let before = self.token(position - 1) else { return false }
    return token.start == before.end
  }

  private func startsLine(_ position: Int) -> Bool {
    guard let token = token(position), let before = self.token(position - 1) else { return false }
    return lexer.bytes[Int(before.end)..<Int(token.start)].contains(0x0A)
  }

  /// A type such as `ALAsset?`, `[ALAsset]` or `AssetsLibrary.ALAsset`; nil for one of another form.
  func swiftType(_ start: Int) -> TypeNote? {
    var position = start
    while isMark(position, "@") { position += 2 }
    while name(position)?.isWord(of: [.inout, .any]) == true { position += 1 }
    if isMark(position, "["), let close = partner(position), close > position {
      guard let type = name(close - 1) ?? name(close - 2) else { return nil }
      for index in position..<close where isMark(index, ":") { return .unknown }
      return .list(type)
    }
    guard var type = name(position) else { return nil }
    while isMark(position + 1, "."), let next = name(position + 2) {
      type = next
      position += 2
    }
    if type.isWord(of: Word.collections), isMark(position + 1, "<"),
      let element = name(position + 2)
    {
      return .list(element)
    }
    return type.isWord(of: Word.anyTypes) ? .unknown : .object(type)
  }

  private mutating func readFunction(_ position: Int) {
    guard let function = name(position + 1) else { return }
    pending.removeAll()
    isInCondition = false
    var open = position + 2
    let limit = open + 64
    while open < limit, token(open) != nil, !isMark(open, "("), !isMark(open, "{") { open += 1 }
    guard isMark(open, "("), let close = partner(open) else { return }
    readParameters(open, close)
    let isMember = scopes.count > 1 && scopes[scopes.count - 1].owner != nil
    guard isMember, let owner = ownerName, isCollecting else { return }
    if case .other = receiver(.object(owner)) { collected.declare(names.text(function)) }
    for next in (close + 1)..<(close + 5)
    where isMark(next, "-") && isMark(next + 1, ">") {
      collect(owner, names.text(function), swiftType(next + 2) ?? .unknown)
    }
  }

  /// `(label name: Type, …)`.
  private mutating func readParameters(_ open: Int, _ close: Int) {
    var position = open + 1
    while position < close {
      if isMark(position, ":"), let parameter = name(position - 1) {
        pending[parameter] = swiftType(position + 1) ?? .unknown
      }
      position = skip(position)
    }
  }

  private mutating func readLoop(_ position: Int) {
    var next = position + 1
    if isWord(next, .case) || isWord(next, .let) || isWord(next, .var) { next += 1 }
    var variable = name(next)
    if isMark(next, "("), let close = partner(next) { variable = name(close - 1) }
    next = skip(next)
    guard let variable, isWord(next, .in) else { return }
    let start = next + 1
    next = start
    let limit = start + 64
    while next < limit, token(next) != nil, !isMark(next, "{"), !isWord(next, .where) {
      next = skip(next)
    }
    pending[variable] = expression(endingAt: next - 1).type.element
  }

  private mutating func readSwitch(_ position: Int) {
    var next = position + 1
    let limit = next + 64
    while next < limit, token(next) != nil, !isMark(next, "{") { next = skip(next) }
    nextSubject = expression(endingAt: next - 1).type
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
      while let name = name(next), Word(rawValue: name) == nil {
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
