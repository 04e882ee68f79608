/// What is known of the types of variables and expressions.
extension FileMatcher {
  /// What a receiver is.
  enum Receiver: Equatable {
    /// A class or enumeration of AssetsLibrary, or one that inherits from it.
    case ours(String)
    case other
    case unknown
  }

  /// What an object of a type is. A type that is written as one is another class unless it is known
  /// for ours; a name that only looks like a class has no type, see `variable(_:)`.
  func receiver(_ note: TypeNote) -> Receiver {
    switch note {
    case .unknown: return .unknown
    case .list: return .other
    case .object(let name):
      guard !vocabulary.types.contains(name) else { return .ours(names.text(name)) }
      switch aliased(name) {
      case nil: return classOf(name)
      case .unknown?: return .unknown
      case .list?: return .other
      case .object(let target)?: return classOf(target)
      }
    }
  }

  private func classOf(_ name: Int32) -> Receiver {
    if vocabulary.types.contains(name) { return .ours(names.text(name)) }
    var text = names.text(name)
    for _ in 0..<ProjectIndex.chainLimit {
      guard let parent = index.parents[text] else { break }
      if let number = names.find(parent), vocabulary.types.contains(number) { return .ours(parent) }
      text = parent
    }
    return .other
  }

  /// The class that the code at hand belongs to.
  var ownerName: Int32? {
    language == .objectiveC ? section : scopes.last { $0.owner != nil }?.owner
  }

  /// What `self` is.
  private var ownType: TypeNote {
    guard let owner = ownerName else { return .unknown }
    if language == .swift, hasAliases {
      if let note = aliased(Word.ownType.rawValue) { return note }
      if owner.isWord(of: Word.collections),
        case .object(let element)? = aliased(Word.element.rawValue)
      {
        return .list(element)
      }
    }
    return .object(owner)
  }

  /// The type of a name that stands alone.
  func variable(_ name: Int32) -> TypeNote {
    if let note = pending[name] { return note }
    for scope in scopes.reversed() {
      if let note = scope.types[name] { return note }
    }
    if name.isWord(of: Word.selfNames) || name.isWord(.ownType) { return ownType }
    if isType(name) {
      if let note = aliased(name) { return note }
      if isKnownType(name) { return .object(name) }
    }
    if ownerName != nil {
      let own = ownType
      let note = own == .unknown ? own : member(of: own, name)
      if note != .unknown { return note }
    }
    return globals[name] ?? global(name)
  }

  /// The type of a variable or function that another file declares for the whole program. Only a name
  /// with a capital letter is taken for one: others may be inherited from anywhere.
  private func global(_ name: Int32) -> TypeNote {
    guard isType(name),
      let entry = index.members[ProjectIndex.Member(owner: "", name: names.text(name))]
    else { return .unknown }
    return indexed(entry)
  }

  private func indexed(_ entry: ProjectIndex.Note?) -> TypeNote {
    guard let entry, let number = names.find(entry.type) else { return .unknown }
    return entry.isList ? .list(number) : .object(number)
  }

  /// The type of a property or result that a class of the project declares, or of a member of
  /// AssetsLibrary that has members of its own.
  func member(of note: TypeNote, _ name: Int32) -> TypeNote {
    member(of: note, named: names.text(name))
  }

  func member(of note: TypeNote, named text: String) -> TypeNote {
    guard case .object(let type) = note else { return note == .unknown ? result(text) : .unknown }
    if case .ours(let owner) = receiver(note), let row = row(owner, text) {
      return vocabulary.result(of: row)
    }
    var owner = names.text(type)
    for _ in 0..<ProjectIndex.chainLimit {
      for candidate in [text, text.hasPrefix("_") ? String(text.dropFirst()) : text] {
        let key = ProjectIndex.Member(owner: owner, name: candidate)
        if let entry = index.members[key], entry != nil { return indexed(entry) }
      }
      guard let parent = index.parents[owner] else { break }
      owner = parent
    }
    return .unknown
  }

  /// What a member gives whose name alone tells whose it is.
  private func result(_ name: String) -> TypeNote {
    let rows =
      vocabulary.selectors[name]
      ?? (language == .swift
        ? names.find(name).flatMap { vocabulary.members[$0]?.map(\.row) } : nil)
    guard let rows, let row = decide(rows, .unknown, named: name) else { return .unknown }
    return vocabulary.result(of: row)
  }

  private func row(_ owner: String, _ name: String) -> Int? {
    if let rows = vocabulary.selectors[name] {
      return rows.first { vocabulary.symbols[$0].owner == owner }
    }
    guard language == .swift, let number = names.find(name) else { return nil }
    return vocabulary.members[number]?.first { vocabulary.symbols[$0.row].owner == owner }?.row
  }

  /// The type of the expression whose last token is at `position`, and where it begins.
  func expression(endingAt position: Int, depth: Int = 0) -> (type: TypeNote, start: Int) {
    guard depth < Self.depthLimit, let token = token(position) else { return (.unknown, position) }
    switch token.kind {
    case .name: return nameExpression(position, token.name, depth)
    case .mark: break
    default: return (.unknown, position)
    }
    switch UInt8(truncatingIfNeeded: token.name) {
    case UInt8(ascii: "!"), UInt8(ascii: "?"):
      return expression(endingAt: position - 1, depth: depth + 1)
    case UInt8(ascii: ")"): return parenthesized(position, depth)
    case UInt8(ascii: "]"): return bracketed(position, depth)
    default: return (.unknown, position)
    }
  }

  /// Whether what ends before `position` is a member access: the position of its receiver's end.
  func accessEnd(_ position: Int) -> Int? {
    if isMark(position - 1, ".") {
      return isMark(position - 2, ".") ? nil : position - 2
    }
    if language == .objectiveC, isMark(position - 1, ">"), isMark(position - 2, "-") {
      return position - 3
    }
    return nil
  }

  private func nameExpression(
    _ position: Int, _ name: Int32, _ depth: Int
  ) -> (type: TypeNote, start: Int) {
    if let end = accessEnd(position) {
      let object = expression(endingAt: end, depth: depth + 1)
      // A cast binds less than the dot: it is one of the whole.
      if let cast = typeOfCast(object.start) { return (cast, object.start) }
      if vocabulary.types.contains(name) { return (.object(name), object.start) }
      if language == .swift, isType(name), self.name(end).map(isType) == true {
        // A type inside of a module or another type.
        if let note = aliased(name) { return (note, object.start) }
        if isKnownType(name) { return (.object(name), object.start) }
      }
      if let path = path(position),
        let note = scopes.reversed().lazy.compactMap({ $0.types[path] })
          .first
      {
        return (note, object.start)
      }
      if case .list = object.type {
        let gives = ["first", "last", "firstObject", "lastObject", "anyObject"]
        let isElement = gives.contains(names.text(name))
        return (isElement ? object.type.element : .unknown, object.start)
      }
      return (member(of: object.type, name), object.start)
    }
    if let cast = cast(before: position) { return cast }
    return (variable(name), position)
  }

  /// The name under which the type of `x.y` is kept, once something was said about it.
  private func path(_ position: Int) -> Int32? {
    guard let text = pathText(position) else { return nil }
    return names.find(text)
  }

  func pathText(_ position: Int) -> String? {
    guard let name = name(position), let end = accessEnd(position), let object = self.name(end),
      accessEnd(end) == nil
    else { return nil }
    return names.text(object) + "." + names.text(name)
  }

  /// The cast of C that ends just before `position`.
  func cast(before position: Int) -> (type: TypeNote, start: Int)? {
    guard language == .objectiveC, isMark(position - 1, ")"), let open = partner(position - 1)
    else { return nil }
    guard let note = typeName(open + 1, upTo: position - 1), name(open - 1) == nil else {
      return nil
    }
    return (note, open)
  }

  /// A type such as `ALAsset *` or `NSArray<ALAsset *> *` that fills the tokens of a range.
  func typeName(_ start: Int, upTo end: Int) -> TypeNote? {
    var position = start
    while let word = name(position), isQualifier(word) { position += 1 }
    guard let type = name(position), end - position <= 8 else { return nil }
    position += 1
    var note = TypeNote.object(type)
    if isMark(position, "<") {
      let element = name(position + 1).flatMap { isQualifier($0) ? name(position + 2) : $0 }
      while position < end, !isMark(position, ">") { position += 1 }
      position += 1
      if type.isWord(of: Word.collections), let element { note = .list(element) }
    }
    var stars = 0
    while position < end {
      if isMark(position, "*") {
        stars += 1
      } else if let word = name(position), isQualifier(word) {
        // Such as `const` behind the star.
      } else {
        return nil
      }
      position += 1
    }
    if type.isWord(of: Word.anyTypes) { return .unknown }
    if let target = aliased(type) { return stars <= 1 ? target : nil }
    return stars == 1 || vocabulary.types.contains(type) ? note : nil
  }

  func isQualifier(_ name: Int32) -> Bool {
    let text = names.text(name)
    return text.hasPrefix("__") && !["__auto_type", "__typeof", "__typeof__"].contains(text)
      || ["_Nonnull", "_Nullable", "_Null_unspecified", "nonnull", "nullable", "const", "IBOutlet"]
        .contains(text)
  }

  private func parenthesized(_ position: Int, _ depth: Int) -> (type: TypeNote, start: Int) {
    guard let open = partner(position) else { return (.unknown, position) }
    if let callee = name(open - 1) {
      if vocabulary.types.contains(callee) || (language == .swift && isType(callee)),
        let end = accessEnd(open - 1), let type = ours(callee)
      {
        return (.object(type), expression(endingAt: end, depth: depth + 1).start)
      }
      if vocabulary.types.contains(callee) { return (.object(callee), open - 1) }
      if language == .swift || accessEnd(open - 1) == nil {
        return call(open, callee, depth)
      }
    }
    // A cast in parentheses: `(x as! T)`, `((T *)x)`.
    var inner = position - 1
    if language == .swift, let type = swiftCast(open + 1, upTo: position) {
      return (type, open)
    }
    while isMark(inner, "!") || isMark(inner, "?") { inner -= 1 }
    let inside = expression(endingAt: inner, depth: depth + 1)
    guard inside.start == open + 1 else {
      let whole = self.cast(before: inside.start)
      return (whole?.start == open + 1 ? whole?.type ?? .unknown : .unknown, open)
    }
    if let cast = cast(before: open) { return cast }
    return (inside.type, open)
  }

  private func call(
    _ open: Int, _ callee: Int32, _ depth: Int
  ) -> (type: TypeNote, start: Int) {
    guard let end = accessEnd(open - 1) else {
      return (made(by: callee), open - 1)
    }
    let object = expression(endingAt: end, depth: depth + 1)
    if case .list = object.type {
      let text = names.text(callee)
      if ["enumerated", "reversed", "sorted", "filter"].contains(text) { return object }
      return (
        ["first", "last", "randomElement"].contains(text) ? object.type.element : .unknown,
        object.start
      )
    }
    if names.text(callee) == "init" { return object }
    return (member(of: object.type, callee), object.start)
  }

  /// The type of what a name gives that is called alone: an object of the type of that name, or the
  /// result of a function.
  private func made(by callee: Int32) -> TypeNote {
    if isType(callee) {
      if let note = aliased(callee) { return note }
      if isKnownType(callee) { return .object(callee) }
      let result = global(callee)
      // A function of C and a macro may have a capital letter; in Swift hardly anything but a type.
      guard result == .unknown, language == .swift, !isShouting(callee) else { return result }
      return .object(callee)
    }
    let own = ownType
    let note = own == .unknown ? own : member(of: own, callee)
    return note == .unknown ? globals[callee] ?? .unknown : note
  }

  /// The type behind the last `as` of a range.
  func swiftCast(_ start: Int, upTo end: Int) -> TypeNote? {
    guard end - start < 200 else { return nil }
    for position in (start..<end).reversed() where isWord(position, .as) {
      var next = position + 1
      while isMark(next, "!") || isMark(next, "?") { next += 1 }
      return swiftType(next)
    }
    return nil
  }

  private func bracketed(_ position: Int, _ depth: Int) -> (type: TypeNote, start: Int) {
    guard let open = partner(position) else { return (.unknown, position) }
    if language == .objectiveC, let message = message(open) {
      if let cast = cast(before: open) { return cast }
      return (result(of: message, depth: depth + 1), open)
    }
    // A subscript.
    let list = expression(endingAt: open - 1, depth: depth + 1)
    if let cast = typeOfCast(list.start) { return (cast, list.start) }
    return (list.type.element, list.start)
  }
}
