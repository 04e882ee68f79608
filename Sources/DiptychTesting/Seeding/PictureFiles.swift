import DiptychPlatform
import Foundation

/// The files of pictures that were made already: many tests seed their libraries with the same
/// ones, and making a picture costs more than storing it.
final class PictureFiles: Sendable {
  static let shared = PictureFiles()

  private struct State {
    var files: [TestPicture: Data] = [:]
    var byteCount = 0
  }

  private let state = Lock(State())
  /// The most bytes that are kept.
  private let limit = 8 << 20

  func data(of picture: TestPicture) -> Data? {
    state.withLock { $0.files[picture] }
  }

  /// Keeps a file; when there is no room for it, the ones kept before are forgotten.
  func keep(_ data: Data, of picture: TestPicture) {
    guard data.count <= limit / 64 else { return }
    state.withLock { state in
      if state.byteCount + data.count > limit { state = State() }
      if state.files.updateValue(data, forKey: picture) == nil { state.byteCount += data.count }
    }
  }
}
