/// A named step of the on-disk format. Steps are only ever appended; a step that has shipped never
/// changes, and uses no code but SQL, so that it cannot change its meaning.
struct Migration: Sendable {
  let name: String
  let statements: [String]

  /// Every step, oldest first.
  static let all: [Migration] = [.create, .texts]
}

extension Library {
  /// The on-disk format of the libraries that this code makes: the name of its last step.
  package static let format = Migration.all.last?.name ?? ""
}
