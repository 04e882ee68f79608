import DiptychPlatform
import Foundation
import Testing

@testable import DiptychEngine

/// Runs a block inside a read transaction of a library, once: so that a test draws what others do
/// while somebody reads. It asks SQLite to tell of each statement that begins.
final class ReadHook: Sendable {
  private struct State {
    var block: (@Sendable () throws -> Void)?
    var failure: (any Error)?
  }

  private typealias Callback =
    @convention(c) (
      UInt32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
    ) -> Int32
  private typealias Trace =
    @convention(c) (OpaquePointer?, UInt32, Callback?, UnsafeMutableRawPointer?) -> Int32

  private let text: String
  private let state: Lock<State>

  private init(_ text: String, _ block: @escaping @Sendable () throws -> Void) {
    self.text = text
    state = Lock(State(block: block))
  }

  /// Runs `body`, and `block` when the first statement in it that holds `text` begins. The transaction
  /// must have read something before, so that it does not see what the block commits.
  static func run<Result>(
    in library: Library, at text: String, _ block: @escaping @Sendable () throws -> Void,
    _ body: () throws -> Result
  ) throws -> Result {
    let symbol = try #require(dlsym(nil, "sqlite3_trace_v2"))
    let trace = unsafeBitCast(symbol, to: Trace.self)
    let hook = ReadHook(text, block)
    // As many as the library keeps, so that whoever reads gets one of them.
    let connections = try (0..<4).map { _ in try library.readers.take() }
    for connection in connections {
      // Unretained is safe: the hook lives until it is taken out again.
      _ = trace(
        connection.pointer, 1,
        { _, context, _, text in
          guard let context, let text else { return 0 }
          let hook = Unmanaged<ReadHook>.fromOpaque(context).takeUnretainedValue()
          hook.begins(String(cString: text.assumingMemoryBound(to: CChar.self)))
          return 0
        }, Unmanaged.passUnretained(hook).toOpaque())
      library.readers.give(connection)
    }
    let result = try body()
    let used = try (0..<4).map { _ in try library.readers.take() }
    for connection in used {
      _ = trace(connection.pointer, 0, nil, nil)
      library.readers.give(connection)
    }
    let (rest, failure) = hook.state.withLock { ($0.block, $0.failure) }
    if let failure { throw failure }
    #expect(rest == nil, "no statement had the text \(text)")
    // A connection that somebody else had in hand still names it.
    Self.kept.withLock { $0.append(hook) }
    return result
  }

  private static let kept = Lock<[ReadHook]>([])

  private func begins(_ statement: String) {
    guard statement.contains(text) else { return }
    let block = state.withLock { state in
      defer { state.block = nil }
      return state.block
    }
    guard let block else { return }
    do {
      try block()
    } catch {
      state.withLock { $0.failure = error }
    }
  }
}

extension Scene {
  /// Runs a fetch in the midst of whose reading `block` runs, and everybody is told of what it
  /// commits.
  func reading<Result>(
    at text: String, _ block: @escaping @Sendable () throws -> Void, _ fetch: () throws -> Result
  ) throws -> Result {
    let engine = engine
    return try ReadHook.run(
      in: engine, at: text,
      {
        try block()
        let isTold = DispatchGroup()
        isTold.enter()
        engine.queues.observe("a mark") { isTold.leave() }
        isTold.wait()
      }, fetch)
  }
}
