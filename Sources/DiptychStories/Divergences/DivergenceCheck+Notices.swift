import DiptychAssetsLibrary
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation

extension DivergenceCheck {
  /// D28: what both APIs tell of a save, before and after something was read.
  static let notices = DivergenceCheck(
    .notices,
    "before reading: updated groups as URLs; after: updated groups as URLs",
    "before reading: nothing; after: inserted index 1, on a background queue",
    legacy: { bench in
      try await bench.told(
        of: { notices in
          NotificationCenter.default.addObserver(
            forName: .ALAssetsLibraryChanged, object: bench.legacy, queue: nil
          ) { notices.add(Self.text($0)) }
        }, saving: { _ = await bench.saveLegacy(Picture.down) }, reading: { _ = await bench.walk() }
      )
    },
    modern: { bench in
      let fetched = Lock<PHFetchResult<PHAsset>?>(nil)
      return try await bench.told(
        of: { notices in
          let observer = ChangeWitness { change in
            notices.add(Self.text(change, fetched.withLock { $0 }))
          }
          PHPhotoLibrary.shared().register(observer)
          return observer
        }, saving: { try bench.saveModern(Picture.down) },
        reading: { fetched.withLock { $0 = PHAsset.fetchAssets(with: nil) } })
    })
}

extension DivergenceBench {
  /// What others are told of two saves, between which the library is read.
  /// - Parameter listen: Starts listening, and gives what has to live as long.
  fileprivate func told(
    of listen: (Notices) -> AnyObject, saving save: () async throws -> Void,
    reading read: () async throws -> Void
  ) async throws -> String {
    let notices = Notices()
    let listener = listen(notices)
    defer { withExtendedLifetime(listener) { NotificationCenter.default.removeObserver(listener) } }
    func taken() async -> String {
      _ = await library.activities.settled(within: 30)
      return notices.taken
    }
    try await save()
    let before = await taken()
    try await read()
    try await save()
    return "before reading: \(before); after: \(await taken())"
  }
}

/// What was told since somebody asked.
private final class Notices: Sendable {
  private let texts = Lock<[String]>([])

  func add(_ text: String) { texts.withLock { $0.append(text) } }

  var taken: String {
    texts.withLock { texts in
      defer { texts = [] }
      return texts.isEmpty ? "nothing" : texts.joined(separator: ", ")
    }
  }
}

/// An observer that hands on what it is told.
private final class ChangeWitness: NSObject, PHPhotoLibraryChangeObserver, Sendable {
  private let hear: @Sendable (PHChange) -> Void

  init(_ hear: @escaping @Sendable (PHChange) -> Void) {
    self.hear = hear
  }

  func photoLibraryDidChange(_ changeInstance: PHChange) { hear(changeInstance) }
}

extension DivergenceCheck {
  /// The keys of a notification of the old API, and whether they hold sets of URLs (L175).
  private static func text(_ notification: Notification) -> String {
    let names = [
      ALAssetLibraryUpdatedAssetsKey: "updated assets",
      ALAssetLibraryUpdatedAssetGroupsKey: "updated groups",
      ALAssetLibraryInsertedAssetGroupsKey: "inserted groups",
      ALAssetLibraryDeletedAssetGroupsKey: "deleted groups",
    ]
    let info = notification.userInfo ?? [:]
    let keys = info.keys.compactMap { ($0 as? String).flatMap { names[$0] } }.sorted()
    let haveURLs = !info.isEmpty && info.values.allSatisfy { $0 is Set<URL> }
    return keys.joined(separator: " and ") + (haveURLs ? " as URLs" : "")
  }

  /// What a change of the modern API says of a fetch result, and where it says so.
  private static func text(_ change: PHChange, _ result: PHFetchResult<PHAsset>?) -> String {
    let place = MainQueue.isCurrent ? "on the main queue" : "on a background queue"
    guard let details = result.flatMap({ change.changeDetails(for: $0) }) else {
      return "a change of something else, \(place)"
    }
    let indexes = (details.insertedIndexes ?? []).map(String.init).joined(separator: " ")
    return "inserted index \(indexes), \(place)"
  }
}
