/// A name as a call writes it, with its argument labels.
struct Spelling: Sendable, Hashable {
  /// The name before the parenthesis.
  let base: String
  /// The labels, `_` for none; nil for what is no call.
  let labels: [String]?

  /// Reads `writeImage(toSavedPhotosAlbum:orientation:completionBlock:)`, `size()`, `isEditable`
  /// or `ALAssetOrientation.up`, of which the last name counts.
  init?(swift text: String) {
    let head = text.prefix { $0 != "(" }
    guard let name = head.split(separator: ".").last, Self.isName(name) else { return nil }
    base = String(name)
    guard head.endIndex < text.endIndex else {
      labels = nil
      return
    }
    guard text.hasSuffix(")") else { return nil }
    let inside = text[text.index(after: head.endIndex)...].dropLast()
    labels = inside.split(separator: ":").map { $0.filter { !$0.isWhitespace } }
  }

  /// A selector without its sign and notes, such as `addAsset:`; nil for what is none.
  static func selector(_ text: String) -> String? {
    var rest = text[...]
    if rest.hasPrefix("-") || rest.hasPrefix("+") { rest = rest.dropFirst() }
    let name = rest.prefix { $0 != " " && $0 != "(" }
    guard !name.isEmpty, name.allSatisfy({ isLetter($0) || $0 == ":" }) else { return nil }
    return String(name)
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text.allSatisfy(isLetter)
  }

  private static func isLetter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
