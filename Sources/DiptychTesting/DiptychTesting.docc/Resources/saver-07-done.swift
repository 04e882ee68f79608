import DiptychTestingSwiftTesting
import Testing

@testable import PhotoSaver

@Test(.photoLibrary) func picturesAreInTheAlbum() throws {
  for seed in 1...2 {
    try ModernSaver().save(TestPicture.jpeg(seed: seed).data, to: "Trip")
  }
  let library = TestPhotoLibrary.current
  #expect(library.albums.map(\.title) == ["Trip"])
  #expect(library.album("Trip")?.assets == library.assets)
}
