import DiptychEngine
import DiptychStories
import Foundation

/// What may stand next on a command line.
struct Completion {
  /// A word, and what the help says about it.
  struct Candidate: Equatable {
    let word: String
    var meaning = ""
  }

  let commands: [CommandDescription]
  let groups: [String: String]

  /// The candidates for the last of `words`, which may be empty; `words` begin behind the program.
  func candidates(_ words: [String]) -> [Candidate] {
    guard let last = words.last else { return [] }
    return all(Self.withoutLeadingGlobals(words), libraryPath(words)).filter {
      $0.word.hasPrefix(last) && $0.word != last
    }
  }

  /// The words behind options that stand before the command; the last word always stays.
  private static func withoutLeadingGlobals(_ words: [String]) -> [String] {
    var rest = words[...]
    while let first = rest.first, rest.count > 1 {
      if OptionSpec.global.contains(where: { first == "--\($0.name)" }) {
        guard rest.count > 2 else { break }
        rest = rest.dropFirst(2)
      } else if OptionSpec.global.contains(where: { first.hasPrefix("--\($0.name)=") }) {
        rest = rest.dropFirst()
      } else {
        break
      }
    }
    return Array(rest)
  }

  /// The library that the words so far name; nil where they name none.
  private func libraryPath(_ words: [String]) -> String? {
    let before = words.dropLast()
    var path: String?
    for (index, word) in zip(before.indices, before) {
      if word == "--library", before.indices.contains(index + 1) {
        path = before[index + 1]
      } else if word.hasPrefix("--library=") {
        path = String(word.dropFirst("--library=".count))
      }
    }
    return path
  }

  private func all(_ words: [String], _ library: String?) -> [Candidate] {
    let before = Array(words.dropLast())
    if before.count == 1, OptionSpec.global.contains(where: { before[0] == "--\($0.name)" }) {
      return []
    }
    let command = commands.filter { before.starts(with: $0.words) }
      .max { $0.words.count < $1.words.count }
    guard let command else { return names(before) }
    let own = Array(before.dropFirst(command.words.count))
    if let option = own.last.flatMap({ option($0, of: command) }), let value = option.value {
      return values(value, of: command, library)
    }
    if words.last?.hasPrefix("-") == true {
      let given = Set(own)
      return command.allOptions.filter { !given.contains("--\($0.name)") }
        .map { Candidate(word: "--\($0.name)", meaning: $0.help) }
    }
    let taken = positionals(own, of: command)
    return places(command).isEmpty
      ? [] : values(places(command)[min(taken, places(command).count - 1)], of: command, library)
  }

  /// Names of commands, word by word.
  private func names(_ before: [String]) -> [Candidate] {
    var found: [Candidate] = []
    for command in commands where command.words.count > before.count {
      guard Array(command.words.prefix(before.count)) == before else { continue }
      let word = command.words[before.count]
      guard !found.contains(where: { $0.word == word }) else { continue }
      let isWhole = command.words.count == before.count + 1
      let meaning = isWhole ? command.summary : groups[word] ?? following(before + [word])
      found.append(Candidate(word: word, meaning: meaning))
    }
    guard before.isEmpty else { return found }
    return found + OptionSpec.global.map { Candidate(word: "--\($0.name)", meaning: $0.help) }
      + [
        Candidate(word: "--help", meaning: "Print the list of commands."),
        Candidate(word: "--version", meaning: "Print the version, and the format of libraries."),
      ]
  }

  /// The words that may follow `before`, for a group that the help does not describe.
  private func following(_ before: [String]) -> String {
    commands.filter { $0.words.starts(with: before) && $0.words.count > before.count }
      .map { $0.words[before.count] }.joined(separator: ", ")
  }

  private func option(_ word: String, of command: CommandDescription) -> OptionSpec? {
    command.allOptions.first { "--\($0.name)" == word }
  }

  /// How many arguments that are no options stand in `words`.
  private func positionals(_ words: [String], of command: CommandDescription) -> Int {
    var count = 0
    var isValue = false
    for word in words {
      if isValue {
        isValue = false
      } else if let option = option(word, of: command) {
        isValue = option.value != nil
      } else if !word.hasPrefix("-") {
        count += 1
      }
    }
    return count
  }

  /// The words that name a command's arguments, such as `ALBUM` and `ASSET`.
  private func places(_ command: CommandDescription) -> [String] {
    command.arguments.split { !$0.isLetter || $0.isLowercase }.map(String.init)
  }

  /// What may stand for a word of the help. Files are left to the shell.
  private func values(
    _ place: String, of command: CommandDescription, _ library: String?
  ) -> [Candidate] {
    func list(_ words: [String]) -> [Candidate] { words.map { Candidate(word: $0) } }
    switch place {
    case "ROW":
      return FlowRow.withLessons.map { Candidate(word: $0.name, meaning: $0.title) }
        + [Candidate(word: "mix", meaning: "the twelve runs of flow 7")]
    case "LESSON": return Lesson.all.map { Candidate(word: $0.name, meaning: $0.title) }
    case "SHELL": return list(CompletionsCommand.shells)
    case "PRESET":
      return list(["authorized", "denied", "restricted", "add-only", "ask:allow", "ask:refuse"])
    case "NAME" where command.name == "compare": return list(BehaviorProfile.all.map(\.name))
    case "ALBUM": return list(titles(library) { !$0.isFolder })
    case "FOLDER" where command.words.first == "user" || command.words.first == "album":
      return list(titles(library) { $0.isFolder })
    default: return []
    }
  }

  /// The titles that the library has which is named, else the one in force, as far as the application may see them.
  private func titles(
    _ library: String?, _ includes: (CollectionKind) -> Bool
  ) -> [String] {
    var configuration = DefaultLibrary.configuration()
    if let library { configuration.folder = library }
    configuration.createsIfMissing = false
    // Completing must neither wait nor fail aloud.
    configuration.busyTimeout = 0
    guard LibraryPath.isLibrary(configuration.folder),
      let library = try? Library.open(configuration)
    else { return [] }
    defer { library.close() }
    let seen = try? LibraryReader(library).read { try $0.collections() }
    return Set((seen ?? []).filter { includes($0.kind) }.map(\.title)).sorted()
  }
}
