/// A name in Swift with the labels of what it is called with.
struct SwiftCall {
  /// The labels between the parentheses, `_` for none; nil without parentheses.
  var labels: [String]?
  /// How many closures may follow.
  var trailing = 0
  /// The labels of the closures behind the first one.
  var trailingLabels: [String] = []
  /// The first token of the first argument.
  var firstArgument: Int?

  /// How well a spelling fits: 0 at best; nil where it does not.
  func fit(_ spelling: Spelling, _ kind: Symbol.Kind) -> Int? {
    guard let wanted = spelling.labels else { return labels == nil ? 0 : nil }
    guard kind != .property else { return nil }
    // A method that is not called is named as a value; its labels are unknown.
    guard labels != nil || trailing > 0 else { return wanted.isEmpty ? 3 : nil }
    let given = labels ?? []
    if given == wanted { return 0 }
    if trailing > 0 {
      // Closures behind the parentheses drop the first one's label.
      let count = 1 + trailingLabels.count
      if wanted.count >= count, Array(wanted.suffix(count).dropFirst()) == trailingLabels {
        let rest = Array(wanted.dropLast(count))
        if given == rest { return 1 }
        if isSubsequence(given, of: rest), rest.contains("options") { return 2 }
      }
    }
    // Arguments that have a default may be left out.
    if wanted.contains("options"), given == wanted.filter({ $0 != "options" }) { return 2 }
    return nil
  }

  private func isSubsequence(_ part: [String], of whole: [String]) -> Bool {
    var rest = whole[...]
    for label in part {
      guard let found = rest.firstIndex(of: label) else { return false }
      rest = rest[(found + 1)...]
    }
    return true
  }
}

extension FileMatcher {
  /// The call of the name at `position`.
  func call(at position: Int) -> SwiftCall {
    var call = SwiftCall()
    var next = position + 1
    if isMark(next, "("), let close = partner(next) {
      var labels: [String] = []
      var argument = next + 1
      if argument < close { call.firstArgument = argument }
      while argument < close {
        if let label = name(argument), isMark(argument + 1, ":") {
          labels.append(names.text(label))
          if labels.count == 1 { call.firstArgument = argument + 2 }
        } else {
          labels.append("_")
        }
        while argument < close, !isMark(argument, ",") { argument = skip(argument) }
        argument += 1
      }
      call.labels = labels
      next = close + 1
    }
    while isMark(next, "{"), let close = partner(next) {
      call.trailing += 1
      next = close + 1
      guard let label = name(next), isMark(next + 1, ":"), isMark(next + 2, "{") else { break }
      call.trailingLabels.append(names.text(label))
      next += 2
    }
    return call
  }
}
