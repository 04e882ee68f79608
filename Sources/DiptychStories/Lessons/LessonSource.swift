import Foundation

/// A source file of a lesson.
package struct LessonSource: Sendable {
  package let file: String
  package let text: String

  /// A part of a file under a `// MARK:` of its own.
  struct Step: Sendable {
    /// Nil for what stands before the first mark.
    let name: String?
    var lines: [String]
  }

  /// The parts of the file, in order, without the margin that a part has as a whole.
  var steps: [Step] {
    var steps = [Step(name: nil, lines: [])]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = line.trimmingCharacters(in: .whitespaces)
      if words.hasPrefix("// MARK: ") {
        steps.append(Step(name: String(words.dropFirst(9)), lines: []))
      } else {
        steps[steps.count - 1].lines.append(String(line))
      }
    }
    return steps.map { step in
      var step = step
      while step.lines.last?.isEmpty == true { step.lines.removeLast() }
      while step.lines.first?.isEmpty == true { step.lines.removeFirst() }
      let margins = step.lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }
      let margin = step.name == nil ? 0 : margins.min() ?? 0
      step.lines = step.lines.map { String($0.dropFirst(margin)) }
      return step
    }
  }
}

/// Two sources side by side: the same step of both stands in one line.
package struct AlignedSources: Sendable {
  package struct Step: Sendable {
    /// Nil for what stands before the first step.
    package let name: String?
    package let legacy: [String]
    package let modern: [String]
  }

  package let steps: [Step]

  /// Aligns the sources of a lesson; the files of a side follow one another.
  /// - Parameter names: Only these steps; empty for all.
  package init(_ lesson: Lesson, only names: [String] = []) {
    let legacy = lesson.sources(.legacy).flatMap(\.steps)
    let modern = lesson.sources(.modern).flatMap(\.steps)
    var order: [String?] = []
    for step in legacy + modern where !order.contains(step.name) { order.append(step.name) }
    if !names.isEmpty { order = order.filter { $0.map(names.contains) ?? false } }
    func lines(_ steps: [LessonSource.Step], _ name: String?) -> [String] {
      let found = steps.filter { $0.name == name && !$0.lines.isEmpty }
      return Array(found.map(\.lines).joined(separator: [""]))
    }
    steps = order.map { name in
      Step(name: name, legacy: lines(legacy, name), modern: lines(modern, name))
    }
  }
}
