import Testing

/// Wrong command lines, and the help.
@Suite struct UsageTests {
  /// Each mistake gets one sentence that says what to write, and exit status 64 (design, section 8).
  @Test func mistakes() throws {
    let place = try Place()
    let rows: [(String, String)] = [
      ("usr", "There is no command usr. Did you mean user? Run `diptych --help` for the list."),
      ("dumpp", "There is no command dumpp. Did you mean dump? Run `diptych --help` for the list."),
      ("zebra", "There is no command zebra. Run `diptych --help` for the list."),
      (
        "--libary x dump",
        "There is no option --libary. Did you mean --library? Run `diptych --help` for the list."
      ),
      ("--library", "The option --library needs a value. Write --library PATH."),
      (
        "user", "The command user needs a second word. Run `diptych user --help` for the list."
      ),
      (
        "user hid x",
        "There is no command user hid. Did you mean hide? Run `diptych user --help` for the list."
      ),
      (
        "asset lst",
        "There is no command asset lst. Did you mean list? Run `diptych asset --help` for the list."
      ),
      (
        "dump --exat",
        "There is no option --exat here. Did you mean --exact? Put -- before arguments that begin "
          + "with a dash."
      ),
      (
        "dump -x",
        "There is no option -x here. Put -- before arguments that begin with a dash."
      ),
      (
        "dump --exact --raw", "--exact and --raw exclude each other. Give one of them."
      ),
      ("dump --raw --json", "--raw has no JSON form. Leave out --json or --raw."),
      (
        "dump --json=yes",
        "The option --json takes no value. Leave out the = and the rest."
      ),
      (
        "dump --library a --library b", "The option --library is given twice. Give it once."
      ),
      (
        "dump --library=",
        "The path behind --library is empty. Give the path of a library folder."
      ),
      (
        "dump --wait soon",
        "The value of --wait must be a number of seconds from 0 to 86400."
      ),
      (
        "dump extra",
        "Too many arguments. Write `diptych dump`; `diptych dump --help` tells more."
      ),
      (
        "diff a",
        "An argument is missing. Write `diptych diff A B`; `diptych diff --help` tells more."
      ),
      (
        "import",
        "An argument is missing. Write `diptych import FOLDER|FILE…|NAME.photoslibrary…`; "
          + "`diptych import --help` tells more."
      ),
      (
        "user move-album x",
        "Say where the album goes: --into FOLDER, --to-top or --to PLACE, one of them."
      ),
      (
        "user access denied",
        "No application is named. Give its name behind --client, or set DIPTYCH_CLIENT."
      ),
      (
        "user access maybe --client Saver",
        "There is no access \"maybe\". Give authorized, denied, restricted, add-only, "
          + "limited:ID,ID, ask:allow or ask:refuse."
      ),
      (
        "user answer perhaps --client Saver",
        "The answer is not clear. Write allow, refuse, or select and the assets that are meant."
      ),
      (
        "user answer select --client Saver",
        "The answer is not clear. Write allow, refuse, or select and the assets that are meant."
      ),
    ]
    try place.walk(rows.map { Expected($0.0, status: 64, err: "diptych: \($0.1)\n") })
    #expect(try place.files() == [])
  }

  /// A title may begin with a dash, behind `--`.
  @Test func dashes() throws {
    let place = try Place()
    try place.walk([
      Expected("library create A.diptych", out: "Made the library A.diptych.\n"),
      Expected(
        words: ["--library=A.diptych", "user", "make-album", "--", "--json"],
        out: "Made the album \"--json\": #1/L0/040\n"),
    ])
  }

  /// `--help` works everywhere, also behind other arguments, with a usage line and examples.
  @Test func everyCommandHasHelp() throws {
    let place = try Place()
    let lists = try [["--help"], ["user", "--help"]].map { try place.run($0).out }
    let lines = lists.joined().split(separator: "\n").filter { $0.hasPrefix("  diptych ") }
    let names = lines.filter { !$0.contains(" … ") }.map { line in
      // The command's own words are lowercase; its arguments are not, or are alternatives.
      line.split(separator: " ").dropFirst()
        .prefix { word in word.allSatisfy { $0.isLowercase || $0 == "-" } }
        .joined(separator: " ")
    }
    #expect(names.count >= 24 && names.contains("dump") && names.contains("user answer"))
    for name in names {
      let words = name.split(separator: " ").map(String.init)
      let run = try place.run(words + ["--help"])
      #expect(run.status == 0 && run.err == "", "\(name)")
      #expect(run.out.contains("\nUsage: diptych \(name)"), "\(name)")
      #expect(run.out.contains("\nExamples:\n  "), "\(name)")
    }
    let asked = try place.run(["user", "hide", "--help"])
    #expect(try place.run(["user", "hide", "x", "-h"]) == asked)
    #expect(try place.run(["help", "user", "hide"]) == asked)
    #expect(try place.run(["--library", "x", "user", "hide", "--help"]) == asked)
  }

  @Test func helpOfOneCommand() throws {
    try Place().walk([
      Expected(
        "verify --help",
        out: """
          Check rows against files, files against hashes, and the change log.

          Usage: diptych verify [OPTION…]

          Reads every original once. Prints one line for each issue, with what to do about it.
          No original is ever deleted by --repair: what no asset names is moved to recovered/. Of a
          damaged database everything that can be read is written into a new one; the old one is kept
          in recovered/. Close every application first that uses the library.
          Exit status: 0 nothing is wrong, 65 something is.

          Options:
            --repair        Mend what can be mended without loss; the plan is printed first.
            --json          Print JSON for machines; its keys stay as they are.
            --library PATH  The library; without it DIPTYCH_LIBRARY, else the user's own.
            --wait SECONDS  How long to wait for another process's writer (5).
            --help          Print this text.

          Examples:
            diptych verify
                Checks the user's library.
            diptych verify --repair --library Trip.diptych
                Checks and mends Trip.diptych.

          """)
    ])
  }

  /// What a report of a fault needs: the version, and the format that `dump` and others read.
  @Test func version() throws {
    try Place().walk([
      Expected(
        "--version", out: "diptych, not released yet; makes libraries of the format 002-texts.\n"),
      Expected(
        "--verson", status: 64,
        err: "diptych: There is no option --verson. Did you mean --version? Run `diptych --help` "
          + "for the list.\n"),
    ])
  }

  /// The list of commands goes to standard output when it was asked for, else to standard error.
  @Test func overview() throws {
    let place = try Place()
    let asked = try place.run(["--help"])
    #expect(asked.status == 0 && asked.err == "")
    for word in ["library create", "import", "asset list", "dump", "diff", "verify", "user …"] {
      #expect(asked.out.contains("\n  diptych \(word) "), "\(word)")
    }
    let bare = try place.run([])
    #expect(
      bare
        == Place.Run(
          status: 64,
          err: asked.out + "\ndiptych: No command is named. Name one of the commands above.\n"))
  }
}
