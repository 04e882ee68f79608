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
    /// What was passed over.
    var skipped: [ScanResult.Skipped] = []
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
    // Folders that could not be listed, and those below the deepest that are.
    guard depth < Self.depthLimit, let names = Self.names(in: folder) else {
      listing.skipped.append(ScanResult.Skipped(file: shown, reason: .unreadable))
      return
    }
    for bytes in names {
      // What is no text has its signs in ASCII all the same: its suffix, and the names of folders.
      let name = String(decoding: bytes, as: UTF8.self)
      let role = Self.role(name)
      // Asking for the kind of every image of a tree would cost more than the scan.
      guard role != nil || !name.utf8.contains(UInt8(ascii: ".")) || mayBeFolder(name) else {
        continue
      }
      let start = Self.withSlash(folder)
      let label = shown.isEmpty ? "" : Self.withSlash(shown)
      func skip(_ reason: SkipReason) {
        listing.skipped.append(
          ScanResult.Skipped(
            file: label + Self.spelled(bytes), reason: reason, path: Array(label.utf8) + bytes))
      }
      guard let kind = Self.kind(Array(start.utf8) + bytes) else {
        skip(.unreadable)
        continue
      }
      if kind == S_IFDIR {
        if Self.skipped.contains(name) { continue }
        if !includesDependencies, Self.dependencies.contains(name) { continue }
      } else if kind != S_IFREG || role == nil {
        continue
      }
      guard String(validating: bytes, as: UTF8.self) != nil else {
        skip(.nameNotUTF8)
        continue
      }
      if kind == S_IFDIR {
        collect(start + name, label + name, depth + 1, &listing)
      } else if let role {
        listing.files.append(File(path: start + name, name: label + name, role: role))
      }
    }
  }

  private static func withSlash(_ folder: String) -> String {
    folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
  }

  /// The names in a folder as their bytes, in the order of these, so that the order is the same
  /// everywhere and two names that differ in their bytes alone stay two; nil where it cannot be read.
  private static func names(in folder: String) -> [[UInt8]]? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { return nil }
        break
      }
      let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// What stands at a path, links not followed; nil for what cannot be looked at.
  private static func kind(_ path: [UInt8]) -> mode_t? {
    var info = stat()
    let status = (path + [0]).withUnsafeBytes { bytes in
      bytes.baseAddress.map { lstat($0.assumingMemoryBound(to: CChar.self), &info) } ?? -1
    }
    return status == 0 ? info.st_mode & S_IFMT : nil
  }

  /// A name to show. One that is no UTF-8 has what is text as it is, and every other byte as `%` and
  /// two hex digits; a `%` of such a name is spelled so, too, so that it can be told apart.
  static func spelled(_ name: [UInt8]) -> String {
    if let text = String(validating: name, as: UTF8.self) { return text }
    var text = ""
    var rest = name[...]
    while let byte = rest.first {
      let length = min(max((~byte).leadingZeroBitCount, 1), rest.count)
      let part = rest.prefix(length)
      if byte != UInt8(ascii: "%"), let character = String(validating: part, as: UTF8.self) {
        text += character
        rest = rest.dropFirst(length)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + String(repeating: "0", count: 2 - digits.utf8.count) + digits
        rest = rest.dropFirst()
      }
    }
    return text
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
