import DiptychEngine
import Foundation

extension LibraryModel {
  /// Which API can do an action so that the library ends in the same state.
  package func ability(_ action: Action) -> Ability {
    let ability = documentedAbility(action)
    // Where undecided changes fail, only the old API asks first (decision 22, D30).
    let failsUnasked = profile.undecidedChangeFails && access.reading == .notDetermined
    return ability == .both && failsUnasked ? .modernOnly : ability
  }

  private func documentedAbility(_ action: Action) -> Ability {
    switch action {
    case .user, .otherApp, .setAccess, .pass: return .outside
    case .saveModified, .setContent: return .legacyOnly
    case .saveBitmap, .saveBytes, .saveVideo: return .both
    case .editAlbum(_, .add, .view): return .both
    case .makeAlbum(let title):
      let isTaken = title.isEmpty || hasGroup(titled: title) || isReserved(title: title)
      let isImpossible = (try? Self.check(title: title)) == nil
      guard isTaken || isImpossible else { return .both }
      // Photos looks at titles before the user is asked anything (D16).
      return access.reading == .notDetermined ? .modernOnly : .modernAfterRefusal
    case .findOrMakeAlbum(let title):
      // A fetch while nothing is decided finds nothing; an enumeration waits for the answer (D16).
      let isUndecided = access.reading == .notDetermined
      let isOnlyReserved = isReserved(title: title) && !hasGroup(titled: title)
      return title.isEmpty || title == cameraRollTitle || isUndecided || isOnlyReserved
        ? .modernOnly : .both
    case .batch(let parts):
      guard parts.allSatisfy({ ability($0) == .both }) else { return .modernOnly }
      // What AssetsLibrary does half-way it leaves half-done (D5).
      var trial = self
      let texts = trial.play(action, answer: .refuse, through: .modern)
      let titles = parts.compactMap(\.newTitle)
      return texts.allSatisfy { !$0.hasPrefix("error") } && Set(titles).count == titles.count
        ? .both : .modernOnly
    default: return .modernOnly
    }
  }

  /// Carries an action out as calls of AssetsLibrary.
  mutating func playLegacy(_ action: Action, _ answer: PromptAnswer) -> [String] {
    part += 1
    switch action {
    case .saveBitmap(let sketch, let turned):
      let texts = save(.bitmap(sketch, turned), answer)
      // The UIKit function hands no URL out.
      return usesUIKit && texts[0].hasPrefix("asset") ? ["done"] : texts
    case .saveBytes(let picture): return save(.file(picture), answer)
    case .saveVideo(let picture): return save(.file(picture), isVideo: true, answer)
    case .saveModified(let picture, let name):
      return withAsset(name, answer) { model, uuid throws(ModelFailure) in
        try model.save(.file(picture), isVideo: picture.isCalledVideo, derivedFrom: uuid)
      }
    case .setContent(let name, let picture):
      return withAsset(name, answer) { model, uuid throws(ModelFailure) in
        try model.setLegacyContent(uuid, picture)
        return uuid
      }
    case .makeAlbum(let title): return [legacyAlbum(title, answer)]
    case .findOrMakeAlbum(let title):
      let made = legacyAlbum(title, answer)
      let present = visibleTree.first { !$0.isFolder && $0.title == title }
      return [made == "nil" ? present.map { "album \($0.uuid.uuidString)" } ?? "nil" : made]
    case .editAlbum(let name, .add(let assets), _):
      return legacyAdd(assets.map { id($0, .asset) }, to: id(name, .collection), answer)
    default: return ["done"]
    }
  }

  /// Whether bitmaps of this step are saved by the UIKit function.
  package var usesUIKit: Bool { Self.usesUIKit(step) }

  static func usesUIKit(_ step: Int) -> Bool { step % 3 == 0 }

  private mutating func save(
    _ content: Draft.Content, isVideo: Bool = false, _ answer: PromptAnswer
  ) -> [String] {
    do {
      try access.requireLegacySaving(answer)
      return ["asset \(try save(content, isVideo: isVideo, derivedFrom: nil).uuidString)"]
    } catch {
      return ["error \(error.legacyWriteCode(profile))"]
    }
  }

  private mutating func save(
    _ content: Draft.Content, isVideo: Bool, derivedFrom: UUID?
  ) throws(ModelFailure) -> UUID {
    var draft = Draft(uuid: next(.asset), content: content, isVideo: isVideo)
    draft.derivedFrom = derivedFrom
    try draft.probe()
    insert(draft, .application)
    return draft.uuid
  }

  /// Looks an asset up and changes it.
  private mutating func withAsset(
    _ name: Name, _ answer: PromptAnswer,
    _ body: (inout Self, UUID) throws(ModelFailure) -> UUID
  ) -> [String] {
    let uuid = id(name, .asset)
    do {
      try access.requireReading(answer)
    } catch {
      return ["error \(error.legacyReadCode)"]
    }
    guard isFound(uuid) else { return ["nil"] }
    do {
      try access.requireLegacySaving(answer)
      return ["asset \(try body(&self, uuid).uuidString)"]
    } catch {
      return ["error \(error.legacyWriteCode(profile))"]
    }
  }

  private mutating func setLegacyContent(
    _ uuid: UUID, _ picture: Picture
  ) throws(ModelFailure) {
    guard let asset = asset(uuid) else { throw .gone }
    guard asset.creator == Self.client else { throw .unsupported }
    guard asset.isVideo == picture.isCalledVideo else { throw .wrongKind }
    let draft = Draft(uuid: uuid, content: .file(picture), isVideo: picture.isCalledVideo)
    try draft.probe()
    try setContent(draft, .application)
  }

  private mutating func legacyAlbum(_ title: String, _ answer: PromptAnswer) -> String {
    do {
      try access.requireReading(answer)
    } catch {
      return "error \(error.legacyReadCode)"
    }
    guard !title.isEmpty, !hasGroup(titled: title), !isReserved(title: title),
      (try? Self.check(title: title)) != nil
    else {
      return "nil"
    }
    let uuid = next(.collection)
    do {
      try makeCollection(uuid, isFolder: false, title, .application)
      return "album \(uuid.uuidString)"
    } catch {
      return "nil"
    }
  }

  private mutating func legacyAdd(
    _ uuids: [UUID], to album: UUID, _ answer: PromptAnswer
  ) -> [String] {
    do {
      try access.requireReading(answer)
    } catch {
      return ["error \(error.legacyReadCode)"]
    }
    let isThere = visibleTree.contains { $0.uuid == album && !$0.isFolder }
    return uuids.map { uuid in
      part += 1
      guard isThere, isFound(uuid) else { return "false" }
      let added: Void? = try? editAlbum(
        album, .add([uuid]), kept: nil, confined: false, .application)
      settleMembers(.application)
      return added == nil ? "false" : "true"
    }
  }
}

extension Action {
  /// The title of an album that the action makes.
  fileprivate var newTitle: String? {
    switch self {
    case .makeAlbum(let title), .findOrMakeAlbum(let title): title
    default: nil
    }
  }
}
