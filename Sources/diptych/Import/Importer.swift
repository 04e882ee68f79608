import DiptychEngine
import Foundation

/// Commits files in batches, and one by one where a batch fails.
struct Importer {
  /// Assets whose files share their syncs.
  static let batchSize = 128

  /// An album that assets go to.
  private enum Album {
    case existing(UUID)
    /// Made together with its first asset, so that no empty album is left when all files fail.
    case new(UUID)

    var uuid: UUID {
      switch self {
      case .existing(let uuid), .new(let uuid): uuid
      }
    }
  }

  let library: Library
  /// The albums that were asked for, by the names they were asked for.
  private var albums: [String: Album] = [:]
  /// A failure of the library itself; nothing more is tried after it.
  private var failure: LibraryError?

  /// - Parameter albums: Titles or identifiers. Those that the client sees are taken, others made.
  init(library: Library, albums names: [String]) throws {
    self.library = library
    guard !names.isEmpty else { return }
    let present = try LibraryReader(library).read { try $0.collections() }
      .filter { $0.kind == .album }
    for name in names where albums[name] == nil {
      if let uuid = Identifiers.albumUUID(name) {
        if !present.contains(where: { $0.uuid == uuid }) {
          albums[name] = .existing(try ObjectFinder.only(name, present, .album).uuid)
        } else {
          albums[name] = .existing(uuid)
        }
      } else if present.contains(where: { $0.title == name }) {
        albums[name] = .existing(try ObjectFinder.only(name, present, .album).uuid)
      } else {
        albums[name] = .new(library.configuration.identifiers.next(.collection))
      }
    }
  }

  /// An asset to make, and the album that it goes to.
  struct Order {
    let group: ImportGroup
    let album: String?
  }

  /// Saves the files and gives each order its new asset, or the reason why there is none.
  mutating func commit(_ orders: [Order]) -> [Result<UUID, LibraryError>] {
    if let failure { return orders.map { _ in .failure(failure) } }
    do {
      return try save(orders).map { .success($0) }
    } catch {
      let error = LibraryError.wrapping(error)
      guard error.code.exitStatus == .badData else {
        failure = error
        return orders.map { _ in .failure(error) }
      }
      guard orders.count > 1 else { return [.failure(error)] }
      return orders.flatMap { commit([$0]) }
    }
  }

  private mutating func save(_ orders: [Order]) throws -> [UUID] {
    var changes = ChangeSet()
    var uuids: [UUID] = []
    var members: [(album: String, asset: UUID)] = []
    for order in orders {
      let uuid = library.configuration.identifiers.next(.asset)
      changes.operations += Self.operations(order.group, uuid)
      uuids.append(uuid)
      if let album = order.album { members.append((album, uuid)) }
    }
    try commit(changes, members)
    return uuids
  }

  /// Puts assets that are there already into albums; members stay where they are.
  mutating func add(_ members: [(album: String, asset: UUID)]) throws {
    if !members.isEmpty { try commit(ChangeSet(), members) }
  }

  private mutating func commit(
    _ changes: ChangeSet, _ members: [(album: String, asset: UUID)]
  ) throws {
    var names: [String] = []
    for (name, _) in members where !names.contains(name) { names.append(name) }
    var made: [ChangeOperation] = []
    var filled: [ChangeOperation] = []
    for name in names {
      guard let album = albums[name] else { continue }
      if case .new(let uuid) = album {
        made.append(.createCollection(uuid, .album, title: name))
      }
      let assets = members.filter { $0.album == name }.map(\.asset)
      filled.append(.editAlbum(album.uuid, .add(assets), .defaultView))
    }
    var changes = changes
    changes.operations = made + changes.operations + filled
    try library.commit(changes)
    for name in names {
      if let uuid = albums[name]?.uuid { albums[name] = .existing(uuid) }
    }
  }

  /// What makes an asset of the files of a group: the asset, and the edit of its content.
  private static func operations(_ group: ImportGroup, _ uuid: UUID) -> [ChangeOperation] {
    var draft = AssetDraft(uuid: uuid)
    var edits: [ChangeOperation] = []
    for part in group.parts {
      let resource = ResourceDraft(
        role: part.role, content: .file(part.file.path), fileName: part.file.name)
      if ResourceRole.ofEdits.contains(part.role) {
        // Which application made the edit, the file does not say.
        let edit = ContentEdit(
          formatIdentifier: "app.diptych.import", formatVersion: "1", data: Data(),
          rendering: resource)
        edits.append(.editContent(uuid, edit))
      } else {
        draft.resources.append(resource)
      }
    }
    return [.createAsset(draft)] + edits
  }
}
