import DiptychEngine
import DiptychPlatform
import Foundation

/// The end of the code under test in a trap, where Apple raises an exception (decision 40).
public struct RecordedTrap: Error, Hashable, Sendable, CustomStringConvertible {
  /// The exception's name and its reason, and what to do.
  public let description: String

  /// Apple's name of the exception, such as `NSRangeException`.
  public var name: String { String(description.prefix { $0 != ":" }) }
}

extension TestPhotoLibrary {
  /// Runs `body` with this library in force, and gives the text of the trap that it ends in, where
  /// Apple raises an exception (decision 40); nil when it returns.
  ///
  ///     let trap = await library.trap {
  ///       _ = PHAssetChangeRequest.creationRequestForAsset(from: image)
  ///     }
  ///     #expect(trap?.hasPrefix("NSInternalInconsistencyException") == true)
  ///
  /// What holds of ``recordingTraps(_:)`` holds here too.
  public func trap(_ body: @escaping @Sendable () async -> Void) async -> String? {
    do {
      try await recordingTraps(body)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Runs `body` with this library in force; a trap in it, which would end the process and with it the
  /// whole suite, becomes an error.
  ///
  /// The text of the error starts with the exception's name and its reason and ends with what to do.
  ///
  /// `body` runs on a thread of its own, which a trap stops for ever with whatever it holds, so close
  /// the library next. A trap on a queue of the library is recorded too; results of the old API and
  /// pictures therefore arrive on such a queue meanwhile, and not on the main queue. Code that leaves
  /// for the main actor is not recorded: a trap there ends the process, for nothing could run after it.
  /// One test records at a time, except those of `.parallel`: each gets the traps of its own code. A
  /// trap that belongs to no recording, or to nobody knows which, ends the process as ever.
  /// - Throws: A ``RecordedTrap``, or what `body` throws.
  public func recordingTraps(_ body: @escaping @Sendable () async throws -> Void) async throws {
    let scope = LibraryScope(
      library: library, client: client, delivery: .private, name: "\(scope.name), recorded")
    try await Turn.shared.take(.oneAtATime, for: scope) {
      try await LibraryScope.suspendingCurrent {
        try await withCheckedThrowingContinuation { continuation in
          record(in: scope, body) { continuation.resume(with: $0) }
        }
      }
    }
  }

  private func record(
    in scope: LibraryScope, _ body: @escaping @Sendable () async throws -> Void,
    _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    let thread = OwnThread()
    let ended = Lock(false)
    scope.enter()
    InForce.enter(self)
    let end: @Sendable (Result<Void, any Error>) -> Void = { result in
      let isFirst = ended.withLock { ended in
        defer { ended = true }
        return !ended
      }
      guard isFirst else { return }
      Recordings.end(scope)
      // Here and not in the task, which a trap never lets come to its end.
      if case .failure(is RecordedTrap) = result {
        InForce.abandon(Turn.shared.abandon(inside: scope))
      }
      scope.leave()
      InForce.leave(self)
      thread.stop()
      completion(result)
    }
    Recordings.begin(scope) { end(.failure(RecordedTrap(description: $0))) }
    Task(executorPreference: thread) {
      do {
        try await Recordings.carry(scope) {
          try await InForce.carry(self, in: scope) { try await body() }
        }
        end(.success(()))
      } catch {
        end(.failure(error))
      }
    }
  }
}
