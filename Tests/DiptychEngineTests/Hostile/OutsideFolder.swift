import Foundation
import Testing

/// A folder beside a library, with a file that must stay as it is.
struct OutsideFolder {
  let path: String
  private static let text = Data("Not part of any library.".utf8)

  init(in folder: TemporaryFolder) throws {
    path = folder.path + "/outside"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Self.text.write(to: URL(fileURLWithPath: file))
  }

  /// The one file that is in it.
  var file: String { path + "/private.jpg" }

  func expectUntouched(
    _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(names == ["private.jpg"], comment, sourceLocation: sourceLocation)
    #expect(
      FileManager.default.contents(atPath: file) == Self.text, comment,
      sourceLocation: sourceLocation)
  }
}
