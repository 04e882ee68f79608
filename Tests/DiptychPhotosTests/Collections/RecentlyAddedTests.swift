import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

/// Recently Added holds what was added in the month before the newest that is shown (P70, decision
/// 230).
@Suite struct RecentlyAddedTests {
  private func recent(_ scene: Scene, includingHidden: Bool = false) throws -> [String] {
    let options = PHFetchOptions()
    options.includeHiddenAssets = includingHidden
    return PHAsset.fetchAssets(
      in: try scene.smartAlbum(.smartAlbumRecentlyAdded), options: options
    ).identifiers
  }

  private func uuid(_ identifier: String) throws -> UUID {
    try #require(Identifiers.assetUUID(identifier))
  }

  @Test func newestShown() async throws {
    try await Scene.run { scene in
      let old = try scene.saveAssets(2).map(\.localIdentifier)
      scene.clock.advance(by: 40 * 86_400)
      #expect(try recent(scene) == old)
      let new = try scene.save()
      #expect(try recent(scene) == [new])
      let user = scene.engine.user
      var update = AssetUpdate()
      update.isHidden = true
      try user.update(try uuid(new), update)
      #expect(try recent(scene) == old)
      #expect(try recent(scene, includingHidden: true) == [new])
      try user.delete([try uuid(new)])
      #expect(try recent(scene, includingHidden: true) == old)
      try user.purge([try uuid(new)])
      #expect(try recent(scene) == old)
      // What a sync brings is not the user's own.
      var draft = AssetDraft(uuid: UUID())
      draft.resources = [ResourceDraft(role: .photo, content: .data(Pictures.data()))]
      draft.source = .synced
      var changes = ChangeSet()
      changes.operations = [.createAsset(draft)]
      try scene.engine.commit(changes)
      #expect(try recent(scene) == old)
    }
  }

  // P177: what others save is no reason for anything to vanish.
  @Test func limited() async throws {
    try await Scene.run { scene in
      let old = try scene.saveAssets(2).map(\.localIdentifier)
      try scene.engine.access.set(.limited([try uuid(old[0])]), "App")
      scene.clock.advance(by: 40 * 86_400)
      try scene.engine.otherApp("Camera").save(Pictures.data(), named: "new.jpg")
      #expect(try recent(scene) == [old[0]])
      let own = try scene.save()
      #expect(try recent(scene) == [own])
    }
  }
}
