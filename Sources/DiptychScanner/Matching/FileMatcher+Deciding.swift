/// What a member stands for, and what is noted of the types of names.
extension FileMatcher {
  /// The row that a member stands for, given what its receiver is.
  func decide(_ rows: [Int], _ note: TypeNote, named text: String) -> Int? {
    switch receiver(note) {
    case .ours(let owner): return rows.first { vocabulary.symbols[$0].owner == owner }
    case .other: return nil
    case .unknown:
      guard !index.declared.contains(text) else { return nil }
      return rows.first {
        vocabulary.strengths[$0] == .strong
          || (vocabulary.strengths[$0] == .fair && hasEvidence && text != "original")
      }
    }
  }

  /// Notes the type of a name where it is declared.
  mutating func declare(_ name: Int32, _ note: TypeNote) {
    pending[name] = nil
    scopes[scopes.count - 1].types[name] = note
  }

  mutating func collect(
    _ owner: Int32, _ name: String, _ note: TypeNote, isDoubtful: Bool = false
  ) {
    collect(names.text(owner), name, note, isDoubtful: isDoubtful)
  }

  /// Notes the type of a variable or function of the whole program.
  mutating func collectGlobal(_ name: Int32, _ note: TypeNote) {
    globals[name] = note
    if isType(name) { collect("", names.text(name), note, isDoubtful: false) }
  }

  private mutating func collect(
    _ owner: String, _ name: String, _ note: TypeNote, isDoubtful: Bool
  ) {
    guard isCollecting, let type = note.name else { return }
    var isList = false
    if case .list = note { isList = true }
    collected.note(
      ProjectIndex.Member(owner: owner, name: name),
      ProjectIndex.Note(type: names.text(type), isList: isList, isDoubtful: isDoubtful))
  }

  /// Takes the type of an expression from what it is asked or told, where nothing else is known.
  mutating func narrow(_ position: Int, to note: TypeNote) {
    guard let name = name(position) else { return }
    if accessEnd(position) != nil {
      // A property: `self.x` or a chain of which only the last name counts.
      if let end = accessEnd(position), let object = self.name(end),
        object.isWord(of: Word.selfNames), let owner = ownerName
      {
        collect(owner, names.text(name), note)
      }
      if case .object = note, let text = pathText(position) {
        scopes[scopes.count - 1].types[names.number(of: text)] = note
      }
      return
    }
    for level in scopes.indices.reversed() {
      guard let known = scopes[level].types[name] else { continue }
      if receiver(known) == .unknown || isBareList(known) { scopes[level].types[name] = note }
      return
    }
    if pending[name] != nil {
      pending[name] = note
      return
    }
    if let owner = ownerName {
      let text = names.text(name)
      collect(owner, text.hasPrefix("_") ? String(text.dropFirst()) : text, note)
    }
    if case .object = note { scopes[scopes.count - 1].types[name] = note }
  }

  private func isBareList(_ note: TypeNote) -> Bool {
    guard case .object(let name) = note else { return false }
    return name.isWord(of: Word.collections)
  }
}
