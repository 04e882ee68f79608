import DiptychEngine
import Foundation
import TestMedia
import Testing

/// A commit in two steps: the files in place, then the rows.
struct StagingTests {
  private func changes(_ uuids: [UUID]) throws -> ChangeSet {
    var changes = ChangeSet()
    for (number, uuid) in uuids.enumerated() {
      changes.operations.append(
        .createAsset(Fixtures.draft(try Fixtures.picture(number), uuid: uuid)))
    }
    return changes
  }

  // Decision 181: a second set is staged before the first is committed; requests without files may
  // be added, before and behind.
  @Test func twoAtATime() throws {
    let library = try Fixtures.library()
    let (a, b) = ([UUID(), UUID()], [UUID()])
    let first = try library.stage(try changes(a))
    let second = try library.stage(try changes(b))
    #expect(try library.uuids(AssetQuery(.library)).isEmpty)
    #expect(try library.files(in: "originals").count == 3)
    let album = UUID()
    try library.commit(
      first, first: [.createCollection(album, .album, title: "Trip")],
      last: [.editAlbum(album, .add(a), .defaultView)])
    try library.commit(second, last: [.editAlbum(album, .add(b), .defaultView)])
    #expect(try library.uuids(AssetQuery(.library)) == a + b)
    #expect(try library.uuids(AssetQuery(.album(album))) == a + b)
    #expect(try library.files(in: "staging") == [])
    #expect(try library.verify() == [])
  }

  // What is given up leaves nothing, and neither does a set whose rows cannot be written.
  @Test func givenUp() throws {
    let library = try Fixtures.library()
    let kept = try library.seedPictures(1)
    library.discard(try library.stage(try changes([UUID(), UUID()])))
    let staged = try library.stage(try changes([UUID()]))
    let code = errorCode {
      try library.commit(staged, last: [.editAlbum(UUID(), .add(kept), .defaultView)])
    }
    #expect(code == .objectGone)
    #expect(try library.uuids(AssetQuery(.library)) == kept)
    #expect(try library.files(in: "originals").count == 1)
    #expect(try library.files(in: "staging") == [])
    #expect(try library.verify() == [])
  }

  // A source that its own disk does not give back is the caller's matter; a library that cannot be
  // written is not.
  @Test(arguments: [("read", LibraryError.Code.sourceUnreadable), ("write", .system)])
  func whoseDisk(call: String, code: LibraryError.Code) throws {
    let faults = FaultySystemCalls()
    let library = try Fixtures.library { $0.systemCalls = faults.calls }
    var draft = AssetDraft(uuid: UUID())
    draft.resources = [
      ResourceDraft(role: .photo, content: .file(TestMedia.url("exif/no-exif.jpg").path))
    ]
    faults.fail(call, EIO)
    #expect(errorCode { try library.commit(.createAsset(draft)) } == code)
    faults.fail(call, nil)
    #expect(try library.files(in: "originals").count == 0)
    #expect(try library.files(in: "staging") == [])
  }
}
