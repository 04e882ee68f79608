import AssetsLibrary
import DiptychTesting
import Foundation
import TestMedia
import Testing

@testable import LegacyClients

/// O6 and O7 of the client files, on libraries with stated results.
@Suite struct ShelfTests {
  private func library(
    access: TestPhotoLibrary.Access = .authorized, delivery: TestPhotoLibrary.Delivery = .private
  ) throws -> TestPhotoLibrary {
    try TestPhotoLibrary(access: access, delivery: delivery) {
      Album("Trip") {
        Photo(.jpeg(seed: 1), named: "a.jpg")
        Photo(.jpeg(seed: 2), named: "b.jpg")
      }
      Album("Empty") {}
    }
  }

  // O6, O7, L24, L71, L88: groups and their URLs through a semaphore, on a thread of its own, where
  // results arrive on the main queue too.
  @Test(arguments: [TestPhotoLibrary.Delivery.private, .main])
  func waitsWithASemaphore(_ delivery: TestPhotoLibrary.Delivery) async throws {
    let photos = try library(delivery: delivery)
    try await photos.run {
      let shelf = Handed(AssetShelf(listensToLibrary: true) {})
      let albums = await onThread { shelf.value.albums(ALAssetsGroupType(ALAssetsGroupAlbum)) }
      #expect(albums.map(\.url) == photos.albums.map(\.groupURL))
      let facts = await onThread { albums.map { ($0.name, $0.count, $0.items?.count) } }
      #expect(facts.map(\.0) == ["Trip", "Empty"])
      #expect(facts.map(\.1) == [2, 0])
      // L69: an empty album has one closing call, which the original counts as one too many.
      #expect(facts.map(\.2) == [2, nil])
      let all = await onThread { shelf.value.albums(ALAssetsGroupType(ALAssetsGroupAll)) }
      #expect(all.count == 3)
      let gone = AssetShelfAlbum(
        try #require(URL(string: "assets-library://group/?id=x")), shelf.value.library)
      #expect(await onThread { gone.name } == nil)
    }
  }

  // O7, L160: a modified copy stands for its original.
  @Test func modifiedCopies() async throws {
    let photos = try library()
    try await photos.run {
      let shelf = Handed(AssetShelf(listensToLibrary: true) {})
      let albums = await onThread { shelf.value.albums(ALAssetsGroupType(ALAssetsGroupAlbum)) }
      let first = try #require(await onThread { albums[0].items }?.first)
      let copy = try await first.writeModifiedImageData(
        toSavedPhotosAlbum: TestPicture.jpeg(seed: 9).data, metadata: nil)
      try photos.user.add(try #require(copy).absoluteString, to: "Empty")
      let items = await onThread { albums[1].items }
      #expect(
        items?.map { $0.value(forProperty: ALAssetPropertyAssetURL) as? URL } == [
          photos.asset("a.jpg")?.assetURL
        ])
    }
  }

  // O6, L187, L188, L190: the states at the start.
  @Test func states() async throws {
    let rows: [(TestPhotoLibrary.Access, isAccessible: Bool, asked: String?, prompts: Int)] = [
      (.authorized, true, nil, 0), (.restricted, true, nil, 0), (.denied, false, "denied", 0),
      (.notDetermined, false, "authorized", 1),
    ]
    for row in rows {
      let photos = try library(access: row.0)
      await photos.run {
        let shelf: Handed<AssetShelf> = await withCheckedContinuation { continuation in
          let made = Calls<AssetShelf>()
          let isReloaded = DispatchSemaphore(value: 0)
          made.note(AssetShelf(listensToLibrary: true) { isReloaded.signal() })
          DispatchQueue.global().async {
            isReloaded.wait()
            continuation.resume(returning: Handed(made.all[0]))
          }
        }
        #expect(shelf.value.asked == row.asked, "\(row.0)")
        let wasAsked = row.prompts > 0
        #expect(shelf.value.isAccessible == (row.isAccessible || wasAsked), "\(row.0)")
        #expect(photos.prompts == Array(repeating: .readWriteAccess, count: row.prompts))
        let count = await onThread {
          shelf.value.albums(ALAssetsGroupType(ALAssetsGroupAlbum)).count
        }
        #expect(count == (row.0 == .authorized || wasAsked ? 2 : 0), "\(row.0)")
      }
    }
  }

  // O6, L172: who listens with itself as the notification's object hears nothing; who listens with
  // the library does. Nothing is posted before the library was used (L182).
  @Test func listening() async throws {
    let photos = try library()
    try await photos.run {
      let deaf = Calls<Void>()
      let deafShelf = Handed(AssetShelf(listensToLibrary: false) { deaf.note(()) })
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      let shelf = Handed(AssetShelf(listensToLibrary: true) { continuation.yield() })
      var reloads = stream.makeAsyncIterator()
      await reloads.next()
      try photos.user.makeAlbum("Before the first use")
      #expect(await photos.settle() == [])
      for shelf in [deafShelf, shelf] {
        let count = await onThread {
          shelf.value.albums(ALAssetsGroupType(ALAssetsGroupAlbum)).count
        }
        #expect(count == 3)
      }
      try photos.user.makeAlbum("After it")
      // This one would wait for ever if nothing came, and would count two if the first had told.
      await reloads.next()
      #expect(await photos.settle() == [])
      continuation.finish()
      #expect(await reloads.next() == nil)
      #expect(deaf.count == 1)
    }
  }
}
