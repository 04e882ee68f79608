import DiptychStories
import Foundation
import Testing

/// Completions, the manual page, progress, columns and colors.
@Suite struct ShellTests {
  /// What may stand next, by the words so far.
  @Test func candidates() throws {
    let place = try Place()
    _ = try place.run(["library", "create", "A.diptych"])
    for title in ["Rome", "Trip to Rome"] {
      _ = try place.run(["user", "make-album", title, "--library", "A.diptych"])
    }
    _ = try place.run(["library", "create", "B.diptych"])
    _ = try place.run(["user", "make-album", "Paris", "--library", "B.diptych"])
    let rows: [([String], [String])] = [
      (["comp"], ["compare", "completions"]),
      (["album", ""], ["list", "show", "create", "add"]),
      (["user", "make"], ["make-album", "make-folder"]),
      (["compare", "3-in"], ["3-insert", "3-insert-second"]),
      (["compare", "1a", "3p", "6-"], ["6-quirk"]),
      (["compare", "--profile", "docu"], ["documented"]),
      (["compare", "--exact", "--ex"], []),
      (["lesson", "the-"], ["the-cover", "the-identifier-bug", "the-reserved-name", "the-race"]),
      (["completions", ""], ["bash", "zsh", "fish"]),
      (["album", "show", ""], ["Rome", "Trip to Rome"]),
      (["album", "add", "Tr"], ["Trip to Rome"]),
      (["export", "Folder", "--al"], ["--album"]),
      (["export", "--album", "R"], ["Rome"]),
      (["complete"], []), (["--li"], ["--library"]), (["zebra", ""], []),
      // The library that is named is the one whose titles stand there.
      (["album", "show", "--library", "$PLACE/B.diptych", ""], ["Paris"]),
      (["album", "show", "--library=$PLACE/B.diptych", ""], ["Paris"]),
      (["--library", "$PLACE/B.diptych", "--wait=1", "album", "show", ""], ["Paris"]),
      (["--library", "$PLACE/B.diptych", "comp"], ["compare", "completions"]),
      (["album", "show", "--library", "$PLACE/None.diptych", ""], []),
      (["--library", ""], []), (["--library"], []),
    ]
    for (words, wanted) in rows {
      let run = try place.run(
        ["complete", "--"] + words, ["DIPTYCH_LIBRARY": "$PLACE/A.diptych"])
      let found = run.out.split(separator: "\n").map { $0.split(separator: "\t")[0] }.map(
        String.init)
      #expect(run.status == 0 && run.err == "" && found == wanted, "\(words)")
    }
  }

  /// Each candidate says what it means; a group without a line of its own names what may follow.
  @Test func meanings() throws {
    let place = try Place()
    for (word, line) in [
      ("alb", "album\tlist, show, create, add\n"),
      ("use", "user\tDo what the user does in Photos and Settings, outside the code under test.\n"),
      ("doc", "doctor\tShow what is in force here, and what is wrong.\n"),
    ] {
      #expect(try place.run(["complete", "--", word]).out == line)
    }
  }

  /// The script for bash completes in bash, and quotes what has spaces.
  @Test func bash() throws {
    let place = try Place()
    _ = try place.run(["library", "create", "A.diptych"])
    _ = try place.run(["user", "make-album", "Trip to Rome", "--library", "A.diptych"])
    try place.write(try place.run(["completions", "bash"]).out, to: "script.bash")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = [
      "-c",
      """
      source script.bash; COMP_WORDS=(diptych album show T); COMP_CWORD=3; _diptych
      printf '%s\\n' "${COMPREPLY[@]}"
      """,
    ]
    process.currentDirectoryURL = place.url
    process.environment = [
      "PATH": Place.program.deletingLastPathComponent().path + ":/usr/bin:/bin",
      "DIPTYCH_LIBRARY": place.path + "/A.diptych", "HOME": place.path,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let out = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(out == "Trip\\ to\\ Rome\n")
  }

  @Test func scripts() throws {
    let place = try Place()
    for (shell, line) in [
      ("bash", "complete -o default -F _diptych diptych"), ("zsh", "#compdef diptych"),
      ("fish", "complete -c diptych -f"),
    ] {
      let run = try place.run(["completions", shell])
      #expect(run.status == 0 && run.out.contains(line), "\(shell)")
    }
    try place.walk([
      Expected(
        "completions bsh", status: 64,
        err: "diptych: There is no script for bsh. Did you mean bash? Write bash, zsh or fish.\n")
    ])
  }

  /// Every command of the help has its section with its examples; nothing is beyond ASCII, and no
  /// line of text is taken for a request.
  @Test func manual() throws {
    let place = try Place()
    let page = try place.run(["man"]).out
    let plain = page.replacingOccurrences(of: "\\-", with: "-")
    let sections = plain.split(separator: "\n").filter { $0.hasPrefix(".SS ") }
      .map { String($0.dropFirst(4)) }
    #expect(sections.count >= 40 && Set(sections).count == sections.count)
    #expect(!sections.contains("complete"))
    for name in sections {
      let help = try place.run(name.split(separator: " ").map(String.init) + ["--help"]).out
      let examples =
        help.components(separatedBy: "\nExamples:\n").last?
        .split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") } ?? []
      #expect(!examples.isEmpty, "\(name)")
      for example in examples {
        #expect(plain.contains("\n\(example.dropFirst(2))\n"), "\(example)")
      }
    }
    #expect(page.unicodeScalars.allSatisfy { $0.isASCII })
    let requests = page.split(separator: "\n").filter { $0.hasPrefix(".") }
      .map { $0.split(separator: " ")[0] }
    let known: Set<Substring> = [
      ".TH", ".SH", ".SS", ".B", ".I", ".PP", ".TP", ".RS", ".RE", ".nf", ".fi",
    ]
    #expect(Set(requests).isSubset(of: known))
  }

  @Test func progress() {
    let clock = Clock()
    let progress = JobProgress("Imported", of: 1_000, now: clock.now)
    let rows: [(Double, Int, String)] = [
      (0.5, 10, "Imported 10 of 1000"),
      (2, 100, "Imported 100 of 1000, 50 a second, 18 seconds left"),
      (10, 100, "Imported 100 of 1000, 10 a second, 90 seconds left"),
      (100, 10, "Imported 10 of 1000, 6 a minute, 3 hours left"),
      (10, 20, "Imported 20 of 1000, 120 a minute, 8 minutes left"),
      (20, 1_000, "Imported 1000 of 1000, 50 a second"),
      (2, 0, "Imported 0 of 1000"),
    ]
    for (seconds, done, line) in rows {
      clock.seconds = seconds
      #expect(progress.line(done) == line)
    }
  }

  private final class Clock: @unchecked Sendable {
    // Sendable because one test reads and sets it, on one thread.
    var seconds = 0.0

    var now: @Sendable () -> UInt64 {
      { [self] in UInt64(seconds * 1e9) }
    }
  }

  /// Long lines go on below with a margin; equal lines stand beside each other.
  @Test func columns() {
    let columns = Columns(width: 43)
    #expect(
      columns.text(["  one two three four five"], ["a"]) == """
          one two three      │ a
              four five      │

        """)
    #expect(
      columns.text(["a", "b", "c"], ["a", "x", "y", "c"], marking: true) == """
        a                    │ a
        b                    ≠ x
                             ≠ y
        c                    │ c

        """)
    #expect(
      columns.text(["one two three four five six seven eight nine"], []) == """
        one two three four   │
            five six seven   │
            eight nine       │

        """)
    #expect(columns.text([String(repeating: "x", count: 45)], []).split(separator: "\n").count == 3)
  }

  /// Off a terminal nothing is colored.
  @Test func colors() throws {
    let place = try Place()
    #expect(try !place.run(["lesson", "13", "--run"]).out.contains("\u{1B}"))
  }
}
