/// What the scanner knows of the type of an expression.
enum TypeNote: Hashable {
  /// Nothing: a type that may be anything, or an expression that it does not follow.
  case unknown
  /// An object of the class, or the class itself; by the number of its name.
  case object(Int32)
  /// A collection of such objects.
  case list(Int32)

  var name: Int32? {
    switch self {
    case .unknown: nil
    case .object(let name), .list(let name): name
    }
  }

  var element: TypeNote {
    guard case .list(let name) = self else { return .unknown }
    return .object(name)
  }
}

/// What the files of a scan declare, by class: types of properties, variables and results.
///
/// It is made in a first reading, so that a file knows what a header or another file of its module
/// declares.
struct ProjectIndex {
  struct Member: Hashable {
    let owner: String
    let name: String
  }

  struct Note: Hashable {
    let type: String
    let isList: Bool
  }

  /// The types of members; nil where declarations disagree.
  private(set) var members: [Member: Note?] = [:]
  /// The class that a class inherits from.
  private(set) var parents: [String: String] = [:]
  /// Selectors and names that classes of the project declare themselves.
  private(set) var declared: Set<String> = []

  /// More than a project has; an index must not grow without bound.
  static let limit = 200_000

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

  /// The names of the types, which every file must know.
  var typeNames: Set<String> { Set(members.values.compactMap { $0?.type }) }

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
    for name in other.declared { declare(name) }
  }

  mutating func inherit(_ name: String, from parent: String) {
    guard parents.count < Self.limit else { return }
    parents[name] = parent
  }

  mutating func declare(_ name: String) {
    guard declared.count < Self.limit else { return }
    declared.insert(name)
  }
}
