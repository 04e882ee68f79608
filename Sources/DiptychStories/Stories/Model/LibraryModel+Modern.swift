import DiptychEngine
import Foundation

/// What a change block asks for.
private enum Request {
  case create(LibraryModel.Draft)
  case update(UUID, Values)
  case deleteAssets([UUID])
  case edit(UUID, LibraryModel.ContentEdit)
  case revert(UUID)
  case make(UUID, isFolder: Bool, String)
  case rename(UUID, String)
  case delete([UUID])
  case editAlbum(UUID, ListEdit, kept: [UUID]?)
  case editFolder(UUID?, ListEdit)
  case refused(ModelFailure)

  var creates: Bool {
    if case .create = self { return true }
    return false
  }

  var draft: LibraryModel.Draft? {
    if case .create(let draft) = self { return draft }
    return nil
  }

  var edit: LibraryModel.ContentEdit? {
    if case .edit(_, let edit) = self { return edit }
    return nil
  }

  /// The asset whose content is edited or reverted.
  var edited: UUID? {
    switch self {
    case .edit(let uuid, _), .revert(let uuid): uuid
    default: nil
    }
  }

  /// The title of what is made or renamed.
  var title: String? {
    switch self {
    case .make(_, _, let title), .rename(_, let title): title
    default: nil
    }
  }
}

extension LibraryModel {
  /// Carries actions out as one change block.
  mutating func playModern(_ parts: [Action], _ answer: PromptAnswer) -> [String] {
    if case .findOrMakeAlbum(let title)? = parts.first, parts.count == 1 {
      let found = visibleTree.first { !$0.isFolder && $0.title == title }
      if visibleTree.allSatisfy(\.isFolder) { access.ask(answer) }
      if let found { return ["album \(found.uuid.uuidString)"] }
    }
    if case .edit(let name, let rendering, let resumes)? = parts.first, parts.count == 1 {
      return playEdit(name, rendering, resumes: resumes, answer)
    }
    return playBlock(parts, answer)
  }

  mutating func playBlock(_ parts: [Action], _ answer: PromptAnswer) -> [String] {
    do {
      let onlyAdds = try access.admitBlock(answer, profile)
      var requests: [Request] = []
      var texts: [String] = []
      for action in parts { texts.append(gather(action, &requests)) }
      guard try check(requests, onlyAdds, answer) else { return texts }
      try transact { trial throws(ModelFailure) in
        for draft in requests.compactMap(\.draft) { try draft.check() }
        for draft in requests.compactMap(\.draft) { try draft.probe() }
        for edit in requests.compactMap(\.edit) { try edit.probe() }
        for request in requests { try trial.apply(request) }
        trial.settleMembers(.application)
      }
      return texts
    } catch {
      return [error.modernText]
    }
  }

  /// What is told before anything is written.
  /// - Returns: Whether there is anything to write.
  private mutating func check(
    _ requests: [Request], _ onlyAdds: Bool, _ answer: PromptAnswer
  ) throws(ModelFailure) -> Bool {
    for request in requests {
      if case .refused(let failure) = request { throw failure }
      if let title = request.title { try Self.check(title: title) }
    }
    if onlyAdds, !requests.allSatisfy(\.creates) { try access.requireReading(answer) }
    try confirm(requests, answer)
    return !requests.isEmpty
  }

  /// The user is asked once about assets and once about collections, if any is there (P101, P107),
  /// and once before content of other applications is edited (P222).
  private mutating func confirm(
    _ requests: [Request], _ answer: PromptAnswer
  ) throws(ModelFailure) {
    var assets: Set<UUID> = []
    var collections: Set<UUID> = []
    for request in requests {
      if case .deleteAssets(let uuids) = request { assets.formUnion(uuids) }
      if case .delete(let uuids) = request { collections.formUnion(uuids) }
    }
    let foreign = Set(requests.compactMap(\.edited)).filter { uuid in
      isFound(uuid) && asset(uuid)?.creator != Self.client
    }
    let counts = [
      (assets.filter { isFound($0) }.count, "delete", "asset"),
      (visibleTree.filter { collections.contains($0.uuid) }.count, "delete", "collection"),
      (foreign.count, "edit", "asset"),
    ]
    for (count, verb, what) in counts where count > 0 {
      access.prompts.append("\(verb) \(count) \(what)\(count == 1 ? "" : "s")")
      if answer == .refuse { throw .cancelled }
    }
  }

  /// Adds what an action asks for and gives what it reports in the end.
  private mutating func gather(_ action: Action, _ requests: inout [Request]) -> String {
    if let draft = draft(action) {
      requests.append(.create(draft))
      return "asset \(draft.uuid.uuidString)"
    }
    switch action {
    case .saveMany(let count):
      for _ in 0..<count {
        requests.append(.create(Draft(uuid: next(.asset), content: .bitmap(.dot, 1))))
      }
      return "\(count) assets"
    case .addMany(let step, let count, to: let album):
      let uuids = (1...count).map { id(Name(step, $0), .asset) }
      requests.append(.editAlbum(id(album, .collection), .add(uuids), kept: nil))
    case .makeAlbum(let title), .findOrMakeAlbum(let title):
      let uuid = next(.collection)
      requests.append(.make(uuid, isFolder: false, title))
      return "album \(uuid.uuidString)"
    case .makeFolder(let title):
      let uuid = next(.collection)
      requests.append(.make(uuid, isFolder: true, title))
      return "folder \(uuid.uuidString)"
    case .rename(let name, let title): requests.append(.rename(id(name, .collection), title))
    case .delete(let names): requests.append(.delete(names.map { id($0, .collection) }))
    case .editAlbum(let name, let edit, let basis):
      let uuid = id(name, .collection)
      requests.append(
        .editAlbum(uuid, list(edit, .asset), kept: basis == .kept ? kept[uuid] : nil))
    case .editFolder(nil, .removeAt(let indexes)) where !fitsRoot(indexes):
      // The children were passed with the request, so this is told before the user is asked (P139).
      requests.append(.refused(.wrongIndexes))
    case .editFolder(let name, let edit):
      requests.append(.editFolder(name.map { id($0, .collection) }, list(edit, .collection)))
    case .editSmartAlbum: requests.append(.refused(.unsupported))
    case .edit(let name, let rendering, let resumes):
      let uuid = id(name, .asset)
      do {
        requests.append(.edit(uuid, try contentEdit(rendering, of: uuid, resumes: resumes)))
      } catch {
        requests.append(.refused(error))
      }
    case .revert(let name): requests.append(.revert(id(name, .asset)))
    case .update(let name, let values):
      if values != Values() { requests.append(.update(id(name, .asset), values)) }
    case .deleteAssets(let names): requests.append(.deleteAssets(names.map { id($0, .asset) }))
    default: break
    }
    return "done"
  }

  /// Whether the indexes are those of children of the root that the application sees.
  private func fitsRoot(_ indexes: [Int]) -> Bool {
    let seen = (children[nil] ?? []).compactMap { collections[$0] }.count { isReachable($0, true) }
    return indexes.allSatisfy { $0 < seen }
  }

  /// The new asset that an action asks for.
  private mutating func draft(_ action: Action) -> Draft? {
    switch action {
    case .saveBitmap(let sketch, let turned):
      return Draft(uuid: next(.asset), content: .bitmap(sketch, turned))
    case .saveBytes(let picture):
      return Draft(uuid: next(.asset), content: .file(picture))
    case .saveVideo(let picture):
      return Draft(uuid: next(.asset), content: .file(picture), isVideo: true)
    case .saveFile(let picture):
      return Draft(
        uuid: next(.asset), content: .file(picture), isVideo: picture.isCalledVideo,
        name: picture.fileName)
    case .saveNamed(let picture, let name, let values):
      return Draft(
        uuid: next(.asset), content: .file(picture), isVideo: picture.isCalledVideo, name: name,
        values: values)
    case .saveNothing: return Draft(uuid: next(.asset), content: .nothing)
    case .saveLive(let still, let movie):
      var draft = Draft(uuid: next(.asset), content: .file(still))
      draft.companion = Draft.Companion(role: .pairedVideo, picture: movie)
      return draft
    case .saveRaw(let photo, let raw):
      var draft = Draft(uuid: next(.asset), content: .file(photo))
      draft.companion = Draft.Companion(role: .alternatePhoto, picture: raw)
      return draft
    default: return nil
    }
  }

  func list(_ edit: Action.Edit, _ kind: IdentifierKind) -> ListEdit {
    func ids(_ names: [Name]) -> [UUID] { names.map { id($0, kind) } }
    return switch edit {
    case .add(let names): .add(ids(names))
    case .insert(let names, let indexes): .insert(ids(names), indexes)
    case .remove(let names): .remove(ids(names))
    case .removeAt(let indexes): .removeAt(indexes)
    case .replace(let indexes, let names): .replace(indexes, ids(names))
    case .move(let indexes, let target): .move(indexes, target)
    }
  }

  private mutating func apply(_ request: Request) throws(ModelFailure) {
    let author = Author.application
    switch request {
    case .create(let draft): insert(draft, author)
    case .update(let uuid, let values): try update(uuid, values, confined: true, author)
    case .deleteAssets(let uuids): setTrashed(uuids, true, confined: true, author)
    case .make(let uuid, let isFolder, let title):
      try makeCollection(uuid, isFolder: isFolder, title, author)
    case .rename(let uuid, let title): try rename(uuid, title, confined: true, author)
    case .delete(let uuids): deleteCollections(uuids, confined: true, author)
    case .editAlbum(let uuid, let edit, let kept):
      try editAlbum(uuid, edit, kept: kept, confined: true, author)
    case .editFolder(let uuid, let edit): try editFolder(uuid, edit, confined: true, author)
    case .edit(let uuid, let edit): try self.edit(uuid, edit, confined: true, author)
    case .revert(let uuid): try revert(uuid, confined: true, author)
    case .refused(let failure): throw failure
    }
  }
}
