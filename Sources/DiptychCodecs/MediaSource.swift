import Foundation

/// Where a media file's bytes are.
package enum MediaSource: Sendable {
  /// In memory.
  case data(Data)
  /// In the file at this path.
  case file(String)
}
