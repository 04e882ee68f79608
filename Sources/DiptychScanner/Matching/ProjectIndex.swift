/// What the files of a scan declare: classes, other names of types, and by class the types of
/// properties, variables and results.
///
/// It is made in a first reading, so that a file knows what a header or another file of its module
/// declares.
struct ProjectIndex {
  /// A name and the class that declares it; no class (an empty name) for what stands alone.
  struct Member: Hashable {
    let owner: String
    let name: String
  }

  struct Note: Hashable {
    let type: String
    let isList: Bool
    /// Whether the type was written where a value could be meant as well, so that it tells something
    /// only if it turns out to be another name of a type.
    var isDoubtful = false
  }

  /// The types of members; nil where declarations disagree.
  private(set) var members: [Member: Note?] = [:]
  /// The class that a class inherits from.
  private(set) var parents: [String: String] = [:]
  /// Selectors and names that classes of the project declare themselves.
  private(set) var declared: Set<String> = []
  /// Other names of types; nil for one that may mean anything.
  private(set) var aliases: [Member: Note?] = [:]
  /// Type parameters of classes and what they must be, likewise.
  private(set) var parameters: [Member: Note?] = [:]
  /// Names that stand where only a type can.
  private(set) var types: Set<String> = []
  /// Those of them that are declared as classes and the like.
  private var classes: Set<String> = []
  /// Whether any declaration leads to a class of AssetsLibrary, so that a file can use one that does
  /// not name any.
  private(set) var leadsToOurs = false

  /// The names of `aliases` and `parameters`.
  private(set) var aliasNames: Set<String> = []

  private var declaring: Set<Member> = []
  private var definitions: Set<String> = []
  private var nested: [String: Note?] = [:]

  /// More than a project has; an index must not grow without bound.
  static let limit = 200_000
  /// Names of names that are followed.
  static let chainLimit = 8

  // MARK: Collecting

  mutating func note(_ member: Member, _ note: Note) {
    guard members.count < Self.limit else { return }
    guard let known = members[member] else {
      members[member] = note
      return
    }
    // An untyped collection learns its element from what is put in.
    if let known, known != note {
      members[member] = note.isList && !known.isList ? note : (known.isList ? known : .some(nil))
    }
  }

  mutating func inherit(_ name: String, from parent: String) {
    guard parents.count < Self.limit else { return }
    parents[name] = parent
  }

  /// Notes that a class declares a method or property of that name itself.
  mutating func declare(_ name: String, in owner: String) {
    guard declaring.count < Self.limit else { return }
    declaring.insert(Member(owner: owner, name: name))
  }

  /// Notes another name of a type. Two that disagree may mean anything.
  mutating func alias(_ member: Member, _ note: Note?) {
    guard aliases.count < Self.limit else { return }
    aliasNames.insert(member.name)
    if let known = aliases[member], known != note {
      aliases[member] = .some(nil)
    } else {
      aliases[member] = .some(note)
    }
  }

  /// Notes a macro that stands for a name, which need not be one of a type.
  mutating func define(_ name: String, as target: String) {
    alias(Member(owner: "", name: name), Note(type: target, isList: false))
    definitions.insert(name)
  }

  mutating func parameter(_ member: Member, _ note: Note?) {
    guard parameters.count < Self.limit else { return }
    aliasNames.insert(member.name)
    // Where declarations differ, as in two branches of a condition, the one that tells most holds.
    if parameters[member] == nil || note != nil { parameters[member] = .some(note) }
  }

  /// Notes a name that is one of a type.
  ///
  /// - Parameter isDeclared: Whether it is declared there, as a class and the like.
  mutating func know(type: String, isDeclared: Bool = false) {
    guard types.count < Self.limit else { return }
    types.insert(type)
    if isDeclared { classes.insert(type) }
  }

  /// Adds what another file declares.
  mutating func merge(_ other: ProjectIndex) {
    for (member, entry) in other.members {
      if let entry {
        note(member, entry)
      } else if members.count < Self.limit {
        members[member] = .some(nil)
      }
    }
    for (name, parent) in other.parents { inherit(name, from: parent) }
    for member in other.declaring { declare(member.name, in: member.owner) }
    for (member, entry) in other.aliases { alias(member, entry) }
    for (member, entry) in other.parameters { parameter(member, entry) }
    for name in other.types { know(type: name, isDeclared: other.classes.contains(name)) }
    definitions.formUnion(other.definitions)
  }

  // MARK: Settling

  /// Follows the other names of types, once all files are read.
  ///
  /// - Parameter isOurs: Whether a name is that of a class or enumeration of AssetsLibrary.
  mutating func settle(_ isOurs: (String) -> Bool) {
    aliases = aliases.filter { !isOurs($0.key.name) }
    for (member, entry) in aliases where !member.owner.isEmpty {
      let known = nested[member.name]
      nested[member.name] = .some(known == nil || known == .some(entry) ? entry : nil)
    }
    for (member, _) in aliases where member.owner.isEmpty && classes.contains(member.name) {
      // A class of the same name: which of the two a file means is not known.
      aliases[member] = .some(nil)
    }
    for name in definitions {
      // What is no type in the end is a macro for a value.
      guard case .note(let note) = meaning(of: name, in: ""), isOurs(note.type) else {
        aliases[Member(owner: "", name: name)] = .some(nil)
        continue
      }
    }
    for (name, parent) in parents {
      if case .note(let note) = meaning(of: parent, in: ""), !note.isList {
        parents[name] = note.type
      }
    }
    for (member, entry) in members {
      guard let entry else { continue }
      members[member] = settled(entry, in: member.owner)
    }
    let roots = parents.keys.filter { inheritsFromOurs($0, isOurs) }
    leadsToOurs =
      !roots.isEmpty || members.values.contains { $0.map { isOurs($0.type) } ?? false }
      || aliases.values.contains { $0.map { isOurs($0.type) } ?? false }
      || parameters.values.contains { $0.map { isOurs($0.type) } ?? false }
    let ours = Set(roots)
    for member in declaring where !ours.contains(member.owner) {
      if case .note(let note) = meaning(of: member.owner, in: ""), isOurs(note.type) { continue }
      declared.insert(member.name)
    }
  }

  private func settled(_ note: Note, in owner: String) -> Note? {
    switch meaning(of: note.type, in: owner) {
    case .itself: note.isDoubtful ? nil : note
    case .anything: nil
    case .note(let target):
      if note.isList {
        target.isList ? nil : Note(type: target.type, isList: true)
      } else {
        Note(type: target.type, isList: target.isList)
      }
    }
  }

  private func inheritsFromOurs(_ name: String, _ isOurs: (String) -> Bool) -> Bool {
    var name = name
    for _ in 0..<Self.chainLimit {
      guard let parent = parents[name] else { return false }
      if isOurs(parent) { return true }
      name = parent
    }
    return false
  }

  // MARK: Looking up

  /// Whether a class, structure or enumeration of that name is declared.
  func isClass(_ name: String) -> Bool { classes.contains(name) }

  /// What a name of a type stands for.
  enum Meaning: Hashable {
    /// It is no other name of anything.
    case itself
    case anything
    case note(Note)
  }

  /// Follows a name to the type that it stands for.
  func meaning(of name: String, in owner: String) -> Meaning {
    var name = name
    var meaning = Meaning.itself
    for _ in 0..<Self.chainLimit {
      guard let entry = entry(name, in: owner) else { return meaning }
      guard let entry else { return .anything }
      meaning = .note(entry)
      if entry.isList || entry.type == name { return meaning }
      name = entry.type
    }
    return .anything
  }

  /// What a name is declared as: in a class or those that it inherits from, else for all.
  func entry(_ name: String, in owner: String) -> Note?? {
    var owner = owner
    for _ in 0..<Self.chainLimit where !owner.isEmpty {
      let member = Member(owner: owner, name: name)
      if let entry = aliases[member] ?? parameters[member] { return entry }
      owner = parents[owner] ?? ""
    }
    return aliases[Member(owner: "", name: name)] ?? (classes.contains(name) ? nil : nested[name])
  }

  /// The names of the types, which every file must know.
  var typeNames: Set<String> {
    var names = Set(members.values.compactMap { $0?.type })
    names.formUnion(aliases.values.compactMap { $0?.type })
    names.formUnion(parameters.values.compactMap { $0?.type })
    names.formUnion(parents.values)
    names.formUnion(aliasNames)
    return names
  }
}
