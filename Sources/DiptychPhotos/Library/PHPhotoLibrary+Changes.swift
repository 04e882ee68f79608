import DiptychEngine
import DiptychPlatform
import Foundation

extension PHPhotoLibrary {
  /// Runs a change block on the library's change queue and commits its requests together, or not
  /// at all (P83, P89).
  ///
  /// Returns at once. Blocks are carried out in the order of the calls (P95). Without access the
  /// block is not run and the change fails with 3311 or 3310 (P174, decision 22); while nothing is
  /// decided, the user is asked first. Called inside a change block it ends the process, where
  /// Apple raises (P86).
  /// - Parameters:
  ///   - changeBlock: Makes change requests. Runs off the main thread.
  ///   - completionHandler: Gets true and nil, or false and a ``PHPhotosError`` (P96). Runs off
  ///     the main thread, in the order of the commits, when readers see the change.
  public func performChanges(
    _ changeBlock: @escaping () -> Void,
    completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
  ) {
    ChangeContext.refuseNesting()
    let scope = LibraryScope.resolve()
    let queues = scope.library.queues
    let block = Handover(value: changeBlock)
    LibraryScope.$current.withValue(scope) {
      queues.change("change block") {
        var failure: (any Error)?
        do {
          try ChangeRunner(scope: scope).run(block.value)
        } catch {
          failure = error
        }
        guard let completionHandler else { return }
        queues.complete("change completion") { [failure] in
          completionHandler(failure == nil, failure)
        }
      }
    }
  }

  /// Runs a change block on the library's change queue and commits its requests together, or not
  /// at all.
  /// - Throws: ``PHPhotosError``, as the completion handler of the other form gets it (P96).
  public func performChanges(_ changeBlock: @escaping () -> Void) async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      performChanges(changeBlock) { _, error in
        if let error {
          continuation.resume(throwing: error)
        } else {
          continuation.resume()
        }
      }
    }
  }

  /// Runs a change block on the calling thread, after the blocks submitted before it, and commits
  /// its requests together, or not at all.
  ///
  /// Works on the main thread too (P85), and from completion handlers (decision 39). Called inside
  /// a change block it ends the process, where Apple raises (P86).
  /// - Throws: ``PHPhotosError`` (P84).
  public func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws {
    ChangeContext.refuseNesting()
    let scope = LibraryScope.resolve()
    try LibraryScope.$current.withValue(scope) {
      try scope.library.queues.changeAndWait {
        try ChangeRunner(scope: scope).run(changeBlock)
      }
    }
  }
}
