import Foundation

/// `man`: the manual page, made of the same table as the help.
struct ManCommand: Command {
  let description = CommandDescription(
    name: "man", summary: "Print the manual page.",
    opensLibrary: false,
    examples: [
      .init("diptych man | man -l -", "Reads it."),
      .init(
        "diptych man > /usr/local/share/man/man1/diptych.1", "Installs it, for `man diptych`."),
    ])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let commands = CommandTable.all.map(\.description).filter(\.isListed)
    try invocation.console.out(ManualPage.text(commands))
    return .success
  }
}

/// The manual page as `man` reads it.
enum ManualPage {
  static func text(_ commands: [CommandDescription]) -> String {
    let opening = """
      .TH DIPTYCH 1
      .SH NAME
      diptych \\- one photo library behind two APIs, AssetsLibrary and Photos
      .SH SYNOPSIS
      .B diptych
      [\\fB\\-\\-library\\fR \\fIPATH\\fR] [\\fB\\-\\-wait\\fR \\fISECONDS\\fR] \\fICOMMAND\\fR [\\fIARGUMENT\\fR \\&...]
      .SH DESCRIPTION
      Code for Apple's AssetsLibrary and code for Photos run on one library. The program compares what
      both leave, scans sources for the old API, teaches the move, and looks after libraries.
      .SH COMMANDS

      """
    return opening + commands.map(section).joined() + closing
  }

  private static func section(_ command: CommandDescription) -> String {
    let usage = ["diptych", command.name, command.arguments].filter { !$0.isEmpty }
    var text = ".SS \(escaped(command.name))\n.B \(escaped(usage.joined(separator: " ")))\n.PP\n"
    text += escaped(command.summary) + "\n"
    if !command.details.isEmpty {
      text += ".PP\n" + command.details.map { escaped($0) + "\n" }.joined()
    }
    let globals = Set((OptionSpec.global + [.help]).map(\.name))
    for option in command.allOptions where !globals.contains(option.name) {
      text += ".TP\n\\fB\\-\\-\(escaped(option.name))\\fR"
      if let value = option.value { text += " \\fI\(escaped(value))\\fR" }
      text += "\n\(escaped(option.help))\n"
    }
    for example in command.examples {
      text += ".PP\n.RS\n.nf\n\(escaped(example.line))\n.fi\n.RE\n\(escaped(example.meaning))\n"
    }
    return text
  }

  private static let closing = """
    .SH OPTIONS OF EVERY COMMAND
    .TP
    \\fB\\-\\-library\\fR \\fIPATH\\fR
    The library; without it DIPTYCH_LIBRARY, else the user's own.
    .TP
    \\fB\\-\\-wait\\fR \\fISECONDS\\fR
    How long to wait for another process's writer (5).
    .TP
    \\fB\\-\\-help\\fR
    Print the help of a command, with examples.
    .TP
    \\fB\\-\\-version\\fR
    Without a command: print the version, and the format of libraries.
    .SH ENVIRONMENT
    .TP
    .B DIPTYCH_LIBRARY
    The library that is meant where none is named.
    .TP
    .B DIPTYCH_CLIENT
    The application in whose name calls are made.
    .TP
    .B DIPTYCH_ACCESS
    What it may do: authorized, denied, restricted, add\\-only, limited:ID,ID, ask:allow or ask:refuse.
    .TP
    .B DIPTYCH_LANGUAGE
    The language of system albums.
    .TP
    .B DIPTYCH_PROFILE
    The system to behave like, such as iOS8; documented when not set.
    .TP
    .B DIPTYCH_NETWORK
    down: originals that were taken off this machine cannot be downloaded.
    .TP
    .B DIPTYCH_DELIVERY
    main or private: where results of AssetsLibrary arrive.
    .TP
    .B NO_COLOR
    Set to anything: no colors.
    .SH EXIT STATUS
    0 done; 1 what was compared differs; 2 it could not be compared; 64 wrong usage; 65 bad data;
    69 unavailable; 77 no access.
    .SH FILES
    .I ~/.local/share/diptych/Photos.diptych
    is the user's own library.

    """

  /// A line in which nothing is a request: dashes as they are typed, no leading dot or quote.
  static func escaped(_ text: String) -> String {
    let escaped = text.replacingOccurrences(of: "\\", with: "\\e")
      .replacingOccurrences(of: "-", with: "\\-")
      .replacingOccurrences(of: "…", with: "...")
      .unicodeScalars.map { scalar in
        scalar.isASCII ? String(scalar) : String(format: "\\[u%04X]", scalar.value)
      }.joined()
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
