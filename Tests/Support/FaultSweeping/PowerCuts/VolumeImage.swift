import DiptychPlatform
import Foundation

/// Folders, names and files of a volume at one moment.
struct VolumeImage: Sendable {
  private(set) var files: [Int: [UInt8]] = [:]
  private(set) var names: [String: Int] = [:]
  private(set) var folders: Set<String> = []

  init() {}

  /// What is below a folder. Memory that SQLite's processes share is no part of it: it does not
  /// outlive them.
  init(reading volume: URL) throws {
    let manager = FileManager.default
    for path in try manager.subpathsOfDirectory(atPath: volume.path).sorted() {
      var isFolder: ObjCBool = false
      let full = volume.appendingPathComponent(path).path
      guard manager.fileExists(atPath: full, isDirectory: &isFolder), !path.hasSuffix("-shm")
      else { continue }
      if isFolder.boolValue {
        folders.insert(path)
      } else {
        let file = files.count
        files[file] = Array(try Data(contentsOf: URL(fileURLWithPath: full)))
        names[path] = file
      }
    }
  }

  /// How many files there ever were.
  var nextFile: Int { (files.keys.max() ?? -1) + 1 }

  func file(at path: String) -> Int? { names[path] }

  mutating func apply(_ event: VolumeEvent) {
    switch event {
    case .makeFile(let path, let file):
      files[file] = files[file] ?? []
      names[path] = file
    case .write(let file, let offset, let bytes):
      write(file, offset, bytes)
    case .truncate(let file, let length):
      let bytes = files[file] ?? []
      files[file] =
        Array(bytes.prefix(length)) + [UInt8](repeating: 0, count: max(0, length - bytes.count))
    case .makeFolder(let path): folders.insert(path)
    case .removeFolder(let path): folders.remove(path)
    case .link(let file, let path): names[path] = file
    case .unlink(let path): names[path] = nil
    case .rename(let source, let target):
      names[target] = names[source] ?? names[target]
      names[source] = nil
    case .syncFile, .syncFolder, .syncVolume, .started, .acknowledged: break
    }
  }

  private mutating func write(_ file: Int, _ offset: Int, _ bytes: [UInt8]) {
    let end = offset + bytes.count
    var content = files.removeValue(forKey: file) ?? []
    if content.count < end {
      content.append(contentsOf: repeatElement(0, count: end - content.count))
    }
    content.replaceSubrange(offset..<end, with: bytes)
    files[file] = content
  }

  /// What a write leaves that was under way: of each sector, which is 512 bytes, the old, the new,
  /// or neither.
  mutating func applyTorn(
    _ file: Int, _ offset: Int, _ bytes: [UInt8], _ generator: inout SplitMix64
  ) {
    let sector = 512
    var start = offset
    while start < offset + bytes.count {
      let end = min((start / sector + 1) * sector, offset + bytes.count)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: break
      case 1: write(file, start, Array(bytes[(start - offset)..<(end - offset)]))
      default:
        write(file, start, (start..<end).map { _ in UInt8.random(in: 0...255, using: &generator) })
      }
      start = end
    }
  }

  /// Makes the image below a folder, which must not be there. What is in a folder that is not there
  /// cannot be reached.
  func lay(at volume: URL) throws {
    let calls = FileManager.default
    try calls.createDirectory(at: volume, withIntermediateDirectories: true)
    var laid: Set<String> = [""]
    for path in folders.sorted() where laid.contains(VolumeEvent.parent(of: path)) {
      mkdir(volume.path + "/" + path, 0o700)
      laid.insert(path)
    }
    var firstNames: [Int: String] = [:]
    for (path, file) in names.sorted(by: { $0.key < $1.key })
    where laid.contains(VolumeEvent.parent(of: path)) {
      let full = volume.path + "/" + path
      if let first = firstNames[file] {
        guard link(first, full) == 0 else { throw SweepFailure("An image cannot be linked.") }
        continue
      }
      firstNames[file] = full
      let bytes = files[file] ?? []
      let descriptor = open(full, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      defer { close(descriptor) }
      let written = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      guard descriptor >= 0, written == bytes.count else {
        throw SweepFailure("An image cannot be written to \(volume.path).")
      }
    }
  }
}
