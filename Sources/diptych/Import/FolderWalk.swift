import DiptychCodecs
import DiptychEngine
import Foundation

/// A file that an import looks at.
struct FoundFile {
  let path: String
  /// Bytes.
  let byteCount: Int64
  /// The name of the folder that was searched; nil for a file that an argument names.
  let folder: String?
}

/// The files that the arguments of an import name; folders are searched to their bottom.
///
/// Inside a folder, symbolic links are not followed, so that a search ends and stays where it was
/// sent; a name that begins with a dot is of no interest.
struct FolderWalk {
  /// What the search met, in order.
  enum Item {
    case file(FoundFile)
    case failure(path: String, LibraryError)
    case passedOver(path: String, reason: String)
  }

  private(set) var items: [Item] = []
  /// Folders that are still to be searched, the next one last.
  private var pending: [String] = []
  /// Paths that were met, so that a file named beside its folder counts once.
  private var seen: Set<String> = []

  init(_ arguments: [String]) {
    for argument in arguments {
      add(argument)
      while let folder = pending.popLast() { search(folder) }
    }
  }

  private mutating func add(_ argument: String) {
    let path =
      argument.count > 1 && argument.hasSuffix("/") ? String(argument.dropLast()) : argument
    let status = try? RealSystemCalls().status(path)
    guard status?.kind == .folder else {
      // What is no file gets its reason when it is looked at.
      take(FoundFile(path: path, byteCount: status?.size ?? 0, folder: nil))
      return
    }
    if let reason = Self.foreign(path) {
      items.append(.failure(path: path, LibraryError(.sourceUnreadable, reason)))
    } else {
      pending.append(path)
    }
  }

  private mutating func take(_ file: FoundFile) {
    let path = URL(fileURLWithPath: file.path).standardizedFileURL.path
    if seen.insert(path).inserted { items.append(.file(file)) }
  }

  /// Why a folder is not searched: it is a library, whose files belong to it.
  private static func foreign(_ path: String) -> String? {
    if LibraryPath.isLibrary(path) {
      return "The folder is a Diptych library. Copy it with `diptych backup`, or write its photos "
        + "elsewhere with `diptych export` first."
    }
    if (path as NSString).pathExtension.lowercased() == "photoslibrary" {
      return "The folder is a library of Apple's Photos. Import it by itself: give its path to "
        + "`diptych import`."
    }
    return nil
  }

  private mutating func search(_ folder: String) {
    let names: [[UInt8]]
    do {
      names = try Self.names(in: folder)
    } catch {
      items.append(
        .failure(
          path: folder,
          LibraryError(
            .sourceUnreadable,
            "The folder cannot be read (\(error.reason)); check that it may be, and that its path "
              + "is not too long.")))
      return
    }
    var folders: [String] = []
    for bytes in names {
      guard let name = String(validating: bytes, as: UTF8.self) else {
        let path = folder + "/" + String(decoding: bytes, as: UTF8.self)
        items.append(
          .failure(
            path: path,
            LibraryError(
              .sourceUnreadable, "The name is no text in UTF-8; rename the file or folder.")))
        continue
      }
      visit(folder == "/" ? "/" + name : folder + "/" + name, in: folder, &folders)
    }
    pending += folders.reversed()
  }

  /// Sorts one name of a folder in.
  private mutating func visit(_ path: String, in folder: String, _ folders: inout [String]) {
    var info = stat()
    guard lstat(path, &info) == 0 else {
      let error = SystemCallError("lstat", errno)
      items.append(
        .failure(
          path: path,
          LibraryError(.sourceUnreadable, "The file cannot be looked at (\(error.reason)).")))
      return
    }
    switch info.st_mode & S_IFMT {
    case S_IFREG:
      take(
        FoundFile(path: path, byteCount: Int64(info.st_size), folder: Self.title(of: folder)))
    case S_IFDIR:
      if let reason = Self.foreign(path) {
        items.append(.passedOver(path: path, reason: reason))
      } else {
        folders.append(path)
      }
    case S_IFLNK:
      items.append(
        .passedOver(
          path: path, reason: "A symbolic link; name its target to import what is there."))
    default:
      items.append(.passedOver(path: path, reason: "No plain file."))
    }
  }

  /// The folder's own name, also for `.` and the like.
  private static func title(of folder: String) -> String {
    let name = (folder as NSString).lastPathComponent
    guard [".", "..", ""].contains(name) else { return name }
    return URL(fileURLWithPath: folder).standardizedFileURL.lastPathComponent
  }

  /// The names in a folder as they are, sorted by their bytes; those that begin with a dot are left
  /// out.
  private static func names(in path: String) throws(SystemCallError) -> [[UInt8]] {
    guard let folder = opendir(path) else { throw SystemCallError("opendir", errno) }
    defer { closedir(folder) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = readdir(folder) else {
        if errno != 0 { throw SystemCallError("readdir", errno) }
        return names.sorted { $0.lexicographicallyPrecedes($1) }
      }
      let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name.first != UInt8(ascii: ".") { names.append(name) }
    }
  }
}

extension SystemCallError {
  /// What the system says of it, without the name of the call.
  var reason: String { String(cString: strerror(number)) }
}
