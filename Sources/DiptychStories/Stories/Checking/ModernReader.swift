import DiptychCodecs
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation

/// Reads the library as an application written for Photos does, and compares with the model.
struct ModernReader {
  let home: StoryLibrary
  let model: LibraryModel
  var random: SplitMix64
  var check = Check()

  init(_ home: StoryLibrary, _ model: LibraryModel, _ random: SplitMix64) {
    self.home = home
    self.model = model
    self.random = random
  }

  mutating func run() async -> [String] {
    checkStatus()
    checkCollections()
    for _ in 0..<2 { checkFetch(randomFetch()) }
    await checkAsset()
    checkKept()
    return check.failures
  }

  private mutating func checkStatus() {
    let status = PHPhotoLibrary.authorizationStatus(for: .readWrite)
    check.expect("status", status.rawValue, model.access.reading.rawValue)
    let adding = PHPhotoLibrary.authorizationStatus(for: .addOnly)
    check.expect("status for adding", adding.rawValue, model.access.adding.rawValue)
  }

  // MARK: Collections

  private mutating func checkCollections() {
    let tree = model.visibleTree
    let albums = PHAssetCollection.fetchAssetCollections(
      with: .album, subtype: .albumRegular, options: nil)
    check.expect(
      "albums", (0..<albums.count).map { text(albums[$0]) },
      tree.filter { !$0.isFolder }.map { text($0) })
    let folders = PHCollectionList.fetchCollectionLists(
      with: .folder, subtype: .regularFolder, options: nil)
    check.expect(
      "folders", (0..<folders.count).map { folders[$0].localIdentifier },
      tree.filter(\.isFolder).map { Identifiers.folder($0.uuid) })
    let root = PHCollection.fetchTopLevelUserCollections(with: nil)
    check.expect("the root", identifiers(root), children(nil))
    if folders.count > 0 {
      let folder = folders[Int.random(in: 0..<folders.count, using: &random)]
      let inside = PHCollection.fetchCollections(in: folder, options: nil)
      let uuid = Identifiers.folderUUID(folder.localIdentifier)
      check.expect("a folder's children", identifiers(inside), children(uuid))
    }
    let library = PHAssetCollection.fetchAssetCollections(
      with: .smartAlbum, subtype: .smartAlbumUserLibrary, options: nil)
    let title = model.profile.namesUserLibraryCameraRoll ? "Camera Roll" : "Recents"
    check.expect(
      "the title of the library", library.firstObject?.localizedTitle,
      model.access.canRead ? title : nil)
    checkTitles(tree)
    checkParent(tree)
  }

  private func text(_ album: PHAssetCollection) -> String {
    let dates = [album.startDate, album.endDate].map { $0.map(DumpText.date) ?? "none" }
    return "\(DumpText.quoted(album.localizedTitle ?? "none")) \(album.localIdentifier) "
      + "\(album.estimatedAssetCount) \(dates.joined(separator: " "))"
  }

  private func text(_ album: LibraryModel.Collection) -> String {
    let members = model.members(of: album.uuid).compactMap { model.asset($0) }
    let dates = members.compactMap(\.date)
    let ends = [dates.min(), dates.max()].map { date in
      date.map { DumpText.date(Date(microseconds: $0)) } ?? "none"
    }
    return "\(DumpText.quoted(album.title)) \(Identifiers.album(album.uuid)) \(members.count) "
      + ends.joined(separator: " ")
  }

  private func identifiers(_ result: PHFetchResult<PHCollection>) -> [String] {
    (0..<result.count).map { result[$0].localIdentifier }
  }

  private func children(_ folder: UUID?) -> [String] {
    guard model.access.canRead else { return [] }
    return (model.children[folder] ?? []).compactMap { model.collections[$0] }
      .filter { model.isReachable($0, true) }
      .map { $0.isFolder ? Identifiers.folder($0.uuid) : Identifiers.album($0.uuid) }
  }

  /// Albums by a condition on their titles, and sorted by them.
  private mutating func checkTitles(_ tree: [LibraryModel.Collection]) {
    guard let title = tree.randomElement(using: &random)?.title, !title.utf8.contains(0) else {
      return
    }
    let options = PHFetchOptions()
    let (format, holds) = Self.titleConditions.randomElement(using: &random) ?? ("", { $0 == $1 })
    options.predicate = NSPredicate(format: format, title)
    let found = PHAssetCollection.fetchAssetCollections(
      with: .album, subtype: .any, options: options)
    check.expect(
      "albums with \(format) \(DumpText.quoted(String(title.prefix(20))))",
      (0..<found.count).map { found[$0].localIdentifier },
      tree.filter { !$0.isFolder && holds($0.title, title) }.map { Identifiers.album($0.uuid) })
  }

  /// Conditions on a title, and what they mean.
  private static let titleConditions: [(String, @Sendable (String, String) -> Bool)] = [
    ("localizedTitle == %@", { $0 == $1 }),
    ("localizedTitle != %@", { $0 != $1 }),
    ("NOT (localizedTitle = %@)", { $0 != $1 }),
    ("localizedTitle IN { %@, 'Family' }", { $0 == $1 || $0 == "Family" }),
  ]

  private mutating func checkParent(_ tree: [LibraryModel.Collection]) {
    guard let child = tree.randomElement(using: &random),
      let object = home.collections[child.uuid]
    else { return }
    let found = LibraryScope.$current.withValue(home.keeper) {
      PHCollectionList.fetchCollectionListsContaining(object, options: nil)
    }
    check.expect(
      "the folder of a collection", found.firstObject?.localIdentifier,
      child.parent.map { Identifiers.folder($0) })
  }

  // MARK: Fetches

  private mutating func randomFetch() -> ModelFetch {
    let album = model.visibleTree.filter { !$0.isFolder }.randomElement(using: &random)?.uuid
    let some = model.assets.map(\.uuid).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    let ranges: [ModelFetch.Range] = [
      .library, .favorites, .videos, .livePhotos, .hidden, .recentlyAdded,
      .identifiers(Array(some.shuffled(using: &random))),
    ]
    var range = ranges.randomElement(using: &random) ?? .library
    if let album, Bool.random(using: &random) { range = .album(album) }
    var fetch = ModelFetch(range: range)
    if Bool.random(using: &random) { fetch.condition = condition(3) }
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let key = ModelSort.Key.allCases.randomElement(using: &random) ?? .creationDate
      fetch.sort.append(ModelSort(key, ascending: Bool.random(using: &random)))
    }
    fetch.includesHidden = Int.random(in: 0..<4, using: &random) == 0
    if Int.random(in: 0..<4, using: &random) == 0 {
      fetch.limit = Int.random(in: 1...5, using: &random)
    }
    return fetch
  }

  private mutating func condition(_ depth: Int) -> ModelCondition {
    let date = model.assets.randomElement(using: &random)?.date ?? 0
    let other = model.assets.randomElement(using: &random)
    switch Int.random(in: 0..<(depth > 0 ? 16 : 13), using: &random) {
    case 0: return .isFavorite(Bool.random(using: &random))
    case 1: return .isHidden(Bool.random(using: &random))
    case 2: return .isVideo
    case 3: return .hasNoDate
    case 4: return .dateBefore(date)
    case 5: return .dateFrom(date)
    case 6: return .widerThan(Int.random(in: 0...100, using: &random))
    case 7: return .longerThan([0, 1.5, 1.534, 2].randomElement(using: &random) ?? 0)
    case 8: return .among(model.assets.map(\.uuid).filter { _ in Bool.random(using: &random) })
    case 9: return .isLive(Bool.random(using: &random))
    case 10: return .dateBetween(min(date, other?.date ?? 0), max(date, other?.date ?? 0))
    case 11: return .tallEnough(other?.size.height ?? 40)
    case 12: return .modifiedFrom(other?.modified ?? 0)
    case 13: return .not(condition(depth - 1))
    case 14: return .both(condition(depth - 1), condition(depth - 1))
    default: return .either(condition(depth - 1), condition(depth - 1))
    }
  }

  private mutating func checkFetch(_ fetch: ModelFetch) {
    let options = PHFetchOptions()
    if let condition = fetch.condition {
      let (text, arguments) = condition.format
      options.predicate = NSPredicate(format: text, argumentArray: arguments)
    }
    if !fetch.sort.isEmpty {
      options.sortDescriptors = fetch.sort.map {
        NSSortDescriptor(key: $0.key.rawValue, ascending: $0.ascending)
      }
    }
    options.includeHiddenAssets = fetch.includesHidden
    options.fetchLimit = fetch.limit
    guard let result = result(fetch.range, options) else { return }
    let expected = model.fetch(fetch)
    let found = (0..<result.count).compactMap { uuid(result[$0]) }
    check.expect("a fetch \(fetch)", found, expected)
    guard found == expected else { return }
    checkResult(result, expected)
  }

  private func result(
    _ range: ModelFetch.Range, _ options: PHFetchOptions
  ) -> PHFetchResult<PHAsset>? {
    func smart(_ subtype: PHAssetCollectionSubtype) -> PHFetchResult<PHAsset>? {
      PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: subtype, options: nil)
        .firstObject.map { PHAsset.fetchAssets(in: $0, options: options) }
    }
    switch range {
    case .library: return PHAsset.fetchAssets(with: options)
    case .favorites: return smart(.smartAlbumFavorites)
    case .videos: return smart(.smartAlbumVideos)
    case .livePhotos: return smart(.smartAlbumLivePhotos)
    case .recentlyAdded: return smart(.smartAlbumRecentlyAdded)
    case .hidden: return smart(.smartAlbumAllHidden)
    case .identifiers(let uuids):
      return PHAsset.fetchAssets(
        withLocalIdentifiers: uuids.map { Identifiers.asset($0) }, options: options)
    case .album(let uuid):
      return PHAssetCollection.fetchAssetCollections(
        withLocalIdentifiers: [Identifiers.album(uuid)], options: nil
      ).firstObject.map { PHAsset.fetchAssets(in: $0, options: options) }
    }
  }

  private func uuid(_ object: PHObject?) -> UUID? {
    object.flatMap { Identifiers.assetUUID($0.localIdentifier) }
  }

  /// The other ways to look into a result.
  private mutating func checkResult(_ result: PHFetchResult<PHAsset>, _ expected: [UUID]) {
    check.expect("the first of a result", uuid(result.firstObject), expected.first)
    check.expect("the last of a result", uuid(result.lastObject), expected.last)
    var walked: [UUID] = []
    var places: [Int] = []
    result.enumerateObjects(options: .reverse) { asset, place, _ in
      if let uuid = Identifiers.assetUUID(asset.localIdentifier) { walked.append(uuid) }
      places.append(place)
    }
    check.expect("a result backwards", walked, expected.reversed())
    check.expect("a result's indexes", places, expected.indices.reversed())
    let chosen = expected.indices.filter { _ in Bool.random(using: &random) }
    check.expect(
      "a result at indexes", result.objects(at: IndexSet(chosen)).compactMap { uuid($0) },
      chosen.map { expected[$0] })
    let videos = expected.count { model.asset($0)?.isVideo ?? false }
    check.expect("a result's videos", result.countOfAssets(with: .video), videos)
    guard
      let (uuid, object) = home.assets.min(by: { $0.key < $1.key })
    else { return }
    let place = result.index(of: object)
    check.expect(
      "the index of an asset", place == NSNotFound ? nil : place, expected.firstIndex(of: uuid))
    check.expect("whether an asset is there", result.contains(object), expected.contains(uuid))
  }

  // MARK: Assets

  private mutating func checkAsset() async {
    guard let expected = model.assets.randomElement(using: &random) else { return }
    let found = PHAsset.fetchAssets(
      withLocalIdentifiers: [Identifiers.asset(expected.uuid)], options: nil
    ).firstObject
    check.expect("an asset by its identifier", found != nil, model.isFound(expected.uuid))
    guard let asset = found else { return }
    check.expect("an asset's properties", text(asset), text(expected))
    let resources = PHAssetResource.assetResources(for: asset)
    check.expect(
      "an asset's resources",
      resources.map { "\($0.type.rawValue) \($0.originalFilename) \($0.uniformTypeIdentifier)" },
      expected.files.map { "\($0.role.rawValue) \($0.name) \($0.type)" })
    let albums = PHAssetCollection.fetchAssetCollectionsContaining(
      asset, with: .album, options: nil)
    check.expect(
      "the albums of an asset", (0..<albums.count).map { albums[$0].localIdentifier },
      model.visibleTree.filter { $0.members.contains(expected.uuid) }
        .map { Identifiers.album($0.uuid) })
    if Int.random(in: 0..<3, using: &random) == 0 { await checkPicture(asset, expected) }
  }

  private func text(_ asset: PHAsset) -> String {
    let place = asset.location.map {
      "\($0.coordinate.latitude) \($0.coordinate.longitude) "
        + ($0.verticalAccuracy < 0 ? "" : "\($0.altitude)")
    }
    return [
      "\(asset.mediaType.rawValue)", "\(asset.playbackStyle.rawValue)",
      "\(asset.pixelWidth)×\(asset.pixelHeight)",
      asset.creationDate.map(DumpText.date) ?? "none",
      asset.modificationDate.map(DumpText.date) ?? "none",
      asset.addedDate.map(DumpText.date) ?? "none", place ?? "nowhere", "\(asset.duration)",
      "\(asset.isFavorite)", "\(asset.isHidden)", "\(asset.mediaSubtypes.rawValue)",
      asset.adjustmentFormatIdentifier ?? "as it came", "\(asset.hasAdjustments)",
      asset.adjustmentTimestamp.map(DumpText.date) ?? "never",
    ].joined(separator: ", ")
  }

  private func text(_ asset: LibraryModel.Asset) -> String {
    let date = { (micros: Int64) in DumpText.date(Date(microseconds: micros)) }
    let place = asset.location.map {
      "\($0.latitude) \($0.longitude) " + ($0.altitude.map { "\($0)" } ?? "")
    }
    return [
      asset.isVideo ? "2" : "1", "\(asset.playbackStyle)",
      "\(asset.size.width)×\(asset.size.height)", asset.date.map(date) ?? "none",
      date(asset.modified), date(asset.added), place ?? "nowhere", "\(asset.duration)",
      "\(asset.isFavorite)", "\(asset.isHidden)", "\(asset.subtypes)",
      asset.adjustment?.format ?? "as it came", "\(asset.adjustment != nil)",
      asset.adjusted.map(date) ?? "never",
    ].joined(separator: ", ")
  }

  /// Results that were kept are snapshots: they hold what they held (P46).
  private mutating func checkKept() {
    for (album, result) in home.kept {
      check.expect(
        "a kept result", (0..<result.count).compactMap { uuid(result[$0]) },
        model.kept[album] ?? [])
    }
    guard let album = model.visibleTree.filter({ !$0.isFolder }).randomElement(using: &random),
      let object = PHAssetCollection.fetchAssetCollections(
        withLocalIdentifiers: [Identifiers.album(album.uuid)], options: nil
      ).firstObject
    else { return }
    let key = PHAsset.fetchKeyAssets(in: object, options: nil)
    check.expect(
      "the key asset of an album", uuid(key?.firstObject), model.members(of: album.uuid).first)
  }
}
