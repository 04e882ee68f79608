import DiptychEngine
import Foundation
import Testing

/// Where members go (decisions 10–12, P109–P116, C9, C11).
struct AlbumEditTests {
  private let library: Library
  private let album: UUID
  /// Six pictures; a to d are for the album, x and y are not in it.
  private let a, b, c, d, x, y: UUID

  init() throws {
    library = try Fixtures.library()
    let pictures = try library.seedPictures(6)
    (a, b, c) = (pictures[0], pictures[1], pictures[2])
    (d, x, y) = (pictures[3], pictures[4], pictures[5])
    album = try library.user.make(titled: "Trip")
    try library.user.add([a, b, c, d], to: album)
  }

  private func edit(_ edit: AlbumEdit, _ basis: AlbumBasis = .defaultView) throws {
    try library.commit(.editAlbum(album, edit, basis))
  }

  private func basis(_ uuids: [UUID]) throws -> AlbumBasis {
    .rows(FetchedMembers(try uuids.map { try library.row($0) }))
  }

  private func hide(_ asset: UUID) throws {
    var update = AssetUpdate()
    update.isHidden = true
    try library.user.update(asset, update)
  }

  /// Decision 10, P113, C9: success, no second entry, no move; a repeated asset counts once.
  @Test func addingAppendsAndKeepsMembers() throws {
    try edit(.add([b, x, x, a, y]))
    #expect(try library.members(of: album) == [a, b, c, d, x, y])
  }

  /// Adding what is there changes nothing, the album's date included (decision 21).
  @Test func addingOnlyMembersIsNoChange() throws {
    let before = try library.rawDump()
    try edit(.add([a, b]))
    #expect(try library.rawDump() == before)
  }

  /// C11, P111: the n-th asset lands on the n-th smallest index of the final list.
  @Test func indexesCountInTheFinalList() throws {
    try edit(.insert([x, y], [0, 3]))
    #expect(try library.members(of: album) == [x, a, b, y, c, d])
  }

  @Test func neighboringIndexesKeepTheOrderGiven() throws {
    try edit(.insert([x, y], [1, 2]))
    #expect(try library.members(of: album) == [a, x, y, b, c, d])
  }

  @Test func insertingAtTheEnd() throws {
    try edit(.insert([x], [4]))
    #expect(try library.members(of: album) == [a, b, c, d, x])
    #expect(errorCode { try edit(.insert([y], [6])) } == .indexMismatch)
  }

  /// Decision 11, P112: the whole block fails.
  @Test func insertingAMemberOrAnotherCountFails() throws {
    let before = try library.rawDump()
    #expect(errorCode { try edit(.insert([a], [0])) } == .indexMismatch)
    #expect(errorCode { try edit(.insert([x, y], [0])) } == .indexMismatch)
    #expect(errorCode { try edit(.insert([x, x], [0, 1])) } == .indexMismatch)
    #expect(errorCode { try edit(.replaceAt([0], [x, y])) } == .indexMismatch)
    #expect(
      errorCode {
        try library.commit(
          .editAlbum(album, .add([x]), .defaultView),
          .editAlbum(album, .insert([a], [0]), .defaultView))
      } == .indexMismatch)
    #expect(try library.rawDump() == before)
  }

  /// Decision 12: never in hidden or trashed members. A place is directly behind its predecessor.
  @Test func indexesSkipHiddenAndTrashedMembers() throws {
    try hide(a)
    try library.user.delete([c])
    // Seen: b d
    try edit(.insert([x], [1]))
    #expect(try library.members(of: album) == [a, b, x, c, d])
    try edit(.insert([y], [0]))
    #expect(try library.members(of: album) == [y, a, b, x, c, d])
    try edit(.removeAt([1]))
    #expect(try library.members(of: album) == [y, a, x, c, d])
    try edit(.moveAt([0], to: 2))
    #expect(try library.members(of: album) == [a, x, c, d, y])
  }

  /// With the quirk of iOS 8, what is shown is also what counts (decision 15).
  @Test func hiddenMembersCountWhereTheyAreShown() throws {
    try hide(a)
    library.profile = .iOS8
    #expect(try library.view(of: album) == [a, b, c, d])
    try edit(.insert([x], [1]))
    #expect(try library.members(of: album) == [a, x, b, c, d])
  }

  /// P110: indexes of the result that was passed, translated to what the album is now.
  @Test func indexesCountInTheBasis() throws {
    let shown = try basis([d, c, b, a])
    try edit(.removeAt([0]), shown)
    #expect(try library.members(of: album) == [a, b, c])
    // d has left: what goes behind it goes behind the nearest before it, here the front.
    try edit(.insert([x], [1]), shown)
    #expect(try library.members(of: album) == [x, a, b, c])
    try edit(.insert([y], [3]), shown)
    #expect(try library.members(of: album) == [x, a, b, y, c])
  }

  /// P90, P110, decision 240: the verbs of one request share a list; what others did to the album is
  /// translated at each.
  @Test func verbsShareTheBasis() throws {
    let shown = try basis([a, b, c, d])
    try edit(.remove([b]))
    try library.commit(
      .editAlbum(album, .removeAt([0]), shown), .editAlbum(album, .insert([x], [1]), shown))
    #expect(try library.members(of: album) == [x, c, d])
    // b comes back at the end, and what goes before it stands before it.
    let again = try basis([b, x, c, d])
    try library.commit(
      .editAlbum(album, .add([b]), again), .editAlbum(album, .insert([y], [4]), again),
      .editAlbum(album, .moveAt([5], to: 1), again))
    #expect(try library.members(of: album) == [b, x, c, d, y])
    // Another commit counts in the list as it was passed.
    try edit(.removeAt([1]), again)
    #expect(try library.members(of: album) == [b, c, d, y])
  }

  /// Decision 240: what is gone keeps the place in which an addition has put it.
  @Test func additionsOfWhatIsGoneCount() throws {
    let shown = try basis([a, b, c, d])
    let gone = UUID()
    try library.commit(
      .editAlbum(album, .add([gone, x, x, gone]), shown),
      .editAlbum(album, .insert([y], [6]), shown))
    #expect(try library.members(of: album) == [a, b, c, d, x, y])
    let again = try basis([a, b, c, d, x, y])
    // Many additions that nothing counts, then one verb that does.
    var operations = (0..<50).map { _ in ChangeOperation.editAlbum(album, .add([a, gone]), again) }
    operations.append(.editAlbum(album, .removeAt([5]), again))
    var changes = ChangeSet()
    changes.operations = operations
    try library.commit(changes)
    #expect(try library.members(of: album) == [a, b, c, d, x])
  }

  /// Decision 242: what stands where it stood is no change, and makes no commit.
  @Test func nothingMovedIsNoChange() throws {
    let before = try library.read { try $0.token() }
    try edit(.replaceAt([1], [b]))
    try edit(.moveAt([1, 2], to: 1))
    try library.commit(
      .editAlbum(album, .remove([b, c]), .defaultView),
      .editAlbum(album, .insert([b, c], [1, 2]), .defaultView))
    try library.commit(
      .editAlbum(album, .add([x]), .defaultView), .editAlbum(album, .remove([x]), .defaultView))
    #expect(try library.read { try $0.token() } == before)
    try library.commit(
      .editAlbum(album, .remove([b, c]), .defaultView),
      .editAlbum(album, .insert([c, b], [1, 2]), .defaultView))
    #expect(try library.members(of: album) == [a, c, b, d])
    #expect(try library.read { try $0.token() } == before + 1)
  }

  /// Two places whose members have left keep their order.
  @Test func placesOfMembersThatLeft() throws {
    let shown = try basis([a, b, c, d])
    try edit(.remove([b, c]))
    try edit(.insert([x, y], [2, 4]), shown)
    #expect(try library.members(of: album) == [a, x, y, d])
  }

  /// A gone asset leaves the others where they belong (decision 41).
  @Test func insertingSomethingGone() throws {
    try edit(.insert([UUID(), x], [0, 3]))
    #expect(try library.members(of: album) == [a, b, x, c, d])
  }

  /// P115: a member is moved, not doubled.
  @Test func replacing() throws {
    try edit(.replaceAt([1], [x]))
    #expect(try library.members(of: album) == [a, x, c, d])
    try edit(.replaceAt([0], [d]))
    #expect(try library.members(of: album) == [d, x, c])
    try edit(.replaceAt([0, 1], [x, d]))
    #expect(try library.members(of: album) == [x, d, c])
  }

  /// A member must not get lost because the place it was to take is gone.
  @Test func replacingWhatHasLeftKeepsTheMember() throws {
    let shown = try basis([a, b, c, d])
    try edit(.remove([b]))
    try edit(.replaceAt([1], [d]), shown)
    #expect(try library.members(of: album) == [a, d, c])
  }

  /// P114: `to` counts in the shortened list.
  @Test func moving() throws {
    try edit(.moveAt([0, 1], to: 1))
    #expect(try library.members(of: album) == [c, a, b, d])
    try edit(.moveAt([3], to: 0))
    #expect(try library.members(of: album) == [d, c, a, b])
    #expect(errorCode { try edit(.moveAt([0], to: 4)) } == .indexMismatch)
    #expect(errorCode { try edit(.moveAt([7], to: 0)) } == .indexMismatch)
    #expect(errorCode { try edit(.moveAt([0], to: -1)) } == .indexMismatch)
  }

  /// What left the album meanwhile does not come back by being moved.
  @Test func movingWhatHasLeft() throws {
    let shown = try basis([a, b, c, d])
    try edit(.remove([a]))
    try edit(.moveAt([0, 3], to: 0), shown)
    #expect(try library.members(of: album) == [d, b, c])
  }

  /// P106: the asset stays in the library; what is no member is no error.
  @Test func removing() throws {
    try edit(.remove([a, x]))
    #expect(try library.members(of: album) == [b, c, d])
    #expect(try library.number("SELECT count(*) FROM assets") == 6)
    #expect(errorCode { try edit(.removeAt([9])) } == .indexMismatch)
  }

  /// Decision 21: membership moves the album's date only.
  @Test func onlyTheAlbumsDateMoves() throws {
    let clock = try #require(library.configuration.clock as? VirtualClock)
    let before = try #require(try library.read { try $0.asset(x) })
    clock.advance(by: 60)
    try edit(.add([x]))
    #expect(try library.read { try $0.asset(x) } == before)
    #expect(try library.read { try $0.collection(album)?.modified } == clock.now())
  }

  @Test func foldersTakeNoAssets() throws {
    let folder = try library.user.make(.folder, titled: "Folder")
    #expect(errorCode { try library.user.add([a], to: folder) } == .changeNotSupported)  // P78
  }
}
