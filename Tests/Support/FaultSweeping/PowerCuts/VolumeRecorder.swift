import CFaultVFS
import DiptychEngine
import DiptychPlatform
import Foundation

/// Writes down what the engine and SQLite do to a volume, in order.
final class VolumeRecorder: Sendable {
  private struct State {
    /// What is there now.
    var image: VolumeImage
    var nextFile: Int
    var events: [VolumeEvent] = []
    var open: [Int32: (path: String, position: Int)] = [:]
    /// Files of SQLite whose first sync makes their name durable, too: SQLite syncs the folder then.
    var newLogs: Set<String> = []
  }

  private let root: String
  private let state: Lock<State>

  /// - Parameters:
  ///   - volume: The folder that stands for the volume.
  ///   - image: What is in it.
  ///   - nextFile: The first number that no file ever had.
  init(_ volume: URL, _ image: VolumeImage, nextFile: Int) {
    root = volume.path + "/"
    state = Lock(State(image: image, nextFile: nextFile))
  }

  var events: [VolumeEvent] { state.withLock { $0.events } }
  var nextFile: Int { state.withLock { $0.nextFile } }

  func note(_ event: VolumeEvent) { state.withLock { $0.events.append(event) } }

  // MARK: The engine's calls

  /// What the library is given, over `calls`.
  func systemCalls(_ calls: any SystemCalls) -> any SystemCalls {
    InterceptedSystemCalls(
      calls,
      before: { call in
        switch call {
        // Shared blocks could not be followed.
        case .clone: return .fail(EOPNOTSUPP)
        case .close(let descriptor):
          self.state.withLock { _ = $0.open.removeValue(forKey: descriptor) }
        // Written after the call, its bytes would no longer be there to be copied.
        default: break
        }
        return .proceed
      },
      after: { call, result in self.took(call, result) })
  }

  private func took(_ call: SystemCall, _ result: Int) {
    state.withLock { state in
      switch call {
      case .open(let path, let mode): open(path, mode, Int32(result), &state)
      case .write(let descriptor, let bytes):
        guard let entry = state.open[descriptor], let file = state.image.file(at: entry.path)
        else { return }
        let written = bytes.prefix(result)
        add(.write(file: file, offset: entry.position, bytes: Array(written)), &state)
        state.open[descriptor]?.position += result
      case .sync(let descriptor):
        guard let entry = state.open[descriptor] else { return }
        if let file = state.image.file(at: entry.path) {
          add(.syncFile(file), &state)
        } else {
          add(.syncFolder(path: entry.path), &state)
        }
      case .syncVolume: add(.syncVolume, &state)
      case .link(let source, let target):
        guard let source = below(source), let target = below(target),
          let file = state.image.file(at: source)
        else { return }
        add(.link(file: file, path: target), &state)
      case .rename(let source, let target):
        guard let source = below(source), let target = below(target) else { return }
        add(.rename(source: source, target: target), &state)
      case .unlink(let path): below(path).map { add(.unlink(path: $0), &state) }
      case .makeFolder(let path): below(path).map { add(.makeFolder(path: $0), &state) }
      case .removeFolder(let path): below(path).map { add(.removeFolder(path: $0), &state) }
      default: break
      }
    }
  }

  private func open(_ path: String, _ mode: OpenMode, _ descriptor: Int32, _ state: inout State) {
    guard let path = below(path) else { return }
    state.open[descriptor] = (path, 0)
    switch mode {
    case .create, .readWrite:
      if state.image.file(at: path) == nil { make(path, &state) }
    case .read, .readInside, .readHere, .folder: break
    }
  }

  // MARK: SQLite's calls

  /// Has SQLite's file layer tell this recorder.
  func attach() throws {
    try FaultVFS.use { event in
      self.take(event)
      return 0
    }
  }

  private func take(_ event: FaultVFS.Event) {
    guard let path = event.path.flatMap(below) else { return }
    state.withLock { state in
      switch event.call {
      case DIPTYCH_VFS_OPEN where event.creates:
        make(path, &state)
        state.newLogs.insert(path)
      case DIPTYCH_VFS_WRITE:
        guard let file = state.image.file(at: path), let bytes = event.bytes else { return }
        add(.write(file: file, offset: Int(event.offset), bytes: Array(bytes)), &state)
      case DIPTYCH_VFS_TRUNCATE:
        guard let file = state.image.file(at: path) else { return }
        add(.truncate(file: file, length: Int(event.offset)), &state)
      case DIPTYCH_VFS_SYNC:
        guard let file = state.image.file(at: path) else { return }
        add(.syncFile(file), &state)
        if state.newLogs.remove(path) != nil {
          add(.syncFolder(path: VolumeEvent.parent(of: path)), &state)
        }
      case DIPTYCH_VFS_DELETE:
        guard state.image.file(at: path) != nil else { return }
        add(.unlink(path: path), &state)
      default: break
      }
    }
  }

  private func make(_ path: String, _ state: inout State) {
    add(.makeFile(path: path, file: state.nextFile), &state)
    state.nextFile += 1
  }

  private func add(_ event: VolumeEvent, _ state: inout State) {
    state.image.apply(event)
    state.events.append(event)
  }

  /// The path below the volume, empty for the volume itself; nil for what is elsewhere.
  private func below(_ path: String) -> String? {
    if path + "/" == root { return "" }
    return path.hasPrefix(root) ? String(path.dropFirst(root.count)) : nil
  }
}
