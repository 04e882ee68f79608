import DiptychTestingSwiftTesting
import Testing

@testable import PhotoSaver

/// The picker's model on a library like a user's.
@Suite(
  .photoLibrary {
    Album("Trip") {
      Photo(.jpeg(width: 400, height: 300, seed: 1), named: "first.jpg")
      Photo(.jpeg(width: 300, height: 400, seed: 2), named: "second.jpg")
      Photo(.jpeg(seed: 3), named: "secret.jpg").hidden()
    }
    Folder("2020") { Album("Walk") { Photo(.png(seed: 4), named: "walk.png") } }
    Album("Empty")
  })
struct PickerTests {
  private let expected = [
    PickerAlbum(title: "Trip", count: 2), PickerAlbum(title: "Walk", count: 1),
    PickerAlbum(title: "Empty", count: 0),
  ]

  @Test func bothListTheSameAlbums() async {
    let picker = LegacyPicker()
    let albums = await withCheckedContinuation { done in
      picker.albums { done.resume(returning: $0) }
    }
    #expect(albums == expected)
    #expect(ModernPicker().albums() == expected)
  }

  @Test(arguments: ["Trip", "Walk", "Empty", "None"])
  func bothListTheSamePhotos(_ title: String) async {
    let picker = LegacyPicker()
    let photos = await withCheckedContinuation { done in
      picker.photos(in: title) { done.resume(returning: $0) }
    }
    #expect(photos == ModernPicker().photos(in: title))
    if title == "Trip" { #expect(photos == ["second.jpg", "first.jpg"]) }
  }

  @Test func bothShowASquare() async {
    let picker = LegacyPicker()
    let old = await withCheckedContinuation { done in
      picker.thumbnail(of: "Trip") { done.resume(returning: $0.map { [$0.width, $0.height] }) }
    }
    #expect(old == [150, 150])
    #expect(await modernSize() == [150, 150])
  }

  // Photos may answer once or twice. Code that takes the first answer for the last is found out.
  @Test(arguments: TestPhotoLibrary.ImageCallbacks.allCases)
  func onePictureIsShown(_ callbacks: TestPhotoLibrary.ImageCallbacks) async {
    TestPhotoLibrary.current.imageCallbacks = callbacks
    #expect(await modernSize() == [150, 150])
  }

  @Test func theUserMayChangeAnything() async throws {
    let library = TestPhotoLibrary.current
    try library.user.deleteAlbum("Empty")
    try library.user.rename("Walk", to: "Stroll")
    try library.otherApp("Camera").save(Photo(.jpeg(seed: 5), named: "new.jpg"), to: "Trip")
    #expect(ModernPicker().albums().map(\.title) == ["Trip", "Stroll"])
    #expect(ModernPicker().photos(in: "Trip").first == "new.jpg")
  }

  private func modernSize() async -> [Int]? {
    await withCheckedContinuation { done in
      ModernPicker().thumbnail(of: "Trip") { image in
        done.resume(returning: image.map { [Int($0.size.width), Int($0.size.height)] })
      }
    }
  }
}
