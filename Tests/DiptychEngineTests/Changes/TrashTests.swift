import Foundation
import Testing

@testable import DiptychEngine

/// Decision 14: trash keeps membership and rank; purge after 30 days.
struct TrashTests {
  private let clock = VirtualClock(Fixtures.start)
  private let day: TimeInterval = 86_400

  @Test func restoredAssetIsBackInItsPlace() throws {
    let library = try Fixtures.library(clock: clock)
    let assets = try library.seedPictures(3)
    let album = try library.user.make(titled: "Trip")
    try library.user.add(assets, to: album)
    try library.user.delete([assets[1]])
    #expect(try library.view(of: album) == [assets[0], assets[2]])
    #expect(try library.members(of: album) == assets)
    #expect(try library.uuids(AssetQuery(.identifiers(assets))) == [assets[0], assets[2]])  // P104
    try library.user.add([assets[1]], to: album)  // gone for album verbs: decision 41
    try library.user.restore([assets[1]])
    #expect(try library.view(of: album) == assets)
  }

  @Test func purgedAfterThirtyDaysWhenOpened() throws {
    let folder = try TemporaryFolder()
    let configuration = Fixtures.configuration(in: folder, clock: clock)
    var library = try Library.open(configuration)
    let assets = try library.seedPictures(2)
    try library.user.delete([assets[0]])
    for (days, count) in [(29.0, 2), (0.99, 2), (0.02, 1)] {
      library.close()
      clock.advance(by: days * day)
      library = try Library.open(configuration)
      #expect(try library.number("SELECT count(*) FROM assets") == count)
      #expect(try library.files(in: "originals").count == count)
    }
    #expect(try library.verify() == [])
    #expect(try library.number("SELECT count(*) FROM purged") == 1)
  }

  @Test func purgedAfterThirtyDaysWhenWritten() throws {
    let library = try Fixtures.library(clock: clock)
    let assets = try library.seedPictures(2)
    try library.user.delete([assets[0]])
    clock.advance(by: 29 * day)
    try library.user.make(titled: "early")
    #expect(try library.number("SELECT count(*) FROM assets") == 2)
    clock.advance(by: 2 * day)
    try library.user.make(titled: "late")
    #expect(try library.number("SELECT count(*) FROM assets") == 1)
    #expect(try library.files(in: "originals").count == 1)
    #expect(try library.number("SELECT count(*) FROM pending_removals") == 0)
  }

  /// A snapshot can still name what it held.
  @Test func purgedRowKeepsItsName() throws {
    let library = try Fixtures.library(clock: clock)
    let assets = try library.seedPictures(2)
    let row = try library.row(assets[1])
    try library.user.purge([assets[1]])
    #expect(try library.read { try $0.uuid(of: row, kind: .asset) } == assets[1])
    // Row ids are never used twice.
    let next = try #require(library.seedPictures(1, from: 3).first)
    #expect(try library.row(next) > row)
  }

  /// The change log goes back 30 days at least, and 100,000 entries at least.
  @Test func changeLogIsBounded() throws {
    let library = try Fixtures.library(clock: clock)
    for number in 1...10 { try library.user.make(titled: "\(number)") }
    clock.advance(by: 40 * day)
    for number in 11...15 { try library.user.make(titled: "\(number)") }
    try library.trimLog()
    #expect(try library.number("SELECT count(*) FROM changes") == 15)
    try library.trimLog(keeping: 8)
    #expect(try library.number("SELECT count(*) FROM changes") == 8)
    // Entries younger than 30 days stay, however many.
    try library.trimLog(keeping: 2)
    #expect(try library.number("SELECT count(*) FROM changes") == 5)
    clock.advance(by: 40 * day)
    try library.trimLog(keeping: 0)
    #expect(try library.number("SELECT count(*) FROM commits") == 1)
    #expect(try library.verify() == [])
    #expect(try library.read { try $0.token() } == 15)
  }
}
