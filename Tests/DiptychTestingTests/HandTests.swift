import DiptychPhotos
import DiptychTesting
import Foundation
import Testing

/// What the user and other applications do, past the code under test.
struct HandTests {
  private func makeLibrary() throws -> TestPhotoLibrary {
    try TestPhotoLibrary {
      Album("App") {
        Photo(.jpeg(seed: 1), named: "a.jpg")
        Photo(.jpeg(seed: 2), named: "b.jpg")
      }
      Folder("2020") { Album("Trip") }
    }
  }

  @Test func theUserArrangesAlbums() throws {
    let library = try makeLibrary()
    try library.user.rename("App", to: "Mine")
    try library.user.add("b.jpg", "a.jpg", to: "Trip")
    try library.user.remove("b.jpg", from: "Mine")
    try library.user.move("Trip", into: nil)
    try library.user.makeFolder("2021", in: "2020")
    let made = try library.user.makeAlbum("New", with: "b.jpg", in: "2021")
    #expect(library.albums.map(\.title) == ["Mine", "New", "Trip"])
    #expect(library.album("Mine")?.assets.map(\.fileName) == ["a.jpg"])
    #expect(library.album("Trip")?.assets.map(\.fileName) == ["b.jpg", "a.jpg"])
    #expect(library.album("New")?.path == ["2020", "2021"])
    #expect(library.album("New")?.localIdentifier == made)
    try library.user.deleteAlbum("Mine")
    try library.user.deleteFolder("2020")
    #expect(library.albums.map(\.title) == ["Trip"])
    #expect(library.folders.isEmpty)
    #expect(library.assets.count == 2)
    #expect(try library.verify() == [])
  }

  // P219, P220: edits from outside; bursts and marks as a camera makes them (C69).
  @Test func editsBurstsAndMarks() async throws {
    let library = try TestPhotoLibrary {
      Photo(.jpeg(seed: 1), named: "a.jpg").marked(.selfPortrait, .panorama)
      Photo(.jpeg(seed: 2), named: "b1.jpg").inBurst("surf")
      Photo(.jpeg(seed: 3), named: "b2.jpg").inBurst("surf", as: .representative)
      Photo(.jpeg(seed: 4), named: "b3.jpg").inBurst("surf", as: .userPick)
      Photo(.jpeg(seed: 5), named: "b4.jpg").inBurst("surf", as: .autoPick)
    }
    #expect(library.assets.count == 5)
    try library.user.edit(
      "a.jpg", to: Photo(.png(width: 8, height: 6)), format: "org.example.tint")
    #expect(library.asset("a.jpg")?.editedBy == "org.example.tint")
    #expect(library.asset("a.jpg")?.pixelWidth == 8)
    #expect(try library.asset("a.jpg")?.data == TestPicture.jpeg(seed: 1).data)
    #expect(library.asset("FullSizeRender.png") == nil)
    try library.user.revert("a.jpg")
    #expect(library.asset("a.jpg")?.editedBy == nil)
    #expect(library.asset("a.jpg")?.pixelWidth == 40)
    await library.run {
      #expect(PHAsset.fetchAssets(with: nil).count == 3)
      let all = PHFetchOptions()
      all.includeAllBurstAssets = true
      let burst = PHAsset.fetchAssets(with: all)[2].burstIdentifier ?? ""
      #expect(PHAsset.fetchAssets(withBurstIdentifier: burst, options: all).count == 4)
      let selfies = PHAssetCollection.fetchAssetCollections(
        with: .smartAlbum, subtype: .smartAlbumSelfPortraits, options: nil)
      let count = selfies.firstObject.map { PHAsset.fetchAssets(in: $0, options: nil).count }
      #expect(count == 1)
      #expect(PHAsset.fetchAssets(with: all)[0].mediaSubtypes == .photoPanorama)
    }
    #expect(try library.verify() == [])
  }

  // Decisions 14 and 15.
  @Test func theUserChangesPhotos() throws {
    let library = try makeLibrary()
    func shown() -> [String]? { library.album("App")?.assets.map(\.fileName) }
    try library.user.hide("a.jpg")
    #expect(shown() == ["b.jpg"])
    try library.user.unhide("a.jpg")
    #expect(shown() == ["a.jpg", "b.jpg"])
    try library.user.delete("a.jpg")
    #expect(shown() == ["b.jpg"])
    #expect(library.recentlyDeleted.map(\.fileName) == ["a.jpg"])
    #expect(library.asset("a.jpg")?.isTrashed == true)
    try library.user.restore("a.jpg")
    #expect(shown() == ["a.jpg", "b.jpg"])
    try library.user.favorite("a.jpg", "b.jpg")
    try library.user.unfavorite("b.jpg")
    #expect(library.assets.map(\.isFavorite) == [true, false])
    let date = Date(timeIntervalSince1970: 5)
    try library.user.date("a.jpg", as: date)
    #expect(library.asset("a.jpg")?.creationDate == date)
    try library.user.purge("a.jpg")
    #expect(library.asset("a.jpg") == nil)
    // Nobody was asked.
    #expect(library.prompts.isEmpty)
  }

  @Test func anotherApplicationSaves() async throws {
    let library = try makeLibrary()
    let saved = try library.otherApp("Camera").save(
      Photo(.jpeg(seed: 9), named: "c.jpg").by("ignored"), to: "Trip")
    #expect(saved?.client == "Camera")
    #expect(library.album("Trip")?.assets == saved.map { [$0] })
    try library.otherApp("Sorter").makeAlbum("Sorted")
    #expect(library.album("Sorted")?.client == "Sorter")
    let seen = await library.run {
      PHAsset.fetchAssets(
        withLocalIdentifiers: [saved?.localIdentifier ?? ""], options: nil
      ).count
    }
    #expect(seen == 1)
  }

  @Test func namesMayBeIdentifiers() throws {
    let library = try makeLibrary()
    let asset = try #require(library.asset("a.jpg"))
    let album = try #require(library.album("App"))
    try library.user.favorite(asset.localIdentifier)
    try library.user.hide(asset.assetURL?.absoluteString ?? "")
    try library.user.rename(album.groupURL?.absoluteString ?? "", to: "Mine")
    #expect(library.asset("a.jpg")?.isFavorite == true)
    #expect(library.asset("a.jpg")?.isHidden == true)
    #expect(library.album("Mine")?.localIdentifier == album.localIdentifier)
  }

  @Test func whatIsNotThereIsAnError() throws {
    let library = try makeLibrary()
    let calls: [() throws -> Void] = [
      { try library.user.hide("missing.jpg") }, { try library.user.deleteAlbum("Missing") },
      // A folder is no album.
      { try library.user.deleteAlbum("2020") }, { try library.user.move("App", into: "App") },
    ]
    for call in calls {
      let error = #expect(throws: (any Error).self) { try call() }
      #expect(error.map { "\($0)".contains("The library has no ") } == true)
    }
  }

  // L184: a place that is not there is an error that names those that are.
  @Test func aPlaceThatIsNotThereIsAnError() throws {
    let library = try TestPhotoLibrary {
      Album("A")
      Album("B")
    }
    for index in [-1, 2, .min, .max] {
      let error = #expect(throws: (any Error).self) { try library.user.move("A", to: index) }
      #expect(
        error.map { "\($0)" }?.contains(
          "There is no place \(index) for an album or folder with 1 beside it. Give one from 0 to 1."
        )
          == true)
    }
    #expect(library.albums.map(\.title) == ["A", "B"])
    try library.user.move("A", to: 1)
    #expect(library.albums.map(\.title) == ["B", "A"])
  }

  // The history tells the user's changes from the application's.
  @Test func theHistorySaysWhoDidIt() throws {
    let library = try makeLibrary()
    library.step("user")
    try library.user.favorite("a.jpg")
    #expect(library.dump(.exact).contains("updated favorite by \"Photos\" (user)"))
  }
}
