/// The pattern of a `LIKE`: `*` is any run of characters, `?` is one, a backslash makes either
/// plain.
///
/// Matching never backtracks further than to the last `*`, so it takes O(*n* × *m*) steps for text
/// and pattern at worst, whatever the pattern.
struct LikePattern: Hashable, Sendable {
  private enum Element: Hashable, Sendable {
    case character(Character)
    case anyCharacter
    case anyRun
  }

  private let elements: [Element]

  /// Makes a pattern; every string is one.
  init(_ pattern: String) {
    var elements: [Element] = []
    var isEscaped = false
    for character in pattern {
      switch character {
      case _ where isEscaped:
        elements.append(.character(character))
        isEscaped = false
      case "\\": isEscaped = true
      case "*": if elements.last != .anyRun { elements.append(.anyRun) }
      case "?": elements.append(.anyCharacter)
      default: elements.append(.character(character))
      }
    }
    if isEscaped { elements.append(.character("\\")) }
    self.elements = elements
  }

  /// Returns whether the whole of `text` fits the pattern.
  func matches(_ text: String) -> Bool {
    let characters = Array(text)
    var position = 0
    var element = 0
    var resume: (element: Int, position: Int)?
    while position < characters.count {
      if element < elements.count {
        switch elements[element] {
        case .anyRun:
          resume = (element + 1, position)
          element += 1
          continue
        case .anyCharacter:
          element += 1
          position += 1
          continue
        case .character(let character) where character == characters[position]:
          element += 1
          position += 1
          continue
        case .character: break
        }
      }
      guard let last = resume else { return false }
      resume = (last.element, last.position + 1)
      element = last.element
      position = last.position + 1
    }
    return elements[element...].allSatisfy { $0 == .anyRun }
  }
}
