import DiptychCommands
import Foundation

extension LibraryExercise {
  /// Has `diptych verify --repair` mend what is laid out.
  /// - Returns: What does not hold; nil when all is well: each original is still somewhere in the
  ///   library's folder, nothing is beside it, and where nothing was said to be left nothing is found.
  func repair() -> String? {
    let first = verify()
    let mended = verify("--repair")
    // The photo in the trash, a PNG, has long been there for more than 30 days.
    for (path, data) in files where path.hasSuffix(".jpg") && !isThere(data) {
      return "\(path) is gone, in whatever folder of the library."
    }
    if let problem = lookBeside() { return problem }
    let last = verify()
    for (status, name) in [(first, "first"), (mended, "repairing"), (last, "last")]
    where ![0, 65, 69, 74, 77].contains(status) {
      return "The exit status of the \(name) verify is \(status)."
    }
    if mended == 0, last != 0 {
      return "A repair left nothing, and then \(last) was the status of verify."
    }
    if first == 0, mended != 0 { return "Nothing was wrong, and a repair ended with \(mended)." }
    return nil
  }

  private func verify(_ options: String...) -> Int32 {
    waiting { [libraryPath] in
      await CommandLineProgram.run(["verify"] + options + ["--library", libraryPath])
    }
  }

  /// Whether a file in the library's folder holds these bytes.
  private func isThere(_ data: Data) -> Bool {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: libraryPath)) ?? []
    return names.contains { name in
      let path = libraryPath + "/" + name
      guard let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int,
        size == data.count
      else { return false }
      return FileManager.default.contents(atPath: path) == data
    }
  }
}
