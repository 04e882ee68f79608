import DiptychCommands
import DiptychEngine
import Foundation

/// The arguments of the program, one a line. Behind a NUL stands what the file `input.txt` holds.
///
/// Commands run in a folder of their own; paths that lead out of it are passed over.
final class CommandLineTarget: FuzzTarget {
  let name = "arguments"
  let maximumLength = 512
  let dictionary =
    [
      "\n", "\n--", "--json", "--help", "--library", "--", "-h", "=", "input.txt", "a.diptych",
      "album", "asset", "list", "show", "create", "add", "user", "scan", "convert-urls", "--column",
      "--limit", "--sort", "--baseline", "--fail-on", "history", "--since", "dump", "--exact",
      "access", "import", "export", "verify", "--repair", "diff", "completions", "bash", "man",
      "__complete", "4F6B3A52-7B4E-4C6E-9B0E-3D2C1B0A9F8E/L0/001", "999999999999999999999", "-1",
    ]
  /// These would wait, build, print for long or look at the machine.
  private static let rehearsed: Set<String> = ["watch", "lesson", "doctor", "compare"]

  private let place = Lazy<FuzzFolder> {
    let folder = try FuzzFolder("arguments")
    guard FileManager.default.changeCurrentDirectoryPath(folder.path) else {
      fatalError("The folder \(folder.path) cannot be entered.")
    }
    setenv("DIPTYCH_LIBRARY", folder.path + "/a.diptych", 1)
    setenv("HOME", folder.path, 1)
    setenv("DIPTYCH_DELIVERY", "private", 1)
    return folder
  }

  func seeds() -> [Data] {
    [
      "library\ncreate\na.diptych", "album\ncreate\nTrip", "album\nlist\n--json", "asset\nlist",
      "convert-urls\n--column\n2\ninput.txt\0name,url\nx,assets-library://asset/?id=1",
      "scan\n--json\n.", "scan\n--baseline\ninput.txt\n.\0# diptych scan baseline 1\n",
      "user\nmake\nfolder\nx", "history\n--json", "dump\n--exact", "completions\nbash", "man",
      "access", "import\n--json\n.", "export\nout", "verify\n--repair", "--help", "help\nscan",
      "__complete\ndiptych\nal", "diff\na.diptych\na.diptych",
      "album\nshow\n--library=a.diptych\nx",
    ].map { Data($0.utf8) }
  }

  func run(_ input: [UInt8]) {
    let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let text = parts.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let words = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let leadsOut = words.contains { word in
      word.contains("..") || word.contains("~")
        || word.split(separator: "=", omittingEmptySubsequences: false).contains {
          $0.hasPrefix("/")
        }
    }
    guard !leadsOut else { return }
    let folder = place.value()
    folder.empty()
    if parts.count == 2 { folder.write(Array(parts[1]), to: "input.txt") }
    let status = waiting {
      await CommandLineProgram.run(words) { !Self.rehearsed.contains($0) }
    }
    require(
      [0, 1, 2, 64, 65, 69, 77].contains(status), "the exit status \(status) is not documented")
  }
}
