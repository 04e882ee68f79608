/// Something that happened to a volume, in the order in which it happened. Paths are below the
/// volume's folder; a file is a number, since it may have several names.
enum VolumeEvent: Sendable {
  case makeFile(path: String, file: Int)
  case write(file: Int, offset: Int, bytes: [UInt8])
  case truncate(file: Int, length: Int)
  case makeFolder(path: String)
  case removeFolder(path: String)
  case link(file: Int, path: String)
  case unlink(path: String)
  case rename(source: String, target: String)
  case syncFile(Int)
  case syncFolder(path: String)
  case syncVolume
  /// A step of the story was begun.
  case started(Int)
  /// A step of the story reported success.
  case acknowledged(Int)

  /// Whether it is a call after which the power may end. Of the 256 folders for originals the first
  /// and the last one count.
  var isCall: Bool {
    switch self {
    case .started, .acknowledged: return false
    case .makeFolder(let path):
      let parts = path.split(separator: "/")
      guard parts.count > 1, parts[parts.count - 2] == "originals" else { return true }
      return ["00", "ff"].contains(parts[parts.count - 1])
    default: return true
    }
  }

  /// The folders whose names it changes.
  var folders: [String] {
    switch self {
    case .makeFile(let path, _), .makeFolder(let path), .removeFolder(let path),
      .link(_, let path), .unlink(let path):
      [Self.parent(of: path)]
    case .rename(let source, let target): [Self.parent(of: source), Self.parent(of: target)]
    default: []
    }
  }

  /// The folder of a path; empty for the volume's own.
  static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }
}
