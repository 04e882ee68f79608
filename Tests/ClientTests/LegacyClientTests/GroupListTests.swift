import AssetsLibrary
import DiptychTesting
import Foundation
import Testing

@testable import LegacyClients

/// O12 of the client files, on libraries with stated results. Each in a process of its own, since the
/// list listens to every library.
@Suite struct GroupListTests {
  // O12, L174–L178, C77: the list follows the payloads.
  @Test func followsThePayloads() async {
    await #expect(processExitsWith: .success) {
      let photos = try TestPhotoLibrary {
        Album("Trip") { Photo(.jpeg(seed: 1), named: "a.jpg") }
        Photo(.jpeg(seed: 2), named: "b.jpg")
      }
      try await photos.run {
        #expect(!GroupList.isDenied)
        let list = GroupList(types: ALAssetsGroupAlbum)
        let mails = [
          GroupList.didSetUp, GroupList.didInsert, GroupList.didUpdate, GroupList.didDelete,
        ].map { Mail($0, of: list) }
        func names(_ mail: Mail) async -> [String] {
          let groups = await mail.next()?.userInfo?[GroupList.groupsKey] as? [GroupList.Group]
          return groups?.map(\.name) ?? ["no mail"]
        }
        list.reload()
        #expect(await names(mails[0]) == ["Trip"])
        try photos.user.makeAlbum("Alps")
        #expect(await names(mails[1]) == ["Alps"])
        #expect(list.groups.map(\.name) == ["Alps", "Trip"])
        try photos.user.add("b.jpg", to: "Trip")
        #expect(await names(mails[2]) == ["Trip"])
        #expect(list.groups.map { $0.group.numberOfAssets() } == [0, 2])
        // An asset's own change names no group.
        try photos.user.favorite("b.jpg")
        #expect(await photos.settle() == [])
        try photos.user.deleteAlbum("Trip")
        #expect(await names(mails[3]) == ["(gone)"])
        #expect(list.groups.map(\.name) == ["Alps"])
        // A group of another type is no news for this list.
        try photos.user.delete("a.jpg")
        #expect(await names(mails[2]) == [])
      }
    }
  }

  // O12, L80, L81: the list's filter is set on each group.
  @Test func filters() async {
    await #expect(processExitsWith: .success) {
      let photos = try TestPhotoLibrary {
        Album("Trip") { Photo(.jpeg(seed: 1), named: "a.jpg") }
      }
      try await photos.run {
        let list = GroupList(filter: try #require(ALAssetsFilter.allVideos()))
        let setUp = Mail(GroupList.didSetUp, of: list)
        list.reload()
        _ = await setUp.next()
        #expect(list.groups.map(\.name) == ["Camera Roll", "Trip"])
        #expect(list.groups.map { $0.group.numberOfAssets() } == [0, 0])
      }
    }
  }

  // O12, L191: denied, the list stays empty and nothing is posted.
  @Test func denied() async {
    await #expect(processExitsWith: .success) {
      let photos = try TestPhotoLibrary(access: .denied) {
        Album("Trip") { Photo(.jpeg(seed: 1), named: "a.jpg") }
      }
      await photos.run {
        #expect(GroupList.isDenied)
        let list = GroupList()
        let posts = Calls<Void>()
        let token = NotificationCenter.default.addObserver(
          forName: GroupList.didSetUp, object: list, queue: nil
        ) { _ in posts.note(()) }
        list.reload()
        #expect(await photos.settle() == [])
        await withCheckedContinuation { continuation in
          // Behind whatever the list has put on the main queue.
          DispatchQueue.main.async { continuation.resume() }
        }
        NotificationCenter.default.removeObserver(token)
        #expect(posts.count == 0)
        #expect(list.groups == [])
      }
    }
  }
}
