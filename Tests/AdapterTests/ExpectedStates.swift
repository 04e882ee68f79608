import DiptychStories
import Foundation
import Testing

/// The expected states of the flows: sections `== ROW HALF` in the lessons' `expected.txt`.
enum ExpectedStates {
  /// Checks that a half's state is the expected one.
  static func check(
    _ text: String, _ section: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let row = section.split(separator: " ").first.map(String.init) ?? ""
    let lesson = try #require(Lesson.telling(row == "7" ? section : row)).folderName
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Compat/Lessons/\(lesson)/expected.txt")
    var sections = (try? read(file)) ?? [:]
    if ProcessInfo.processInfo.environment["DIPTYCH_RECORD"] == "1" {
      sections[section] = text
      try write(sections, to: file)
      Issue.record("recorded \(section)", sourceLocation: sourceLocation)
      return
    }
    #expect(text == sections[section], sourceLocation: sourceLocation)
  }

  private static func read(_ file: URL) throws -> [String: String] {
    var sections: [String: String] = [:]
    var name: String?
    for line in try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast() {
      if line.hasPrefix("== ") {
        name = String(line.dropFirst(3))
        sections[name ?? ""] = ""
      } else if let name {
        sections[name, default: ""] += line + "\n"
      }
    }
    return sections
  }

  private static func write(_ sections: [String: String], to file: URL) throws {
    let text = sections.sorted { $0.key < $1.key }.map { "== \($0.key)\n\($0.value)" }.joined()
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}
