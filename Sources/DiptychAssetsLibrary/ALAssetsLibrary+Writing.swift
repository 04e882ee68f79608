import DiptychEngine
import Foundation

extension ALAssetsLibrary {
  /// Saves what `draft` makes, which runs off the caller's stack, and tells `completion`.
  func save(
    _ name: String, _ completion: ALAssetsLibraryWriteImageCompletionBlock?,
    _ draft: @escaping @Sendable (Library) throws -> ResourceDraft
  ) {
    let call = call(name, reads: false)
    call.write({ try call.save(try draft(call.library)) }, Callback(completion))
  }
}
