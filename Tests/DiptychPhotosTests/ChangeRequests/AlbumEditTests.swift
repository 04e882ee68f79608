import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

@Suite struct AlbumEditTests {
  /// An album of three assets and two more outside, and what an edit makes of it: letters name the
  /// assets in order of arrival.
  private func edit(
    _ members: String = "abc", basis: Bool = false,
    _ body: @escaping (PHAssetCollectionChangeRequest, [PHAsset]) -> Void
  ) async throws -> String {
    var letters = ""
    try await Scene.run { scene in
      let assets = try scene.saveAssets(5)
      let names = Dictionary(uniqueKeysWithValues: zip(assets.map(\.localIdentifier), "abcde"))
      func asset(_ letter: Character) -> PHAsset? {
        assets.first { names[$0.localIdentifier] == letter }
      }
      let album = try scene.album("Trip", members.compactMap(asset))
      let result = PHAsset.fetchAssets(in: album, options: nil)
      let code = scene.failure {
        let request =
          basis
          ? PHAssetCollectionChangeRequest(for: album, assets: result)
          : PHAssetCollectionChangeRequest(for: album)
        if let request { body(request, assets) }
      }
      if let code {
        letters = "\(code.rawValue)"
        #expect(scene.members(of: album).count == members.count)
      } else {
        letters = String(scene.members(of: album).compactMap { names[$0] })
      }
      #expect(scene.assets.count == 5)  // P106: nothing leaves the library.
    }
    return letters
  }

  // C9, P109, P113, decision 10: new ones come last, a member keeps its place, repeats collapse.
  @Test func adding() async throws {
    #expect(try await edit { $0.addAssets([$1[3]] as NSArray) } == "abcd")
    #expect(try await edit { $0.addAssets([$1[0]] as NSArray) } == "abc")
    #expect(try await edit { $0.addAssets([$1[4], $1[0], $1[4]] as NSArray) } == "abce")
  }

  // P111, C11: the n-th asset lands on the n-th smallest index of the final list.
  @Test func inserting() async throws {
    #expect(
      try await edit("ab") { $0.insertAssets([$1[2], $1[3]] as NSArray, at: IndexSet([3, 0])) }
        == "cabd")
    #expect(
      try await edit { $0.insertAssets([$1[3]] as NSArray, at: IndexSet(integer: 0)) } == "dabc")
    #expect(
      try await edit { $0.insertAssets([$1[3]] as NSArray, at: IndexSet(integer: 3)) } == "abcd")
  }

  // P112, decision 11: counts that differ, a member, an index past the end.
  @Test func insertingWhatDoesNotFit() async throws {
    #expect(
      try await edit { $0.insertAssets([$1[3], $1[4]] as NSArray, at: IndexSet(integer: 0)) }
        == "3301")
    #expect(
      try await edit { $0.insertAssets([$1[0]] as NSArray, at: IndexSet(integer: 0)) } == "3301")
    #expect(
      try await edit { $0.insertAssets([$1[3]] as NSArray, at: IndexSet(integer: 9)) } == "3301")
    #expect(
      try await edit { request, _ in request.removeAssets(at: IndexSet(integer: 3)) } == "3301")
  }

  // P106, C13, P116.
  @Test func removing() async throws {
    #expect(try await edit { $0.removeAssets([$1[1]] as NSArray) } == "ac")
    #expect(try await edit { $0.removeAssets([$1[4]] as NSArray) } == "abc")
    #expect(try await edit { request, _ in request.removeAssets(at: IndexSet([0, 2])) } == "b")
  }

  // P115: a given asset that is a member already is moved.
  @Test func replacing() async throws {
    #expect(
      try await edit {
        $0.replaceAssets(at: IndexSet(integer: 1), withAssets: [$1[3]] as NSArray)
      } == "adc")
    #expect(
      try await edit {
        $0.replaceAssets(at: IndexSet(integer: 0), withAssets: [$1[2]] as NSArray)
      } == "cb")
  }

  // P114: `to` counts in the shortened list.
  @Test func moving() async throws {
    #expect(
      try await edit { request, _ in request.moveAssets(at: IndexSet([0, 1]), to: 1) } == "cab")
    #expect(
      try await edit { request, _ in request.moveAssets(at: IndexSet(integer: 2), to: 0) } == "cab")
    #expect(
      try await edit { request, _ in request.moveAssets(at: IndexSet(integer: 0), to: 3) } == "3301"
    )
  }

  // The same verbs with the fetch result as the list that indexes count in.
  @Test func indexesOfAResult() async throws {
    #expect(
      try await edit(basis: true) { $0.insertAssets([$1[3]] as NSArray, at: IndexSet(integer: 1)) }
        == "adbc")
    #expect(
      try await edit(basis: true) { request, _ in request.removeAssets(at: IndexSet(integer: 0)) }
        == "bc")
    #expect(
      try await edit(basis: true) { request, _ in
        request.moveAssets(at: IndexSet(integer: 2), to: 0)
      }
        == "cab")
  }

  // P90, P111, decision 240: each verb counts in what the verbs before it have made of the list, with
  // a result as without one.
  @Test func verbsOfOneRequest() async throws {
    for basis in [false, true] {
      #expect(
        try await edit(basis: basis) {
          $0.insertAssets([$1[3]] as NSArray, at: [3])
          $0.insertAssets([$1[4]] as NSArray, at: [4])
        } == "abcde")
      #expect(
        try await edit(basis: basis) {
          $0.removeAssets([$1[0]] as NSArray)
          $0.insertAssets([$1[3]] as NSArray, at: [2])
        } == "bcd")
      #expect(
        try await edit(basis: basis) { request, _ in
          request.removeAssets(at: [0])
          request.removeAssets(at: [0])
        } == "c")
      #expect(
        try await edit(basis: basis) {
          $0.addAssets([$1[3]] as NSArray)
          $0.moveAssets(at: [3], to: 0)
        } == "dabc")
      #expect(
        try await edit(basis: basis) { request, _ in
          request.moveAssets(at: [0], to: 2)
          request.moveAssets(at: [0], to: 2)
        } == "cab")
      #expect(
        try await edit(basis: basis) {
          $0.replaceAssets(at: [0], withAssets: [$1[2]] as NSArray)
          $0.insertAssets([$1[3]] as NSArray, at: [2])
          $0.removeAssets(at: [0])
        } == "bd")
      #expect(
        try await edit(basis: basis) { request, _ in
          request.removeAssets(at: [0])
          request.removeAssets(at: [2])
        } == "3301")
    }
  }

  // Decision 12, P110: indexes count in the result that was passed, though the album has changed.
  @Test func indexesCountInThePassedResult() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(4)
      let album = try scene.album("Trip", Array(assets[0...2]))
      let options = PHFetchOptions()
      options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
      let before = PHAsset.fetchAssets(in: album, options: nil)
      try scene.change {
        PHAssetCollectionChangeRequest(for: album)?.moveAssets(at: IndexSet(integer: 0), to: 2)
      }
      #expect(scene.members(of: album) == [1, 2, 0].map { assets[$0].localIdentifier })
      try scene.change {
        PHAssetCollectionChangeRequest(for: album, assets: before)?
          .removeAssets(at: IndexSet(integer: 0))
      }
      #expect(scene.members(of: album) == [1, 2].map { assets[$0].localIdentifier })
    }
  }

  // Decision 12: hidden members do not count.
  @Test func indexesDoNotCountHiddenMembers() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(3)
      let album = try scene.album("Trip", Array(assets[0...1]))
      try scene.change { PHAssetChangeRequest(for: assets[0]).isHidden = true }
      try scene.change {
        PHAssetCollectionChangeRequest(for: album)?
          .insertAssets([assets[2]] as NSArray, at: IndexSet(integer: 0))
      }
      #expect(scene.members(of: album) == [2, 1].map { assets[$0].localIdentifier })
    }
  }

  // P53, P232: every way in which public code hands assets over.
  @Test func takesResultsArraysAndPlaceholders() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(6)
      let album = try scene.album("Trip")
      let result = PHAsset.fetchAssets(
        withLocalIdentifiers: [assets[0].localIdentifier], options: nil)
      let data = try TestMedia.data("exif/no-exif.jpg")
      let placeholder = try scene.change {
        let request = PHAssetCollectionChangeRequest(for: album)
        request?.addAssets(result)
        request?.addAssets([assets[1]] as NSArray)
        request?.addAssets([assets[2]] as any NSFastEnumeration)
        request?.addAssets(NSArray(object: assets[3]))
        request?.addAssets([assets[4]])
        let creation = PHAssetCreationRequest.forAsset()
        creation.addResource(with: .photo, data: data, options: nil)
        let placeholder = creation.placeholderForCreatedAsset
        request?.addAssets([placeholder!, assets[5]] as [PHObject])
        return placeholder?.localIdentifier ?? ""
      }
      #expect(
        scene.members(of: album)
          == assets[0...4].map(\.localIdentifier) + [placeholder, assets[5].localIdentifier])
    }
  }

  // P100, C14, decision 34: a smart album gives a request, and its verbs fail the block with 3300.
  @Test func smartAlbumsCannotBeChanged() async throws {
    try await Scene.run { scene in
      let asset = try #require(try scene.saveAssets(1).first)
      let album = try scene.userLibrary()
      #expect(!album.canPerform(.removeContent))
      #expect(!album.canPerform(.addContent))
      #expect(album.canPerform(.deleteContent))  // P99
      let verbs: [(PHAssetCollectionChangeRequest) -> Void] = [
        { $0.addAssets([asset] as NSArray) }, { $0.removeAssets([asset] as NSArray) },
        { $0.insertAssets([asset] as NSArray, at: IndexSet(integer: 0)) },
        { $0.removeAssets(at: IndexSet(integer: 0)) }, { $0.moveAssets(at: [0], to: 0) },
        { $0.replaceAssets(at: [0], withAssets: [asset] as NSArray) }, { $0.title = "Mine" },
      ]
      for verb in verbs {
        let code = scene.failure {
          let request = PHAssetCollectionChangeRequest(for: album)
          #expect(request != nil)
          if let request { verb(request) }
        }
        #expect(code == .changeNotSupported)
      }
      let code = scene.failure {
        PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray)
      }
      #expect(code == .changeNotSupported)
      #expect(scene.engine.access.prompts == [])
      #expect(scene.assets.count == 1)
    }
  }

  // P98: an object that is in no library gives no request.
  @Test func anObjectWithoutALibraryGivesNoRequest() async throws {
    try await Scene.run { scene in
      try scene.change {
        #expect(PHAssetCollectionChangeRequest(for: PHAssetCollection()) == nil)
        #expect(PHCollectionListChangeRequest(for: PHCollectionList()) == nil)
      }
      #expect(try scene.token() == 0)
    }
  }

  // P97: what is no asset fails the block instead of being dropped.
  @Test func albumsTakeAssetsOnly() async throws {
    try await Scene.run { scene in
      let album = try scene.album("Trip")
      for wrong: any NSFastEnumeration in [[album] as NSArray, ["text"] as NSArray] {
        let code = scene.failure { PHAssetCollectionChangeRequest(for: album)?.addAssets(wrong) }
        #expect(code == .changeNotSupported)
      }
    }
  }

  // P121, decision 41: an asset that is gone is dropped by album verbs, and fails property changes.
  @Test func anAssetThatIsGone() async throws {
    try await Scene.run { scene in
      let assets = try scene.saveAssets(2)
      let album = try scene.album("Trip")
      try scene.change { PHAssetChangeRequest.deleteAssets([assets[0]] as NSArray) }
      try scene.change {
        PHAssetCollectionChangeRequest(for: album)?.addAssets(assets as NSArray)
      }
      #expect(scene.members(of: album) == [assets[1].localIdentifier])
      let code = scene.failure { PHAssetChangeRequest(for: assets[0]).isFavorite = true }
      #expect(code == .requestNotSupportedForAsset)
    }
  }
}
