import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

/// What the history says of what albums and folders hold, and of what it cannot read.
@Suite struct HistoryDetailTests {
  private func updated(
    since token: PHPersistentChangeToken, _ type: PHObjectType
  ) throws -> [Set<String>] {
    try PHPhotoLibrary.shared().fetchPersistentChanges(since: token).map {
      try $0.changeDetails(for: type).updatedLocalIdentifiers
    }
  }

  private func code(_ body: () throws -> Void) -> PHPhotosError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? PHPhotosError)?.code
    }
  }

  private func uuid(_ object: PHObject) throws -> UUID {
    try #require(UUID(uuidString: String(object.localIdentifier.prefix(36))))
  }

  // P168, decision 241: a folder that gives a child up holds something else, as the one that takes it.
  @Test func foldersThatGiveUpAChild() async throws {
    try await Scene.run { scene in
      let album = try scene.album("A")
      let second = try scene.album("B")
      let third = try scene.album("C")
      let one = try scene.folder("F", [album, second, third])
      let other = try scene.folder("G")
      let library = PHPhotoLibrary.shared()
      let (first, target) = (one.localIdentifier, other.localIdentifier)
      var token = library.currentChangeToken
      scene.clock.advance(by: 60)
      try scene.change {
        PHCollectionListChangeRequest(for: other)?.addChildCollections([album] as NSArray)
      }
      #expect(try updated(since: token, .collectionList) == [[first, target]])
      #expect(try updated(since: token, .assetCollection) == [[album.localIdentifier]])
      token = library.currentChangeToken
      try scene.change {
        PHAssetCollectionChangeRequest.deleteAssetCollections([second] as NSArray)
      }
      #expect(try updated(since: token, .collectionList) == [[first]])
      token = library.currentChangeToken
      let top = PHCollection.fetchTopLevelUserCollections(with: nil)
      try scene.change {
        PHCollectionListChangeRequest(forTopLevelCollectionListUserCollections: top)?
          .addChildCollections([third] as NSArray)
      }
      #expect(try updated(since: token, .collectionList) == [[first]])
      token = library.currentChangeToken
      // One that goes itself is not told as changed, too.
      try scene.change {
        PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray)
        PHCollectionListChangeRequest.deleteCollectionLists([other] as NSArray)
      }
      #expect(try updated(since: token, .collectionList) == [[]])
    }
  }

  // P168, P178, decision 241: an album whose member goes holds something else; other applications'
  // albums are nothing to one with limited access.
  @Test func albumsThatLoseAMember() async throws {
    try await Scene.run { scene in
      let asset = try scene.saveAssets(1)[0]
      let album = try scene.album("A", [asset])
      try scene.engine.access.set(.limited([try uuid(asset)]), "Reader")
      let token = PHPhotoLibrary.shared().currentChangeToken
      try scene.change { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
      try scene.engine.user.restore([try uuid(asset)])
      #expect(
        try updated(since: token, .assetCollection)
          == [[album.localIdentifier], [album.localIdentifier]])
      let reader = LibraryScope(library: scene.engine, client: "Reader", delivery: .private)
      try await reader.runInTask {
        let seen = try updated(since: token, .assetCollection)
        #expect(seen == [[], []])
      }
    }
  }

  // P167, decision 243: a walk that cannot go on says so, and does not just end.
  @Test func aWalkThatCannotGoOn() async throws {
    try await Scene.run { scene in
      let start = PHPhotoLibrary.shared().currentChangeToken
      for number in 0..<260 { try scene.engine.user.make(titled: "\(number)") }
      let result = try PHPhotoLibrary.shared().fetchPersistentChanges(since: start)
      var walk = result.makeIterator()
      let first = walk.next()
      #expect(first != nil && first?.changeToken != start)
      try scene.engine.access.set(.denied, "App")
      // What was read already is told; the rest is not, and the last one says why.
      var rest: [PHPersistentChange] = []
      while let change = walk.next() { rest.append(change) }
      #expect(rest.count < 259)
      #expect(rest.last?.changeToken == rest.dropLast().last?.changeToken)
      for change in [try #require(rest.last)] + Array(result) {
        for type in [PHObjectType.asset, .assetCollection, .collectionList] {
          #expect(code { _ = try change.changeDetails(for: type) } == .accessUserDenied)
        }
      }
      #expect(Array(result).map(\.changeToken) == [start])
      try scene.engine.access.set(.authorized, "App")
      // Nothing is lost for who goes on from the last token.
      let last = try #require(rest.last?.changeToken)
      let remaining = Array(try PHPhotoLibrary.shared().fetchPersistentChanges(since: last))
      #expect(rest.count + remaining.count >= 260)
      #expect(Array(result).count == 260)
    }
  }
}
