import DiptychEngine
import Foundation

/// Commits files in batches, and in smaller ones where a batch fails.
struct Importer: Sendable {
  /// Assets whose files share their syncs.
  static let batchSize = 512

  /// An album that assets go to.
  private enum Album: Sendable {
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
  struct Order: Sendable {
    let group: ImportGroup
    let album: String?
  }

  /// What became of a batch.
  struct Outcome: Sendable {
    /// What the next batch goes on with.
    let importer: Importer
    /// The new asset of each order, or the reason why there is none.
    let results: [Result<UUID, LibraryError>]

    /// Why the library takes nothing more. The orders without an asset are still to come then.
    var failure: LibraryError? { importer.failure }
  }

  /// Assets whose files are in place, and whose rows are not written yet.
  struct Staged: Sendable {
    fileprivate let orders: [Order]
    fileprivate let uuids: [UUID]
    fileprivate let changes: Result<StagedChanges, LibraryError>
  }

  /// Puts the files of a batch in place. Another batch may be committed meanwhile.
  /// - Parameter orders: The assets to make.
  func stage(_ orders: [Order]) -> Staged {
    var changes = ChangeSet()
    let uuids = orders.map { order in
      let uuid = library.configuration.identifiers.next(.asset)
      changes.operations += Self.operations(order.group, uuid)
      return uuid
    }
    let result = Result { try library.stage(changes) }
    return Staged(orders: orders, uuids: uuids, changes: result.mapError(LibraryError.wrapping))
  }

  /// Makes the assets of a batch, and puts assets that are there already into albums.
  /// - Parameters:
  ///   - staged: What `stage` gave for the batch.
  ///   - members: Assets that are there; members of an album stay where they are.
  func commit(_ staged: Staged, adding members: [(album: String, asset: UUID)]) -> Outcome {
    var importer = self
    let results = importer.commit(staged)
    if !members.isEmpty, importer.failure == nil {
      do {
        try importer.commit(library.stage(ChangeSet()), members)
      } catch {
        importer.failure = LibraryError.wrapping(error)
      }
    }
    return Outcome(importer: importer, results: results)
  }

  /// Gives each order its new asset, or the reason why there is none.
  private mutating func commit(_ staged: Staged) -> [Result<UUID, LibraryError>] {
    let orders = staged.orders
    guard !orders.isEmpty else { return [] }
    if let failure {
      if case .success(let changes) = staged.changes { library.discard(changes) }
      return orders.map { _ in .failure(failure) }
    }
    do {
      try commit(
        staged.changes.get(),
        zip(orders, staged.uuids).compactMap { order, uuid in order.album.map { ($0, uuid) } })
      return staged.uuids.map { .success($0) }
    } catch {
      let error = LibraryError.wrapping(error)
      guard error.code.isOfFile else {
        failure = error
        return orders.map { _ in .failure(error) }
      }
      guard orders.count > 1 else { return [.failure(error)] }
      // One file is bad, and the others are to come: in halves, so that few are tried alone.
      let middle = orders.count / 2
      return commit(stage(Array(orders[..<middle]))) + commit(stage(Array(orders[middle...])))
    }
  }

  private mutating func commit(
    _ staged: StagedChanges, _ members: [(album: String, asset: UUID)]
  ) throws {
    var assets: [String: [UUID]] = [:]
    var names: [String] = []
    for (name, asset) in members {
      if assets[name] == nil { names.append(name) }
      assets[name, default: []].append(asset)
    }
    var made: [ChangeOperation] = []
    var filled: [ChangeOperation] = []
    for name in names {
      guard let album = albums[name] else { continue }
      if case .new(let uuid) = album {
        made.append(.createCollection(uuid, .album, title: name))
      }
      filled.append(.editAlbum(album.uuid, .add(assets[name] ?? []), .defaultView))
    }
    try library.commit(staged, first: made, last: filled)
    for name in names {
      if let uuid = albums[name]?.uuid { albums[name] = .existing(uuid) }
    }
  }

  /// What makes an asset of the files of a group: the asset, and the edit of its content.
  private static func operations(_ group: ImportGroup, _ uuid: UUID) -> [ChangeOperation] {
    var draft = AssetDraft(uuid: uuid)
    var rendering: ResourceDraft?
    var movie: ResourceDraft?
    for part in group.parts {
      var resource = ResourceDraft(
        role: part.role, content: .file(part.file.path), fileName: part.file.name)
      resource.preview = part.file.preview
      switch part.role {
      case .fullSizePhoto, .fullSizeVideo: rendering = resource
      case .fullSizePairedVideo: movie = resource
      default: draft.resources.append(resource)
      }
    }
    guard let rendering else { return [.createAsset(draft)] }
    // Which application made the edit, the file does not say.
    var edit = ContentEdit(
      formatIdentifier: "app.diptych.import", formatVersion: "1", data: Data(),
      rendering: rendering)
    edit.movie = movie
    return [.createAsset(draft), .editContent(uuid, edit)]
  }
}

extension LibraryError.Code {
  /// Whether it is a file that cannot be taken, and the next one may be.
  fileprivate var isOfFile: Bool {
    switch self {
    case .invalidMedia, .encodingFailed, .wrongMediaKind, .limitExceeded, .sourceUnreadable,
      .missingResource, .changeNotSupported, .pairMismatch:
      true
    default: false
    }
  }
}
