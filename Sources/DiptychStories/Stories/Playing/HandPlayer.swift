import DiptychEngine
import Foundation

/// Does what the user or another application does.
struct HandPlayer {
  let home: StoryLibrary
  let hand: UserHand

  init(_ home: StoryLibrary, _ hand: UserHand) {
    self.home = home
    self.hand = hand
  }

  func play(_ action: Action.Hand) throws {
    func assets(_ names: [Name]) -> [UUID] { names.map { home.id($0, .asset) } }
    switch action {
    case .save(let picture):
      try hand.save(picture.url.path, as: picture.isCalledVideo ? .video : .photo)
    case .makeAlbum(let title, let folder):
      try hand.make(.album, titled: title, in: folder.map { home.id($0, .collection) })
    case .makeFolder(let title, let folder):
      try hand.make(.folder, titled: title, in: folder.map { home.id($0, .collection) })
    case .add(let names, let album): try hand.add(assets(names), to: home.id(album, .collection))
    case .remove(let names, let album):
      try hand.remove(assets(names), from: home.id(album, .collection))
    case .rename(let name, let title): try hand.rename(home.id(name, .collection), to: title)
    case .deleteAlbum(let name): try hand.deleteCollection(home.id(name, .collection))
    case .move(let name, let folder):
      try hand.move(home.id(name, .collection), into: folder.map { home.id($0, .collection) })
    case .update(let name, let values): try hand.update(home.id(name, .asset), values.update)
    case .edit(let name, let picture):
      let role: ResourceRole = picture.isCalledVideo ? .fullSizeVideo : .fullSizePhoto
      try hand.edit(
        home.id(name, .asset),
        ContentEdit(
          formatIdentifier: "org.example.photos", formatVersion: "2", data: home.stepData,
          rendering: ResourceDraft(role: role, content: .file(picture.url.path))))
    case .revert(let name): try hand.revert(home.id(name, .asset))
    case .delete(let names): try hand.delete(assets(names))
    case .restore(let names): try hand.restore(assets(names))
    case .purge(let names): try hand.purge(assets(names))
    }
  }

  /// The engine's code in the model's words.
  static func text(_ error: any Error) -> String {
    switch LibraryError.wrapping(error).code {
    case .invalidMedia: "invalidMedia"
    case .wrongMediaKind: "wrongKind"
    case .sourceUnreadable: "unreadable"
    case .missingResource: "missingResource"
    case .changeNotSupported, .limitExceeded: "unsupported"
    case .indexMismatch: "wrongIndexes"
    case .objectGone: "gone"
    default: "\(error)"
    }
  }
}

extension Values {
  /// The values as the engine takes them.
  var update: AssetUpdate {
    var update = AssetUpdate()
    update.isFavorite = favorite
    update.isHidden = hidden
    switch date {
    case nil: break
    case .some(.none): update.creationDate = .some(nil)
    case .at(let micros): update.creationDate = .some(Date(microseconds: micros))
    case .notANumber: update.creationDate = .some(Date(timeIntervalSince1970: .nan))
    }
    if let place { update.location = .some(place.location) }
    return update
  }
}
