import DiptychPlatform
import Foundation
import Glibc

/// Calls a block when a file is written. One watcher serves the process, since a user may have few.
final class FileWatcher: Sendable {
  /// Watches as long as it lives.
  final class Watch: Sendable {
    fileprivate let body: @Sendable () -> Void
    private let end: @Sendable (Watch) -> Void

    fileprivate init(
      _ body: @escaping @Sendable () -> Void, end: @escaping @Sendable (Watch) -> Void
    ) {
      self.body = body
      self.end = end
    }

    deinit {
      end(self)
    }
  }

  private struct State {
    var source: (any DispatchSourceRead)?
    /// The blocks by the number that the system gives a file, then by watch.
    var bodies: [Int32: [ObjectIdentifier: @Sendable () -> Void]] = [:]
  }

  static let shared = FileWatcher()

  private let descriptor: Int32
  private let queue = DispatchQueue(label: "diptych.watch", qos: .utility)
  private let state = Lock(State())

  private init() {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
  }

  /// Calls `body` on a queue of the watcher after each write to the file, which has to be there.
  /// - Returns: Nil when the system has no watch left.
  func watch(_ path: String, _ body: @escaping @Sendable () -> Void) -> Watch? {
    guard descriptor >= 0 else { return nil }
    let number = inotify_add_watch(descriptor, path, UInt32(IN_CLOSE_WRITE))
    guard number >= 0 else { return nil }
    let watch = Watch(body) { [self] in end($0, number) }
    let starts = state.withLock { state in
      state.bodies[number, default: [:]][ObjectIdentifier(watch)] = body
      return state.source == nil
    }
    if starts { start() }
    return watch
  }

  private func end(_ watch: Watch, _ number: Int32) {
    let isLast = state.withLock { state in
      state.bodies[number]?[ObjectIdentifier(watch)] = nil
      guard state.bodies[number]?.isEmpty == true else { return false }
      state.bodies[number] = nil
      return true
    }
    if isLast { inotify_rm_watch(descriptor, number) }
  }

  private func start() {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { [unowned self] in drain() }
    let surplus = state.withLock { state -> (any DispatchSourceRead)? in
      guard state.source == nil else { return source }
      state.source = source
      return nil
    }
    // A source has to run before it may be released.
    source.resume()
    surplus?.cancel()
  }

  /// Reads what happened and tells it, each file once.
  private func drain() {
    var numbers: Set<Int32> = []
    withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 8) { buffer in
      while true {
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var place = 0
        while place + MemoryLayout<inotify_event>.size <= count {
          let event = buffer.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
          numbers.insert(event.wd)
          place += MemoryLayout<inotify_event>.size + Int(event.len)
        }
      }
    }
    // Where events were lost, every file may have been written.
    let bodies = state.withLock { state in
      numbers.contains(-1)
        ? state.bodies.values.flatMap(\.values)
        : numbers.flatMap { state.bodies[$0]?.values.map(\.self) ?? [] }
    }
    for body in bodies { body() }
  }
}
