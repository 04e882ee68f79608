/// Bindings of Swift: `let` and `var`, `for`, and the patterns of `case`.
extension FileMatcher {
  /// Patterns inside of patterns that are followed.
  private static var patternDepthLimit: Int { 8 }
  /// Tokens of the longest pattern, brackets taken for one.
  private static var patternLimit: Int { 64 }

  /// Where the names of a pattern belong.
  enum Place {
    /// The code at hand, or the brace behind a condition.
    case here
    /// The brace behind a loop's header.
    case brace
  }

  /// `let name: Type = value, other = value`, in a condition, a body or a type.
  mutating func readVariable(_ position: Int) {
    guard position >= patternEnd else { return }
    if !isInCondition { pendingAliases.removeAll() }
    if isMark(position + 1, "(") {
      readTuple(position)
      return
    }
    var start = position + 1
    while let variable = name(start) {
      var next = start + 1
      var note = TypeNote.unknown
      if isMark(next, ":") {
        let type = readType(next + 1)
        note = type.note ?? .unknown
        know(type.note)
        next = type.end
      } else if isWord(next, .as) {
        // `catch let x as Type`.
        note = swiftType(next + 1) ?? .unknown
      }
      let isSet = isMark(next, "=") && !isMark(next + 1, "=")
      if isSet {
        let value = swiftValue(next + 1)
        if note == .unknown { note = value.note }
        next = value.end
      } else if note == .unknown,
        isInCondition || isWord(position - 1, .guard) || isMark(position - 1, ",")
      {
        // `if let asset` keeps the type that the name has.
        note = self.variable(variable)
      }
      bind(variable, note, .here)
      guard isMark(next, ","), name(next + 1) != nil,
        isMark(next + 2, ":") || (isMark(next + 2, "=") && !isMark(next + 3, "="))
      else { return }
      start = next + 1
    }
  }

  /// `let (a, b): (Type, Type) = (value, value)`, of which either may be missing.
  private mutating func readTuple(_ position: Int) {
    guard let close = partner(position + 1), close > position else { return }
    patternEnd = close
    let parts = parts(position + 1, close)
    var types: [Range<Int>] = []
    var next = close + 1
    if isMark(next, ":") {
      if isMark(next + 1, "("), let end = partner(next + 1), end > next {
        types = self.parts(next + 1, end)
      }
      next = readType(next + 1).end
    }
    let values = isMark(next, "=") ? tupleTypes(next + 1) : []
    for (index, part) in parts.enumerated() {
      var note = TypeNote.unknown
      if types.count == parts.count { note = swiftType(types[index].lowerBound) ?? .unknown }
      if note == .unknown, values.count == parts.count { note = values[index] }
      bindPattern(part, note, .here, binds: true)
    }
  }

  /// Notes a variable where it belongs.
  private mutating func bind(_ variable: Int32, _ note: TypeNote, _ place: Place) {
    if place == .brace {
      pending[variable] = note
      return
    }
    let scope = scopes[scopes.count - 1]
    if scopes.count > 1, scope.owner != nil, let owner = ownerName {
      collect(owner, names.text(variable), note)
      if isCollecting, case .other = receiver(.object(owner)) {
        collected.declare(names.text(variable), in: names.text(owner))
      }
    } else if scopes.count == 1, !isInCondition {
      collectGlobal(variable, note)
    }
    if isInCondition {
      pending[variable] = note
    } else {
      declare(variable, note)
    }
  }

  // MARK: Loops

  /// `for x in list`, `for case let x as Type in list`, `for (index, x) in list.enumerated()`.
  mutating func readLoop(_ position: Int) {
    var next = position + 1
    while isWord(next, .try) || isWord(next, .await) { next += 1 }
    let start = next
    var limit = next + Self.patternLimit
    while next < limit, token(next) != nil, !isWord(next, .in) {
      if isMark(next, "{") || isMark(next, ";") || isMark(next, "}") { return }
      next = skip(next)
    }
    guard isWord(next, .in), next > start else { return }
    let end = next
    let value = swiftValue(end + 1)
    next = value.end
    var list = value.note
    if !isMark(next, "{"), !isWord(next, .where) {
      limit = end + Self.patternLimit
      while next < limit, token(next) != nil, !isMark(next, "{"), !isWord(next, .where) {
        next = skip(next)
      }
      list = expression(endingAt: next - 1).type
    }
    patternEnd = end
    let isCase = isWord(start, .case)
    var range = (isCase ? start + 1 : start)..<end
    if name(start) != nil, isMark(start + 1, ":") {
      bindPattern(start..<(start + 1), swiftType(start + 2) ?? .unknown, .brace, binds: true)
      return
    }
    // Of `enumerated()` the second is the element.
    var pattern = range.lowerBound
    if isWord(pattern, .let) || isWord(pattern, .var) { pattern += 1 }
    if isMark(pattern, "("), let close = partner(pattern), close == end - 1 {
      let parts = parts(pattern, close)
      let binds = !isCase || pattern > range.lowerBound
      for (index, part) in parts.enumerated() {
        let isElement = parts.count == 1 || (index == 1 && parts.count == 2)
        bindPattern(part, isElement ? list.element : .unknown, .brace, binds: binds)
      }
      return
    }
    if !isCase { range = pattern..<end }
    bindPattern(range, list.element, .brace, binds: !isCase)
  }

  // MARK: Patterns

  /// `case pattern = value` of a condition, `case pattern:` of a `switch`, and a case of an
  /// enumeration that is declared.
  mutating func readCase(_ position: Int) {
    guard position >= patternEnd else { return }
    let scope = scopes[scopes.count - 1]
    if scopes.count > 1, let owner = scope.owner {
      readPayloads(position + 1, owner)
      return
    }
    let isLabel = !isInCondition && !isWord(position - 1, .guard) && !isMark(position - 1, ",")
    if isLabel { forgetCase() }
    let limit = position + Self.patternLimit
    var end = position + 1
    while end < limit, token(end) != nil, !isMark(end, "="), !isMark(end, ":"),
      !isWord(end, .where)
    {
      if isMark(end, "{") || isMark(end, "}") || isMark(end, ";") { return }
      end = skip(end)
    }
    guard end < limit, token(end) != nil else { return }
    patternEnd = end
    if isMark(end, "=") {
      let value = swiftValue(end + 1)
      bindPattern(
        (position + 1)..<end, value.note, .here, binds: false, parts: tupleTypes(end + 1))
      return
    }
    var start = position + 1
    while start < end {
      var next = start
      while next < end, !isMark(next, ",") { next = skip(next) }
      bindPattern(
        start..<min(next, end), scope.subject, .here, binds: false, parts: scope.subjectParts)
      start = next + 1
    }
  }

  /// What the case before bound does not hold in the next one.
  mutating func forgetCase() {
    for name in scopes[scopes.count - 1].caseNames {
      scopes[scopes.count - 1].types[name] = nil
    }
    scopes[scopes.count - 1].caseNames.removeAll()
  }

  /// Notes what the cases of an enumeration carry: `case found(ALAsset), several([ALAsset])`.
  private mutating func readPayloads(_ start: Int, _ owner: Int32) {
    guard isCollecting else { return }
    var position = start
    while let name = name(position) {
      guard isMark(position + 1, "("), let close = partner(position + 1), close > position else {
        guard isMark(position + 1, ",") else { return }
        position += 2
        continue
      }
      for (index, part) in parts(position + 1, close).enumerated() {
        let isLabeled = isMark(part.lowerBound + 1, ":")
        let type = swiftType(part.lowerBound + (isLabeled ? 2 : 0)) ?? .unknown
        collect(owner, Self.payload(names.text(name), index), type)
      }
      guard isMark(close + 1, ",") else { return }
      position = close + 2
    }
  }

  private static func payload(_ name: String, _ index: Int) -> String { "case \(name) \(index)" }

  /// The types of the parts of a tuple that is written out at `open`; none where it is no tuple.
  func tupleTypes(_ open: Int) -> [TypeNote] {
    guard isMark(open, "("), let close = partner(open), close > open, !isMark(close + 1, ".") else {
      return []
    }
    let parts = parts(open, close)
    guard parts.count > 1, parts.count <= Self.patternLimit else { return [] }
    return parts.map { part in
      let isLabeled = name(part.lowerBound) != nil && isMark(part.lowerBound + 1, ":")
      return swiftValue(part.lowerBound + (isLabeled ? 2 : 0)).note
    }
  }

  /// The tokens between commas inside of parentheses.
  private func parts(_ open: Int, _ close: Int) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = open + 1
    while start < close {
      var next = start
      while next < close, !isMark(next, ",") { next = skip(next) }
      parts.append(start..<min(next, close))
      start = next + 1
    }
    return parts
  }

  /// Notes the names that a pattern binds.
  ///
  /// - Parameters:
  ///   - subject: The type of what it is matched with.
  ///   - binds: Whether a name that stands alone is bound, as behind a `let`.
  ///   - types: The types of the parts of what it is matched with, where that is a tuple.
  private mutating func bindPattern(
    _ range: Range<Int>, _ subject: TypeNote, _ place: Place, binds: Bool,
    parts types: [TypeNote] = [], depth: Int = 0
  ) {
    guard depth < Self.patternDepthLimit, var start = range.first else { return }
    var end = range.upperBound
    var binds = binds
    var note = subject
    // The label of a part of a tuple.
    if name(start) != nil, isMark(start + 1, ":"), start + 2 < end { start += 2 }
    if isWord(start, .let) || isWord(start, .var) {
      binds = true
      start += 1
    }
    var position = start
    while position < end {
      if isWord(position, .as) {
        note = swiftType(position + 1) ?? .unknown
        end = position
        break
      }
      position = skip(position)
    }
    while end > start, isMark(end - 1, "?") { end -= 1 }
    guard end > start else { return }
    if end == start + 1 {
      guard binds, let variable = name(start) else { return }
      bind(variable, note, place)
      if place == .here, !isInCondition {
        scopes[scopes.count - 1].caseNames.append(variable)
      }
      return
    }
    guard isMark(end - 1, ")"), let open = partner(end - 1), open >= start else { return }
    let parts = parts(open, end - 1)
    let callee = open > start ? name(open - 1) : nil
    for (index, part) in parts.enumerated() {
      let inside: TypeNote
      if let callee {
        inside = names.text(callee) == "some" ? note : carried(by: callee, index, of: note)
      } else {
        inside = parts.count == 1 ? note : types.count == parts.count ? types[index] : .unknown
      }
      bindPattern(part, inside, place, binds: binds, depth: depth + 1)
    }
  }

  /// The type of what a case of an enumeration carries.
  private func carried(by name: Int32, _ index: Int, of subject: TypeNote) -> TypeNote {
    guard case .object = subject else { return .unknown }
    return member(of: subject, named: Self.payload(names.text(name), index))
  }
}
