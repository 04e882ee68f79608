import DiptychAssetsLibrary
import DiptychEngine
import Foundation
import Testing

@Suite struct GroupOrderTests {
  private func seed(_ scene: Scene) throws {
    let folder = UUID()
    let inside = UUID()
    try scene.user(
      .createCollection(UUID(), .ownStream, title: "Stream"),
      .createCollection(UUID(), .album, title: "One"),
      .createCollection(folder, .folder, title: "Folder"),
      .createCollection(UUID(), .faces, title: "Ann"),
      .createCollection(UUID(), .event, title: "Event"),
      .createCollection(UUID(), .imported, title: "Imported"),
      .createCollection(UUID(), .synced, title: "Synced"),
      .createCollection(inside, .album, title: "Inside"),
      .createCollection(UUID(), .shared, title: "Shared"),
      .createCollection(UUID(), .album, title: "Two"),
      .editFolder(folder, .add([inside])))
  }

  // Decisions 3–5: albums in tree order, events, faces, streams, the Camera Roll last; no folder.
  @Test func order() async throws {
    let scene = try Scene()
    try await scene.run { library in
      try seed(scene)
      let groups = try await library.groups()
      #expect(
        groups.map(\.name) == [
          "One", "Inside", "Synced", "Two", "Event", "Imported", "Ann", "Stream", "Shared",
          "Camera Roll",
        ])
      // L44: one bit each.
      #expect(
        groups.map { $0.value(forProperty: ALAssetsGroupPropertyType) as? UInt32 } == [
          2, 2, 2, 2, 4, 4, 8, 32, 32, 16,
        ])
    }
  }

  // L30, L34–L38: which mask gives which groups.
  @Test func masks() async throws {
    let scene = try Scene()
    try await scene.run { library in
      try seed(scene)
      for (mask, names) in [
        (ALAssetsGroupAlbum, ["One", "Inside", "Synced", "Two"]),
        (ALAssetsGroupEvent, ["Event", "Imported"]), (ALAssetsGroupFaces, ["Ann"]),
        (ALAssetsGroupPhotoStream, ["Stream", "Shared"]),
        (ALAssetsGroupSavedPhotos, ["Camera Roll"]), (ALAssetsGroupLibrary, []),
        (ALAssetsGroupFaces | ALAssetsGroupSavedPhotos, ["Ann", "Camera Roll"]), (0, []),
      ] {
        #expect(try await library.groups(mask).map(\.name) == names, "\(mask)")
      }
    }
  }

  // L4, L34, L35: the synced library comes when asked for, once there are synced assets.
  @Test func syncedLibrary() async throws {
    let scene = try Scene()
    try await scene.run { library in
      _ = try await library.saved()
      try scene.engine.write {
        try $0.connection.execute("UPDATE assets SET source = 4, own = 0")
      }
      #expect(try await library.groups().map(\.name) == ["Camera Roll"])
      let synced = try await library.groups(ALAssetsGroupLibrary)
      #expect(synced.map { $0.numberOfAssets() } == [1])
      #expect(synced.first?.value(forProperty: ALAssetsGroupPropertyType) as? Int == 1)
      #expect(synced.first?.isEditable == false)
      let url = synced.first?.value(forProperty: ALAssetsGroupPropertyURL) as? URL
      #expect(try await library.group(at: url)?.numberOfAssets() == 1)
      let types: [UInt32] = await withCheckedContinuation { continuation in
        var types: [UInt32] = []
        library.enumerateGroupsWithTypes(ALAssetsGroupAll) { group, _ in
          guard let group else { return continuation.resume(returning: types) }
          types.append(group.value(forProperty: ALAssetsGroupPropertyType) as? UInt32 ?? 0)
        } failureBlock: { _ in
        }
      }
      #expect(types == [1, 16])
    }
  }

  // L41, L29: the Camera Roll is there when it is empty; with nothing to report, one nil call.
  @Test func emptyLibrary() async throws {
    let scene = try Scene()
    try await scene.run { library in
      let roll = try await library.cameraRoll()
      #expect(roll.name == "Camera Roll")
      #expect(roll.numberOfAssets() == 0)
      #expect(
        roll.description == "ALAssetsGroup - Name:Camera Roll, Type:Saved Photos, Assets count:0")
      #expect(try await library.groups(ALAssetsGroupFaces).isEmpty)
    }
  }

  // L31, decision 31: after stop there is no further call, not even the nil one.
  @Test func stop() async throws {
    let scene = try Scene()
    try await scene.run { library in
      try seed(scene)
      var names: [String?] = []
      library.enumerateGroups(withTypes: ALAssetsGroupType(ALAssetsGroupAll)) { group, stop in
        names.append(group?.name)
        stop?.pointee = true
      } failureBlock: { _ in
        names.append("failure")
      }
      #expect(await scene.engine.activities.settled(within: 30) == [])
      #expect(names == ["One"])
    }
  }

  // L2: nil blocks are allowed.
  @Test func nilBlocks() async throws {
    let scene = try Scene()
    try await scene.run { library in
      library.enumerateGroups(
        withTypes: ALAssetsGroupType(ALAssetsGroupAll), using: nil, failureBlock: nil)
      library.asset(for: nil, resultBlock: nil, failureBlock: nil)
      library.group(for: nil, resultBlock: nil, failureBlock: nil)
      library.addAssetsGroupAlbum(withName: "A", resultBlock: nil, failureBlock: nil)
      #expect(await scene.engine.activities.settled(within: 30) == [])
      let titles = try scene.titles()
      #expect(titles == ["A"])
    }
  }
}
