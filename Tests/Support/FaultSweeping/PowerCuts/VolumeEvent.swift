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

  /// Whether it changes what is on the volume, or what is durable there.
  var isCall: Bool {
    switch self {
    case .started, .acknowledged: false
    default: true
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
