import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation

/// Does actions as an application written for Photos does them, in one change block.
struct ModernPlayer {
  let home: StoryLibrary

  init(_ home: StoryLibrary) {
    self.home = home
  }

  /// - Parameter waits: Whether the block is waited for, or completes later.
  func play(_ action: Action, waits: Bool) async -> [String] {
    if case .findOrMakeAlbum(let title) = action, let found = findAlbum(title) { return [found] }
    if case .edit(let name, let rendering, let resumes) = action {
      return await edit(name, rendering, resumes: resumes, waits: waits)
    }
    let block = Block(home)
    return await perform(waits: waits) {
      block.run(action.parts)
    } report: {
      block.texts.withLock { $0 }
    }
  }

  /// Runs a change block and gives what it reported, or why it failed.
  func perform(
    waits: Bool, _ run: @escaping @Sendable () -> Void, report: () -> [String]
  ) async -> [String] {
    do {
      if waits {
        try PHPhotoLibrary.shared().performChangesAndWait(run)
      } else {
        try await PHPhotoLibrary.shared().performChanges(run)
      }
      return report()
    } catch {
      return [Self.text(error)]
    }
  }

  /// Fetches members and keeps the result.
  func keepMembers(_ name: Name, _ order: Action.Order) {
    let uuid = home.id(name, .collection)
    let album = PHAssetCollection.fetchAssetCollections(
      withLocalIdentifiers: [Identifiers.album(uuid)], options: nil
    ).firstObject
    home.kept[uuid] = album.map { album in
      let options = PHFetchOptions()
      switch order {
      case .own: break
      case .newestFirst:
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
      case .withHidden: options.includeHiddenAssets = true
      case .favorites: options.predicate = NSPredicate(format: "isFavorite == YES")
      }
      return PHAsset.fetchAssets(in: album, options: options)
    }
  }

  private func findAlbum(_ title: String) -> String? {
    let albums = PHAssetCollection.fetchAssetCollections(
      with: .album, subtype: .albumRegular, options: nil)
    var found: PHAssetCollection?
    albums.enumerateObjects { album, _, stop in
      guard album.localizedTitle == title else { return }
      found = album
      stop.pointee = true
    }
    return found.flatMap { Identifiers.albumUUID($0.localIdentifier) }.map {
      "album \($0.uuidString)"
    }
  }

  /// An orientation by EXIF's number.
  static func orientation(_ turned: Int) -> UIImage.Orientation {
    let order: [UIImage.Orientation] = [
      .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
    ]
    return order[turned - 1]
  }

  static func text(_ error: any Error) -> String {
    let error = error as NSError
    return error.domain == PHPhotosErrorDomain
      ? "error \(error.code)" : "error of \(error.domain)"
  }
}

/// The inside of one change block.
private final class Block: Sendable {
  private let home: StoryLibrary
  let texts = Lock<[String]>([])

  init(_ home: StoryLibrary) {
    self.home = home
  }

  func run(_ actions: [Action]) {
    var writer = Writer(home: home)
    let reports = actions.map { writer.request($0) }
    texts.withLock { $0 = reports }
  }
}

/// Makes the requests of one block.
private struct Writer {
  let home: StoryLibrary
  /// What the block has made so far.
  var placeholders: [UUID: PHObjectPlaceholder] = [:]
  var newAlbums: [UUID: PHAssetCollectionChangeRequest] = [:]
  var newFolders: [UUID: PHCollectionListChangeRequest] = [:]

  mutating func request(_ action: Action) -> String {
    switch action {
    case .saveBitmap(let sketch, let turned):
      guard let bitmap = sketch.bitmap else { return "" }
      let image = UIImage(
        cgImage: CGImage(bitmap: bitmap), scale: 1, orientation: ModernPlayer.orientation(turned))
      return made(PHAssetChangeRequest.creationRequestForAsset(from: image))
    case .saveBytes(let picture): return save(picture, .photo)
    case .saveVideo(let picture): return save(picture, .video)
    case .saveFile(let picture):
      return made(
        picture.isCalledVideo
          ? PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: picture.url)
          : PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: picture.url))
    case .saveNamed(let picture, let name, let values):
      let options = PHAssetResourceCreationOptions()
      options.originalFilename = name
      let request = PHAssetCreationRequest.forAsset()
      request.addResource(
        with: picture.isCalledVideo ? .video : .photo, data: picture.bytes, options: options)
      Self.set(values, request)
      return made(request)
    case .saveNothing: return made(PHAssetCreationRequest.forAsset())
    case .saveLive(let still, let movie): return save(still, .photo, with: movie, .pairedVideo)
    case .saveRaw(let photo, let raw): return save(photo, .photo, with: raw, .alternatePhoto)
    case .saveMany(let count):
      guard let bitmap = Sketch.dot.bitmap else { return "" }
      let image = UIImage(cgImage: CGImage(bitmap: bitmap))
      for _ in 0..<count { _ = made(PHAssetChangeRequest.creationRequestForAsset(from: image)) }
      return "\(count) assets"
    case .makeAlbum(let title), .findOrMakeAlbum(let title):
      let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
        withTitle: title)
      let placeholder = request.placeholderForCreatedAssetCollection
      if let uuid = Identifiers.albumUUID(placeholder.localIdentifier) { newAlbums[uuid] = request }
      return made("album", placeholder)
    case .makeFolder(let title):
      let request = PHCollectionListChangeRequest.creationRequestForCollectionList(
        withTitle: title)
      let placeholder = request.placeholderForCreatedCollectionList
      if let uuid = Identifiers.folderUUID(placeholder.localIdentifier) {
        newFolders[uuid] = request
      }
      return made("folder", placeholder)
    default:
      change(action)
      return "done"
    }
  }

  // MARK: Making

  private mutating func save(_ picture: Picture, _ type: PHAssetResourceType) -> String {
    let request = PHAssetCreationRequest.forAsset()
    request.addResource(with: type, data: picture.bytes, options: nil)
    return made(request)
  }

  private mutating func save(
    _ picture: Picture, _ type: PHAssetResourceType, with other: Picture,
    _ otherType: PHAssetResourceType
  ) -> String {
    let request = PHAssetCreationRequest.forAsset()
    request.addResource(with: type, data: picture.bytes, options: nil)
    request.addResource(with: otherType, data: other.bytes, options: nil)
    return made(request)
  }

  private mutating func made(_ request: PHAssetChangeRequest?) -> String {
    made("asset", request?.placeholderForCreatedAsset)
  }

  private mutating func made(_ kind: String, _ placeholder: PHObjectPlaceholder?) -> String {
    guard let placeholder,
      let uuid = UUID(uuidString: String(placeholder.localIdentifier.prefix(36)))
    else { return "no placeholder" }
    placeholders[uuid] = placeholder
    return "\(kind) \(uuid.uuidString)"
  }

  // MARK: Changing

  private func change(_ action: Action) {
    switch action {
    case .rename(let name, let title):
      switch collection(name) {
      case let album as PHAssetCollection: PHAssetCollectionChangeRequest(for: album)?.title = title
      case let folder as PHCollectionList: PHCollectionListChangeRequest(for: folder)?.title = title
      default: break
      }
    case .delete(let names):
      let found = names.compactMap { collection($0) }
      let albums = found.compactMap { $0 as? PHAssetCollection }
      let folders = found.compactMap { $0 as? PHCollectionList }
      if !albums.isEmpty || folders.isEmpty {
        PHAssetCollectionChangeRequest.deleteAssetCollections(albums as NSArray)
      }
      if !folders.isEmpty {
        PHCollectionListChangeRequest.deleteCollectionLists(folders as NSArray)
      }
    case .editAlbum(let name, let edit, let basis):
      editAlbum(home.id(name, .collection), edit, basis)
    case .editFolder(let name, let edit): editFolder(name, edit)
    case .editSmartAlbum(let name):
      if let album = smartAlbum() {
        PHAssetCollectionChangeRequest(for: album)?.addAssets(objects([name], .asset))
      }
    case .update(let name, let values):
      if let asset = home.assets[home.id(name, .asset)] {
        Self.set(values, PHAssetChangeRequest(for: asset))
      }
    case .deleteAssets(let names): PHAssetChangeRequest.deleteAssets(objects(names, .asset))
    case .revert(let name):
      if let asset = home.assets[home.id(name, .asset)] {
        PHAssetChangeRequest(for: asset).revertAssetContentToOriginal()
      }
    case .addMany(let step, let count, to: let album):
      editAlbum(
        home.id(album, .collection), .add((1...count).map { Name(step, $0) }), .view)
    default: break
    }
  }

  /// A smart album, also where the application may not read.
  private func smartAlbum() -> PHAssetCollection? {
    LibraryScope.$current.withValue(home.keeper) {
      PHAssetCollection.fetchAssetCollections(
        with: .smartAlbum, subtype: .smartAlbumFavorites, options: nil
      ).firstObject
    }
  }

  private static func set(_ values: Values, _ request: PHAssetChangeRequest) {
    if let favorite = values.favorite { request.isFavorite = favorite }
    if let hidden = values.hidden { request.isHidden = hidden }
    switch values.date {
    case nil: break
    case .some(.none): request.creationDate = nil
    case .at(let micros): request.creationDate = Date(microseconds: micros)
    case .notANumber: request.creationDate = Date(timeIntervalSince1970: .nan)
    }
    switch values.place {
    case nil: break
    case .some(.none): request.location = nil
    case .at(let latitude, let longitude):
      request.location = CLLocation(latitude: latitude, longitude: longitude)
    case .notANumber: request.location = CLLocation(latitude: .nan, longitude: 0)
    case .above(let latitude, let longitude, let altitude):
      request.location = CLLocation(
        coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
        altitude: altitude, horizontalAccuracy: 0, verticalAccuracy: 0, timestamp: Date())
    }
  }

  private func editAlbum(_ uuid: UUID, _ edit: Action.Edit, _ basis: Action.Basis) {
    let album = home.collections[uuid] as? PHAssetCollection
    let request =
      newAlbums[uuid]
      ?? album.flatMap {
        PHAssetCollectionChangeRequest(for: $0, assets: basis == .kept ? home.kept[uuid] : nil)
      }
    guard let request else { return }
    switch edit {
    case .add(let names): request.addAssets(objects(names, .asset))
    case .insert(let names, let indexes):
      request.insertAssets(objects(names, .asset), at: IndexSet(indexes))
    case .remove(let names): request.removeAssets(objects(names, .asset))
    case .removeAt(let indexes): request.removeAssets(at: IndexSet(indexes))
    case .replace(let indexes, let names):
      request.replaceAssets(at: IndexSet(indexes), withAssets: objects(names, .asset))
    case .move(let indexes, let target):
      request.moveAssets(at: IndexSet(indexes), to: target)
    }
  }

  private func editFolder(_ name: Name?, _ edit: Action.Edit) {
    let request: PHCollectionListChangeRequest? =
      if let name {
        newFolders[home.id(name, .collection)]
          ?? (collection(name) as? PHCollectionList)
          .flatMap { PHCollectionListChangeRequest(for: $0) }
      } else {
        PHCollectionListChangeRequest(forTopLevelCollectionListUserCollections: rootChildren())
      }
    guard let request else { return }
    switch edit {
    case .add(let names): request.addChildCollections(objects(names, .collection))
    case .insert(let names, let indexes):
      request.insertChildCollections(objects(names, .collection), at: IndexSet(indexes))
    case .remove(let names): request.removeChildCollections(objects(names, .collection))
    case .removeAt(let indexes): request.removeChildCollections(at: IndexSet(indexes))
    case .replace(let indexes, let names):
      request.replaceChildCollections(
        at: IndexSet(indexes), withChildCollections: objects(names, .collection))
    case .move(let indexes, let target):
      request.moveChildCollections(at: IndexSet(indexes), to: target)
    }
  }

  // MARK: Finding

  /// The children of the root as the application sees them, or would see them if it might read.
  private func rootChildren() -> PHFetchResult<PHCollection> {
    let isLimited = PHPhotoLibrary.authorizationStatus(for: .readWrite) == .limited
    return LibraryScope.$current.withValue(isLimited ? home.scope : home.keeper) {
      PHCollection.fetchTopLevelUserCollections(with: nil)
    }
  }

  private func collection(_ name: Name) -> PHCollection? {
    home.collections[home.id(name, .collection)]
  }

  /// What the names stand for: placeholders of this block, else objects.
  private func objects(_ names: [Name], _ kind: IdentifierKind) -> NSArray {
    let objects: [PHObject] = names.compactMap { name in
      let uuid = home.id(name, kind)
      if let placeholder = placeholders[uuid] { return placeholder }
      return kind == .asset ? home.assets[uuid] : home.collections[uuid]
    }
    return objects as NSArray
  }
}
