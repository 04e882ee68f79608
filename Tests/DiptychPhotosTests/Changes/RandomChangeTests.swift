import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation
import Testing

/// Random changes, told step by step: applied to the old list, the details of each result give the
/// new one, which is what a fetch gives (P153, P154, P158).
@Suite struct RandomChangeTests {
  private static func options(_ format: String?, _ key: String?, hidden: Bool = false)
    -> PHFetchOptions
  {
    let options = PHFetchOptions()
    options.predicate = format.map { NSPredicate(format: $0) }
    options.sortDescriptors = key.map { [NSSortDescriptor(key: $0, ascending: false)] }
    options.includeHiddenAssets = hidden
    return options
  }

  private static func fetches(_ albums: [PHAssetCollection], _ scene: Scene) throws
    -> [() -> PHFetchResult<PHAsset>]
  {
    let favorites = try #require(
      PHAssetCollection.fetchAssetCollections(
        with: .smartAlbum, subtype: .smartAlbumFavorites, options: nil
      ).firstObject)
    var fetches: [() -> PHFetchResult<PHAsset>] = []
    let recent = options(nil, nil)
    recent.predicate = NSPredicate(
      format: "creationDate > %@", Date(timeIntervalSince1970: 50))
    for options in [
      options(nil, nil), options(nil, "creationDate"),
      options(nil, "modificationDate", hidden: true),
      options("favorite == YES", "creationDate"), recent,
    ] {
      fetches.append { PHAsset.fetchAssets(with: options) }
      for album in albums { fetches.append { PHAsset.fetchAssets(in: album, options: options) } }
      fetches.append { PHAsset.fetchAssets(in: favorites, options: options) }
    }
    let limited = PHFetchOptions()
    limited.fetchLimit = 5
    fetches.append { PHAsset.fetchAssets(with: limited) }
    return fetches
  }

  private static func change(
    _ assets: [PHAsset], _ album: PHAssetCollection, _ generator: inout SplitMix64,
    _ scene: Scene
  ) throws {
    let asset = assets[Int.random(in: 0..<assets.count, using: &generator)]
    let members = PHAsset.fetchAssets(in: album, options: nil)
    let number = Int.random(in: 0..<8, using: &generator)
    let date = Date(timeIntervalSince1970: Double.random(in: 0..<100, using: &generator))
    let isOn = Bool.random(using: &generator)
    guard members.count > 1 || number < 5 else { return }
    let from = Int.random(in: 0..<max(1, members.count), using: &generator)
    let to = Int.random(in: 0..<max(1, members.count), using: &generator)
    try scene.change {
      switch number {
      case 0, 1: PHAssetChangeRequest(for: asset).creationDate = date
      case 2: PHAssetChangeRequest(for: asset).isFavorite = isOn
      case 3: PHAssetChangeRequest(for: asset).isHidden = isOn
      case 4: PHAssetCollectionChangeRequest(for: album)?.addAssets([asset] as NSArray)
      case 5: PHAssetCollectionChangeRequest(for: album)?.removeAssets(at: [from])
      case 6:
        PHAssetCollectionChangeRequest(for: album)?.moveAssets(
          at: [from], to: min(to, members.count - 1))
        PHAssetChangeRequest(for: asset).isFavorite = isOn
      default:
        PHAssetChangeRequest.deleteAssets([asset] as NSArray)
        PHAssetCreationRequest.forAsset().addResource(
          with: .photo, data: Pictures.data(), options: nil)
      }
    }
  }

  @Test func everyResultIsToldRight() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("RandomChangeTests seed \(seed)")
    try await Scene.run { scene in
      var generator = SplitMix64(seed: seed)
      let assets = try scene.saveAssets(24)
      let albums = [
        try scene.album("one", assets.shuffled(using: &generator)),
        try scene.album("two", Array(assets[..<7])),
      ]
      let fetches = try Self.fetches(albums, scene)
      var results = fetches.map { $0() }
      let recorder = Recorder()
      PHPhotoLibrary.shared().register(recorder)
      var told = 0
      for step in 0..<120 {
        let present = PHAsset.fetchAssets(with: nil)
        let all = present.objects(at: IndexSet(0..<present.count))
        scene.clock.advance(by: 1)
        try Self.change(all, albums[step % 2], &generator, scene)
        let changes = await scene.told(recorder)
        told += changes.count
        for index in results.indices where (index + step) % 3 > 0 {
          let context = "seed \(seed), step \(step), result \(index)"
          for change in changes {
            guard let details = change.changeDetails(for: results[index]) else { continue }
            let isRight = details.replayed == details.fetchResultAfterChanges.identifiers
            #expect(isRight, "\(context)")
            results[index] = details.fetchResultAfterChanges
          }
          guard !changes.isEmpty else { continue }
          let isCurrent = results[index].identifiers == fetches[index]().identifiers
          #expect(isCurrent, "\(context)")
        }
      }
      #expect(told > 60)
    }
  }
}
