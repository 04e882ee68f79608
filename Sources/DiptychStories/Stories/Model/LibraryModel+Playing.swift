import DiptychEngine
import Foundation

extension LibraryModel {
  /// Carries out a resolved action as `generation` would.
  /// - Returns: What is reported, one text each: an identifier, `true`, `nil`, `done` or an error.
  package mutating func play(
    _ action: Action, answer: Answer, through generation: Generation
  ) -> [String] {
    let texts = perform(action, answer: answer, through: generation)
    // The user's choice of assets is a change of each (P177).
    for uuid in access.reselected {
      logAsset(uuid, .updated, ["selection"], Author(client: Self.client, isUser: true))
    }
    access.reselected = []
    return texts
  }

  private mutating func perform(
    _ action: Action, answer: Answer, through generation: Generation
  ) -> [String] {
    let answer = promptAnswer(answer)
    switch action {
    case .user(let hand): return [outcome(of: hand, .user)]
    case .otherApp(let hand): return [outcome(of: hand, .otherApp)]
    case .setAccess(let setting):
      access.set(preset(setting))
      return ["done"]
    case .pass(let days):
      now += Int64(days) * 86_400 * 1_000_000
      purgeExpired()
      return ["done"]
    case .keepMembers(let name, let order):
      keepMembers(id(name, .collection), order, answer)
      return ["done"]
    default: break
    }
    guard generation == .legacy else { return playModern(action.parts, answer) }
    return action.parts.flatMap { part in playLegacy(part, answer) }
  }

  func promptAnswer(_ answer: Answer) -> PromptAnswer {
    switch answer {
    case .allow: .allow
    case .refuse: .refuse
    case .select(let names):
      .select(names.map { id($0, .asset) }.filter { asset($0) != nil })
    }
  }

  func preset(_ setting: Action.Access) -> AccessPreset {
    switch setting {
    case .authorized: .authorized
    case .denied: .denied
    case .restricted: .restricted
    case .addOnly: .addOnly
    case .undecided: .notDetermined
    case .limited(let names):
      .limited(names.map { id($0, .asset) }.filter { asset($0) != nil })
    }
  }

  /// Does something whole or not at all.
  mutating func transact(_ body: (inout Self) throws(ModelFailure) -> Void) throws(ModelFailure) {
    var trial = self
    try body(&trial)
    self = trial
  }

  private mutating func outcome(of hand: Action.Hand, _ author: Author) -> String {
    do {
      try transact { model throws(ModelFailure) in try model.play(hand, author) }
      return "done"
    } catch {
      return "failed \(error)"
    }
  }

  // MARK: What the application may read

  /// The collections that the application finds, as albums and folders depth first.
  var visibleTree: [Collection] {
    guard access.canRead else { return [] }
    return tree.filter { isReachable($0, true) }
  }

  /// Whether the application finds the asset by its identifier (P34).
  func isFound(_ uuid: UUID) -> Bool {
    access.canRead && isReachable(uuid, true) && asset(uuid).map { $0.trashed == nil } ?? false
  }

  /// What the application finds in an album.
  func members(
    of uuid: UUID, where passes: (Asset) -> Bool = { _ in true }, includingHidden: Bool = false
  ) -> [UUID] {
    guard access.canRead, let album = collections[uuid], isReachable(album, true) else { return [] }
    return album.members.filter { member in
      guard let asset = asset(member), asset.trashed == nil, isReachable(member, true) else {
        return false
      }
      return (includingHidden || isShownInAlbums(asset)) && passes(asset)
    }
  }

  private mutating func keepMembers(
    _ uuid: UUID, _ order: Action.Order, _ answer: PromptAnswer
  ) {
    let found = visibleTree.contains { $0.uuid == uuid && !$0.isFolder }
    access.ask(answer)
    guard found else { return kept[uuid] = nil }
    switch order {
    case .own: kept[uuid] = members(of: uuid)
    case .withHidden: kept[uuid] = members(of: uuid, includingHidden: true)
    case .favorites: kept[uuid] = members(of: uuid, where: \.isFavorite)
    case .newestFirst:
      kept[uuid] = sorted(members(of: uuid), by: [ModelSort(.creationDate, ascending: false)])
    }
  }

  // MARK: From outside

  private mutating func play(_ hand: Action.Hand, _ author: Author) throws(ModelFailure) {
    func assets(_ names: [Name]) -> [UUID] { names.map { id($0, .asset) } }
    switch hand {
    case .save(let picture):
      let draft = Draft(
        uuid: next(.asset), content: .file(picture), isVideo: picture.isCalledVideo,
        name: picture.fileName)
      try draft.probe()
      insert(draft, author)
    case .makeAlbum(let title, let folder), .makeFolder(let title, let folder):
      let uuid = next(.collection)
      var isFolder = false
      if case .makeFolder = hand { isFolder = true }
      try makeCollection(uuid, isFolder: isFolder, title, author)
      if let folder {
        try editFolder(id(folder, .collection), .add([uuid]), confined: false, author)
      }
    case .add(let names, let album):
      try editAlbum(
        id(album, .collection), .add(assets(names)), kept: nil, confined: false, author)
      settleMembers(author)
    case .remove(let names, let album):
      try editAlbum(
        id(album, .collection), .remove(assets(names)), kept: nil, confined: false, author)
      settleMembers(author)
    case .rename(let name, let title):
      try rename(id(name, .collection), title, confined: false, author)
    case .deleteAlbum(let name):
      deleteCollections([id(name, .collection)], confined: false, author)
    case .move(let name, let folder):
      try editFolder(
        folder.map { id($0, .collection) }, .add([id(name, .collection)]), confined: false, author)
    case .update(let name, let values):
      try update(id(name, .asset), values, confined: false, author)
    case .edit(let name, let picture):
      let edit = ContentEdit(
        adjustment: Adjustment(format: "org.example.photos", version: "2"),
        data: Data("step \(step)".utf8), picture: picture)
      try edit.probe()
      try self.edit(id(name, .asset), edit, confined: false, author)
    case .revert(let name): try revert(id(name, .asset), confined: false, author)
    case .delete(let names): setTrashed(assets(names), true, confined: false, author)
    case .restore(let names): setTrashed(assets(names), false, confined: false, author)
    case .purge(let names): purge(assets(names), author)
    }
  }
}

extension Picture {
  /// Whether its name says that it is a video, as far as saving goes.
  package var isCalledVideo: Bool { ["mov", "mp4"].contains(url.pathExtension) }
}
