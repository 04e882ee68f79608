import DiptychEngine
import Foundation

/// A short fixed list of writes. What is left of it is known at every moment: it ends, or is cut
/// off, in the state after one of its writes.
package struct CrashStory: Sendable, CustomStringConvertible {
  /// What the story begins from.
  enum Beginning: Sendable {
    /// The library that ``SweepStage/make(_:files:)`` makes.
    case prepared
    /// The same library in the first format that there was: opening it brings that up to date.
    case old
    /// No library: opening it makes one.
    case nothing
  }

  package let name: String
  let beginning: Beginning
  /// Whether the volume has hard links.
  let hasLinks: Bool
  /// How many pages SQLite's log may have; nil for the usual number.
  let logBound: Int?
  /// The writes, by the caller and name of their ``SweptOperation``.
  let steps: [String]

  package var description: String { name }

  private init(
    _ name: String, from beginning: Beginning = .prepared, hasLinks: Bool = true,
    logBound: Int? = nil, _ steps: [String]
  ) {
    self.name = name
    self.beginning = beginning
    self.hasLinks = hasLinks
    self.logBound = logBound
    self.steps = steps
  }

  /// The writes themselves.
  var operations: [SweptOperation] {
    get throws {
      try steps.map { step in
        guard let operation = SweptOperation.all.first(where: { $0.description == step }) else {
          throw SweepFailure("The story \(name) has a step that is no operation: \(step).")
        }
        return operation
      }
    }
  }

  package static func named(_ name: String) -> CrashStory? { all.first { $0.name == name } }

  package static let all: [CrashStory] = [
    CrashStory("a new library", from: .nothing, []),
    CrashStory(
      "a new library and its first photo", from: .nothing,
      ["engine: save bytes", "engine: make an album"]),
    CrashStory(
      "a new library without links", from: .nothing, hasLinks: false,
      ["engine: save bytes", "legacy: writeImageData"]),
    CrashStory("an old library", from: .old, []),
    CrashStory(
      "an old library and its next photo", from: .old, ["engine: save bytes", "modern: title"]),
    CrashStory(
      "bytes, a file, a video",
      ["engine: save bytes", "engine: save a file", "engine: save a video"]),
    CrashStory("a file moves in", ["engine: save and move a file", "engine: delete"]),
    CrashStory("eighteen at once", ["engine: save eighteen at once", "engine: make an album"]),
    CrashStory(
      "a photo into a new album",
      ["engine: save a photo into a new album", "modern: moveAssets"]),
    CrashStory(
      "saves without links", hasLinks: false,
      ["engine: save bytes", "engine: save a file", "engine: replace an original"]),
    CrashStory(
      "eighteen without links", hasLinks: false, ["engine: save eighteen at once"]),
    CrashStory(
      "originals are replaced", ["engine: replace an original", "legacy: setVideoAtPath"]),
    CrashStory(
      "an edit and back", ["engine: edit content", "engine: revert content"]),
    CrashStory("the trash is emptied", ["engine: purge", "engine: delete"]),
    CrashStory("out of the trash and into it", ["engine: restore", "modern: deleteAssets"]),
    CrashStory(
      "albums come and go",
      ["engine: make an album", "engine: rename", "engine: delete an album"]),
    CrashStory(
      "folders",
      [
        "engine: make an album in a folder", "engine: move an album into a folder",
        "engine: delete a folder with its album",
      ]),
    CrashStory(
      "members", ["engine: add members", "engine: move members", "engine: remove members"]),
    CrashStory(
      "ranks are renumbered",
      ["engine: insert until ranks are renumbered", "engine: order the root"]),
    CrashStory(
      "the log goes into the database", logBound: SweptOperation.shortLog,
      ["engine: checkpoint", "engine: save bytes", "engine: rename"]),
    CrashStory(
      "AssetsLibrary saves into an album",
      ["legacy: writeImageData", "legacy: addAssetsGroupAlbum", "legacy: add"]),
    CrashStory(
      "AssetsLibrary writes over a photo",
      ["legacy: setImageData", "legacy: writeModifiedImageData"]),
    CrashStory(
      "Photos saves, marks and deletes",
      [
        "modern: creationRequestForAssetFromImage", "modern: properties", "modern: deleteAssets",
      ]),
    CrashStory(
      "Photos and its collections",
      [
        "modern: creationRequestForAssetCollection", "modern: title", "modern: insertAssets",
        "modern: deleteAssetCollections",
      ]),
    CrashStory(
      "both in turn",
      [
        "legacy: writeVideoAtPath", "modern: addResource with a file into an album",
        "legacy: UIImageWriteToSavedPhotosAlbum", "modern: removeAssets",
      ]),
  ]
}
