import DiptychEngine
import DiptychPlatform
import Foundation

extension TestPhotoLibrary {
  /// Runs `body` with this library in force and gives the text of the trap that it ends in, where
  /// Apple raises an exception (decision 40); nil when it returns.
  ///
  /// Without this, a trap ends the process and with it the whole suite. The text starts with the
  /// exception's name and its reason and ends with what to do.
  ///
  ///     let trap = await library.trap {
  ///       _ = PHAssetChangeRequest.creationRequestForAsset(from: image)
  ///     }
  ///     #expect(trap?.hasPrefix("NSInternalInconsistencyException") == true)
  ///
  /// `body` runs on a thread of its own, which a trap stops for ever with whatever it holds, so close
  /// the library next. A trap on a queue of the library is recorded too. One test records at a time.
  public func trap(_ body: @escaping @Sendable () -> Void) async -> String? {
    await TestPhotoLibrary.takingTurn(.oneAtATime) {
      await withCheckedContinuation { continuation in
        let ended = Lock(false)
        let scope = scope
        scope.enter()
        let end: @Sendable (String?) -> Void = { text in
          let isFirst = ended.withLock { ended in
            defer { ended = true }
            return !ended
          }
          guard isFirst else { return }
          TrapRecorder.end()
          // Here and not in the thread, which a trap never lets come to its end.
          scope.leave()
          continuation.resume(returning: text)
        }
        TrapRecorder.begin(end)
        Thread {
          LibraryScope.$current.withValue(scope) { body() }
          end(nil)
        }.start()
      }
    }
  }
}
