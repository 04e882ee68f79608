import DiptychCodecs
import DiptychEngine
import Foundation

/// A file that an import looks at.
struct FoundFile: Sendable {
  /// The folder that holds it, as it was named; empty for a name alone.
  let folder: String
  let name: String
  /// Bytes.
  let byteCount: Int64
  /// The name of the folder that was searched; nil for a file that an argument names.
  let title: String?

  var path: String {
    folder.isEmpty ? name : folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }
}

/// The files that the arguments of an import name; folders are searched to their bottom.
///
/// They come folder by folder, so that what a walk holds does not grow with all that it meets. Inside
/// a folder, symbolic links are not followed, so that a search ends and stays where it was sent; a
/// name that begins with a dot is of no interest. A copy of a walk that has not begun walks again.
struct FolderWalk {
  /// What the search met.
  enum Item: Sendable {
    case file(FoundFile)
    case failure(path: String, LibraryError)
    case passedOver(path: String, reason: String)
  }

  private var arguments: ArraySlice<String>
  /// Folders that are still to be searched, the next one last.
  private var pending: [String] = []
  /// What was met already, where an argument may name what another has, in standard form and by their
  /// bytes, since names that differ in those alone are two: folders, and files that arguments name.
  private var seen: Set<[UInt8]>?
  /// The folders in whose turn files come that arguments name, likewise.
  private var searched: Set<[UInt8]> = []
  /// Whether files are removed from where they are.
  private let moves: Bool

  /// - Parameters:
  ///   - arguments: Paths of files and folders.
  ///   - moves: Whether files are removed from where they are.
  init(_ arguments: [String], moves: Bool) {
    self.init(arguments[...], moves: moves)
    let folders = arguments.filter(Self.isFolder)
    guard !folders.isEmpty, folders.count < arguments.count else { return }
    // What belongs together is found among the files of one folder, so a file that is named beside
    // its folder has to come with the others.
    var walk = FolderWalk(folders[...], moves: moves)
    walk.seen = []
    while walk.next() != nil {}
    searched = walk.searched
  }

  private init(_ arguments: ArraySlice<String>, moves: Bool) {
    self.arguments = arguments
    self.moves = moves
    seen = arguments.count > 1 ? [] : nil
  }

  /// What is in the next folder, or the files that arguments name one after the other, in order; nil
  /// at the end.
  mutating func next() -> [Item]? {
    while true {
      if let folder = pending.popLast() {
        let items = search(folder)
        if !items.isEmpty { return items }
      } else if arguments.isEmpty {
        return nil
      } else {
        let items = takeArguments()
        if !items.isEmpty { return items }
      }
    }
  }

  // MARK: Arguments

  private static func isFolder(_ path: String) -> Bool {
    (try? RealSystemCalls().status(path))?.kind == .folder
  }

  /// The files up to the next folder, or that folder's turn begins.
  private mutating func takeArguments() -> [Item] {
    var items: [Item] = []
    while let argument = arguments.first {
      var path = argument
      while path.count > 1, path.hasSuffix("/") { path.removeLast() }
      let status = try? RealSystemCalls().status(path)
      if status?.kind == .folder {
        guard items.isEmpty else { return items }
        arguments.removeFirst()
        if let reason = LibraryOfFiles.refusal(path, isFolder: true, moves: moves) {
          return [.failure(path: path, LibraryError(.sourceUnreadable, reason))]
        }
        pending.append(path)
        return []
      }
      arguments.removeFirst()
      if let item = take(path, status) { items.append(item) }
    }
    return items
  }

  /// A file that an argument names; nil for one that comes another time.
  private mutating func take(_ path: String, _ status: FileStatus?) -> Item? {
    let standard = Self.standard(path)
    let parts = (
      folder: path.parentPath,
      name: path.lastPathName
    )
    if seen?.insert(Array(standard.utf8)).inserted == false { return nil }
    if !parts.name.hasPrefix("."), Self.isPlainFile(path),
      searched.contains(Array(standard.parentPath.utf8))
    {
      return nil
    }
    if let reason = LibraryOfFiles.refusal(path, isFolder: false, moves: moves) {
      return .failure(path: path, LibraryError(.sourceUnreadable, reason))
    }
    // What is no file gets its reason when it is looked at.
    return .file(
      FoundFile(
        folder: parts.folder, name: parts.name, byteCount: status?.size ?? 0, title: nil))
  }

  private static func isPlainFile(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
  }

  private static func standard(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }

  // MARK: Folders

  private mutating func search(_ path: String) -> [Item] {
    if seen != nil {
      let standard = Array(Self.standard(path).utf8)
      if seen?.insert(standard).inserted == false { return [] }
      searched.insert(standard)
    }
    guard let folder = opendir(path) else { return [Self.unreadable(path, errno)] }
    defer { closedir(folder) }
    var names: [String] = []
    var items: [Item] = []
    while true {
      errno = 0
      guard let entry = readdir(folder) else {
        if errno != 0 { items.append(Self.unreadable(path, errno)) }
        break
      }
      let bytes = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if bytes.first == UInt8(ascii: ".") { continue }
      if let name = String(validating: bytes, as: UTF8.self) {
        names.append(name)
      } else {
        items.append(
          .failure(
            path: path + "/" + String(decoding: bytes, as: UTF8.self),
            LibraryError(
              .sourceUnreadable, "The name is no text in UTF-8; rename the file or folder.")))
      }
    }
    // By their bytes, so that the order is the same everywhere.
    names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let title = path.folderName
    var folders: [String] = []
    items.reserveCapacity(items.count + names.count)
    for name in names {
      var info = stat()
      let failure = fstatat(dirfd(folder), name, &info, AT_SYMLINK_NOFOLLOW) == 0 ? nil : errno
      let file = FoundFile(
        folder: path, name: name, byteCount: Int64(info.st_size), title: title)
      if let failure {
        items.append(Self.unseen(file.path, failure))
      } else if let item = visit(file, info.st_mode, &folders) {
        items.append(item)
      }
    }
    pending += folders.reversed()
    return items
  }

  /// Sorts one name of a folder in.
  private func visit(_ file: FoundFile, _ mode: mode_t, _ folders: inout [String]) -> Item? {
    switch mode & S_IFMT {
    case S_IFREG:
      return .file(file)
    case S_IFDIR:
      if let reason = LibraryOfFiles.reason(file.path) {
        return .passedOver(path: file.path, reason: reason)
      }
      folders.append(file.path)
      return nil
    case S_IFLNK:
      return .passedOver(
        path: file.path, reason: "A symbolic link; name its target to import what is there.")
    default:
      return .passedOver(path: file.path, reason: "No plain file.")
    }
  }

  private static func unreadable(_ path: String, _ number: Int32) -> Item {
    failure(
      path, "The folder cannot be read", SystemCallError("opendir", number),
      "check that it may be, and that its path is not too long.")
  }

  private static func unseen(_ path: String, _ number: Int32) -> Item {
    failure(
      path, "The file cannot be looked at", SystemCallError("lstat", number),
      "check that it is still there and that its folder may be searched.")
  }

  private static func failure(
    _ path: String, _ what: String, _ error: SystemCallError, _ remedy: String
  ) -> Item {
    .failure(
      path: path,
      LibraryError(.sourceUnreadable, "\(what) (\(error.reason)); \(remedy)"))
  }
}

extension SystemCallError {
  /// What the system says of it, without the name of the call.
  var reason: String { String(cString: strerror(number)) }
}
