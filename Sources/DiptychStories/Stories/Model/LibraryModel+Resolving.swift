import DiptychEngine
import Foundation

extension LibraryModel {
  /// The step's action without names of what never was, as happens when a story is shortened; nil
  /// when nothing is left to do.
  package func resolved(_ step: Step) -> Action? {
    var resolver = Resolver(model: self)
    if case .batch(let parts) = step.action { resolver.expect(parts, step.number) }
    return resolver.action(step.action)
  }
}

/// Drops names of objects that were never made.
private struct Resolver {
  let model: LibraryModel
  /// What the same step is about to make.
  var expected: Set<UUID> = []

  mutating func expect(_ parts: [Action], _ step: Int) {
    var counts: [IdentifierKind: Int] = [:]
    for kind in parts.compactMap(\.madeKind) {
      counts[kind, default: 0] += 1
      expected.insert(model.id(Name(step, counts[kind] ?? 1), kind))
    }
  }

  func action(_ action: Action) -> Action? {
    switch action {
    case .saveModified(let picture, let asset):
      return known(asset).map { .saveModified(picture, of: $0) }
    case .setContent(let asset, let picture): return known(asset).map { .setContent($0, picture) }
    case .rename(let name, let title): return known(name, .collection).map { .rename($0, title) }
    case .delete(let names): return .delete(known(names, .collection))
    case .editAlbum(let name, let change, let basis):
      guard let name = known(name, .collection) else { return nil }
      return .editAlbum(name, edit(change, .asset), basis)
    case .addMany(let step, let count, to: let name):
      guard count > 0, known(Name(step, count)) != nil else { return nil }
      return known(name, .collection).map { .addMany(step: step, count: count, to: $0) }
    case .keepMembers(let name, let order):
      return known(name, .collection).map { .keepMembers($0, order) }
    case .editFolder(let name, let change):
      guard let name else { return .editFolder(nil, edit(change, .collection)) }
      return known(name, .collection).map { .editFolder($0, edit(change, .collection)) }
    case .update(let name, let values): return known(name).map { .update($0, values) }
    case .deleteAssets(let names): return .deleteAssets(known(names))
    case .edit(let name, let rendering, let resumes):
      return known(name).map { .edit($0, rendering, resumes: resumes) }
    case .revert(let name): return known(name).map { .revert($0) }
    case .batch(let parts):
      let parts = parts.compactMap(self.action)
      return parts.isEmpty ? nil : .batch(parts)
    case .user(let hand): return self.hand(hand).map { .user($0) }
    case .otherApp(let hand): return self.hand(hand).map { .otherApp($0) }
    case .setAccess(.limited(let names)): return .setAccess(.limited(known(names)))
    default: return action
    }
  }

  private func hand(_ hand: Action.Hand) -> Action.Hand? {
    switch hand {
    case .save: return hand
    case .makeAlbum(let title, let folder):
      return .makeAlbum(title, in: folder.flatMap { known($0, .collection) })
    case .makeFolder(let title, let folder):
      return .makeFolder(title, in: folder.flatMap { known($0, .collection) })
    case .add(let names, let album):
      return known(album, .collection).map { .add(known(names), to: $0) }
    case .remove(let names, let album):
      return known(album, .collection).map { .remove(known(names), from: $0) }
    case .rename(let name, let title): return known(name, .collection).map { .rename($0, title) }
    case .deleteAlbum(let name): return known(name, .collection).map { .deleteAlbum($0) }
    case .move(let name, let folder):
      return known(name, .collection).map {
        .move($0, into: folder.flatMap { known($0, .collection) })
      }
    case .update(let name, let values): return known(name).map { .update($0, values) }
    case .edit(let name, let picture): return known(name).map { .edit($0, picture) }
    case .revert(let name): return known(name).map { .revert($0) }
    case .delete(let names): return .delete(known(names))
    case .restore(let names): return .restore(known(names))
    case .purge(let names): return .purge(known(names))
    }
  }

  private func edit(_ edit: Action.Edit, _ kind: IdentifierKind) -> Action.Edit {
    switch edit {
    case .add(let names): .add(known(names, kind))
    case .insert(let names, let indexes): .insert(known(names, kind), indexes)
    case .remove(let names): .remove(known(names, kind))
    case .replace(let indexes, let names): .replace(indexes, known(names, kind))
    case .removeAt, .move: edit
    }
  }

  private func known(_ name: Name, _ kind: IdentifierKind = .asset) -> Name? {
    let uuid = model.id(name, kind)
    return model.everMade.contains(uuid) || expected.contains(uuid) ? name : nil
  }

  private func known(_ names: [Name], _ kind: IdentifierKind = .asset) -> [Name] {
    names.compactMap { known($0, kind) }
  }
}

extension Action {
  /// What the action makes when it succeeds.
  package var madeKind: IdentifierKind? {
    switch self {
    case .saveBitmap, .saveBytes, .saveVideo, .saveFile, .saveNamed, .saveNothing, .saveModified,
      .saveLive, .saveRaw:
      .asset
    case .makeAlbum, .findOrMakeAlbum, .makeFolder: .collection
    default: nil
    }
  }
}
