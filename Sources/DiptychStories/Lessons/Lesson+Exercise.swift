import Foundation

extension Lesson {
  /// What stands under `## Exercise` of a lesson's page: what to do, the empty new file, the test.
  package struct Exercise: Sendable {
    package let text: String
    /// The old file, what both halves share, and the sources of the lessons that it needs.
    package let given: [LessonSource]
    /// The new file, with everything still to be written.
    package let skeleton: LessonSource
    /// A test that fails until the new file is written. It imports the module as `Lessons`.
    package let test: String
  }

  /// Both sources of the lessons that this one builds on.
  private var needed: [LessonSource] {
    needs.compactMap { Lesson.named(String($0)) }.flatMap { lesson in
      lesson.sources(.legacy) + lesson.sources(.modern).filter { $0.file.hasPrefix("Modern") }
    }
  }

  /// The exercise; nil when the page has none.
  package var exercise: Exercise? {
    guard let start = page.range(of: "\n## Exercise\n") else { return nil }
    let parts = page[start.upperBound...].components(separatedBy: "```swift\n")
    guard parts.count == 3,
      let modern = sources(.modern).first(where: { $0.file.hasPrefix("Modern") })
    else { return nil }
    let blocks = parts.dropFirst().map { part in
      part.components(separatedBy: "```").first ?? ""
    }
    let text = parts[0].trimmingCharacters(in: .whitespacesAndNewlines)
    return Exercise(
      text: text, given: needed + sources(.legacy),
      skeleton: LessonSource(file: modern.file, text: blocks[0]),
      test: blocks[1])
  }
}
