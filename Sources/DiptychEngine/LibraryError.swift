import Foundation

/// Any failure of the engine: a code that can grow, and a sentence that says what to do.
///
/// Values bound to statements never stand in a message, so an error cannot leak a title.
package struct LibraryError: Error, CustomStringConvertible {
  /// What went wrong. Facades translate it to Apple's numbers in one file each.
  package enum Code: String, Sendable, CaseIterable {
    /// A file or bytes that are not media of the kind that was asked for, or are damaged.
    case invalidMedia
    /// A picture or metadata that cannot be written in the format of the file.
    case encodingFailed
    /// Media of a kind that the call does not take, such as a video given to an image call.
    case wrongMediaKind
    /// A picture, title or list above a stated bound.
    case limitExceeded
    /// The file named by the caller is absent, is a folder, or may not be read.
    case sourceUnreadable
    /// A request that has nothing to store.
    case missingResource
    /// A request or a combination of requests that is not supported.
    case changeNotSupported
    /// A photo and a movie that are not of one Live Photo.
    case pairMismatch
    /// Indexes that do not fit the album as it is.
    case indexMismatch
    /// The object of a change is gone.
    case objectGone
    /// The user refused a prompt.
    case userCancelled
    /// The caller may not do this.
    case accessDenied
    /// A policy forbids this to every caller.
    case accessRestricted
    /// Another process kept the library's writer for longer than the limit.
    case busy
    /// The volume is full.
    case noSpace
    /// The path of the library is not one that can be used.
    case libraryUnusable
    /// The library was written by a newer or a foreign program.
    case schemaUnknown
    /// The library's own files disagree or are damaged.
    case libraryDamaged
    /// An original is not where its row says.
    case originalMissing
    /// The original is not on this machine, and the caller does not allow a download.
    case notLocal
    /// A download failed.
    case networkUnavailable
    /// The operating system or SQLite reported a failure.
    case system
    /// A transaction was started inside another one.
    case reentrant
    /// A predicate or sort key that the store does not know.
    case unsupportedQuery
    /// The library was closed before the call.
    case closed
  }

  /// What went wrong.
  package let code: Code
  /// One sentence or two: what happened and what to do.
  package let message: String
  /// The failure underneath, as text.
  package let cause: String?
  /// Where in the sources the error was made.
  package let location: String
  /// Whether the failure came while the transaction was being committed, so that only the next
  /// opening can tell whether it counts.
  package var isInDoubt = false

  package init(
    _ code: Code, _ message: String, cause: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.code = code
    self.message = message
    self.cause = cause
    self.location = "\(file):\(line)"
  }

  package var description: String {
    cause.map { "\(message) (\($0))" } ?? message
  }

  /// The error itself when it is one of ours, else an error of code `system` that carries it.
  package static func wrapping(_ error: any Error) -> LibraryError {
    if let error = error as? LibraryError { return error }
    if let error = error as? SystemCallError { return LibraryError(error) }
    return LibraryError(
      .system, "An operation failed. See the cause.", cause: String(describing: error))
  }
}
