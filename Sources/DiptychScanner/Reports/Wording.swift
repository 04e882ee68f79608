/// How the reports name things.
enum Wording {
  static func rating(_ rating: Symbol.Rating) -> String {
    switch rating {
    case .direct: "direct"
    case .care: "care"
    case .none: "none"
    }
  }

  static func phase(_ phase: Symbol.Phase) -> String {
    switch phase {
    case .read: "read paths"
    case .handle: "stored handles"
    case .write: "writes"
    case .observe: "observers"
    }
  }

  static func topic(_ topic: String) -> String {
    switch topic {
    case "nilWalk": "walks that end with nil"
    case "titles": "unique titles"
    case "lifetime": "lifetime"
    case "liveSnapshot": "live objects against snapshots"
    case "threads": "threads"
    case "metadata": "metadata arguments"
    case "orientation": "orientation"
    default: topic
    }
  }

  /// What replaces a symbol, as a clause; of one without a counterpart, why.
  static func replacement(_ symbol: Symbol) -> String {
    guard symbol.rating == .none else { return "in Photos \(symbol.replacement)" }
    let reason = symbol.replacement.split(separator: ":", maxSplits: 1).last.map(String.init) ?? ""
    return symbol.replacement.hasPrefix("none")
      ? "no counterpart in Photos,\(reason)" : "no counterpart in Photos: \(symbol.replacement)"
  }

  static func count(_ count: Int, _ one: String) -> String {
    "\(count) \(one)\(count == 1 ? "" : "s")"
  }

  /// A text that cannot write to the terminal.
  static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          let category = scalar.properties.generalCategory
          return category == .control || category == .format ? "\u{FFFD}" : scalar
        }))
  }
}

extension ScanResult {
  /// The phase of a use; nil for imports and link flags, which go when all else is done.
  func phase(_ use: Use) -> Symbol.Phase? {
    let symbol = symbol(use)
    return [.import, .linkFlag].contains(symbol.kind) ? nil : symbol.phase
  }

  /// What to do first, a sentence each; empty when there is nothing to do.
  package var advice: [String] {
    var sentences: [String] = []
    if let phase = Symbol.Phase.allCases.first(where: { phase in
      uses.contains { self.phase($0) == phase }
    }) {
      let first = uses.filter { self.phase($0) == phase }
      // By bytes: two files may have names that are equal as texts.
      let files = Dictionary(grouping: first) { Array($0.file.utf8) }
      let most = files.max { left, right in
        left.value.count == right.value.count
          ? right.key.lexicographicallyPrecedes(left.key) : left.value.count < right.value.count
      }
      let place =
        most.map {
          "\(Wording.printable(String(decoding: $0.key, as: UTF8.self))) (\($0.value.count) of them)"
        } ?? ""
      sentences.append(
        "Begin with the \(Wording.phase(phase)) (\(Wording.count(first.count, "use"))), in \(place)."
      )
    } else if !uses.isEmpty {
      sentences.append("Only imports and link flags are left: remove them.")
    }
    let topics = Dictionary(grouping: uses(.care), by: { symbol($0).topic }).mapValues(\.count)
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    if !topics.isEmpty {
      let list = topics.map { "\(Wording.topic($0.key)) (\($0.value))" }.joined(separator: ", ")
      sentences.append("Read what differs before you change: \(list).")
    }
    let lost = uses(.none)
    if let first = lost.first {
      let rows = Set(lost.map { symbol($0).row }).count
      let uses = rows == lost.count ? "" : " (\(lost.count) uses)"
      sentences.append(
        "Decide what takes the place of \(Wording.count(rows, "call"))\(uses) without a counterpart, "
          + "such as \(Wording.printable(first.text)).")
    }
    if uses.contains(where: { self.phase($0) == .handle }) {
      sentences.append(
        "If URLs of assets are stored, turn them into identifiers with `diptych convert-urls`; lesson 15 "
          + "shows the code.")
    }
    return sentences
  }
}
