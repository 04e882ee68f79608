import DiptychAssetsLibrary
import DiptychEngine
import Foundation
import TestMedia
import Testing

/// What each call gives before and after each decision (flow 4, decisions 22–25).
@Suite struct AccessTests {
  private struct Row: Sendable {
    let preset: AccessPreset
    var answer = PromptAnswer.allow
    /// The code that a read fails with; nil when it succeeds.
    let read: Int?
    /// The code that a write fails with.
    let write: Int?
    /// How many questions the user is asked by one read, or by one write.
    let readPrompts: Int
    let writePrompts: Int
    let before: ALAuthorizationStatus
    let after: ALAuthorizationStatus
  }

  private static let rows: [Row] = [
    Row(
      preset: .authorized, read: nil, write: nil, readPrompts: 0, writePrompts: 0,
      before: .authorized, after: .authorized),
    Row(
      preset: .denied, read: -3311, write: -3310, readPrompts: 0, writePrompts: 0,
      before: .denied, after: .denied),
    Row(
      preset: .restricted, read: -3312, write: -3310, readPrompts: 0, writePrompts: 0,
      before: .restricted, after: .restricted),
    Row(
      preset: .notDetermined, read: nil, write: nil, readPrompts: 1, writePrompts: 1,
      before: .notDetermined, after: .authorized),
    Row(
      preset: .notDetermined, answer: .refuse, read: -3311, write: -3310, readPrompts: 1,
      writePrompts: 1, before: .notDetermined, after: .denied),
    // Decision 24: limited reads as authorized.
    Row(
      preset: .limited([]), read: nil, write: nil, readPrompts: 0, writePrompts: 0,
      before: .authorized, after: .authorized),
  ]

  /// Each call, and whether it counts as a read.
  private static let calls: [(name: String, isRead: Bool, call: Call)] = [
    (
      "groups", true,
      { library, done in
        library.enumerateGroups(withTypes: ALAssetsGroupType(ALAssetsGroupAll)) { group, _ in
          if group == nil { done(nil) }
        } failureBlock: {
          done($0 ?? TestFailure("no error"))
        }
      }
    ),
    (
      "asset", true,
      { library, done in
        library.asset(for: nil) { _ in
          done(nil)
        } failureBlock: {
          done($0 ?? TestFailure("no error"))
        }
      }
    ),
    (
      "group", true,
      { library, done in
        library.group(for: nil) { _ in
          done(nil)
        } failureBlock: {
          done($0 ?? TestFailure("no error"))
        }
      }
    ),
    (
      "album", true,
      { library, done in
        library.addAssetsGroupAlbum(withName: "A") { _ in
          done(nil)
        } failureBlock: {
          done($0 ?? TestFailure("no error"))
        }
      }
    ),
    (
      "writeImage", false,
      { library, done in
        library.writeImage(toSavedPhotosAlbum: Pictures.solid(1), orientation: .up) { url, error in
          done(url == nil ? error ?? TestFailure("no error") : nil)
        }
      }
    ),
    (
      "writeImageData", false,
      { library, done in
        let data = try? TestMedia.data("exif/date-plain.jpg")
        library.writeImageData(toSavedPhotosAlbum: data, metadata: nil) { url, error in
          done(url == nil ? error ?? TestFailure("no error") : nil)
        }
      }
    ),
    (
      "writeVideo", false,
      { library, done in
        let url = TestMedia.url("video/h264-high-faststart.mp4")
        library.writeVideoAtPath(toSavedPhotosAlbum: url) { url, error in
          done(url == nil ? error ?? TestFailure("no error") : nil)
        }
      }
    ),
    (
      "UIKit image", false,
      { _, done in
        UIImageWriteToSavedPhotosAlbum(UIImage(cgImage: Pictures.solid(1))) { done($1) }
      }
    ),
    (
      "UIKit video", false,
      { _, done in
        let path = TestMedia.url("video/h264-high-faststart.mp4").path
        UISaveVideoAtPathToSavedPhotosAlbum(path) { done($1) }
      }
    ),
  ]

  private typealias Call =
    @Sendable (
      ALAssetsLibrary, @escaping @Sendable ((any Error)?) -> Void
    ) -> Void

  // Flow 4, L33, L154, L187, L188, L190–L194, C78, decisions 22–25: status, prompts, codes and what
  // was written.
  @Test func everyCall() async throws {
    for row in Self.rows {
      for (name, isRead, call) in Self.calls {
        let label: Comment = "\(name), \(row.preset), \(row.answer)"
        let scene = try Scene(access: row.preset == .limited([]) ? .authorized : row.preset)
        if row.preset == .limited([]) { try scene.engine.access.set(.limited([]), "App") }
        scene.engine.access.script([row.answer])
        try await scene.run { library in
          // L187: asking for the status never prompts.
          #expect(ALAssetsLibrary.authorizationStatus() == row.before, label)
          #expect(scene.engine.access.prompts.isEmpty, label)
          let error: (any Error)? = await withCheckedContinuation { continuation in
            call(library) { continuation.resume(returning: $0) }
          }
          let expected = isRead ? row.read : row.write
          #expect((error as NSError?)?.code == expected, label)
          if expected != nil {
            #expect((error as NSError?)?.domain == ALAssetsLibraryErrorDomain, label)
            #expect(scene.filesOnDisk(below: "originals").isEmpty, label)
            let titles = try scene.titles()
            #expect(titles.isEmpty, label)
          }
          let prompts = Array(
            repeating: Prompt.access(.readWrite), count: isRead ? row.readPrompts : row.writePrompts
          )
          #expect(scene.engine.access.prompts == prompts, label)
          #expect(ALAssetsLibrary.authorizationStatus() == row.after, label)
        }
      }
    }
  }

  // Decision 23: an add-only client saves without a prompt; its first read asks.
  @Test func addOnly() async throws {
    let scene = try Scene(access: .addOnly)
    scene.engine.access.script([.refuse])
    try await scene.run { library in
      #expect(ALAssetsLibrary.authorizationStatus() == .notDetermined)
      let url = try await library.writeImage(
        toSavedPhotosAlbum: Pictures.solid(1), orientation: .up)
      #expect(url != nil)
      #expect(scene.engine.access.prompts.isEmpty)
      await expectCode(ALAssetsLibraryAccessUserDeniedError) {
        _ = try await library.asset(at: url)
        return nil
      }
      #expect(scene.engine.access.prompts == [.access(.readWrite)])
    }
  }

  // Decision 25, L195: the quirk of iOS 9.
  @Test func refusedWriteOniOS9() async throws {
    let scene = try Scene(access: .denied, profile: .iOS9)
    try await scene.run { library in
      await expectCode(ALAssetsLibraryAccessUserDeniedError) {
        try await library.writeImage(toSavedPhotosAlbum: Pictures.solid(1), orientation: .up)
      }
    }
  }

  // L70, L200: objects kept after access is lost give nothing, and no error; no title leaks.
  @Test func accessLostLater() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let album = try await library.madeAlbum("Secret")
      let roll = try await library.cameraRoll()
      let asset = try await library.saved()
      let file = try #require(asset.defaultRepresentation())
      #expect(album.add(asset))
      try scene.engine.access.set(.denied, "App")
      for group in [album, roll] {
        #expect(group.name == nil)
        #expect(group.numberOfAssets() == 0)
        #expect(group.posterImage() == nil)
        #expect(!group.description.contains("Secret"))
        var calls: [(Int, Bool?)] = []
        group.enumerateAssets { asset, index, stop in
          calls.append((index, stop?.pointee.boolValue))
          #expect(asset == nil)
        }
        group.enumerateAssets(at: [0]) { _, index, stop in
          calls.append((index, stop?.pointee.boolValue))
        }
        #expect(calls.map(\.0) == [NSNotFound, NSNotFound])
        #expect(calls.map(\.1) == [true, true])
      }
      #expect(!album.add(asset))
      #expect(asset.value(forProperty: ALAssetPropertyDate) == nil)
      #expect(file.size() == 0)
      var byte: UInt8 = 0
      var error: NSError?
      #expect(file.getBytes(&byte, fromOffset: 0, length: 1, error: &error) == 0)
      #expect(error?.code == ALAssetsLibraryDataUnavailableError)
      await expectCode(ALAssetsLibraryDataUnavailableError) {
        try await asset.setImageData(Data(), metadata: nil)
      }
    }
  }

  // Decision 24: a limited client sees the selected assets and its own albums.
  @Test func limited() async throws {
    let scene = try Scene()
    try await scene.run { library in
      _ = try await library.saved()
      _ = try await library.saved()
      let first = try #require(try scene.assets().first)
      let album = UUID()
      try scene.user(
        .createCollection(album, .album, title: "Theirs"),
        .editAlbum(album, .add([first.uuid]), .defaultView))
      let theirs = try #require(try await library.groups(ALAssetsGroupAlbum).first)
      #expect(theirs.numberOfAssets() == 1)
      try scene.engine.access.set(.limited([first.uuid]), "App")
      #expect(theirs.name == nil && theirs.numberOfAssets() == 0 && theirs.urls() == [])
      _ = try await library.madeAlbum("Mine")
      #expect(try await library.groups().map(\.name) == ["Mine", "Camera Roll"])
      #expect(try await library.cameraRoll().numberOfAssets() == 1)
      // The cover is one that it may see (decision 13).
      #expect(try await library.cameraRoll().posterImage() != nil)
      try scene.engine.access.set(.limited([]), "App")
      #expect(try await library.cameraRoll().posterImage() == nil)
      try scene.engine.access.set(.limited([first.uuid]), "App")
      // What it saves joins the selection.
      let mine = try await library.saved()
      #expect(try await library.cameraRoll().numberOfAssets() == 2)
      #expect(try await library.group(at: nil) == nil)
      #expect(mine.isEditable)
    }
  }
}
