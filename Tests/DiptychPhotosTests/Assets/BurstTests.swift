import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

@Suite struct BurstTests {
  private static let burst = UUID(hashing: "burst")

  /// Saves one photo for each mark, all of one burst, and returns their identifiers.
  private func save(_ marks: [BurstMark], in scene: Scene) throws -> [String] {
    let data = try TestMedia.data("exif/no-exif.jpg")
    var changes = ChangeSet(client: "Camera")
    var identifiers: [String] = []
    for mark in marks {
      var draft = AssetDraft(uuid: scene.engine.configuration.identifiers.next(.asset))
      draft.resources = [ResourceDraft(role: .photo, content: .data(data))]
      draft.burst = (Self.burst, mark)
      changes.operations.append(.createAsset(draft))
      identifiers.append(Identifiers.asset(draft.uuid))
    }
    try scene.engine.commit(changes)
    return identifiers
  }

  // C69, P41: five with one representative.
  @Test func aBurstOfFive() async throws {
    try await Scene.run { scene in
      let single = try scene.save()
      let marks = (0..<5).map { BurstMark(isRepresentative: $0 == 2) }
      let burst = try save(marks, in: scene)
      #expect(scene.assets == [single, burst[2]])
      let options = PHFetchOptions()
      options.includeAllBurstAssets = true
      let all = PHAsset.fetchAssets(with: options)
      #expect(all.identifiers == [single] + burst)
      let members = (1..<all.count).map { all[$0] }
      #expect(Set(members.map(\.burstIdentifier)) == [Self.burst.uuidString])
      #expect(members.map(\.representsBurst) == [false, false, true, false, false])
      #expect(members.allSatisfy { $0.burstSelectionTypes == [] })
      #expect(all[0].burstIdentifier == nil && !all[0].representsBurst)

      let name = Self.burst.uuidString
      #expect(
        PHAsset.fetchAssets(withBurstIdentifier: name, options: nil).identifiers == [burst[2]])
      #expect(
        PHAsset.fetchAssets(withBurstIdentifier: name, options: options).identifiers == burst)
      for unknown in ["", "burst", UUID().uuidString] {
        #expect(PHAsset.fetchAssets(withBurstIdentifier: unknown, options: options).count == 0)
      }
      let bursts = try scene.smartAlbum(.smartAlbumBursts)
      #expect(scene.members(of: bursts) == [burst[2]])
      #expect(PHAsset.fetchAssets(in: bursts, options: options).identifiers == [burst[2]])
      options.predicate = NSPredicate(format: "burstIdentifier == %@", name)
      #expect(PHAsset.fetchAssets(with: options).identifiers == burst)
    }
  }

  // P41: the user's picks are listed, the camera's are not.
  @Test func picks() async throws {
    try await Scene.run { scene in
      let marks = [
        BurstMark(isRepresentative: true, isAutoPick: true), BurstMark(isUserPick: true),
        BurstMark(isAutoPick: true), BurstMark(isUserPick: true, isAutoPick: true), BurstMark(),
      ]
      let burst = try save(marks, in: scene)
      #expect(scene.assets == [burst[0], burst[1], burst[3]])
      let options = PHFetchOptions()
      options.includeAllBurstAssets = true
      let all = PHAsset.fetchAssets(with: options)
      #expect(
        (0..<5).map { all[$0].burstSelectionTypes }
          == [.autoPick, .userPick, .autoPick, [.autoPick, .userPick], []])
      // The trash keeps what an asset is to its burst.
      let uuids = try burst.map { try #require(Identifiers.assetUUID($0)) }
      try scene.engine.user.delete(uuids)
      try scene.engine.user.restore(uuids)
      #expect(scene.assets == [burst[0], burst[1], burst[3]])
    }
  }

  // P61: numbers are Apple's.
  @Test func rawValues() {
    #expect(PHAssetBurstSelectionType.autoPick.rawValue == 1)
    #expect(PHAssetBurstSelectionType.userPick.rawValue == 2)
    for mark in [false, true].flatMap({ a in
      [false, true].flatMap { b in
        [false, true].map { BurstMark(isRepresentative: a, isUserPick: b, isAutoPick: $0) }
      }
    }) {
      #expect(BurstMark(stored: mark.stored) == mark)
    }
  }
}
