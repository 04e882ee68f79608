import DiptychEngine
import DiptychPhotos
import Foundation
import Testing

/// Tokens of a library that was copied, as by a backup: the copy has the same identifier and counts its
/// changes on from the same number.
@Suite struct CopiedHistoryTests {
  private func code(_ body: () throws -> Void) -> PHPhotosError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? PHPhotosError)?.code
    }
  }

  /// A token as an archive of an early time holds it, without anything but a number.
  private func token(
    _ number: Int64, of library: Library, mark: String? = nil
  ) throws -> PHPersistentChangeToken {
    let coder = NSKeyedArchiver(requiringSecureCoding: true)
    coder.encode(NSString(string: library.uuid.uuidString), forKey: "library")
    coder.encode(number, forKey: "token")
    if let mark { coder.encode(NSString(string: mark), forKey: "mark") }
    coder.finishEncoding()
    return try #require(
      PHPersistentChangeToken(coder: try NSKeyedUnarchiver(forReadingFrom: coder.encodedData)))
  }

  private func archived(_ token: PHPersistentChangeToken) throws -> PHPersistentChangeToken {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: token, requiringSecureCoding: true)
    return try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: data))
  }

  /// What has been inserted since a token, by commits.
  private func albums(since token: PHPersistentChangeToken) throws -> [Int] {
    try PHPhotoLibrary.shared().fetchPersistentChanges(since: token).map {
      try $0.changeDetails(for: .assetCollection).insertedLocalIdentifiers.count
    }
  }

  /// Runs a test in a library and in a copy of it that was made before two more albums.
  private func run(
    _ body: (
      _ inCopy: Scene, _ atCopy: PHPersistentChangeToken, _ kept: [PHPersistentChangeToken]
    ) async throws -> Void
  ) async throws {
    try await Scene.run { scene in
      let library = PHPhotoLibrary.shared()
      try scene.album("One")
      let atCopy = library.currentChangeToken
      let twin = try EphemeralLibrary.twin(of: scene.engine)
      defer { twin.close() }
      try scene.album("Two")
      let two = library.currentChangeToken
      try scene.album("Three")
      let kept = [two, library.currentChangeToken]
      #expect(try albums(since: archived(two)) == [1])
      let copy = Scene(
        engine: twin, scope: LibraryScope(library: twin, client: "App", delivery: .private),
        clock: scene.clock)
      try await copy.scope.runInTask { try await body(copy, archived(atCopy), kept.map(archived)) }
      _ = await twin.activities.settled(within: 10)
    }
  }

  // P165, decision 210: a token from after the backup never holds in the backup, however many changes
  // are made there; one from before it holds and misses none.
  @Test func backupInPlace() async throws {
    try await run { copy, atCopy, kept in
      let library = PHPhotoLibrary.shared()
      for count in 0...4 {
        #expect(try albums(since: atCopy) == Array(repeating: 1, count: count))
        for token in kept {
          #expect(
            code { _ = try library.fetchPersistentChanges(since: token) }
              == .persistentChangeTokenExpired, "\(count) albums")
        }
        try copy.album("New \(count)")
      }
      #expect(try albums(since: archived(library.currentChangeToken)) == [])
    }
  }

  // Decision 210: the same change of the same object is another one at another time.
  @Test func sameChangeLater() async throws {
    try await Scene.run { scene in
      let library = PHPhotoLibrary.shared()
      let asset = try scene.saveAssets(1)[0]
      let twin = try EphemeralLibrary.twin(of: scene.engine)
      defer { twin.close() }
      func favorite(_ value: Bool) throws -> PHPersistentChangeToken {
        let own = PHAsset.fetchAssets(
          withLocalIdentifiers: [asset.localIdentifier], options: nil)[0]
        try PHPhotoLibrary.shared().performChangesAndWait {
          PHAssetChangeRequest(for: own).isFavorite = value
        }
        return try archived(PHPhotoLibrary.shared().currentChangeToken)
      }
      let kept = try favorite(true)
      let copy = LibraryScope(library: twin, client: "App", delivery: .private)
      let before = LibraryScope.$current.withValue(copy) { library.currentChangeToken }
      // Nothing tells two histories apart that are equal to the microsecond.
      let same = try LibraryScope.$current.withValue(copy) { try favorite(true) }
      #expect(same == kept)
      #expect(try LibraryScope.$current.withValue(copy) { try albums(since: kept) } == [])
      #expect(try LibraryScope.$current.withValue(copy) { try albums(since: before) } == [0])
      let later = try EphemeralLibrary.twin(of: scene.engine)
      defer { later.close() }
      scene.clock.advance(by: 1)
      _ = try favorite(false)
      let third = LibraryScope(library: later, client: "App", delivery: .private)
      scene.clock.advance(by: 1)
      try LibraryScope.$current.withValue(third) {
        let other = try favorite(false)
        #expect(try albums(since: kept) == [0])
        let here = LibraryScope.$current.withValue(scene.scope) { library.currentChangeToken }
        #expect(here != other)
        #expect(
          code { _ = try library.fetchPersistentChanges(since: here) }
            == .persistentChangeTokenExpired)
      }
      _ = await twin.activities.settled(within: 10)
      _ = await later.activities.settled(within: 10)
    }
  }

  // P164: an archive from before tokens had a mark is read, and its number counts alone.
  @Test func archivesWithoutMark() async throws {
    try await Scene.run { scene in
      let start = PHPhotoLibrary.shared().currentChangeToken
      #expect(try token(0, of: scene.engine) == start)
      try scene.album("One")
      try scene.album("Two")
      #expect(try albums(since: start) == [1, 1])
      #expect(try albums(since: try archived(token(1, of: scene.engine))) == [1])
      #expect(try albums(since: try token(1, of: scene.engine, mark: "no mark")) == [1])
      // What is no mark of ours tells of another history.
      let mark = UUID().uuidString
      let other = try archived(token(1, of: scene.engine, mark: mark))
      #expect(
        code { _ = try PHPhotoLibrary.shared().fetchPersistentChanges(since: other) }
          == .persistentChangeTokenExpired)
    }
  }

  // P165: an archive can hold any number.
  @Test(arguments: [Int64.max, .max - 1, .min, -1, 2, 1 << 62])
  func numbersOutOfRange(_ number: Int64) async throws {
    try await Scene.run { scene in
      try scene.album("One")
      let token = try archived(token(number, of: scene.engine))
      #expect(
        code { _ = try PHPhotoLibrary.shared().fetchPersistentChanges(since: token) }
          == .persistentChangeTokenExpired)
    }
  }

  // Decision 210: where the log begins right behind a token, its commit cannot be compared any more.
  @Test func edgeOfTheLog() async throws {
    try await Scene.run { scene in
      try scene.album("One")
      let token = try archived(PHPhotoLibrary.shared().currentChangeToken)
      scene.clock.advance(by: 31 * 86_400)
      try scene.album("Two")
      try scene.engine.forgetHistory(keeping: 1)
      #expect(try albums(since: token) == [1])
    }
  }
}
