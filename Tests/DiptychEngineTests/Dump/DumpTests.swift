import DiptychCodecs
import DiptychEngine
import Foundation
import TestMedia
import Testing

/// The text of dumps, and that equal runs give equal text (design, section 5).
struct DumpTests {
  private let clock = VirtualClock(Fixtures.start)

  private func step(_ library: Library, _ label: String) {
    (library.configuration.identifiers as? SeededIdentifiers)?.beginStep(label)
    clock.advance(by: 60)
  }

  /// Dates in the shortest exact text; years have at least four digits.
  @Test func dates() {
    let cases: [(Int64, String)] = [
      (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59.999999Z"),
      (1_400_000_000_120_000, "2014-05-13T16:53:20.12Z"),
      (-62_135_596_800_000_000, "0001-01-01T00:00:00Z"),
      (253_402_300_799_000_000, "9999-12-31T23:59:59Z"),
      (253_402_300_800_500_000, "10000-01-01T00:00:00.5Z"),
      (-62_200_000_000_000_000, "-002-12-17T14:13:20Z"),
    ]
    for (micros, text) in cases {
      #expect(DumpText.date(Date(microseconds: micros)) == text)
    }
    #expect(([0, 9, 10, 171, 255] as [UInt8]).hexadecimal == "00090aabff")
  }

  /// What a step adds to the history is the part behind the token before it.
  @Test func historyAfterToken() throws {
    let library = try Fixtures.library(clock: clock)
    defer { library.close() }
    step(library, "1")
    let one = try library.user.save(try Fixtures.picture(1), named: nil)
    let token = try library.currentToken()
    step(library, "2")
    try library.user.delete([one])
    let whole = try library.dump(.history)
    #expect(whole.objects.count == 2)
    #expect(try library.historyDump(after: token).objects == Array(whole.objects.suffix(1)))
    #expect(try library.historyDump(after: 0) == whole)
    #expect(try library.historyDump(after: try library.currentToken()).objects.isEmpty)
  }

  /// A small life: two photos, one album in a folder, a favorite, a deletion.
  private func run(_ library: Library) throws {
    step(library, "save")
    let user = library.otherApp("App")
    let one = try user.save(try TestMedia.data("orientation/orientation-6.jpg"), named: "six.jpg")
    let two = try user.save(try Fixtures.picture(2), named: nil)
    step(library, "album")
    let folder = try user.make(.folder, titled: "Trips")
    let album = try user.make(titled: "Ro\"me\n", in: folder)
    try user.add([two, one], to: album)
    step(library, "change")
    var update = AssetUpdate()
    update.isFavorite = true
    update.location = .some(AssetLocation(latitude: 41.5, longitude: -12, altitude: 3))
    try library.user.update(one, update)
    let gone = try user.make(titled: "gone")
    try user.deleteCollection(gone)
    step(library, "delete")
    try library.user.delete([two])
  }

  /// Which members of a burst are picks is what a user sees; its identifier is not.
  @Test func burstsByNameAndPick() throws {
    func state(_ burst: UUID, picks: [Int64]) throws -> Dump {
      let library = try Fixtures.library(clock: VirtualClock(Fixtures.start))
      defer { library.close() }
      for _ in 0..<2 {
        try library.user.save(try Fixtures.picture(1), named: nil)
      }
      try library.write { transaction in
        try transaction.connection.execute("UPDATE assets SET burst = ?, own = 0", burst)
        for row in picks {
          try transaction.connection.execute(
            "UPDATE assets SET burst_pick = 1, own = 1 WHERE id = ?", row)
        }
      }
      return try library.dump(.state)
    }
    let first = try state(UUID(hashing: "one"), picks: [1])
    #expect(first.objects.map { $0.value("burst") } == ["b1", "b1"])
    #expect(first.objects.map { $0.value("burst pick") } == ["1", nil])
    #expect(try state(UUID(hashing: "two"), picks: [1]) == first)
    let other = try state(UUID(hashing: "one"), picks: [2])
    #expect(
      first.differences(from: other).map { "\($0.object) \($0.field)" }
        == ["a1 burst pick", "a2 burst pick"])
  }

  @Test func stateAsText() throws {
    let library = try Fixtures.library(clock: clock)
    try run(library)
    let six = ContentHash.of(try TestMedia.data("orientation/orientation-6.jpg")).hexadecimal
    let two = ContentHash.of(try Fixtures.picture(2))
    let size = try Fixtures.picture(2).count
    let expected = """
      a1
        kind            image
        playback style  1
        pixel size      40×80
        creation date   2012-11-04T05:42:32Z
        location        41.5 -12 altitude 3
        favorite        yes
        creator         "App"
        photo type      public.jpeg
        photo name      "six.jpg"
        photo content   982 bytes sha256 \(six)
      a2
        kind            image
        playback style  1
        pixel size      2×3
        creation date   2014-05-13T16:54:20Z
        trashed         yes
        creator         "App"
        photo type      public.png
        photo name      "IMG_0002.PNG"
        photo content   \(size) bytes sha256 \(two.hexadecimal)
      c1 "Trips"
        kind     folder
        place    root 1
        creator  "App"
      c2 "Ro\\"me\\n"
        kind     album
        place    c1 1
        creator  "App"
        members  a2 a1
        cover    a1

      """
    let text = try library.dump(.state).text
    #expect(text == expected)
  }

  /// Net effects of each step; what came and went within one leaves nothing.
  @Test func historyAsText() throws {
    let library = try Fixtures.library(clock: clock)
    try run(library)
    let names = SeededIdentifiers(seed: "seed")
    names.beginStep("save")
    let assets = [names.next(.asset).uuidString, names.next(.asset).uuidString]
    names.beginStep("album")
    let (folder, album) = (names.next(.collection).uuidString, names.next(.collection).uuidString)
    let dump = try library.dump(.history)
    func lines(_ index: Int) -> [String] {
      dump.objects[index].fields.map { "\($0.name): \($0.value)" }
    }
    #expect(
      dump.objects.map(\.name) == [
        "2014-05-13T16:54:20Z", "2014-05-13T16:55:20Z", "2014-05-13T16:56:20Z",
        "2014-05-13T16:57:20Z",
      ])
    #expect(lines(0) == assets.sorted().map { "asset \($0): inserted by \"App\"" })
    #expect(
      lines(1) == ["album \(album): inserted by \"App\"", "folder \(folder): inserted by \"App\""])
    #expect(
      lines(2) == ["asset \(assets[0]): updated favorite location by \"Photos\" (user)"])
    #expect(lines(3) == ["asset \(assets[1]): updated trashed by \"Photos\" (user)"])
  }

  /// Objects stand sorted by identifier, with bookkeeping dates.
  @Test func exactAsText() throws {
    let library = try Fixtures.library(clock: clock)
    try run(library)
    let dump = try library.dump(.exact)
    let assets = dump.objects.filter { $0.title == nil }
    #expect(assets.map(\.name) == assets.map(\.name).sorted())
    let one = try #require(assets.first { $0.value("favorite") == "yes" })
    #expect(one.value("added") == "2014-05-13T16:54:20Z")
    #expect(one.value("modified") == "2014-05-13T16:56:20Z")  // P123
    let two = try #require(assets.first { $0.value("trashed") == "yes" })
    #expect(two.value("trashed date") == "2014-05-13T16:57:20Z")
    let album = try #require(dump.objects.first { $0.title == "\"Ro\\\"me\\n\"" })
    #expect(album.value("members") == "\(two.name) \(one.name)")
    #expect(album.value("modified") == "2014-05-13T16:55:20Z")
  }

  /// Same seed, same clock: byte for byte, tokens, ranks and row ids included.
  @Test func rawDumpsAreTheSameForTwoRuns() throws {
    let raw = try (0..<2).map { _ in
      clock.set(Fixtures.start)
      let library = try Fixtures.library(clock: clock)
      try run(library)
      #expect(try library.verify() == [])
      return try [library.rawDump()] + Dump.Level.allCases.map { try library.dump($0).text }
    }
    #expect(raw[0] == raw[1])
    #expect(raw[0][0].contains("memberships\n  album="))
  }

  @Test func anotherSeedShowsInExactOnly() throws {
    let dumps = try ["one", "two"].map { seed in
      clock.set(Fixtures.start)
      let library = try Fixtures.library(seed: seed, clock: clock)
      try run(library)
      return try [library.dump(.state), library.dump(.exact)]
    }
    #expect(dumps[0][0] == dumps[1][0])
    #expect(dumps[0][1] != dumps[1][1])
  }

  @Test func emptyLibrary() throws {
    #expect(try Fixtures.library().dump().text == "empty library\n")
  }

  /// Decision 20: bytes that we encoded are not promised.
  @Test func encodedBitmapsShowTheirSize() throws {
    let library = try Fixtures.library()
    var draft = AssetDraft(uuid: UUID())
    draft.resources = [
      ResourceDraft(role: .photo, content: .bitmap(try Fixtures.bitmap(1, 4, 2), .right))
    ]
    try library.commit(.createAsset(draft))
    let object = try #require(try library.dump().objects.first)
    #expect(object.value("photo content") == "encoded jpg 4×2 orientation 6")
    #expect(object.value("pixel size") == "2×4")
    let exact = try #require(try library.dump(.exact).objects.first)
    #expect(exact.value("photo content")?.contains("sha256") == true)
  }
}
