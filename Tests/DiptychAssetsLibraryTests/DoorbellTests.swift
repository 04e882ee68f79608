import DiptychAssetsLibrary
import DiptychEngine
import DiptychPlatform
import Foundation
import Testing

/// Changes of another process (C77).
@Suite struct DoorbellTests {
  /// Calls its continuation with the first sets of group URLs that are told.
  private func told(
    _ library: ALAssetsLibrary, while body: () async throws -> Void
  ) async throws -> Set<URL> {
    let (stream, continuation) = AsyncStream<Set<URL>>.makeStream()
    let token = NotificationCenter.default.addObserver(
      forName: .ALAssetsLibraryChanged, object: library, queue: nil
    ) { notification in
      let key = ALAssetLibraryInsertedAssetGroupsKey
      continuation.yield(notification.userInfo?[key] as? Set<URL> ?? [])
    }
    defer { NotificationCenter.default.removeObserver(token) }
    try await body()
    for await urls in stream { return urls }
    return []
  }

  private func open(
    _ folder: String, _ configure: (inout LibraryConfiguration) -> Void
  ) throws -> Library {
    var configuration = LibraryConfiguration(folder: folder)
    configuration.isDurable = false
    configure(&configuration)
    return try Library.open(configuration)
  }

  /// A process of its own that makes an album.
  private func makeAlbumElsewhere(_ folder: String) async {
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      var configuration = LibraryConfiguration(folder: folder)
      configuration.isDurable = false
      let library = try Library.open(configuration)
      try library.otherApp("Elsewhere").make(titled: "Trip")
      library.close()
    }
  }

  // Design, changes: another process's commit is told at once. The check by the clock is an hour
  // away, so that only the doorbell can tell.
  @Test(.timeLimit(.minutes(10))) func anotherProcessIsHeard() async throws {
    let folder = NSTemporaryDirectory() + "/diptych-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let engine = try open(folder) { $0.changeCheckInterval = 3_600 }
    let scope = LibraryScope(library: engine, delivery: .private)
    try await scope.runInTask {
      let library = ALAssetsLibrary()
      let before = try await library.groups(ALAssetsGroupAlbum)
      #expect(before.isEmpty)
      let urls = try await told(library) { await makeAlbumElsewhere(folder) }
      let album = try #require(try await library.groups(ALAssetsGroupAlbum).first)
      let url = try #require(album.value(forProperty: ALAssetsGroupPropertyURL) as? URL)
      #expect(urls == [url])
    }
    engine.close()
  }

  // The check by the clock finds what was committed without the doorbell.
  @Test(.timeLimit(.minutes(10))) func theClockFindsTheRest() async throws {
    let folder = NSTemporaryDirectory() + "/diptych-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let engine = try open(folder) { $0.changeCheckInterval = 0.05 }
    let scope = LibraryScope(library: engine, delivery: .private)
    try await scope.runInTask {
      let library = ALAssetsLibrary()
      _ = try await library.groups()
      // Nobody listens to the file that the writer will make anew.
      try FileManager.default.removeItem(atPath: folder + "/doorbell")
      let urls = try await told(library) { await makeAlbumElsewhere(folder) }
      #expect(urls.count == 1)
    }
    engine.close()
  }

  // The file holds the last token, in eight bytes, and belongs to the library's folder.
  @Test func theFile() throws {
    let scene = try Scene()
    for _ in 0..<2 { try scene.user(.createCollection(UUID(), .album, title: "Trip")) }
    let data = try Data(contentsOf: URL(fileURLWithPath: scene.engine.path + "/doorbell"))
    #expect(data == withUnsafeBytes(of: try scene.token().littleEndian) { Data($0) })
    #expect(try scene.engine.verify() == [])
  }

  // A doorbell that cannot be written disturbs no commit.
  @Test func aBrokenDoorbell() async throws {
    let disk = FullDisk()
    let scene = try Scene { $0.systemCalls = disk.calls }
    try await scene.run { library in
      _ = try await library.groups()
      disk.isFull = true
      let album = try await library.album("Trip")
      #expect(album?.name == "Trip")
    }
  }
}
