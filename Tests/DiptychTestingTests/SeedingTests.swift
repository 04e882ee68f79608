import DiptychTesting
import Foundation
import TestMedia
import Testing

/// Seeding by sentences, and reading it back past both APIs.
struct SeedingTests {
  private let date = Date(timeIntervalSince1970: 1_000_000_000)

  @Test func aLibraryIsWhatTheBuilderSays() throws {
    let beach = Photo(
      .jpeg(width: 40, height: 30, seed: 1), named: "beach.jpg", taken: date, at: (48.5, -16.25)
    ).favorite()
    let library = try TestPhotoLibrary {
      Photo(.png(width: 8, height: 9), named: "first.png").by("Scanner")
      Album("Trip") {
        beach
        Photo(.jpeg(width: 30, height: 20, seed: 2, orientation: 6), named: "up.jpg").hidden()
      }
      Folder("2020") {
        Folder("May") { Album("Walk") { beach } }
        Album("Empty").by("App")
      }
      Photo(.jpeg(seed: 3), named: "gone.jpg").deleted()
    }
    let assets = library.assets
    #expect(assets.map(\.fileName) == ["first.png", "beach.jpg", "up.jpg"])
    #expect(assets.map(\.client) == ["Scanner", "Camera", "Camera"])
    #expect(assets.map(\.typeIdentifier) == ["public.png", "public.jpeg", "public.jpeg"])
    #expect(assets.map(\.kind) == [.photo, .photo, .photo])
    #expect(assets.map(\.isFavorite) == [false, true, false])
    #expect(assets.map(\.isHidden) == [false, false, true])
    // Pixels of the upright picture.
    #expect(assets.map(\.pixelWidth) == [8, 40, 20])
    #expect(assets.map(\.pixelHeight) == [9, 30, 30])
    #expect(assets.map(\.orientation) == [1, 1, 6])
    #expect(assets[1].creationDate == date)
    #expect(assets[1].location?.latitude == 48.5)
    #expect(assets[1].location?.longitude == -16.25)
    #expect(assets[0].location == nil)
    // Decision 21: without a date the library's own, which stands at the clock's start.
    #expect(assets[0].creationDate == Date(timeIntervalSince1970: 1_400_000_000))
    #expect(try assets[1].data == TestPicture.jpeg(width: 40, height: 30, seed: 1).data)
    #expect(assets[1].byteCount == TestPicture.jpeg(width: 40, height: 30, seed: 1).data.count)
    #expect(library.recentlyDeleted.map(\.fileName) == ["gone.jpg"])

    #expect(library.albums.map(\.title) == ["Trip", "Walk", "Empty"])
    #expect(library.albums.map(\.path) == [[], ["2020", "May"], ["2020"]])
    #expect(library.albums.map(\.client) == ["Photos", "Photos", "App"])
    // Decision 15: a hidden photo is not shown in its album.
    #expect(library.album("Trip")?.assets.map(\.fileName) == ["beach.jpg"])
    #expect(library.album("Trip")?.cover == library.asset("beach.jpg"))
    // The same value is the same photo.
    #expect(library.album("Walk")?.assets == library.album("Trip")?.assets)
    #expect(library.folders.map(\.title) == ["2020", "May"])
    #expect(library.folder("2020")?.albums.map(\.title) == ["Empty"])
    #expect(library.folder("2020")?.folders.map(\.title) == ["May"])
    #expect(library.folder("May")?.albums.map(\.title) == ["Walk"])
    #expect(try library.verify() == [])
  }

  @Test(.enabled(if: TestMedia.hasAllMedia)) func filesAreCopied() throws {
    let video = TestMedia.url("video/h264-high-faststart.mp4")
    let photo = TestMedia.url("orientation/orientation-6.jpg")
    let library = try TestPhotoLibrary {
      Photo(file: photo)
      Video(file: video, named: "clip.mp4").favorite()
    }
    #expect(library.assets.map(\.fileName) == ["orientation-6.jpg", "clip.mp4"])
    #expect(library.assets.map(\.kind) == [.photo, .video])
    #expect(try library.assets[0].data == Data(contentsOf: photo))
    #expect(try library.assets[1].data == Data(contentsOf: video))
    #expect(library.assets[1].duration > 0)
    #expect(library.assets[1].isFavorite)
  }

  @Test func aFileThatIsNoPictureIsRefused() throws {
    #expect(throws: (any Error).self) {
      try TestPhotoLibrary { Photo(data: Data("text".utf8), named: "a.jpg") }
    }
  }

  @Test func loopsAndConditionsBuildToo() throws {
    let hasMore = true
    let library = try TestPhotoLibrary {
      for seed in 1...3 { Photo(.jpeg(seed: seed), named: "\(seed).jpg") }
      if hasMore { Album("More") } else { Album("Less") }
    }
    #expect(library.assets.map(\.fileName) == ["1.jpg", "2.jpg", "3.jpg"])
    #expect(library.albums.map(\.title) == ["More"])
  }

  // Design, "Exact": identifiers follow from the seed and the step.
  @Test func theSameSeedGivesTheSameLibrary() throws {
    func make(_ seed: Int) throws -> TestPhotoLibrary {
      try TestPhotoLibrary(seed: seed) { Album("Trip") { Photo(.jpeg(), named: "a.jpg") } }
    }
    let (one, twin, other) = (try make(1), try make(1), try make(2))
    #expect(one.dump(.exact) == twin.dump(.exact))
    #expect(one.dump(.exact) != other.dump(.exact))
    #expect(one.dump == other.dump)
  }

  @Test func stepsKeepIdentifiersApart() throws {
    let (one, two) = (try TestPhotoLibrary(), try TestPhotoLibrary())
    for library in [one, two] {
      library.step("first")
      try library.user.makeAlbum("A")
    }
    try one.user.makeAlbum("B")
    for library in [one, two] {
      library.step("second")
      try library.user.makeAlbum("C")
      library.step("second")
      try library.user.makeAlbum("D")
    }
    #expect(one.album("C")?.localIdentifier == two.album("C")?.localIdentifier)
    #expect(one.album("D")?.localIdentifier == two.album("D")?.localIdentifier)
    #expect(one.album("C")?.localIdentifier != one.album("D")?.localIdentifier)
  }

  // Design, section 6: the text for snapshots, to the letter.
  @Test func theDumpIsASnapshot() throws {
    let library = try TestPhotoLibrary {
      Album("Trip \"2020\"") {
        Photo(.png(width: 8, height: 6), named: "a.png", taken: date, at: (48.5, -16.25)).favorite()
      }
      Folder("Empty")
    }
    let content = try #require(
      library.dump.split(separator: "\n").first { $0.contains("photo content") })
    #expect(
      library.dump == """
        a1
          kind            image
          playback style  1
          pixel size      8×6
          creation date   2001-09-09T01:46:40Z
          location        48.5 -16.25
          favorite        yes
          creator         "Camera"
          photo type      public.png
          photo name      "a.png"
        \(content)
        c1 "Trip \\"2020\\""
          kind     album
          place    root 1
          creator  "Photos"
          members  a1
          cover    a1
        c2 "Empty"
          kind     folder
          place    root 2
          creator  "Photos"

        """)
    #expect(try TestPhotoLibrary().dump == "empty library\n")
  }

  @Test func theClockMovesOnlyWhenTold() async throws {
    let clock = TestClock(date)
    let library = try TestPhotoLibrary(clock: clock)
    try library.user.save(Photo(.jpeg(seed: 1), named: "a.jpg"))
    clock.advance(by: 60)
    try library.user.save(Photo(.jpeg(seed: 2), named: "b.jpg"))
    let dates = library.assets.compactMap(\.creationDate)
    #expect(dates.count == 2)
    #expect(dates[1].timeIntervalSince(dates[0]) == 60)
    // Both APIs go by it (decision 21).
    clock.set(Date(timeIntervalSince1970: 2_000_000_000))
    #expect(clock.now == Date(timeIntervalSince1970: 2_000_000_000))
    try await library.run { try Save.modern(TestPicture.jpeg(seed: 3).data) }
    #expect(library.assets.last?.creationDate == clock.now)
    // Decision 14: a month later, what lies in Recently Deleted is gone.
    try library.user.delete("a.jpg")
    clock.advance(by: 31 * 86_400)
    try library.user.makeAlbum("Trip")
    #expect(library.recentlyDeleted.isEmpty)
  }

  // Decision 218: one photo cannot be a favorite and none.
  @Test func aChangedCopyBesideTheValueIsRefused() throws {
    let base = Photo(.jpeg(seed: 1), named: "b.jpg")
    let error = #expect(throws: (any Error).self) {
      try TestPhotoLibrary {
        base
        Folder("2020") { Album("Fav") { base.favorite() } }
      }
    }
    #expect(error.map { "\($0)" }?.contains("b.jpg and a changed copy of it") == true)
    // One value in an album of another kind is the same photo still, and so is an equal change.
    let favorite = base.favorite()
    let library = try TestPhotoLibrary {
      favorite
      Album("Fav") { favorite }
      Album("Mac") { base.favorite() }.synced()
    }
    #expect(library.assets.map(\.isFavorite) == [true])
  }

  @Test func aPictureFollowsFromItsSeed() {
    #expect(TestPicture.jpeg(seed: 5).data == TestPicture.jpeg(seed: 5).data)
    #expect(TestPicture.jpeg(seed: 5).data != TestPicture.jpeg(seed: 6).data)
    #expect(TestPicture.png(seed: 5).data.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
  }

  @Test func closingRemovesEveryFile() throws {
    let library = try TestPhotoLibrary { Photo(.jpeg(), named: "a.jpg") }
    let asset = try #require(library.asset("a.jpg"))
    library.close()
    library.close()
    #expect(throws: (any Error).self) { try asset.data }
  }
}
