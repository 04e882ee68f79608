import Foundation
import LessonTexts

/// A lesson: a job through both generations, told, with the rows that run it.
package struct Lesson: Sendable {
  package let number: Int
  /// The folder's name without the number, such as `list-albums`.
  package let name: String
  package let rows: [FlowRow]
  /// The lessons whose types this one's sources use.
  package let needs: [Int]

  /// Makes a lesson from the name of its folder.
  private init(_ folder: String, _ rows: [FlowRow], needs: [Int] = []) {
    self.needs = needs
    number = Int(folder.prefix(2)) ?? 0
    name = String(folder.dropFirst(3))
    self.rows = rows
  }

  /// The folder under `Compat/Lessons`.
  package var folderName: String { String(format: "%02d-", number) + name }

  /// Every lesson, in their order.
  package static let all: [Lesson] = [
    Lesson("01-ask-permission", FlowRow.permission, needs: [4, 5]),
    Lesson("02-save-one-photo", FlowRow.saving),
    Lesson("03-keep-a-handle", FlowRow.namedFolder),
    Lesson("04-an-album-found-or-made", FlowRow.albums.filter { $0.name == "2" }),
    Lesson("05-the-cover", FlowRow.intoAlbums, needs: [4]),
    Lesson("06-list-albums", [.listAlbums]),
    Lesson("07-list-and-filter", [.listPhotos]),
    Lesson("08-bytes-and-metadata", [.readFile]),
    Lesson("09-thumbnails", [.thumbnail]),
    Lesson("10-changes", [.liveList]),
    Lesson("11-delete-rename-hide", [.deleteRenameHide]),
    Lesson(
      "12-the-identifier-bug", FlowRow.albums.filter { $0.name == "2b" }, needs: [4, 5]),
    Lesson("13-lifetime", [.lifetime]),
    Lesson("14-the-reserved-name", FlowRow.reservedName, needs: [4]),
    Lesson("15-stored-urls", [.storedURLs]),
    Lesson("16-mix-both", [], needs: [2, 4]),
    Lesson("17-blocking-the-main-thread", [.button, .waitingButton]),
    Lesson("18-the-race", [.hasty, .ready]),
  ]

  /// The lesson of a number, of a name, or of both together.
  package static func named(_ text: String) -> Lesson? {
    all.first { String($0.number) == text || $0.name == text || $0.folderName == text }
  }

  /// The lesson that tells a row; the runs of the mix have one of their own.
  package static func telling(_ row: String) -> Lesson? {
    if row.hasPrefix("7-") || row == "7 any" { return named("mix-both") }
    return all.first { $0.rows.contains { $0.name == row } }
  }

  // MARK: Texts

  /// The first heading of its page.
  package var title: String {
    let heading = page.split(separator: "\n").first { $0.hasPrefix("# ") }
    return heading.map { String($0.dropFirst(2)) } ?? name
  }

  /// Its page, as Markdown; empty when the installation lacks it.
  package var page: String { text("README.md") }

  /// What it shows: the page up to the exercise, without the heading.
  package var summary: String {
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    // How to run it stands on the page for who reads the page.
    return lines.drop { $0.hasPrefix("# ") }.prefix { !$0.hasPrefix("## ") }
      .filter { !$0.hasPrefix("Run it: ") }
      .joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The sources of one half, then what both halves share.
  package func sources(_ side: FlowSide) -> [LessonSource] {
    let files = fileNames.filter { $0.hasSuffix(".swift") }
    let other: FlowSide = side == .legacy ? .modern : .legacy
    let own = files.filter { $0.hasPrefix(side.prefix) }
    let shared = files.filter { !$0.hasPrefix(side.prefix) && !$0.hasPrefix(other.prefix) }
    return (own + shared).map { LessonSource(file: $0, text: text($0)) }
  }

  private var fileNames: [String] {
    let folder = LessonTexts.folder(folderName).path
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  private func text(_ file: String) -> String {
    let url = LessonTexts.folder(folderName).appendingPathComponent(file)
    return (try? String(contentsOf: url, encoding: .utf8)) ?? ""
  }
}

extension FlowSide {
  /// How the lessons' files of this side begin.
  fileprivate var prefix: String { self == .legacy ? "Legacy" : "Modern" }
}
