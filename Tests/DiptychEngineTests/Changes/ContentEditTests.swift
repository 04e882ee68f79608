import DiptychCodecs
import DiptychEngine
import Foundation
import Testing

/// Edits and reverts in the store: rows, files, log, dump.
struct ContentEditTests {
  private let clock = VirtualClock(Fixtures.start)

  private func edit(
    _ number: Int, format: String = "com.example.edit", width: Int = 4, onTop: Bool = false
  ) throws -> ContentEdit {
    var edit = ContentEdit(
      formatIdentifier: format, formatVersion: "2", data: Data([1, 2, 3]),
      rendering: ResourceDraft(
        role: .fullSizePhoto, content: .data(try Fixtures.picture(number, width: width))))
    edit.startsFromRendering = onTop
    return edit
  }

  private func roles(_ library: Library, _ asset: UUID) throws -> [ResourceRole] {
    try library.read { transaction in
      let row = try #require(try transaction.asset(asset)?.row)
      return try transaction.resources(of: row).map(\.role)
    }
  }

  // P219, P220: the dump and the history of an edit and a revert.
  @Test func dumps() throws {
    let library = try Fixtures.library(clock: clock)
    let asset = try #require(try library.seedPictures(1).first)
    let before = try library.dump()
    clock.advance(by: 10)
    try library.user.edit(asset, try edit(9))
    let edited = try #require(try library.dump().objects.first)
    #expect(edited.value("adjusted") == "\"com.example.edit 2\"")
    #expect(edited.value("pixel size") == "4×3")
    #expect(edited.value("photo name") == "\"1.png\"")
    #expect(edited.value("fullSizePhoto name") == "\"FullSizeRender.png\"")
    #expect(edited.value("adjustmentData type") == "com.apple.property-list")
    let exact = try #require(try library.dump(.exact).objects.first)
    #expect(exact.value("adjustment date") == "2014-05-13T16:53:30Z")
    #expect(exact.value("modified") == "2014-05-13T16:53:30Z")
    #expect(try library.dump(.history).text.contains("updated adjustment content"))
    try library.user.revert(asset)
    #expect(try library.dump() == before)
    #expect(try library.verify() == [])
    #expect(try library.files(in: "originals").count == 1)
  }

  // The log keeps the old values of everything that a fetch may sort or filter by.
  @Test func oldValues() throws {
    let library = try Fixtures.library(clock: clock)
    let asset = try #require(try library.seedPictures(1).first)
    try library.user.edit(asset, try edit(9, format: "a b trashed=1"))
    try library.user.edit(asset, try edit(10))
    let texts = try library.read { transaction in
      try transaction.connection.all(
        "SELECT old_values FROM changes WHERE fields = 'content adjustment' ORDER BY token"
      ) { $0.text(0) }
    }
    #expect(texts.count == 2)
    #expect(texts.allSatisfy { $0.contains("pixelWidth=") && $0.contains("modificationDate=") })
    #expect(texts[0].contains("adjustmentFormatIdentifier=null"))
    // A space in a value is no end of it: nothing reads as if the asset had been in the trash.
    #expect(!texts[1].split(separator: " ").contains("trashed=1"))
    let summary = try library.read { try $0.changes(after: 2) }
    #expect(summary.map(\.assets.updated) == [[asset]])
  }

  // Decision 19: a replaced original is not adjusted and cannot be reverted.
  @Test func replacingAnEditedOriginal() throws {
    let library = try Fixtures.library(clock: clock)
    let asset = try #require(try library.seedPictures(1).first)
    try library.user.edit(asset, try edit(9))
    let resource = ResourceDraft(role: .photo, content: .data(try Fixtures.picture(5)))
    try library.commit(.replaceOriginal(asset, resource))
    let record = try #require(try library.read { try $0.asset(asset) })
    #expect(record.adjustmentFormat == nil && record.adjustmentVersion == nil)
    #expect(record.adjustmentDate == nil)
    #expect(try roles(library, asset) == [.photo])
    #expect(try library.files(in: "originals").count == 1)
  }

  // P216: an edit on top of a rendering makes that its base; a second one replaces it.
  @Test func bases() throws {
    let library = try Fixtures.library(clock: clock)
    let asset = try #require(try library.seedPictures(1).first)
    try library.user.edit(asset, try edit(9))
    try library.user.edit(asset, try edit(10, onTop: true))
    let all: [ResourceRole] = [.photo, .fullSizePhoto, .adjustmentData, .adjustmentBasePhoto]
    #expect(try roles(library, asset) == all)
    try library.user.edit(asset, try edit(11, onTop: true))
    #expect(try roles(library, asset) == all)
    try library.user.edit(asset, try edit(12))
    #expect(try roles(library, asset) == all)
    #expect(try library.files(in: "originals").count == 4)
    #expect(try library.verify() == [])
    try library.user.revert(asset)
    #expect(try roles(library, asset) == [.photo])
  }

  // P220, P89: without the original nothing is undone, and the whole set fails.
  @Test func anOriginalThatIsElsewhere() throws {
    let library = try Fixtures.library(clock: clock)
    let assets = try library.seedPictures(2)
    try library.user.edit(assets[0], try edit(9))
    try library.commit(.setLocal([assets[0]], false))
    let code = errorCode {
      try library.commit(.deleteAssets([assets[1]]), .revertContent(assets[0]))
    }
    #expect(code == .notLocal)
    #expect(try library.uuids(AssetQuery(.library)) == assets)
  }

  @Test func wrongEdits() throws {
    let library = try Fixtures.library(clock: clock)
    let asset = try #require(try library.seedPictures(1).first)
    var video = try edit(9)
    video.rendering.role = .fullSizeVideo
    #expect(errorCode { try library.user.edit(asset, video) } == .wrongMediaKind)
    #expect(errorCode { try library.user.edit(UUID(), try edit(9)) } == .objectGone)
    #expect(errorCode { try library.user.revert(UUID()) } == .objectGone)
    #expect(
      errorCode { try library.user.edit(asset, try edit(9, format: "a\u{1}")) } == .limitExceeded)
    try library.user.delete([asset])
    #expect(errorCode { try library.user.edit(asset, try edit(9)) } == .objectGone)
    #expect(try library.files(in: "originals").count == 1)
    #expect(try library.files(in: "staging") == [])
  }

  // A property list that others can read, whatever the names hold.
  @Test func adjustmentFiles() throws {
    let library = try Fixtures.library(clock: clock)
    let asset = try #require(try library.seedPictures(1).first)
    try library.user.edit(asset, try edit(9, format: "a <b> & \"c\" é 🎞"))
    let file = try library.read { transaction in
      let row = try #require(try transaction.asset(asset)?.row)
      return try transaction.resources(of: row).first { $0.role == .adjustmentData }
    }
    let stored = StoredAdjustment(propertyList: try library.data(of: try #require(file)))
    #expect(stored?.formatIdentifier == "a <b> & \"c\" é 🎞")
    #expect(stored?.formatVersion == "2" && stored?.data == Data([1, 2, 3]))
    for bytes in [Data(), Data("<plist>".utf8), Data([0, 255])] {
      #expect(StoredAdjustment(propertyList: bytes) == nil)
    }
  }

  // The files of an edit follow the transaction: one that fails in a later request leaves none.
  @Test func failureLeavesNoFiles() throws {
    let library = try Fixtures.library(clock: clock)
    let assets = try library.seedPictures(2)
    let code = errorCode {
      try library.commit(
        .editContent(assets[0], try edit(9)), .editContent(UUID(), try edit(10)))
    }
    #expect(code == .objectGone)
    #expect(try library.files(in: "originals").count == 2)
    #expect(try library.files(in: "staging") == [])
    // Two edits of one asset in one set: the last one counts.
    try library.commit(
      .editContent(assets[0], try edit(9)), .editContent(assets[0], try edit(10, width: 6)))
    #expect(try library.read { try $0.asset(assets[0])?.pixelSize.width } == 6)
    #expect(try library.files(in: "originals").count == 4)
    #expect(try library.verify() == [])
  }
}
