import DiptychAssetsLibrary
import DiptychCodecs
import DiptychEngine
import DiptychPlatform
import Foundation
import TestMedia

/// Reads the library as an application written for AssetsLibrary does, and compares with the model.
struct LegacyReader {
  let home: StoryLibrary
  let model: LibraryModel
  var random: SplitMix64
  var check = Check()

  init(_ home: StoryLibrary, _ model: LibraryModel, _ random: SplitMix64) {
    self.home = home
    self.model = model
    self.random = random
  }

  /// Every group with its properties, the assets of one of them, and one asset.
  mutating func run() async -> [String] {
    let (groups, failure) = await groups()
    guard model.access.canRead else {
      let code = model.access.reading == .restricted ? -3312 : -3311
      check.expect("groups without access", failure ?? "no failure", "error \(code)")
      check.expect("status", ALAssetsLibrary.authorizationStatus().rawValue, status)
      return check.failures
    }
    check.expect("groups", failure ?? "no failure", "no failure")
    let albums = model.visibleTree.filter { !$0.isFolder }
    let expected = albums.map { self.text($0) } + [cameraRoll]
    check.expect("groups", groups.map { self.text($0) }, expected)
    if groups.count == albums.count + 1 {
      let place = Int.random(in: 0..<groups.count, using: &random)
      walk(groups[place], place < albums.count ? .album(albums[place].uuid) : model.cameraRoll)
    }
    await look()
    return check.failures
  }

  private var status: Int { model.access.reading == .restricted ? 1 : 2 }

  // MARK: Groups

  private func groups() async -> ([ALAssetsGroup], String?) {
    let list = Lock<[LegacyObject<ALAssetsGroup>]>([])
    let failure: String? = await withCheckedContinuation { continuation in
      home.legacy.enumerateGroups(
        withTypes: ALAssetsGroupType(ALAssetsGroupAll),
        using: { group, _ in
          guard let group else { return continuation.resume(returning: nil) }
          list.withLock { $0.append(LegacyObject(group)) }
        },
        failureBlock: { error in
          continuation.resume(returning: "error \((error as NSError?)?.code ?? 0)")
        })
    }
    return (list.withLock { $0.map(\.object) }, failure)
  }

  private func text(_ group: ALAssetsGroup) -> String {
    let name = group.value(forProperty: ALAssetsGroupPropertyName) as? String ?? "no name"
    let type = group.value(forProperty: ALAssetsGroupPropertyType) as? NSNumber
    let id = group.value(forProperty: ALAssetsGroupPropertyPersistentID) as? String ?? "no id"
    return "\(DumpText.quoted(name)) \(type ?? 0) \(id) \(group.isEditable) "
      + "\(group.numberOfAssets())"
  }

  private func text(_ album: LibraryModel.Collection) -> String {
    "\(DumpText.quoted(album.title)) 2 \(album.uuid.uuidString) true "
      + "\(model.members(of: album.uuid).count)"
  }

  private var cameraRoll: String {
    let id = SmartAlbum.userLibrary.uuid(library: home.library.uuid).uuidString
    return "\(DumpText.quoted(model.cameraRollTitle)) 16 \(id) false "
      + "\(model.fetch(ModelFetch(range: model.cameraRoll)).count)"
  }

  /// Walks a group forwards, backwards, at indexes, and through filters.
  private mutating func walk(_ group: ALAssetsGroup, _ range: ModelFetch.Range) {
    let all = model.fetch(ModelFetch(range: range))
    check.expect("a group's assets", Self.walk(group, []), all)
    check.expect("a group backwards", Self.walk(group, .reverse), all.reversed())
    let places = all.indices.filter { _ in Bool.random(using: &random) }
    if !places.isEmpty {
      check.expect(
        "a group at indexes", Self.walk(group, [], at: IndexSet(places)), places.map { all[$0] })
    }
    var videos = ModelFetch(range: range)
    videos.condition = .isVideo
    var photos = videos
    photos.condition = .not(.isVideo)
    group.setAssetsFilter(.allVideos())
    check.expect("a group's videos", Self.walk(group, []), model.fetch(videos))
    check.expect("a group's videos", group.numberOfAssets(), model.fetch(videos).count)
    group.setAssetsFilter(.allPhotos())
    check.expect("a group's photos", Self.walk(group, []), model.fetch(photos))
    group.setAssetsFilter(.allAssets())
    check.expect("a group's count", group.numberOfAssets(), all.count)
    group.setAssetsFilter(nil)
  }

  /// The assets in the order of the calls; indexes have to fit.
  private static func walk(
    _ group: ALAssetsGroup, _ options: NSEnumerationOptions, at indexes: IndexSet? = nil
  ) -> [UUID] {
    var found: [(place: Int, uuid: UUID)] = []
    var ended = 0
    let block: ALAssetsGroupEnumerationResultsBlock = { asset, index, _ in
      guard let asset else {
        ended += index == NSNotFound ? 1 : 2
        return
      }
      if let uuid = Identifiers.uuid(of: url(of: asset)) { found.append((index, uuid)) }
    }
    if let indexes {
      group.enumerateAssets(at: indexes, options: options, using: block)
    } else {
      group.enumerateAssets(options: options, using: block)
    }
    let places = found.map(\.place)
    let expected =
      indexes.map(Array.init)
      ?? (options.contains(.reverse) ? found.indices.reversed() : Array(found.indices))
    // A wrong index, or no closing call, shows as no assets at all.
    guard places == expected, ended == 1 else { return [] }
    return found.map(\.uuid)
  }

  // MARK: Assets

  /// The asset's URL, by the older key where the newer one is not known (L102).
  private static func url(of asset: ALAsset) -> URL? {
    if let url = asset.value(forProperty: ALAssetPropertyAssetURL) as? URL { return url }
    let urls = asset.value(forProperty: ALAssetPropertyURLs) as? [String: URL]
    return urls?.values.first
  }

  /// Looks at one asset, which may be hidden or gone.
  private mutating func look() async {
    guard
      let uuid = model.everMade.sorted().randomElement(using: &random)
    else { return }
    let found: LegacyObject<ALAsset>? = await LegacyObject.handedOver { hand in
      home.legacy.asset(
        for: LegacyPlayer.assetURL(uuid), resultBlock: hand, failureBlock: { _ in hand(nil) })
    }
    check.expect("an asset by its URL", found != nil, model.isFound(uuid))
    guard let asset = found?.object, let expected = model.asset(uuid) else { return }
    check.expect("an asset's properties", properties(asset), properties(expected))
    let key = asset.value(forProperty: ALAssetPropertyAssetURL)
    check.expect(
      "an asset's URL", Identifiers.uuid(of: key as? URL)?.uuidString ?? "\(key ?? "no answer")",
      model.profile.lacksAssetURLKey ? ALErrorInvalidProperty : uuid.uuidString)
    check.expect(
      "an asset's original", Identifiers.uuid(of: asset.original.flatMap(Self.url(of:))),
      expected.derivedFrom.flatMap { model.isFound($0) ? $0 : nil })
    guard Int.random(in: 0..<3, using: &random) == 0 else { return }
    // Of movies a build without AllMedia has none.
    guard TestMedia.hasAllMedia || !expected.isVideo else { return }
    check.expect(
      "an asset's pictures", Self.sizes(asset),
      ModelPicture.legacySizes(expected, model.profile))
  }

  /// The sizes of the pictures that the old API gives.
  private static func sizes(_ asset: ALAsset) -> [String] {
    let file = asset.defaultRepresentation()
    let images = [
      asset.thumbnail(), asset.aspectRatioThumbnail(), file?.fullScreenImage(),
      file?.fullResolutionImage(),
    ]
    return images.map { image in
      guard let image = image?.takeUnretainedValue() else { return "none" }
      return ModelPicture.text(
        PixelSize(width: image.width, height: image.height), isDegraded: false)
    }
  }

  private func properties(_ asset: ALAsset) -> String {
    let type = asset.value(forProperty: ALAssetPropertyType) as? String
    let date = asset.value(forProperty: ALAssetPropertyDate)
    let place = asset.value(forProperty: ALAssetPropertyLocation) as? CLLocation
    let duration = asset.value(forProperty: ALAssetPropertyDuration)
    let file = asset.defaultRepresentation()
    return [
      type == ALAssetTypePhoto ? "photo" : type == ALAssetTypeVideo ? "video" : "unknown",
      (date as? Date).map(DumpText.date) ?? "\(date ?? "no answer")",
      place.map { "\($0.coordinate.latitude) \($0.coordinate.longitude)" } ?? "nowhere",
      (duration as? NSNumber).map { "\($0.doubleValue)" } ?? "\(duration ?? "no answer")",
      "\(asset.value(forProperty: ALAssetPropertyOrientation) ?? "no answer")",
      (asset.value(forProperty: ALAssetPropertyRepresentations) as? [String] ?? []).joined(),
      "\(asset.isEditable)", file?.uti() ?? "no file", file?.filename() ?? "no name",
      "\(file?.size() ?? -1)", Self.contents(file).map { ContentHash.of($0).hexadecimal } ?? "none",
    ].joined(separator: ", ")
  }

  private func properties(_ asset: LibraryModel.Asset) -> String {
    // The old API counts orientations in another order.
    let orientations = [0, 4, 1, 5, 6, 3, 7, 2]
    // The two photos of a camera are two representations, the JPEG first (decision 16).
    let files = asset.files.filter { [.photo, .video, .alternatePhoto].contains($0.role) }
    let types = files.map(\.type)
    let file = files.first { $0.type == "public.jpeg" } ?? asset.original
    return [
      asset.isVideo ? "video" : "photo",
      asset.date.map { DumpText.date(Date(microseconds: $0)) } ?? "ALErrorInvalidProperty",
      asset.location.map { "\($0.latitude) \($0.longitude)" } ?? "nowhere",
      asset.isVideo ? "\(asset.duration)" : "ALErrorInvalidProperty",
      "\(orientations[asset.orientation - 1])",
      (types.filter { $0 == "public.jpeg" } + types.filter { $0 != "public.jpeg" }).joined(),
      "\(asset.creator == LibraryModel.client)", file.type, file.name, "\(file.byteCount)",
      file.sha256.hexadecimal,
    ].joined(separator: ", ")
  }

  private static func contents(_ file: ALAssetRepresentation?) -> Data? {
    guard let file else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(file.size()))
    // In two pieces, so that the offset counts.
    let half = bytes.count / 2
    let first = bytes.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { file.getBytes($0, fromOffset: 0, length: half, error: nil) } ?? 0
    }
    let second = bytes.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map {
        file.getBytes($0 + half, fromOffset: Int64(half), length: buffer.count - half, error: nil)
      } ?? 0
    }
    return first + second == bytes.count ? Data(bytes) : nil
  }
}
