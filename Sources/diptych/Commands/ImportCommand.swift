import DiptychAppleLibrary
import DiptychCodecs
import DiptychEngine
import DiptychStories
import Foundation

/// `import`: brings photo and video files into a library.
struct ImportCommand: Command {
  let description = CommandDescription(
    name: "import", arguments: "FOLDER|FILE…|NAME.photoslibrary…", count: 1...Int.max,
    summary: "Bring photos and videos into the library, also from Apple's Photos.",
    details: [
      "The files are copied and stay where they are. What a file is, its bytes tell, not its name.",
      "A folder is searched to its bottom. Symbolic links in it are not followed; names that begin",
      "with a dot are left out, and files that are no media are passed over.",
      "The photo and the video of a Live Photo, a raw file and a developed one of the same name, and",
      "IMG_1234 with its edited version IMG_E1234 become one asset each.",
      "What the library already has, byte by byte, is reported and not stored again, so an import",
      "that was interrupted goes on where it was when it is run once more.",
      "A file that is damaged or of no known kind is passed over; it is named at the end, with the",
      "reason, and the exit status is 65. A library that is not there yet is made.",
      "A library of Apple's Photos (5 to 11, NAME.photoslibrary) is only read: no byte of it changes.",
      "Its assets keep their local identifiers, dates, places, titles, marks and edits, its albums",
      "their order and folders; what is there already stays. An original that is not in the package",
      "is named at the end, and its asset is there without it.",
    ],
    options: [
      .option(
        "album", "TITLE", "Add the assets to this album; it is made when there is none."),
      .flag(
        "albums",
        "Add the files of each folder to the album of its name; folders of one name share it."),
      .flag("duplicates", "Import also what the library already has."),
      .flag("move", "Remove each file once it is in the library. Duplicates stay."),
      .flag(
        "dry-run",
        "Only tell what would be imported; nothing is written. With --json, also what each file "
          + "says of itself."),
      .flag("force", "Read a library of Apple's Photos also when its version is not known."), .json,
    ],
    examples: [
      .init("diptych import IMG_0001.JPG clip.mov", "Copies two files into the user's library."),
      .init("diptych import --albums Pictures", "Copies a folder; its folders become albums."),
      .init(
        "diptych import --album Trip --library Trip.diptych *.jpg",
        "Copies pictures into the album \"Trip\" of another library."),
      .init(
        "diptych import --dry-run \"Photos Library.photoslibrary\"",
        "Tells what is in a library of Apple's Photos."),
    ])

  func run(_ invocation: Invocation) throws -> ExitStatus {
    let arguments = invocation.arguments
    let title = arguments.value("album")
    if let title { try ChangeLimits.check(title: title) }
    guard title == nil || !arguments.has("albums") else {
      throw UsageError("--album and --albums exclude each other. Give one of them.")
    }
    guard !arguments.has("move") || !arguments.has("dry-run") else {
      throw UsageError("--move and --dry-run exclude each other. Give one of them.")
    }
    if let status = try AppleImportRun.run(invocation) { return status }
    guard !arguments.has("force") else {
      throw UsageError("--force is for libraries of Apple's Photos. Leave it out.")
    }
    var run = ImportRun(invocation)
    try run.run(arguments)
    if run.format == .json { try invocation.console.out(OutputFormat.json(run.report)) }
    for line in run.report.closingLines { invocation.console.err(line) }
    return run.report.status
  }
}
