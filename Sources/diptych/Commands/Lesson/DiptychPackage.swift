import Foundation

/// Where the package of Diptych is, which an exercise depends on.
enum DiptychPackage {
  /// The folder that was named, else the one that holds this folder or the program.
  static func path(_ named: String?) throws -> String {
    if let named {
      guard isDiptych(named) else {
        throw CommandFailure(
          .badData, "There is no Diptych package at \(named). Give the folder of its Package.swift."
        )
      }
      return URL(fileURLWithPath: named).standardizedFileURL.path
    }
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    for start in [URL(fileURLWithPath: "."), program] {
      var folder = start.standardizedFileURL
      while folder.path != "/" {
        folder.deleteLastPathComponent()
        if isDiptych(folder.path) { return folder.path }
      }
    }
    if isDiptych(".") { return URL(fileURLWithPath: ".").standardizedFileURL.path }
    throw CommandFailure(
      .unavailable,
      "The package of Diptych is not around this folder or the program. Name it: --diptych PATH.")
  }

  private static func isDiptych(_ folder: String) -> Bool {
    let manifest = try? String(contentsOfFile: folder + "/Package.swift", encoding: .utf8)
    return manifest?.contains("name: \"Diptych\",\n  products:") ?? false
  }
}
