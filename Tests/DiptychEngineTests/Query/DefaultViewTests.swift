import DiptychEngine
import Foundation
import Testing

/// Decision 1: the one default view, and what widens it.
struct DefaultViewTests {
  private let library: Library
  /// Plain, hidden, trashed, synced, burst representative, burst member, plain.
  private let assets: [UUID]

  init() throws {
    library = try Fixtures.library()
    assets = try library.seedPictures(7)
    let (library, assets) = (library, assets)
    var hidden = AssetUpdate()
    hidden.isHidden = true
    try library.user.update(assets[1], hidden)
    try library.user.delete([assets[2]])
    // Sources and bursts come with files of their own, which this format cannot import yet.
    try library.write { transaction in
      let burst = UUID(hashing: "burst")
      for (index, sql) in [
        (3, "source = 4, own = 0"), (4, "burst = ?2, burst_pick = 1"),
        (5, "burst = ?2, own = 0"),
      ] {
        try transaction.connection.execute(
          "UPDATE assets SET \(sql) WHERE uuid = ?1 AND ?2 IS NOT NULL", assets[index], burst)
      }
    }
  }

  private func fetch(_ change: (inout AssetQuery) -> Void = { _ in }) throws -> [Int] {
    var query = AssetQuery(.library)
    change(&query)
    let found = try library.uuids(query)
    #expect(try library.read { try $0.countAssets(query, as: nil) } == found.count)
    return found.compactMap { assets.firstIndex(of: $0) }
  }

  @Test func views() throws {
    #expect(try fetch() == [0, 4, 6])
    #expect(try fetch { $0.includesHidden = true } == [0, 1, 4, 6])  // P39
    #expect(try fetch { $0.includesAllBursts = true } == [0, 4, 5, 6])  // P41
    #expect(try fetch { $0.includesTrashed = true } == [0, 2, 4, 6])
    #expect(try fetch { $0.sources = 4 } == [3])  // P42
    #expect(try fetch { $0.sources = 5 } == [0, 3, 4, 6])
    #expect(try fetch { $0.limit = 2 } == [0, 4])  // P43
  }

  /// P31–P34: hidden ones too, strangers left out, each once.
  @Test func identifiers() throws {
    let query = AssetQuery(.identifiers([assets[6], UUID(), assets[1], assets[0], assets[0]]))
    #expect(try library.uuids(query) == [assets[0], assets[1], assets[6]])
    #expect(try library.uuids(AssetQuery(.identifiers([]))) == [])
    #expect(try library.uuids(AssetQuery(.identifiers([assets[2]]))) == [])
    let many = AssetQuery(.identifiers(assets + (0..<40_000).map { _ in UUID() }))
    #expect(try library.uuids(many).count == 5)
  }

  /// P42, decision 72: what is named is found whatever its source, unless sources are asked for; of
  /// the trash and of what a burst hides, nothing.
  @Test func namedAssetsOfEverySource() throws {
    var named = AssetQuery(.identifiers(assets))
    #expect(try library.uuids(named) == [0, 1, 3, 4, 6].map { assets[$0] })
    named.sources = AssetSource.userLibrary.rawValue
    #expect(try library.uuids(named) == [0, 1, 4, 6].map { assets[$0] })
    named.sources = AssetSource.synced.rawValue
    #expect(try library.uuids(named) == [assets[3]])
    let rows = try library.read { transaction in
      try [6, 5, 3, 2, 1].compactMap { try transaction.asset(assets[$0])?.row }
    }
    #expect(try library.uuids(AssetQuery(.list(rows))) == [assets[6], assets[3]])
    #expect(try library.read { try $0.figures(of: rows, as: nil).count } == 2)
    // A synced photo is no member of a user's album (L56).
    let album = try library.user.make(titled: "Trip")
    #expect(try !library.append(assets[3], toAlbum: album, as: "App"))
    #expect(try library.append(assets[4], toAlbum: album, as: "App"))
  }

  /// Albums, counts and covers use the same view (decision 13: the first visible member).
  @Test func albumsUseIt() throws {
    let album = try library.user.make(titled: "Trip")
    try library.user.add([assets[1], assets[5], assets[6], assets[0]], to: album)
    #expect(try library.view(of: album) == [assets[6], assets[0]])
    let row = try #require(try library.read { try $0.collection(album)?.row })
    let summary = try library.read { try $0.albumFigures([row], as: nil) }
    #expect(summary[row]?.count == 2)
    let dump = try library.dump().objects.last
    #expect(dump?.value("members") == "a2 a6 a7 a1")
    #expect(dump?.value("cover") == "a7")
    library.profile = .iOS8
    #expect(try library.view(of: album) == [assets[1], assets[6], assets[0]])  // decision 15
  }

  @Test func smartAlbums() throws {
    var favorite = AssetUpdate()
    favorite.isFavorite = true
    try library.user.update(assets[0], favorite)
    try library.user.update(assets[1], favorite)
    #expect(try library.uuids(AssetQuery(.smartAlbum(.favorites))) == [assets[0]])
    #expect(try library.uuids(AssetQuery(.smartAlbum(.userLibrary))).count == 3)
    var hidden = AssetQuery(.smartAlbum(.allHidden))
    #expect(try library.uuids(hidden) == [])
    hidden.includesHidden = true
    #expect(try library.uuids(hidden) == [assets[1]])
    #expect(try library.uuids(AssetQuery(.smartAlbum(.bursts))) == [assets[4]])
    #expect(try library.uuids(AssetQuery(.smartAlbum(.videos))) == [])
  }

  /// Decision 2, P24: order of arrival, whatever the creation dates say.
  @Test func orders() throws {
    for (index, seconds) in [(0, 300.0), (4, 100.0), (6, 200.0)] {
      var update = AssetUpdate()
      update.creationDate = Date(timeIntervalSince1970: seconds)
      try library.user.update(assets[index], update)
    }
    #expect(try fetch() == [0, 4, 6])
    #expect(try fetch { $0.sort = [SortKey("creationDate", ascending: true)] } == [4, 6, 0])
    #expect(try fetch { $0.sort = [SortKey("creationDate", ascending: false)] } == [0, 6, 4])
    // P21: ties keep the order of arrival. P20: keys apply in turn.
    #expect(try fetch { $0.sort = [SortKey("mediaType", ascending: true)] } == [0, 4, 6])
    #expect(
      try fetch {
        $0.sort = [
          SortKey("mediaType", ascending: true), SortKey("creationDate", ascending: false),
        ]
      } == [0, 6, 4])
    // P22: no date sorts as smallest.
    var update = AssetUpdate()
    update.creationDate = .some(nil)
    try library.user.update(assets[0], update)
    #expect(try fetch { $0.sort = [SortKey("creationDate", ascending: true)] } == [0, 4, 6])
    // P1: bursts by their identifiers, what is in none first.
    #expect(try fetch { $0.sort = [SortKey("burstIdentifier", ascending: false)] } == [4, 0, 6])
    // P9, and keys that nobody knows.
    for key in ["localIdentifier", "SELF", "nonsense"] {
      #expect(
        errorCode { try fetch { $0.sort = [SortKey(key, ascending: true)] } } == .unsupportedQuery)
    }
  }
}
