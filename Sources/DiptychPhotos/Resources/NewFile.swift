import DiptychEngine
import DiptychPlatform
import Foundation

/// A file that is made with its first piece, and removed again when something fails.
final class NewFile: Sendable {
  private let url: URL
  private let system: any SystemCalls
  private let descriptor = Lock<Int32?>(nil)

  init(_ url: URL, _ system: any SystemCalls) {
    self.url = url
    self.system = system
  }

  /// Appends bytes; makes the file first, which must not be there yet.
  func append(_ piece: Data) throws {
    let file = try open()
    try piece.withUnsafeBytes { try system.writeAll(file, $0) }
  }

  /// Closes the file; removes it after a failure, if this object made it.
  func finish(after failure: (any Error)?) -> (any Error)? {
    guard let file = descriptor.withLock({ $0 }) else { return failure }
    system.close(file)
    if failure != nil { try? system.unlink(url.path) }
    return failure
  }

  private func open() throws -> Int32 {
    if let file = descriptor.withLock({ $0 }) { return file }
    guard url.isFileURL else {
      throw LibraryError(.system, "The URL does not name a file. Pass a file URL.")
    }
    do {
      let file = try system.open(url.path, .create)
      descriptor.withLock { $0 = file }
      return file
    } catch {
      let sentence =
        switch error.number {
        case EEXIST: "A file of this name is there already. Remove it, or choose another name."
        case ENOENT, ENOTDIR: "The folder of the new file is not there. Make it first."
        default: "The new file cannot be made. Check its folder and permissions."
        }
      throw LibraryError(.system, sentence, cause: error.description)
    }
  }
}
