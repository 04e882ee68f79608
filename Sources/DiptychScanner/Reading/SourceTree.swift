import Foundation

/// The files of the paths that are to be scanned.
struct SourceTree {
  /// What a file is read as.
  enum Role: Sendable {
    case source(Language)
    case project
    /// A manifest of Swift packages: a source that can also name link flags.
    case manifest
  }

  struct File: Sendable {
    /// The path to open.
    let path: String
    /// The path to show: as the user wrote it, and below.
    let name: String
    let role: Role
  }

  /// Folders that hold products or the work of others.
  static let skipped: Set<String> = [
    ".build", "build", "DerivedData", ".git", ".hg", ".svn", ".swiftpm", "node_modules",
    "xcuserdata",
  ]
  /// Folders of dependencies.
  static let dependencies: Set<String> = ["Pods", "Carthage"]
  /// Deeper than any source tree.
  static let depthLimit = 128

  let includesDependencies: Bool

  /// What a path leads to.
  struct Listing {
    /// In the order of their names.
    var files: [File] = []
    /// Folders that could not be listed, and those below the deepest that are.
    var unlisted: [String] = []
  }

  /// The files below `path`, or `path` itself if it is a file of a kind that is read. Links below it
  /// are not followed: what is inside of the tree is met anyway.
  /// - Returns: nil when there is nothing at `path`.
  func files(at path: String) -> Listing? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return nil }
    var listing = Listing()
    guard isFolder.boolValue else {
      let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      if let role = Self.role(path) {
        listing.files.append(File(path: target, name: path, role: role))
      }
      return listing
    }
    collect(path, Self.shown(path), 0, &listing)
    return listing
  }

  private func collect(_ folder: String, _ shown: String, _ depth: Int, _ listing: inout Listing) {
    guard depth < Self.depthLimit,
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    else {
      listing.unlisted.append(shown)
      return
    }
    for name in names.sorted() {
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      let label = shown.isEmpty || shown.hasSuffix("/") ? shown + name : shown + "/" + name
      let role = Self.role(name)
      // Asking for the kind of every image of a tree would cost more than the scan.
      guard role != nil || !name.contains(".") || mayBeFolder(name) else { continue }
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
        let type = attributes[.type] as? FileAttributeType
      else { continue }
      if type == .typeDirectory {
        if Self.skipped.contains(name) { continue }
        if !includesDependencies, Self.dependencies.contains(name) { continue }
        collect(path, label, depth + 1, &listing)
      } else if type == .typeRegular, let role {
        listing.files.append(File(path: path, name: label, role: role))
      }
    }
  }

  static func isFile(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && !isFolder.boolValue
  }

  private func mayBeFolder(_ name: String) -> Bool {
    let suffix = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return !["png", "jpg", "jpeg", "gif", "mov", "mp4", "json", "txt", "md", "strings"]
      .contains(suffix)
  }

  /// The path without what adds nothing, for the names of the report.
  private static func shown(_ path: String) -> String {
    var text = path
    while text.hasSuffix("/"), text.count > 1 { text.removeLast() }
    while text.hasPrefix("./") { text.removeFirst(2) }
    return text == "." ? "" : text
  }

  /// What the name of a file makes it; nil for what is not read.
  static func role(_ path: String) -> Role? {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    switch name {
    case "Package.swift": return .manifest
    case "Podfile", "plugin.xml", "CMakeLists.txt": return .project
    default: break
    }
    if name.hasSuffix(".podspec.json") { return .project }
    switch name.split(separator: ".").last.map({ $0.lowercased() }) {
    case "m", "mm", "h", "pch": return .source(.objectiveC)
    case "swift": return .source(.swift)
    case "pbxproj", "xcconfig", "podspec", "modulemap": return .project
    default: return nil
    }
  }
}
