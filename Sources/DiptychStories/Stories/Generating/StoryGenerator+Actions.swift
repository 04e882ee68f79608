import DiptychEngine
import Foundation

extension StoryGenerator {
  private enum Kind {
    case save, bitmap, video, file, named, live, raw, bad, modified, content, edit, revert
    case album, findAlbum, folder, rename, deleteCollections, nest
    case add, insert, remove, removeAt, replace, move, keep, smart
    case update, deleteAssets, batch
    case user, otherApp, access, pass
  }

  /// A random action. What needs an object that is not there becomes a save.
  mutating func chosen() -> Action {
    // While access is missing, most of what happens is that it comes back.
    if model.access.reading != .authorized, chance(4) { return .setAccess(.authorized) }
    let kind: Kind? = weighted([
      (9, .save), (8, .bitmap), (2, .video), (3, .file), (4, .named), (3, .live), (2, .raw),
      (3, .bad), (2, .modified), (2, .content), (7, .edit), (3, .revert), (6, .album),
      (3, .findAlbum), (3, .folder), (3, .rename),
      (3, .deleteCollections), (6, .nest), (9, .add), (8, .insert), (4, .remove), (4, .removeAt),
      (5, .replace), (7, .move), (4, .keep), (1, .smart), (9, .update), (6, .deleteAssets),
      (6, .batch), (8, .user), (3, .otherApp), (3, .access), (1, .pass),
    ])
    return kind.flatMap { action($0) } ?? aSave()
  }

  private mutating func action(_ kind: Kind) -> Action? {
    switch kind {
    case .save: return aSave()
    case .bitmap: return aBitmap()
    case .video: return one(Picture.videos).map { .saveVideo($0) }
    case .file: return one(Picture.images + Picture.videos).map { .saveFile($0) }
    case .named: return aNamedSave()
    case .bad: return aBadSave()
    case .modified:
      guard let asset = anAsset(), let picture = one(Picture.images) else { return nil }
      return .saveModified(picture, of: asset)
    case .content:
      guard let asset = anAsset(), let picture = one(Picture.images + [.movie, .text]) else {
        return nil
      }
      return .setContent(asset, picture)
    case .live:
      let movies: [Picture] = chance(8) ? [.movie, .plain, .headless] : [.liveMovie]
      let still = chance(8) ? Picture.plain : .liveStill
      return one(movies).map { .saveLive(still, $0) }
    case .raw:
      let raws: [Picture] = chance(8) ? [.clip, .text, .tiny] : [.raw]
      guard let photo = one(Picture.images), let raw = one(raws) else { return nil }
      return .saveRaw(photo, raw)
    case .edit: return anEdit()
    case .revert:
      return (chance(4) ? anAsset() : one(editedAssets) ?? anAsset()).map { .revert($0) }
    case .update: return anAsset().map { .update($0, values()) }
    case .deleteAssets: return .deleteAssets(some(chance(6) ? assets : presentAssets))
    case .batch: return aBatch()
    case .user: return aHand().map { .user($0) }
    case .otherApp:
      guard chance(2) else { return one(Picture.images).map { .otherApp(.save($0)) } }
      return .otherApp(.makeAlbum(title(), in: nil))
    case .access: return anAccess()
    case .pass: return .pass(days: Int.random(in: 5...40, using: &random))
    default: return collectionAction(kind)
    }
  }

  private mutating func collectionAction(_ kind: Kind) -> Action? {
    switch kind {
    case .album: return .makeAlbum(title())
    case .findAlbum: return one(Self.plainTitles).map { .findOrMakeAlbum($0) }
    case .folder: return .makeFolder(title())
    case .rename: return one(presentAlbums + presentFolders).map { .rename($0, newTitle(of: $0)) }
    case .deleteCollections:
      return .delete(different(chance(6) ? albums + folders : presentAlbums + presentFolders))
    case .nest: return aNesting()
    case .keep:
      let orders: [Action.Order] = [.own, .own, .newestFirst, .withHidden, .favorites]
      guard let album = anAlbum(), let order = one(orders) else { return nil }
      return .keepMembers(album, order)
    case .smart: return anAsset().map { .editSmartAlbum($0) }
    default:
      guard let album = anAlbum() else { return nil }
      let basis: Action.Basis = chance(4) ? .kept : .view
      return edit(kind, album, basis).map { .editAlbum(album, $0, basis) }
    }
  }

  /// A title, now and then one that differs from the old one in nothing but case or composition.
  private mutating func newTitle(of name: Name) -> String {
    let old = model.collections[model.id(name, .collection)]?.title ?? ""
    guard chance(4) else { return title() }
    return chance(2) ? old.lowercased() : old.decomposedStringWithCanonicalMapping
  }

  private mutating func edit(
    _ kind: Kind, _ album: Name, _ basis: Action.Basis
  ) -> Action.Edit? {
    let uuid = model.id(album, .collection)
    let count = basis == .kept ? model.kept[uuid]?.count ?? 0 : members(album).count
    let shown = Set(members(album))
    let others = presentAssets.filter { !shown.contains($0) }
    switch kind {
    case .add: return .add(some(chance(5) ? assets : presentAssets))
    case .insert:
      let assets = different(chance(8) ? self.assets : others)
      return .insert(assets, indexes(assets.count, below: count + assets.count))
    case .remove: return .remove(some(chance(4) ? assets : Array(shown.sorted())))
    case .removeAt: return .removeAt(indexes(Int.random(in: 1...2, using: &random), below: count))
    case .replace:
      let assets = different(presentAssets, upTo: 2)
      return .replace(indexes(assets.count, below: count), assets)
    case .move:
      let places = indexes(Int.random(in: 1...3, using: &random), below: count)
      return .move(places, Int.random(in: 0...max(0, count - places.count), using: &random))
    default: return nil
    }
  }

  /// Different indexes; now and then one too far, or one too few.
  mutating func indexes(_ count: Int, below limit: Int) -> [Int] {
    if chance(16) { return [limit + 1] }
    var rest = Array(0..<max(limit, 1))
    var chosen: [Int] = []
    while chosen.count < count, !rest.isEmpty {
      chosen.append(rest.remove(at: Int.random(in: 0..<rest.count, using: &random)))
    }
    return chosen.sorted()
  }

  // MARK: Saves

  mutating func aSave() -> Action { .saveBytes(one(Picture.images) ?? .plain) }

  mutating func aBitmap() -> Action {
    .saveBitmap(one(Sketch.allCases) ?? .wide, turned: Int.random(in: 1...8, using: &random))
  }

  private mutating func aNamedSave() -> Action? {
    guard let picture = one(Picture.images + [.clip]) else { return nil }
    let names = [
      "beach.jpg", " spaced .jpeg", "caf\u{E9}.JPG", "cafe\u{301}.jpg", "no ending", "picture.png",
      "movie.mp4", "🏖️.jpg",
    ]
    let fitting = names.filter { name in
      let ending = name.nameExtension.lowercased()
      let own = picture.facts.fileExtension
      return ending.isEmpty || ending == own || (ending == "jpeg" && own == "jpg")
    }
    return one(chance(8) ? names : fitting).map { .saveNamed(picture, $0, values()) }
  }

  private mutating func aBadSave() -> Action? {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return .saveNothing
    case 1: return one(Picture.badFiles).map { .saveFile($0) }
    case 2: return one(Picture.badBytes + [.plain, .headless]).map { .saveVideo($0) }
    case 3: return one(Picture.videos).map { .saveBytes($0) }
    default: return one(Picture.badBytes).map { .saveBytes($0) }
    }
  }

  /// An edit, mostly of an asset of its kind, and often of one that was edited before.
  private mutating func anEdit() -> Action? {
    guard let asset = chance(3) ? one(editedAssets) ?? anAsset() : anAsset() else { return nil }
    let isVideo = model.asset(model.id(asset, .asset))?.isVideo ?? false
    guard let picture = one(isVideo ? Picture.videos : Picture.images) else { return nil }
    var rendering = Action.Rendering.file(picture)
    switch Int.random(in: 0..<24, using: &random) {
    case 0: rendering = .none
    case 1: rendering = .unexplained(picture)
    case 2:
      let misfits: [Picture] =
        isVideo ? [.headless, .text] : [.tiny, .text, .empty, .broken, .huge]
      rendering = one(misfits).map { .misplaced($0) } ?? .none
    default: break
    }
    return .edit(asset, rendering, resumes: chance(2))
  }

  // MARK: Together

  private mutating func aBatch() -> Action? {
    let album = Name(number + 1)
    switch Int.random(in: 0..<6, using: &random) {
    case 5:
      guard let asset = one(presentAssets) else { return nil }
      return .batch([.revert(asset), .saveLive(.liveStill, .liveMovie), .update(asset, values())])
    case 0:
      return .batch([aBitmap(), .makeAlbum(title()), .editAlbum(album, .add([album]), .view)])
    case 1:
      guard let present = one(presentAlbums) else { return nil }
      return .batch([aSave(), .editAlbum(present, .insert([album], [0]), .view)])
    case 2:
      return .batch([
        .makeAlbum(title()), .makeFolder(title()), .editFolder(Name(number + 1, 2), .add([album])),
      ])
    case 3:
      guard let asset = one(presentAssets) else { return nil }
      return .batch([.update(asset, values()), .deleteAssets(some(presentAssets)), aSave()])
    default:
      guard let present = one(presentAlbums) else { return nil }
      return .batch([
        aSave(), aSave(), .editAlbum(present, .add([Name(number + 1, 2), album]), .view),
      ])
    }
  }

  private mutating func aNesting() -> Action? {
    let folder = chance(3) ? nil : aFolder()
    let uuid = folder.map { model.id($0, .collection) }
    let count = (model.children[uuid] ?? []).count
    let candidates = presentAlbums + presentFolders
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1, 2: return .editFolder(folder, .add(different(candidates)))
    case 3:
      let children = different(candidates, upTo: 2)
      return .editFolder(folder, .insert(children, indexes(children.count, below: count + 1)))
    case 4: return .editFolder(folder, .remove(different(candidates, upTo: 2)))
    case 5: return .editFolder(folder, .removeAt(indexes(1, below: count)))
    case 6:
      let children = different(candidates, upTo: 1)
      return .editFolder(folder, .replace(indexes(children.count, below: count), children))
    default:
      let places = indexes(Int.random(in: 1...2, using: &random), below: count)
      let target = Int.random(in: 0...max(0, count - places.count), using: &random)
      return .editFolder(folder, .move(places, target))
    }
  }

  private mutating func aHand() -> Action.Hand? {
    switch Int.random(in: 0..<20, using: &random) {
    case 16, 17:
      guard let asset = anAsset() else { return nil }
      let isVideo = model.asset(model.id(asset, .asset))?.isVideo ?? false
      let pictures = isVideo && !chance(8) ? Picture.videos : Picture.images + [.text]
      return one(pictures).map { .edit(asset, $0) }
    case 18: return (one(editedAssets) ?? anAsset()).map { .revert($0) }
    case 0: return one(Picture.images + [.clip, .text]).map { .save($0) }
    case 1: return .makeAlbum(title(), in: aFolder())
    case 2: return .makeFolder(title(), in: aFolder())
    case 3: return anAlbum().map { .add(some(assets), to: $0) }
    case 4: return anAlbum().map { .remove(some(assets), from: $0) }
    case 5: return one(albums + folders).map { .rename($0, title()) }
    case 6: return anAlbum().map { .deleteAlbum($0) }
    case 7: return one(presentAlbums + presentFolders).map { .move($0, into: aFolder()) }
    case 8, 9: return anAsset().map { .update($0, values()) }
    case 10: return .delete(some(presentAssets))
    case 11, 12, 13: return .restore(some(chance(4) ? assets : trashedAssets))
    default: return .purge(some(chance(2) ? assets : trashedAssets, upTo: 2))
    }
  }

  private mutating func anAccess() -> Action? {
    let choices: [Action.Access] = [
      .authorized, .denied, .restricted, .addOnly, .undecided,
      .limited(some(assets, upTo: 6).unique), .limited([]),
    ]
    return one(choices).map { .setAccess($0) }
  }
}
