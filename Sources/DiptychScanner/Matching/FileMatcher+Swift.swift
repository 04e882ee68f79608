/// Names and calls of Swift.
extension FileMatcher {
  mutating func readSwift(_ position: Int) {
    guard let token = token(position) else { return }
    if accessEnd(position) == nil, !isMark(position - 1, ".") { readSwiftKeyword(position) }
    guard !isCollecting, !consumed.contains(position) else { return }
    if isMark(position - 1, ".") {
      if readMember(position) { return }
    } else if isLabel(position) {
      return
    }
    if let row = vocabulary.bare[token.name] {
      readBare(position, row)
    } else if let made = madeByAlias(position) {
      record(made, token)
    } else if !isMark(position - 1, "."), isMark(position + 1, "("),
      !isWord(position - 1, .func)
    {
      // A method of the class itself, in an extension.
      let own = variable(Word.selfWord.rawValue)
      guard case .ours = receiver(own), let row = row(at: position, own) else { return }
      record(row, token, text: spelling(position, row))
    }
  }

  /// `ALAssetsLibrary()`, or a name alone. One that only leads to a member is not counted beside it.
  private mutating func readBare(_ position: Int, _ row: Int) {
    guard let token = token(position) else { return }
    if isMark(position + 1, ".") {
      if isWord(position + 2, .selfWord) || names.text(name(position + 2) ?? -1) == "init" {
        let isInit = names.text(name(position + 2) ?? -1) == "init"
        record(isInit ? vocabulary.initializers[token.name] ?? row : row, token)
        return
      }
      if vocabulary.types.contains(token.name),
        self.row(at: position + 2, .object(token.name)) != nil
      {
        return
      }
    }
    if isMark(position + 1, "("), let made = vocabulary.initializers[token.name],
      partner(position + 1) == position + 2
    {
      record(made, token)
    } else {
      record(row, token)
    }
  }

  /// The row of the object that is made here with another name of its class: `Name()`, `Name.init()`.
  private func madeByAlias(_ position: Int) -> Int? {
    guard hasAliases, let name = name(position), isType(name), let type = ours(name),
      let row = vocabulary.initializers[type]
    else { return nil }
    var open = position + 1
    if isMark(open, "."), isWord(open + 1, .`init`) { open += 2 }
    guard isMark(open, "("), partner(open) == open + 1 else { return nil }
    return row
  }

  private func isLabel(_ position: Int) -> Bool {
    isMark(position + 1, ":") && (isMark(position - 1, "(") || isMark(position - 1, ","))
      && vocabulary.bare[name(position) ?? -1] == nil
  }

  /// Counts a member behind a dot.
  /// - Returns: Whether it is one.
  private mutating func readMember(_ position: Int) -> Bool {
    guard let token = token(position),
      vocabulary.members[token.name] != nil || vocabulary.cases[token.name] != nil
    else { return readReferenceKey(position) }
    let note = leading(position)
    guard let row = row(at: position, note) else { return readReferenceKey(position) }
    record(row, token, text: spelling(position, row))
    return true
  }

  /// A method as it is called: its name and labels.
  private func spelling(_ position: Int, _ row: Int) -> String {
    let text = names.text(name(position) ?? -1)
    guard vocabulary.symbols[row].kind == .method else { return text }
    let labels = call(at: position).labels ?? []
    return text + "(" + labels.map { $0 + ":" }.joined() + ")"
  }

  /// The type of what stands before the dot; where nothing does, the one that is expected there.
  private func leading(_ position: Int) -> TypeNote {
    let before = position - 2
    let isOperand: Bool
    switch token(before)?.kind {
    case .name: isOperand = !isStatementWord(before)
    case .string, .number: isOperand = true
    case .mark: isOperand = [")", "]", "}", "!", "?"].contains { isMark(before, $0) }
    default: isOperand = false
    }
    guard isOperand, !isMark(before, "!") || !isMark(before + 1, "=") else {
      return expected(before)
    }
    return expression(endingAt: before).type
  }

  private func isStatementWord(_ position: Int) -> Bool {
    name(position)?.isWord(of: [.case, .return, .in, .is, .as, .else, .where]) ?? false
  }

  /// The type that an implicit member such as `.up` has behind the token at `position`.
  private func expected(_ position: Int) -> TypeNote {
    if isMark(position, "="), isMark(position - 1, "=") || isMark(position - 1, "!") {
      return expression(endingAt: position - 2).type
    }
    if isMark(position, "=") {
      if isMark(position - 1, "!") || isMark(position - 1, "?") {
        return expression(endingAt: position - 2).type
      }
      return expression(endingAt: position - 1).type
    }
    if isMark(position, ":"), isWord(position - 1, .orientation) {
      guard let open = scopes.last?.parentheses.last, let callee = name(open - 1),
        names.text(callee).hasPrefix("writeImage")
      else { return .unknown }
      return names.find("ALAssetOrientation").map { .object($0) } ?? .unknown
    }
    if isWord(position, .case) || isMark(position, ",") {
      guard let scope = scopes.last, scope.parentheses.isEmpty else { return .unknown }
      return scope.subject
    }
    return .unknown
  }

  /// The row of the member at `position` of a receiver of a type.
  private func row(at position: Int, _ note: TypeNote) -> Int? {
    guard let number = name(position) else { return nil }
    if let rows = vocabulary.cases[number], case .ours(let owner) = receiver(note),
      let row = rows.first(where: { vocabulary.symbols[$0].owner == owner })
    {
      return row
    }
    guard let candidates = vocabulary.members[number] else { return nil }
    let call = call(at: position)
    var note = note
    if receiver(note) == .unknown, let property = call.firstArgument.flatMap(propertyOwner) {
      note = .object(property)
    }
    // The spelling that fits best goes first.
    let fitting = candidates.compactMap { entry -> (row: Int, fit: Int)? in
      guard let fit = call.fit(entry.spelling, vocabulary.symbols[entry.row].kind) else {
        return nil
      }
      return (entry.row, fit)
    }.sorted { ($0.fit, $0.row) < ($1.fit, $1.row) }
    return decide(fitting.map(\.row), note, named: names.text(number))
  }

  /// `.referenceURL` as a key of what the image picker gives.
  private mutating func readReferenceKey(_ position: Int) -> Bool {
    guard let token = token(position), names.text(token.name) == "referenceURL",
      isWord(position - 2, .infoKey) || (isMark(position - 2, "[") && isMark(position + 1, "]")),
      let key = names.find("UIImagePickerControllerReferenceURL"), let row = vocabulary.bare[key]
    else { return false }
    record(row, token)
    return true
  }
}
