import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import TestMedia
import Testing

/// A property of a group with its counterpart, both told as text.
private struct GroupProperty: Sendable {
  let name: String
  let old: @Sendable (ALAssetsGroup) throws -> String
  let new: @Sendable (PHAssetCollection) throws -> String

  /// Every property of `ALAssetsGroup` that has a counterpart.
  static let all: [GroupProperty] = [
    GroupProperty(name: "ALAssetsGroupPropertyName") {
      $0.name ?? "no name"
    } new: {
      // D27: the one name that differs.
      $0.localizedTitle == "Recents" ? "Camera Roll" : $0.localizedTitle ?? "no title"
    },
    GroupProperty(name: "ALAssetsGroupPropertyType") {
      "\($0.value(forProperty: ALAssetsGroupPropertyType) as? UInt32 ?? 0)"
    } new: {
      "\(mask($0))"
    },
    GroupProperty(name: "ALAssetsGroupPropertyPersistentID") {
      "\($0.value(forProperty: ALAssetsGroupPropertyPersistentID) as? String ?? "no id")"
    } new: {
      $0.sharedIdentifier
    },
    GroupProperty(name: "ALAssetsGroupPropertyURL") {
      let url = try #require($0.url)
      let found = PHAssetCollection.fetchAssetCollections(
        withALAssetGroupURLs: [url], options: nil)
      return found.firstObject?.localIdentifier ?? "not found"
    } new: {
      $0.localIdentifier
    },
    GroupProperty(name: "posterImage()") {
      guard let image = $0.posterImage()?.takeUnretainedValue() else { return "no cover" }
      return "\(image.bitmap.pixels.hashValue)"
    } new: {
      guard let key = PHAsset.fetchKeyAssets(in: $0, options: nil)?.firstObject else {
        return "no cover"
      }
      return Self.cover.withLock { $0[key.sharedIdentifier] ?? "unknown" }
    },
    GroupProperty(name: "numberOfAssets()") {
      "\($0.numberOfAssets())"
    } new: {
      "\(PHAsset.fetchAssets(in: $0, options: nil).count)"
    },
    GroupProperty(name: "setAssetsFilter(_:)") { group in
      let filters: [ALAssetsFilter?] = [.allPhotos(), .allVideos(), .allAssets(), nil]
      return filters.map { filter in
        group.setAssetsFilter(filter)
        return "\(group.numberOfAssets()) \(group.identifiers())"
      }.joined(separator: "\n")
    } new: { collection in
      [
        NSPredicate(format: "mediaType == %d", PHAssetMediaType.image.rawValue),
        NSPredicate(format: "mediaType == %d", PHAssetMediaType.video.rawValue), nil, nil,
      ].map { predicate in
        let options = PHFetchOptions()
        options.predicate = predicate
        let found = PHAsset.fetchAssets(in: collection, options: options)
        return "\(found.count) \(found.identifiers)"
      }.joined(separator: "\n")
    },
    GroupProperty(name: "enumerateAssets(_:)") {
      "\($0.identifiers())"
    } new: { collection in
      var found: [String] = []
      PHAsset.fetchAssets(in: collection, options: nil).enumerateObjects { asset, _, _ in
        found.append(asset.sharedIdentifier)
      }
      return "\(found)"
    },
    GroupProperty(name: "enumerateAssets(options:using:)") {
      "\($0.identifiers(.reverse))"
    } new: { collection in
      var found: [String] = []
      PHAsset.fetchAssets(in: collection, options: nil)
        .enumerateObjects(options: .reverse) { asset, _, _ in found.append(asset.sharedIdentifier) }
      return "\(found)"
    },
    GroupProperty(name: "enumerateAssets(at:options:using:)") {
      "\($0.identifiers(at: IndexSet(integersIn: 0..<$0.numberOfAssets() / 2)))"
    } new: {
      let found = PHAsset.fetchAssets(in: $0, options: nil)
      let half = found.objects(at: IndexSet(integersIn: 0..<found.count / 2))
      return "\(half.map(\.sharedIdentifier))"
    },
    GroupProperty(name: "ALAssetsGroup.isEditable") {
      "\($0.isEditable)"
    } new: {
      "\($0.canPerform(.addContent))"
    },
  ]

  /// The hash of each asset's square thumbnail, which a poster is.
  static let cover = Lock<[String: String]>([:])

  private static func mask(_ collection: PHAssetCollection) -> UInt32 {
    switch collection.assetCollectionSubtype {
    case .albumRegular, .albumSyncedAlbum: ALAssetsGroupAlbum
    case .albumSyncedEvent, .albumImported: ALAssetsGroupEvent
    case .albumSyncedFaces: ALAssetsGroupFaces
    case .albumMyPhotoStream, .albumCloudShared: ALAssetsGroupPhotoStream
    case .smartAlbumUserLibrary: ALAssetsGroupSavedPhotos
    default: 0
    }
  }
}

/// Albums: what one API makes and fills, the other lists at once, in the same order.
@Suite("Groups across the facades", .serialized)
struct CrossFacadeGroupTests {
  private static let mapped: Set<String> = [
    "ALAssetsGroupPropertyName", "ALAssetsGroupPropertyType", "ALAssetsGroupPropertyPersistentID",
    "ALAssetsGroupPropertyURL", "posterImage()", "setAssetsFilter(_:)", "numberOfAssets()",
    "enumerateAssets(_:)", "enumerateAssets(options:using:)", "enumerateAssets(at:options:using:)",
    "ALAssetsGroup.isEditable",
  ]

  @Test("no property is left out")
  func completeness() {
    #expect(Set(GroupProperty.all.map(\.name)) == Self.mapped)
    #expect(GroupProperty.all.count == Self.mapped.count)
  }

  /// Compares every group that the old API lists with the collection of its URL.
  private func compare(_ library: ALAssetsLibrary, _ label: String) async throws {
    let groups = await library.listed()
    for group in groups {
      for identifier in group.identifiers() {
        let url = URL(string: "assets-library://asset/asset.JPG?id=\(identifier)")
        let asset = await library.found(at: url)
        let pixels = asset?.thumbnail()?.takeUnretainedValue().bitmap.pixels
        GroupProperty.cover.withLock { $0[identifier] = pixels.map { "\($0.hashValue)" } }
      }
      let url = try #require(group.url)
      let collection = try #require(
        PHAssetCollection.fetchAssetCollections(withALAssetGroupURLs: [url], options: nil)
          .firstObject, "\(label): \(group)")
      for property in GroupProperty.all {
        let (old, new) = (try property.old(group), try property.new(collection))
        #expect(old == new, "\(label): \(property.name) of \(group.name ?? "")")
      }
    }
    // Nothing is listed by one alone. Type for type, since the new API has no order across types.
    let albums = PHAssetCollection.fetchAssetCollections(
      with: .album, subtype: .any, options: nil)
    var identifiers: [String] = []
    albums.enumerateObjects { album, _, _ in identifiers.append(album.sharedIdentifier) }
    let listed = groups.compactMap {
      $0.value(forProperty: ALAssetsGroupPropertyPersistentID) as? String
    }
    #expect(Set(listed.dropLast()) == Set(identifiers), "\(label)")
  }

  private func change(_ block: @escaping () -> Void) throws {
    try PHPhotoLibrary.shared().performChangesAndWait(block)
  }

  private func save(_ library: ALAssetsLibrary) async throws -> [PHAsset] {
    var assets: [PHAsset] = []
    for file in ["orientation/orientation-1.jpg", "png/rgba.png", "exif/date-plain.jpg"] {
      let url = try await library.writeImageData(
        toSavedPhotosAlbum: try TestMedia.data(file), metadata: nil)
      assets.append(try await BothViews(try #require(url).absoluteString, library).new)
    }
    let video = try await library.writeVideoAtPath(
      toSavedPhotosAlbum: TestMedia.url("video/h264-high-faststart.mp4"))
    assets.append(try await BothViews(try #require(video).absoluteString, library).new)
    return assets
  }

  private func album(_ title: String) -> PHAssetCollection? {
    let options = PHFetchOptions()
    options.predicate = NSPredicate(format: "title = %@", title)
    return PHAssetCollection.fetchAssetCollections(
      with: .album, subtype: .albumRegular, options: options
    ).firstObject
  }

  // L46, L59, L62, L66, decisions 3, 4, 10, 13: an album by each, filled by each.
  @Test("albums that either makes and either fills", .enabled(if: TestMedia.hasAllMedia))
  func albums() async throws {
    let harness = try BackendHarness()
    try await harness.run {
      let library = ALAssetsLibrary()
      try await compare(library, "empty library")
      let assets = try await save(library)
      let group = try #require(await library.made("Old"))
      try change {
        PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "New")
      }
      try await compare(library, "empty albums")
      let old = try #require(album("Old"))
      let new = try #require(album("New"))
      let newGroup = try #require(
        await library.listed(ALAssetsGroupAlbum).first { $0.name == "New" })
      // The new API adds to the old one's album, and the reverse.
      try change { PHAssetCollectionChangeRequest(for: old)?.addAssets(assets as NSArray) }
      for asset in assets.reversed() {
        #expect(newGroup.add(try await BothViews(asset.localIdentifier, library).old))
      }
      #expect(group.identifiers() == assets.map(\.sharedIdentifier))
      #expect(newGroup.identifiers() == assets.reversed().map(\.sharedIdentifier))
      #expect(
        PHAsset.fetchAssets(in: new, options: nil).identifiers
          == assets.reversed().map(\.sharedIdentifier))
      try await compare(library, "filled albums")
      // C12: adding copied nothing.
      #expect(PHAsset.fetchAssets(with: nil).count == 4)
    }
  }

  // D3, D4, L91, C13, C15, C19: everything that only the new API can do to an album, seen by an
  // object that the old one gave before.
  @Test(
    "order, membership and titles that the new API changes", .enabled(if: TestMedia.hasAllMedia))
  func editsByTheNewAPI() async throws {
    let harness = try BackendHarness()
    try await harness.run {
      let library = ALAssetsLibrary()
      let assets = try await save(library)
      let ids = assets.map(\.sharedIdentifier)
      let group = try #require(await library.made("Trip"))
      let trip = try #require(album("Trip"))
      let steps: [(String, [Int], (PHAssetCollectionChangeRequest) -> Void)] = [
        ("add", [0, 1], { $0.addAssets([assets[0], assets[1]] as NSArray) }),
        ("insert first", [2, 0, 1], { $0.insertAssets([assets[2]] as NSArray, at: [0]) }),
        ("insert between", [2, 3, 0, 1], { $0.insertAssets([assets[3]] as NSArray, at: [1]) }),
        ("move", [0, 1, 2, 3], { $0.moveAssets(at: [2, 3], to: 0) }),
        ("remove at", [0, 2, 3], { $0.removeAssets(at: [1]) }),
        ("replace", [0, 1, 3], { $0.replaceAssets(at: [1], withAssets: [assets[1]] as NSArray) }),
        ("remove", [1, 3], { $0.removeAssets([assets[0]] as NSArray) }),
      ]
      for (name, expected, edit) in steps {
        let current = PHAsset.fetchAssets(in: trip, options: nil)
        try change {
          if let request = PHAssetCollectionChangeRequest(for: trip, assets: current) {
            edit(request)
          }
        }
        #expect(group.identifiers() == expected.map { ids[$0] }, "\(name)")
        #expect(group.numberOfAssets() == expected.count, "\(name)")
        try await compare(library, name)
      }
      try change { PHAssetCollectionChangeRequest(for: trip)?.title = "Journey" }
      #expect(group.name == "Journey")
      #expect(await library.made("Journey") == nil)
      // Into a folder: the old API lists it flat, in the same place of its order (decision 4).
      try change {
        let folder = PHCollectionListChangeRequest.creationRequestForCollectionList(
          withTitle: "Folder")
        folder.addChildCollections([trip] as NSArray)
      }
      #expect(await library.listed(ALAssetsGroupAlbum).map(\.name) == ["Journey"])
      try await compare(library, "in a folder")
      let url = group.url
      try change { PHAssetCollectionChangeRequest.deleteAssetCollections([trip] as NSArray) }
      #expect(group.name == nil)
      #expect(await library.foundGroup(at: url) == nil)
      #expect(await library.listed().map(\.name) == ["Camera Roll"])
      #expect(await library.listed()[0].identifiers() == ids)
    }
  }

  // L34–L38, L44: the kinds that a computer, a camera and streams bring.
  @Test("groups of every kind")
  func kinds() async throws {
    let harness = try BackendHarness()
    try await harness.run {
      let library = ALAssetsLibrary()
      _ = try await save(library)
      for (kind, title) in [
        (CollectionKind.synced, "Synced"), (.imported, "Imported"), (.event, "Event"),
        (.faces, "Ann"), (.ownStream, "Mine"), (.shared, "Ours"), (.album, "Album"),
      ] {
        let user = harness.library.user
        let album = try user.make(kind, titled: title)
        guard kind != .album else { continue }
        var draft = AssetDraft(uuid: UUID())
        draft.source = kind.memberSource
        draft.resources = [
          ResourceDraft(
            role: .photo, content: .data(try TestMedia.data("orientation/orientation-6.jpg")))
        ]
        var changes = ChangeSet(client: "Photos", origin: .user)
        changes.operations = [.createAsset(draft), .deliver([draft.uuid], to: album)]
        try harness.library.commit(changes)
      }
      let groups = await library.listed()
      #expect(groups.map { $0.numberOfAssets() } == [1, 0, 1, 1, 1, 1, 1, 5])
      try await compare(library, "every kind")
    }
  }

  // L199, C78, decision 24: one permission for both; what a limited application sees is the same.
  @Test("access is one setting for both", .enabled(if: TestMedia.hasAllMedia))
  func access() async throws {
    let harness = try BackendHarness()
    try await harness.run {
      let library = ALAssetsLibrary()
      let assets = try await save(library)
      let group = try #require(await library.made("Mine"))
      for asset in assets.prefix(3) {
        #expect(group.add(try await BothViews(asset.localIdentifier, library).old))
      }
      let chosen = try [assets[1], assets[3]].map {
        try #require(UUID(uuidString: $0.sharedIdentifier))
      }
      try harness.library.access.set(.limited(chosen), "App")
      let roll = await library.listed()[1]
      #expect(roll.identifiers() == [assets[1], assets[3]].map(\.sharedIdentifier))
      #expect(PHAsset.fetchAssets(with: nil).identifiers == roll.identifiers())
      try await compare(library, "limited")
      try harness.library.access.set(.denied, "App")
      #expect(roll.identifiers() == [])
      #expect(PHAsset.fetchAssets(with: nil).count == 0)
      #expect(ALAssetsLibrary.authorizationStatus().rawValue == 2)
      #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite).rawValue == 2)
    }
  }
}
