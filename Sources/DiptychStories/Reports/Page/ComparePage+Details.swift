import DiptychEngine
import Foundation

extension ComparePage {
  /// Both sources, the same step of both in one line.
  func sources(_ result: RowResult) -> String {
    guard let lesson = Lesson.telling(result.name) else { return "" }
    let aligned = AlignedSources(lesson, only: lesson.steps(of: result.name))
    let steps = aligned.steps.map { step in
      """
      <div class="step"><h5>\(HTML.escaped(step.name ?? "Beginning"))</h5>
      \(code(step.legacy, "legacy", "AssetsLibrary"))
      \(code(step.modern, "modern", "Photos"))</div>
      """
    }
    return """
      <details class="sources"><summary>Both sources, step by step</summary>
      \(steps.joined(separator: "\n"))
      </details>
      """
  }

  private func code(_ lines: [String], _ side: String, _ title: String) -> String {
    guard !lines.isEmpty else {
      return "<p class=\"code \(side) none\">\(title) has nothing for this step.</p>"
    }
    return "<pre class=\"code \(side)\" aria-label=\"\(title)\"><code>"
      + HTML.swift(lines) + "</code></pre>"
  }

  /// Both dumps, with the lines that differ marked.
  func dumps(_ result: RowResult) -> String {
    let lines = Set(result.differences.map { "\($0.object)\u{0}\($0.field)" })
    return """
      <details class="dumps"><summary>Both dumps</summary><div class="pair">
      \(dump(result.legacy.state, lines, "legacy", result.title(of: .legacy)))
      \(dump(result.modern.state, lines, "modern", result.title(of: .modern)))
      </div></details>
      """
  }

  private func dump(
    _ dump: Dump, _ differing: Set<String>, _ side: String, _ title: String
  ) -> String {
    let objects = dump.objects.map { object in
      func isMarked(_ field: String) -> Bool {
        differing.contains("\(object.heading)\u{0}\(field)")
          || differing.contains("\(object.name)\u{0}\(field)")
      }
      let width = object.fields.map(\.name.count).max() ?? 0
      let heading = HTML.escaped(object.heading)
      let isNew = isMarked("exists") || isMarked("title")
      let fields = object.fields.map { field in
        let name = field.name.padding(toLength: width + 2, withPad: " ", startingAt: 0)
        let text = HTML.escaped("  \(name)\(field.value)")
        return isMarked(field.name) ? "<mark>\(text)</mark>" : text
      }
      return ([isNew ? "<mark>\(heading)</mark>" : "<b>\(heading)</b>"] + fields)
        .joined(separator: "\n")
    }
    let text = objects.isEmpty ? "empty library" : objects.joined(separator: "\n")
    return "<pre class=\"code \(side)\" aria-label=\"\(title)\"><code>\(text)</code></pre>"
  }
}

extension Lesson {
  /// The steps of the sources that a row uses, where a lesson has several ways.
  func steps(of row: String) -> [String] {
    switch row {
    case "1a": ["The UIKit function", "A picture"]
    case "1b-orientation", "1c": ["A picture"]
    case "1b-no-metadata": ["A picture without metadata", "A picture"]
    case "1d": ["A picture", "A picture, waiting"]
    case "1b-data", "1b-data-metadata": ["The bytes of a file"]
    case "1b-video": ["A video"]
    case "lesson-17": ["Save without waiting"]
    case "lesson-17-waiting": ["Save without waiting", "Save and wait"]
    case "lesson-18": ["Begin to make the album", "Save at once"]
    case "lesson-18-ready": ["Begin to make the album", "Save when the album is there"]
    default: []
    }
  }
}
