import DiptychCodecs
import Foundation

/// What the user does in the Photos application, outside the code under test. Changes are recorded
/// as the user's, and nobody is asked.
package struct UserHand: Sendable {
  private let library: Library
  /// The application that makes the change, by name.
  private let client: String
  private let origin: CommitOrigin
  private let isConfined: Bool

  fileprivate init(
    _ library: Library, client: String, origin: CommitOrigin, isConfined: Bool = false
  ) {
    self.library = library
    self.client = client
    self.origin = origin
    self.isConfined = isConfined
  }

  private func commit(_ operations: [ChangeOperation]) throws {
    var changes = ChangeSet(client: client, origin: origin)
    changes.operations = operations
    changes.isConfined = isConfined
    try library.commit(changes)
  }

  /// Saves a photo or video file and gives the new asset's identifier.
  @discardableResult
  package func save(_ path: String, as role: ResourceRole) throws -> UUID {
    var draft = AssetDraft(uuid: library.configuration.identifiers.next(.asset))
    draft.resources = [
      ResourceDraft(
        role: role, content: .file(path), fileName: path.lastPathName)
    ]
    try commit([.createAsset(draft)])
    return draft.uuid
  }

  /// Saves bytes under a name and gives the new asset's identifier.
  @discardableResult
  package func save(_ data: Data, named name: String?, as role: ResourceRole = .photo) throws
    -> UUID
  {
    var draft = AssetDraft(uuid: library.configuration.identifiers.next(.asset))
    draft.resources = [ResourceDraft(role: role, content: .data(data), fileName: name)]
    try commit([.createAsset(draft)])
    return draft.uuid
  }

  /// Makes an album or a folder, inside `folder` or at the root, and gives its identifier.
  @discardableResult
  package func make(
    _ kind: CollectionKind = .album, titled title: String, in folder: UUID? = nil
  ) throws -> UUID {
    let uuid = library.configuration.identifiers.next(.collection)
    var operations: [ChangeOperation] = [.createCollection(uuid, kind, title: title)]
    if let folder { operations.append(.editFolder(folder, .add([uuid]))) }
    try commit(operations)
    return uuid
  }

  package func add(_ assets: [UUID], to album: UUID) throws {
    try commit([.editAlbum(album, .add(assets), .defaultView)])
  }

  package func remove(_ assets: [UUID], from album: UUID) throws {
    try commit([.editAlbum(album, .remove(assets), .defaultView)])
  }

  package func rename(_ collection: UUID, to title: String) throws {
    try commit([.renameCollection(collection, title: title)])
  }

  package func deleteCollection(_ collection: UUID) throws {
    try commit([.deleteCollections([collection])])
  }

  /// Moves an album or folder into a folder, or to the root.
  package func move(_ collection: UUID, into folder: UUID?) throws {
    try commit([.editFolder(folder, .add([collection]))])
  }

  /// Moves an album or folder to a place among those beside it, 0 being the first.
  package func place(_ collection: UUID, at index: Int) throws {
    let folder = try library.read { transaction in
      let record = try transaction.collection(collection)
      let beside = try transaction.children(of: record?.parent).count {
        $0.kind.isEditable && $0.uuid != collection
      }
      guard (0...beside).contains(index) else {
        throw LibraryError(
          .indexMismatch,
          "There is no place \(index) for an album or folder with \(beside) beside it. Give one from 0 "
            + "to \(beside).")
      }
      return try record?.parent.flatMap { try transaction.collection(row: $0)?.uuid }
    }
    try commit([.editFolder(folder, .insert([collection], IndexSet(integer: index)))])
  }

  /// Brings assets into a collection of any kind, as a sync or a stream does.
  package func deliver(_ assets: [UUID], to collection: UUID) throws {
    try commit([.deliver(assets, to: collection)])
  }

  /// Makes the files of assets come to this machine, or leave it.
  /// - Throws: `originalMissing` where a file that is to come is not as it was saved; then none comes.
  package func setLocal(_ assets: [UUID], _ isLocal: Bool) throws {
    if isLocal { try library.checkCopies(of: assets) }
    try commit([.setLocal(assets, isLocal)])
  }

  package func update(_ asset: UUID, _ update: AssetUpdate) throws {
    try commit([.updateAsset(asset, update)])
  }

  /// Edits the content of an asset: the same operation as a client's edit.
  package func edit(_ asset: UUID, _ edit: ContentEdit) throws {
    try commit([.editContent(asset, edit)])
  }

  /// Throws the edits of an asset's content away.
  package func revert(_ asset: UUID) throws {
    try commit([.revertContent(asset)])
  }

  /// Moves assets to Recently Deleted.
  package func delete(_ assets: [UUID]) throws {
    try commit([.deleteAssets(assets)])
  }

  /// Takes assets out of Recently Deleted; each is back in its albums, at its place.
  package func restore(_ assets: [UUID]) throws {
    try commit([.restoreAssets(assets)])
  }

  /// Removes assets for ever.
  package func purge(_ assets: [UUID]) throws {
    try commit([.purgeAssets(assets)])
  }

  /// The albums and folders of a title, by canonical equivalence, in tree order.
  package func collections(titled title: String) throws -> [CollectionRecord] {
    try library.read { try $0.collectionTree() }.filter { $0.title == title }
  }
}

extension Library {
  /// The user, in the Photos application.
  package var user: UserHand { UserHand(self, client: "Photos", origin: .user) }

  /// Another application, which writes through the same store.
  package func otherApp(_ name: String) -> UserHand {
    UserHand(self, client: name, origin: .client)
  }

  /// An application that can change what it sees, and nothing else.
  package func confinedApp(_ name: String) -> UserHand {
    UserHand(self, client: name, origin: .client, isConfined: true)
  }
}
