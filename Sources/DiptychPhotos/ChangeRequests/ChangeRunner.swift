import DiptychEngine
import DiptychPlatform
import Foundation

/// Carries out one change block: permission, the block, the user's confirmation, the commit.
struct ChangeRunner {
  private enum Permission {
    case everything, adding
  }

  let scope: LibraryScope
  private var library: Library { scope.library }

  /// - Throws: ``PHPhotosError``, or Cocoa error 2047 under the profile that asks for it.
  func run(_ block: () -> Void) throws {
    do {
      let permission = try admit()
      let operations = ChangeContext.gather(in: scope, block)
      try check(operations)
      if permission == .adding, !operations.onlyAdd { try requireReadWrite() }
      try confirm(operations)
      var changes = ChangeSet(client: scope.client)
      changes.isConfined = true
      changes.operations = operations
      guard !operations.isEmpty else { return }
      try commit(changes)
    } catch let error as NSError where error.domain == NSCocoaErrorDomain {
      throw error
    } catch {
      throw PHPhotosError(wrapping: error)
    }
  }

  /// A bound on folders and lists has another number than one on media, the renderings of edits
  /// among them: 3300, not 3302.
  private func commit(_ changes: ChangeSet) throws {
    do {
      try library.commit(changes)
    } catch {
      let error = LibraryError.wrapping(error)
      guard error.code == .limitExceeded, !changes.operations.contains(where: \.bringsMedia)
      else { throw error }
      throw LibraryError(.changeNotSupported, error.message, cause: error.cause)
    }
  }

  // MARK: Permission

  /// What the client may do, after asking the user if nothing was decided (decisions 22 and 23).
  private func admit() throws -> Permission {
    let access = library.access
    let status = try access.readStatus(.readWrite, scope.client)
    if status == .notDetermined || status == .denied {
      let adding = try access.readStatus(.addOnly, scope.client)
      if adding == .authorized || adding == .limited { return .adding }
    }
    if library.profile.undecidedChangeFails, status != .authorized, status != .limited {
      throw NSError(
        domain: NSCocoaErrorDomain, code: 2047,
        userInfo: [
          NSLocalizedDescriptionKey:
            "Photos access is not allowed (authorization status \(status.rawValue)). Call "
            + "requestAuthorization first."
        ])
    }
    try requireReadWrite()
    return .everything
  }

  /// Asks the user if nothing was decided: what an add-only client does beyond saving is its first
  /// access to the rest (P172, P180).
  private func requireReadWrite() throws {
    switch try library.access.requestStatus(.readWrite, scope.client) {
    case .authorized, .limited: return
    case .restricted: throw Self.restricted
    case .notDetermined, .denied: throw Self.denied
    }
  }

  static var restricted: LibraryError {
    LibraryError(
      .accessRestricted, "A policy forbids access to the photo library. Ask an administrator.")
  }

  static var denied: LibraryError {
    LibraryError(
      .accessDenied,
      "Access to the photo library was denied. Ask the user to allow it in the settings.")
  }

  // MARK: Checks

  /// What can be told before the user is asked anything or a file is touched (P139).
  private func check(_ operations: [ChangeOperation]) throws {
    for operation in operations {
      switch operation {
      case .refused(let error): throw error
      case .createCollection(_, _, let title), .renameCollection(_, let title):
        do {
          try ChangeLimits.check(title: title)
        } catch {
          throw LibraryError(.changeNotSupported, error.message)
        }
      case .editContent(_, let edit):
        do {
          try edit.check()
        } catch {
          throw LibraryError(.changeNotSupported, error.message)
        }
      default: break
      }
    }
  }

  // MARK: Confirmation

  /// Asks the user before anything is deleted: once for assets, once for collections (P101, P107);
  /// and before content of other applications is edited (P222).
  private func confirm(_ operations: [ChangeOperation]) throws {
    var assets: Set<UUID> = []
    var collections: Set<UUID> = []
    for operation in operations {
      switch operation {
      case .deleteAssets(let uuids): assets.formUnion(uuids)
      case .deleteCollections(let uuids): collections.formUnion(uuids)
      default: break
      }
    }
    let edited = operations.edited
    guard !assets.isEmpty || !collections.isEmpty || !edited.isEmpty else { return }
    let counts = try library.read { transaction in
      (
        // What is gone already, or not to be seen by the client, is not asked about (P105).
        assets: try transaction.countAssets(seen(assets), as: scope.client),
        collections: try transaction.fetchCollections(
          CollectionQuery(.identifiers(Array(collections), nil)), as: scope.client
        ).count,
        edited: try transaction.fetchAssets(seen(edited), as: scope.client)
          .count { try transaction.asset(row: $0)?.creator != scope.client }
      )
    }
    if counts.assets > 0 { try ask(.deleteAssets(counts.assets), "the deletion") }
    if counts.collections > 0 { try ask(.deleteCollections(counts.collections), "the deletion") }
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("modern-edit-unasked") { return }
    #endif
    if counts.edited > 0 { try ask(.editAssets(counts.edited), "the edit") }
  }

  private func seen(_ assets: Set<UUID>) -> AssetQuery {
    var query = AssetQuery(.identifiers(Array(assets)))
    query.includesAllBursts = true
    query.sources = PHAssetSourceType.all
    return query
  }

  private func ask(_ prompt: Prompt, _ name: String) throws {
    #if DIPTYCH_PLANTED_FAULTS
      if isPlanted("modern-nobody-asked") { return }
    #endif
    guard try library.access.confirm(prompt, scope.client) else {
      throw LibraryError(
        .userCancelled, "The user refused \(name). Nothing was changed.")
    }
  }
}

extension [ChangeOperation] {
  /// Whether access for adding is enough (decision 23): new assets, and edits of them (P221).
  fileprivate var onlyAdd: Bool {
    let created = Set(
      compactMap { operation in
        if case .createAsset(let draft) = operation { draft.uuid } else { nil }
      })
    return allSatisfy { operation in
      if case .editContent(let uuid, _) = operation { return created.contains(uuid) }
      return operation.adds
    }
  }

  /// The assets whose content is edited or reverted.
  fileprivate var edited: Set<UUID> {
    Set(
      compactMap { operation in
        switch operation {
        case .editContent(let uuid, _), .revertContent(let uuid): uuid
        default: nil
        }
      })
  }
}

extension ChangeOperation {
  /// Whether it brings a new asset.
  fileprivate var adds: Bool {
    if case .createAsset = self { return true }
    return false
  }

  /// Whether it brings a picture or a video, whose bounds are those of media.
  fileprivate var bringsMedia: Bool {
    if case .editContent = self { return true }
    return adds
  }
}
