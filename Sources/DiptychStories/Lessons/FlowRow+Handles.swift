import AssetsLibrary
import DiptychEngine
import DiptychPlatform
import Foundation
import Lessons
import Photos

/// Rows of lessons about handles, objects and writes that only Photos has.
extension FlowRow {
  /// Lesson 11: delete, hide, rename.
  static let deleteRenameHide = FlowRow(
    name: "lesson-11", title: "old handles, writes through Photos / Photos",
    given: { context in
      let trip = try context.library.user.make(titled: "Trip")
      try context.library.user.add(try context.saveThree(), to: trip)
    },
    legacy: { context in
      let librarian = LegacyLibrarian()
      guard let first = try context.assetURL(0), let second = try context.assetURL(1),
        let album = Identifiers.groupURL(try context.tripAlbum())
      else { return }
      try await context.step("delete") {
        await callback { done in librarian.delete(first) { _ in done() } }
      }
      try await context.step("hide") {
        await callback { done in librarian.hide(second) { _ in done() } }
      }
      try await context.step("rename") {
        await callback { done in librarian.rename(album, to: "Journey") { _ in done() } }
      }
    },
    modern: { context in
      let librarian = ModernLibrarian()
      let (first, second) = (try context.assetIdentifier(0), try context.assetIdentifier(1))
      let album = Identifiers.album(try context.tripAlbum())
      try await context.step("delete") {
        await callback { done in librarian.delete(first) { _ in done() } }
      }
      try await context.step("hide") {
        await callback { done in librarian.hide(second) { _ in done() } }
      }
      try await context.step("rename") {
        await callback { done in librarian.rename(album, to: "Journey") { _ in done() } }
      }
    })

  /// Lesson 13: what a kept object says after changes, and after its library is gone.
  static let lifetime = FlowRow(
    name: "lesson-13", title: "a live object, then a husk / a snapshot, then fetched again",
    declared: [
      DeclaredDifference("album", "after changes", .liveObjects),
      DeclaredDifference("album", "after letting go", .liveObjects),
    ],
    given: { context in
      let trip = try context.library.user.make(titled: "Trip")
      let photos = try context.saveThree()
      try context.library.user.add([photos[0]], to: trip)
    },
    legacy: { context in
      let watcher = LegacyAlbumWatcher()
      try await context.step("take") { await callback { done in watcher.take(done) } }
      let first = watcher.now
      try await context.step("change") { try context.changeTrip() }
      let changed = watcher.now
      await context.letBlocksGo()
      watcher.releaseLibrary()
      context.reportAlbum(first, changed, watcher.now)
    },
    modern: { context in
      let watcher = ModernAlbumWatcher()
      try await context.step("take") { watcher.take() }
      let first = watcher.now
      try await context.step("change") { try context.changeTrip() }
      let changed = watcher.now
      watcher.fetchAgain()
      context.reportAlbum(first, changed, watcher.now)
    })

  /// Lesson 15: URLs from earlier runs, one of them dead.
  static let storedURLs = FlowRow(
    name: "lesson-15", title: "look each URL up / fetch by the URL, keep the identifier",
    given: { context in
      let photos = try context.saveThree()
      try context.library.user.delete([photos[1]])
    },
    legacy: { context in
      let urls = try context.storedURLs()
      let bookmarks = LegacyBookmarks(stored: urls)
      let names = try context.assetNames()
      try await context.step("load") {
        await callback { done in
          bookmarks.load { assets in
            let found = assets.map { asset -> String in
              let url = asset?.value(forProperty: ALAssetPropertyAssetURL) as? URL
              return Identifiers.uuid(of: url).flatMap { names[$0] } ?? "nothing"
            }
            context.reportList("bookmarks", found)
            done()
          }
        }
      }
    },
    modern: { context in
      let bookmarks = ModernBookmarks(stored: try context.storedURLs())
      let names = try context.assetNames()
      try await context.step("load") {
        _ = bookmarks.load()
        let found = bookmarks.identifiers.map { identifier in
          identifier.flatMap(Identifiers.assetUUID).flatMap { names[$0] } ?? "nothing"
        }
        context.reportList("bookmarks", found)
      }
    })
}

extension FlowContext {
  fileprivate func tripAlbum() throws -> UUID {
    guard let album = try library.user.collections(titled: "Trip").first else {
      throw LibraryError(.objectGone, "There is no album \"Trip\". Make it first.")
    }
    return album.uuid
  }

  /// The user adds a photo to the album and renames it.
  fileprivate func changeTrip() throws {
    let album = try tripAlbum()
    let names = try assetNames()
    let second = names.first { $0.value == "a2" }.map { [$0.key] } ?? []
    try library.user.add(second, to: album)
    try library.user.rename(album, to: "Journey")
  }

  /// What an application stored in earlier runs: the first photo, and one that the user deleted.
  fileprivate func storedURLs() throws -> [URL] {
    [try assetURL(0), try assetURL(1)].compactMap { $0 }
  }

  /// Waits until the blocks that have run are gone, and with them what they held: a serial queue
  /// lets one go before it runs the next.
  fileprivate func letBlocksGo() async {
    await callback { done in library.queues.request("letting go", done) }
    await callback { done in library.queues.deliver("letting go", done) }
    await callback { done in library.queues.observe("letting go", done) }
  }

  fileprivate func reportAlbum(
    _ first: (title: String?, count: Int), _ changed: (title: String?, count: Int),
    _ last: (title: String?, count: Int)
  ) {
    func text(_ look: (title: String?, count: Int)) -> String {
      "\(look.title.map { "\"\($0)\"" } ?? "no title") \(look.count)"
    }
    report(
      "album",
      [
        (name: "at first", value: text(first)), (name: "after changes", value: text(changed)),
        (name: "after letting go", value: text(last)),
      ])
  }
}
