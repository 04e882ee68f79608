/// Types as Swift writes them, other names of them, and type parameters.
extension FileMatcher {
  /// Types inside of types that are followed.
  private static var typeDepthLimit: Int { 8 }
  /// Tokens of the longest header of a function.
  private static var headerLimit: Int { 96 }

  /// A type such as `ALAsset?`, `[ALAsset]` or `AssetsLibrary.ALAsset`; nil for one of another form.
  func swiftType(_ start: Int) -> TypeNote? { readType(start).note }

  /// A type, and the position behind it.
  func readType(_ start: Int, depth: Int = 0) -> (note: TypeNote?, end: Int) {
    guard depth < Self.typeDepthLimit else { return (.unknown, skip(start)) }
    var position = start
    while true {
      if isMark(position, "@") {
        position += 2
        if isMark(position, "("), touches(position) { position = skip(position) }
      } else if name(position)?.isWord(of: Word.typeModifiers) == true {
        position += 1
      } else {
        break
      }
    }
    var note: TypeNote?
    if isMark(position, "["), let close = partner(position), close > position {
      note = listType(position, close, depth)
      position = close + 1
    } else if isMark(position, "("), let close = partner(position), close > position {
      if let result = functionResult(close + 1) {
        return (nil, readType(result, depth: depth + 1).end)
      }
      let inside = readType(position + 1, depth: depth + 1)
      note = inside.end == close ? inside.note : nil
      position = close + 1
    } else if name(position) != nil {
      (note, position) = namedType(position, depth)
    } else {
      return (nil, position)
    }
    while isMark(position, "?") || isMark(position, "!"), touches(position) { position += 1 }
    if isMark(position, "&"), name(position + 1) != nil {
      // A class and protocols: what is ours tells most.
      let other = readType(position + 1, depth: depth + 1)
      if let known = other.note, case .ours = receiver(known) { note = known }
      position = other.end
    }
    return (note, position)
  }

  private func listType(_ open: Int, _ close: Int, _ depth: Int) -> TypeNote? {
    let inside = readType(open + 1, depth: depth + 1)
    // A dictionary, or a list of fixed length.
    guard inside.end == close, case .object(let type)? = inside.note else { return .unknown }
    return .list(type)
  }

  /// `Module.Type`, `Set<Type>`, `Type?` and the like.
  private func namedType(_ start: Int, _ depth: Int) -> (note: TypeNote?, end: Int) {
    guard var type = name(start) else { return (nil, start) }
    var position = start + 1
    while isMark(position, "."), let next = name(position + 1) {
      if !next.isWord(of: [.metatype, .protocolType, .selfWord]) { type = next }
      position += 2
    }
    if isMark(position, "<"), let end = angleEnd(position) {
      let inside = readType(position + 1, depth: depth + 1)
      if inside.end == end - 1 {
        if type.isWord(of: Word.optionals) { return (inside.note, end) }
        if type.isWord(of: Word.collections) {
          guard case .object(let element)? = inside.note else { return (.unknown, end) }
          return (.list(element), end)
        }
      }
      position = end
    }
    if type.isWord(of: Word.anyTypes) { return (.unknown, position) }
    if type.isWord(.ownType) { return (variable(type), position) }
    return (note(type), position)
  }

  /// Where the result of a function's type begins, if an arrow stands at `position`.
  private func functionResult(_ position: Int) -> Int? {
    for next in position..<(position + 3) {
      if isMark(next, "-"), isMark(next + 1, ">") { return next + 2 }
      guard let word = name(next), ["throws", "rethrows", "async"].contains(names.text(word)) else {
        return nil
      }
    }
    return nil
  }

  // MARK: Other names

  /// `typealias Name = Type`, and `associatedtype Name: Type`.
  mutating func readTypealias(_ position: Int) {
    guard let alias = name(position + 1) else { return }
    var next = position + 2
    if isMark(next, "<"), let end = angleEnd(next) { next = end }
    if isWord(position, .associatedtype) {
      let bound = isMark(next, ":") ? constraint(next + 1) : .unknown
      hasAliases = true
      scopes[scopes.count - 1].aliases[alias] = bound
      if let owner = ownerName {
        addParameter(alias, bound, of: owner)
        pendingAliases[alias] = nil
      }
      return
    }
    guard isMark(next, "=") else { return }
    addAlias(alias, functionType(next + 1) ?? swiftType(next + 1) ?? .unknown)
  }

  /// The block type that is called with the same object first as a function's type.
  private func functionType(_ start: Int) -> TypeNote? {
    var position = start
    while isMark(position, "@") { position += 2 }
    if isMark(position, "("), let close = partner(position), functionResult(close + 1) == nil {
      position += 1
    }
    guard isMark(position, "("), let close = partner(position), functionResult(close + 1) != nil,
      case .object(let type)? = swiftType(position + 1), let block = vocabulary.blockName(of: type)
    else { return nil }
    return .object(block)
  }

  // MARK: Type parameters

  /// `<T: Type, U>` at `open`.
  /// - Parameter owner: The class whose parameters they are; nil for those of a function.
  /// - Returns: The position behind it.
  mutating func readGenerics(_ open: Int, of owner: Int32?) -> Int {
    guard isMark(open, "<"), let end = angleEnd(open) else { return open }
    var position = open + 1
    while position < end - 1 {
      // `each T` and `let n: Int`.
      if name(position) != nil, name(position + 1) != nil { position += 1 }
      if let parameter = name(position) {
        addParameter(
          parameter, isMark(position + 1, ":") ? constraint(position + 2) : .unknown, of: owner)
      }
      while position < end - 1, !isMark(position, ",") { position = skip(position) }
      position += 1
    }
    return end
  }

  /// The `where` clause between a header and its brace.
  mutating func readWhere(_ start: Int, of owner: Int32?) {
    let limit = start + Self.headerLimit
    var position = start
    while position < limit, token(position) != nil, !isWord(position, .where) {
      if isMark(position, "{") || isMark(position, "}") || isMark(position, ";") { return }
      if startsLine(position), name(position)?.isWord(of: Self.declarations) == true { return }
      position = skip(position)
    }
    guard isWord(position, .where) else { return }
    position += 1
    while position < limit, let parameter = name(position) {
      var next = position + 1
      var last = parameter
      while isMark(next, "."), let part = name(next + 1) {
        last = part
        next += 2
      }
      let isEqual = isMark(next, "=") && isMark(next + 1, "=")
      guard isEqual || isMark(next, ":") else { return }
      let type = next + (isEqual ? 2 : 1)
      let note = isEqual ? swiftType(type) ?? .unknown : constraint(type)
      if next == position + 1 {
        if note != .unknown { addParameter(parameter, note, of: owner) }
      } else if last.isWord(.element), case .object(let element) = note {
        // A sequence by what it holds.
        addParameter(parameter, .list(element), of: owner)
      }
      while position < limit, token(position) != nil, !isMark(position, ","),
        !isMark(position, "{"),
        !isMark(position, ";"), !isMark(position, "}")
      { position = skip(position) }
      guard isMark(position, ",") else { return }
      position += 1
    }
  }

  private static let declarations: [Word] = [.func, .var, .let, .`init`, .case, .typealias]

  /// What a type parameter is by its constraint: known only if that is a class of ours or another that
  /// is declared, since a class of ours can be made to follow any protocol.
  private func constraint(_ start: Int) -> TypeNote {
    let note = swiftType(start) ?? .unknown
    if case .ours = receiver(note) { return note }
    if case .object(let type) = note, table.isClass(names.text(type)) { return note }
    return .unknown
  }
}
