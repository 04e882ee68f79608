import DiptychAssetsLibrary
import DiptychPlatform
import DiptychTesting
import Foundation
import Testing

/// Albums that a computer, a camera or a stream brings, by sentences, and read through the old API.
struct KindSeedingTests {
  private func groups(
    _ library: ALAssetsLibrary, _ types: UInt32
  ) async throws -> [ALAssetsGroup] {
    try await withCheckedThrowingContinuation { continuation in
      var groups: [ALAssetsGroup] = []
      library.enumerateGroupsWithTypes(types) { group, _ in
        if let group { groups.append(group) } else { continuation.resume(returning: groups) }
      } failureBlock: { error in
        continuation.resume(throwing: error ?? CancellationError())
      }
    }
  }

  // L34 to L38, decision 3: every mask has something to list, in the fixed order.
  @Test func everyMask() async throws {
    let library = try TestPhotoLibrary(delivery: .private) {
      Photo(.jpeg(seed: 1), named: "mine.jpg")
      Album("Friends") { Photo(.jpeg(seed: 2), named: "theirs.jpg").notLocal() }.sharedStream()
      Album("My Photo Stream") { Photo(.jpeg(seed: 3), named: "tablet.jpg") }.photoStream()
      Album("Ann") { Photo(.jpeg(seed: 4), named: "ann.jpg") }.faces()
      Album("Party") { Photo(.jpeg(seed: 5), named: "party.jpg") }.event()
      Album("Import") { Photo(.jpeg(seed: 6), named: "card.jpg") }.imported()
      Album("Holidays") { Photo(.jpeg(seed: 7), named: "holiday.jpg") }.synced()
      Photo(.jpeg(seed: 8), named: "synced.jpg").synced()
      Album("Mine")
    }
    try await library.run {
      let facade = ALAssetsLibrary()
      let all = try await groups(facade, ALAssetsGroupAll)
      let names = all.map { $0.value(forProperty: ALAssetsGroupPropertyName) as? String }
      #expect(
        names == [
          "Holidays", "Mine", "Party", "Import", "Ann", "Photo Library", "Friends",
          "My Photo Stream", "Camera Roll",
        ])
      #expect(all.map { $0.numberOfAssets() } == [1, 0, 1, 1, 1, 4, 1, 1, 2])
      #expect(all.map(\.isEditable) == [false, true] + Array(repeating: false, count: 7))
      let friends = all[6]
      #expect(friends.posterImage() == nil)
      // C86.
      try library.user.download("theirs.jpg")
      #expect(friends.posterImage() != nil)
      #expect(library.asset("theirs.jpg")?.isLocal == true)
      try library.user.offload("theirs.jpg")
      #expect(friends.posterImage() == nil)
      // A stream brings what the user's hand saves into it.
      try library.otherApp("Cloud").save(Photo(.jpeg(seed: 9), named: "new.jpg"), to: "Friends")
      #expect(friends.numberOfAssets() == 2)
      #expect(all[8].numberOfAssets() == 2)
      withExtendedLifetime(facade) {}
    }
    #expect(library.album("Friends")?.assets.map(\.fileName) == ["theirs.jpg", "new.jpg"])
    #expect(try library.verify() == [])
  }

  // P144, decision 16.
  @Test func rawBesideJPEG() async throws {
    let library = try TestPhotoLibrary(delivery: .private) {
      Photo(.jpeg(width: 40, height: 30), named: "IMG_1.JPG")
        .withAlternate(data: TestPicture.png(width: 80, height: 60).data, named: "IMG_1.PNG")
    }
    try await library.run {
      let facade = ALAssetsLibrary()
      let roll = try #require(try await groups(facade, ALAssetsGroupSavedPhotos).first)
      var assets: [ALAsset] = []
      roll.enumerateAssets { asset, _, _ in
        if let asset { assets.append(asset) }
      }
      #expect(assets.count == 1)
      let other = try #require(assets.first?.representation(forUTI: "public.png"))
      #expect(other.filename() == "IMG_1.PNG")
      #expect(other.dimensions() == CGSize(width: 80, height: 60))
      withExtendedLifetime(facade) {}
    }
  }

  // Decision 27: the permission that counts in the profile of iOS 5, and nowhere else.
  @Test func locationAccess() async throws {
    let library = try TestPhotoLibrary(profile: .iOS5, delivery: .private)
    #expect(library.locationAccess == .authorized)
    try await library.run {
      let facade = ALAssetsLibrary()
      library.locationAccess = .denied
      await #expect(throws: (any Error).self) { _ = try await groups(facade, ALAssetsGroupAll) }
      library.locationAccess = .notDetermined
      let found = try await groups(facade, ALAssetsGroupAll)
      #expect(found.count == 1)
      #expect(library.prompts == [.locationAccess])
      #expect(library.locationAccess == .authorized)
      withExtendedLifetime(facade) {}
    }
    let documented = try TestPhotoLibrary(delivery: .private)
    documented.locationAccess = .denied
    try await documented.run {
      let facade = ALAssetsLibrary()
      let found = try await groups(facade, ALAssetsGroupAll)
      #expect(found.count == 1)
      withExtendedLifetime(facade) {}
    }
  }

  // Every quirk can be asked for, and is told by its name.
  @Test func quirks() {
    for quirk in TestPhotoLibrary.Profile.Quirk.allCases {
      let profile = TestPhotoLibrary.Profile.documented.with(quirk)
      #expect(profile.has(quirk), "\(quirk)")
      #expect(!TestPhotoLibrary.Profile.documented.has(quirk), "\(quirk)")
      #expect(profile.description == "documented + \(quirk.rawValue)")
    }
    #expect(TestPhotoLibrary.Profile.iOS7.has(.nilDataDeletes))
    #expect(TestPhotoLibrary.Profile.iOS18.has(.mismatchedSubtypeFindsNothing))
  }

  // L184.
  @Test func theOrderOfAlbums() throws {
    let library = try TestPhotoLibrary {
      Album("A")
      Album("B")
      Album("C")
    }
    try library.user.move("C", to: 0)
    #expect(library.albums.map(\.title) == ["C", "A", "B"])
    #expect(throws: (any Error).self) { try library.user.move("C", to: 7) }
  }
}
