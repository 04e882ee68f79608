/// `completions`: the script by which a shell completes command lines.
struct CompletionsCommand: Command {
  static let shells = ["bash", "zsh", "fish"]

  let description = CommandDescription(
    name: "completions", arguments: "SHELL", count: 1...1,
    summary: "Print the script by which bash, zsh or fish completes command lines.",
    details: [
      "Commands, options, rows, lessons, profiles and titles of albums are completed."
    ],
    opensLibrary: false,
    examples: [
      .init("source <(diptych completions bash)", "For this shell; put it into ~/.bashrc to stay."),
      .init(
        "diptych completions zsh > \"${fpath[1]}/_diptych\"", "For zsh, from the next shell on."),
      .init(
        "diptych completions fish > ~/.config/fish/completions/diptych.fish", "For fish."),
    ])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let shell = invocation.arguments.positionals[0]
    guard let script = Self.script(shell) else {
      let hint = Suggestion.sentence(shell, among: Self.shells)
      throw UsageError("There is no script for \(shell).\(hint) Write bash, zsh or fish.")
    }
    try invocation.console.out(script)
    return .success
  }

  private static func script(_ shell: String) -> String? {
    switch shell {
    case "bash": bash
    case "zsh": zsh
    case "fish": fish
    default: nil
    }
  }

  private static let bash = """
    # Completes diptych in bash.
    _diptych() {
      local word line
      COMPREPLY=()
      while IFS=$'\\t' read -r word line; do
        printf -v word %q "$word"
        COMPREPLY+=("$word")
      done < <(diptych complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    }
    complete -o default -F _diptych diptych

    """

  private static let zsh = """
    #compdef diptych
    # Completes diptych in zsh.
    _diptych() {
      local -a found
      local word line
      while IFS=$'\\t' read -r word line; do
        found+=("${word//:/\\\\:}${line:+:$line}")
      done < <(diptych complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)
      if (( ${#found} )); then
        _describe -t words diptych found
      else
        _files
      fi
    }
    if [[ ${funcstack[1]-} == _diptych ]]; then _diptych "$@"; else compdef _diptych diptych; fi

    """

  private static let fish = """
    # Completes diptych in fish.
    function __diptych_complete
        set -l words (commandline -opc) (commandline -ct)
        diptych complete -- $words[2..-1] 2>/dev/null
    end
    complete -c diptych -f -n 'test (count (__diptych_complete)) -gt 0' -a '(__diptych_complete)'

    """
}

/// `complete`: what the scripts of `completions` ask.
struct CompleteCommand: Command {
  let description = CommandDescription(
    name: "complete", arguments: "-- WORD …", count: 0...Int.max,
    summary: "Print what may stand next; the scripts of `completions` ask this.",
    details: ["One candidate a line: the word, a tabulator, what it means."],
    opensLibrary: false,
    takesWords: true,
    isListed: false,
    examples: [.init("diptych complete -- album s", "Prints \"show\".")])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    var words = invocation.words
    if words.first == "--" { words.removeFirst() }
    let completion = Completion(
      commands: CommandTable.all.map(\.description).filter(\.isListed),
      groups: CommandTable.groups)
    let lines = completion.candidates(words).map { candidate in
      candidate.meaning.isEmpty ? candidate.word : "\(candidate.word)\t\(candidate.meaning)"
    }
    try invocation.console.out(lines.map { $0 + "\n" }.joined())
    return .success
  }
}
