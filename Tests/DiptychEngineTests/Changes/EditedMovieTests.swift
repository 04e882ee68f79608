import DiptychCodecs
import DiptychEngine
import Foundation
import TestMedia
import Testing

/// The movie of an edited Live Photo in the store.
struct EditedMovieTests {
  /// A Live Photo, and the movie of its edit: other bytes that say the same identifier.
  private func livePhoto(in library: Library) throws -> UUID {
    let uuid = library.configuration.identifiers.next(.asset)
    var draft = AssetDraft(uuid: uuid)
    draft.resources = [
      ResourceDraft(role: .photo, content: .data(try TestMedia.data("live/generated.jpg"))),
      ResourceDraft(role: .pairedVideo, content: .data(try TestMedia.data("live/generated.mov"))),
    ]
    try library.commit(.createAsset(draft))
    return uuid
  }

  private func edit(movie: Data?, onTop: Bool = false) throws -> ContentEdit {
    var edit = ContentEdit(
      formatIdentifier: "com.example.edit", formatVersion: "1", data: Data(),
      rendering: ResourceDraft(
        role: .fullSizePhoto, content: .data(try TestMedia.data("live/generated.jpg"))))
    edit.movie = movie.map { ResourceDraft(role: .fullSizePairedVideo, content: .data($0)) }
    edit.startsFromRendering = onTop
    return edit
  }

  private func editedMovie(_ number: UInt8) throws -> Data {
    try TestMedia.data("live/generated.mov")
      + Data([0, 0, 0, 9] + Array("free".utf8) + [number])
  }

  private func files(_ library: Library, _ asset: UUID) throws -> [ResourceRole: Data] {
    let records = try library.read { transaction in
      let row = try #require(try transaction.asset(asset)?.row)
      return try transaction.resources(of: row)
    }
    return Dictionary(
      uniqueKeysWithValues: try records.map { ($0.role, try library.data(of: $0)) })
  }

  // P204, P219, P220: it stands beside the edited photo, and goes with it.
  @Test func comesAndGoes() throws {
    let library = try Fixtures.library()
    let asset = try livePhoto(in: library)
    try library.user.edit(asset, try edit(movie: editedMovie(1)))
    var found = try files(library, asset)
    #expect(
      Set(found.keys) == [
        .photo, .pairedVideo, .fullSizePhoto, .adjustmentData, .fullSizePairedVideo,
      ])
    #expect(try found[.fullSizePairedVideo] == editedMovie(1))
    #expect(try found[.pairedVideo] == TestMedia.data("live/generated.mov"))
    // P216: an edit on top of it makes it the base, as it does with the photo.
    try library.user.edit(asset, try edit(movie: editedMovie(2), onTop: true))
    found = try files(library, asset)
    #expect(try found[.fullSizePairedVideo] == editedMovie(2))
    #expect(try found[.adjustmentBasePairedVideo] == editedMovie(1))
    #expect(found[.adjustmentBasePhoto] != nil)
    // An edit of the photo alone leaves the Live Photo its own movie.
    try library.user.edit(asset, try edit(movie: nil))
    #expect(try files(library, asset)[.fullSizePairedVideo] == nil)
    #expect(try library.verify() == [])
    try library.user.revert(asset)
    #expect(Set(try files(library, asset).keys) == [.photo, .pairedVideo])
    #expect(try library.files(in: "originals").count == 2)
    #expect(try library.files(in: "staging") == [])
  }

  // P139: only a Live Photo has one, beside an edited photo, and a build that reads movies looks
  // whether it is of that Live Photo (C50).
  @Test func wrongMovies() throws {
    let library = try Fixtures.library()
    let asset = try livePhoto(in: library)
    let plain = try #require(try library.seedPictures(1).first)
    let before = try library.dump(.exact)
    #expect(
      errorCode { try library.user.edit(plain, try edit(movie: editedMovie(1))) }
        == .changeNotSupported)
    var video = try edit(movie: editedMovie(1))
    video.rendering.role = .fullSizeVideo
    #expect(errorCode { try library.user.edit(asset, video) } == .changeNotSupported)
    var photo = try edit(movie: TestMedia.data("live/generated.jpg"))
    #expect(errorCode { try library.user.edit(asset, photo) } == .wrongMediaKind)
    photo = try edit(movie: TestMedia.data("video/h264-high-faststart.mp4"))
    let code = errorCode { try library.user.edit(asset, photo) }
    #if AllMedia
      #expect(code == .pairMismatch)
      #expect(try library.dump(.exact) == before)
      #expect(try library.files(in: "originals").count == 3)
    #else
      #expect(code == nil)
    #endif
    #expect(try library.files(in: "staging") == [])
  }

  // What a caller has read of a file saves a look at it, and is believed of no copy.
  @Test func previews() throws {
    let library = try Fixtures.library()
    func save(_ sample: String, as format: MediaFormat) throws -> UUID {
      let uuid = library.configuration.identifiers.next(.asset)
      var draft = AssetDraft(uuid: uuid)
      var resource = ResourceDraft(role: .photo, content: .file(TestMedia.url(sample).path))
      resource.preview = MediaProbe(format: format, storedSize: PixelSize(width: 1, height: 1))
      draft.resources = [resource]
      try library.commit(.createAsset(draft))
      return uuid
    }
    let uuid = try save("exif/real-canon.jpg", as: .jpeg)
    let record = try #require(try library.read { try $0.asset(uuid) })
    #expect(record.pixelSize == PixelSize(width: 80, height: 80))
    #expect(errorCode { _ = try save("png/rgba.png", as: .jpeg) } == .invalidMedia)
    #expect(errorCode { _ = try save("bad/truncated.jpg", as: .jpeg) } == .invalidMedia)
    #expect(errorCode { _ = try save("no-such.jpg", as: .jpeg) } == .sourceUnreadable)
    #expect(errorCode { _ = try save("exif/real-canon.jpg", as: .mpeg4) } == .wrongMediaKind)
    #expect(try library.files(in: "originals").count == 1)
    #expect(try library.files(in: "staging") == [])
  }
}
