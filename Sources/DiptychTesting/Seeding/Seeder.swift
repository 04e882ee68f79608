import DiptychEngine
import Foundation

/// Puts contents into a library as the user and other applications would have.
struct Seeder {
  private let library: Library
  private var assets: [ObjectIdentifier: UUID] = [:]
  /// Operations in order, each with the application that makes it.
  private var operations: [(client: String, operation: ChangeOperation)] = []
  private var trashed: [UUID] = []

  init(_ library: Library) {
    self.library = library
  }

  /// Photos arrive in the order of the list, albums and folders stand in that order.
  func seed(_ contents: [any LibraryContent]) throws {
    var seeder = self
    let seeds = contents.map(\.seed)
    try Self.check(seeds.flatMap(Self.given))
    for media in seeds.flatMap(Self.media) { seeder.create(media) }
    for seed in seeds { seeder.create(seed, in: nil) }
    try seeder.commit()
  }

  /// Saves one photo or video as `client`, and gives its identifier.
  func save(
    _ media: MediaSeed, as client: String, in kind: CollectionKind = .album
  ) throws -> UUID? {
    var seeder = self
    var media = media
    media.client = client
    media.source = media.source ?? kind.memberSource
    seeder.create(media)
    try seeder.commit()
    return seeder.assets[ObjectIdentifier(media.identity)]
  }

  /// The same value used twice is one photo; a changed copy beside it would be both (decision 218).
  private static func check(_ given: [MediaSeed]) throws {
    var first: [ObjectIdentifier: MediaSeed] = [:]
    for media in given {
      let other = first[ObjectIdentifier(media.identity)] ?? media
      first[ObjectIdentifier(media.identity)] = other
      guard media.isUnchanged(from: other) else {
        throw LibraryError(
          .changeNotSupported,
          "The contents have \(media.name) and a changed copy of it, such as by favorite(), and one "
            + "photo or video cannot be both. Change it first and use that value everywhere, or make two."
        )
      }
    }
  }

  /// Every photo and video of a seed as the test gave it.
  private static func given(_ seed: LibrarySeed) -> [MediaSeed] {
    switch seed.kind {
    case .media(let media): [media]
    case .album(_, _, _, let members): members
    case .folder(_, _, let children): children.flatMap(given)
    }
  }

  /// Every photo and video of a seed, in order.
  private static func media(_ seed: LibrarySeed) -> [MediaSeed] {
    switch seed.kind {
    case .media(let media): [media]
    case .album(_, _, let kind, let members):
      members.map { member in
        var member = member
        member.source = member.source ?? kind.memberSource
        return member
      }
    case .folder(_, _, let children): children.flatMap(Self.media)
    }
  }

  private mutating func create(_ media: MediaSeed) {
    let key = ObjectIdentifier(media.identity)
    guard assets[key] == nil else { return }
    var draft = AssetDraft(uuid: library.configuration.identifiers.next(.asset))
    draft.source = media.source ?? .userLibrary
    draft.resources = [resource(media.file, media.isVideo ? .video : .photo, media.isLocal)]
    if let alternate = media.alternate {
      draft.resources.append(resource(alternate, .alternatePhoto, media.isLocal))
    }
    if let taken = media.taken { draft.update.creationDate = .some(taken) }
    if let latitude = media.latitude, let longitude = media.longitude {
      draft.update.location = .some(AssetLocation(latitude: latitude, longitude: longitude))
    }
    draft.update.isFavorite = media.isFavorite ? true : nil
    draft.update.isHidden = media.isHidden ? true : nil
    draft.traits = media.traits
    if let (name, mark) = media.burst {
      draft.burst = (UUID(hashing: "\(library.uuid.uuidString) burst \(name)"), mark)
    }
    assets[key] = draft.uuid
    operations.append((media.client, .createAsset(draft)))
    if media.isTrashed { trashed.append(draft.uuid) }
  }

  private func resource(
    _ file: MediaSeed.Source, _ role: ResourceRole, _ isLocal: Bool
  ) -> ResourceDraft {
    var resource =
      switch file {
      case .data(let data, let name):
        ResourceDraft(role: role, content: .data(data), fileName: name)
      case .file(let url, let name):
        ResourceDraft(
          role: role, content: .file(url.path), fileName: name ?? url.lastPathComponent)
      }
    resource.isLocal = isLocal
    return resource
  }

  private mutating func create(_ seed: LibrarySeed, in folder: UUID?) {
    let uuid: UUID
    let client: String
    switch seed.kind {
    case .media: return
    case .album(let title, let creator, let kind, let members):
      uuid = library.configuration.identifiers.next(.collection)
      client = creator
      operations.append((client, .createCollection(uuid, kind, title: title)))
      let members = members.compactMap { assets[ObjectIdentifier($0.identity)] }
      if !members.isEmpty {
        operations.append(
          (
            client,
            kind == .album
              ? .editAlbum(uuid, .add(members), .defaultView) : .deliver(members, to: uuid)
          ))
      }
    case .folder(let title, let creator, let children):
      uuid = library.configuration.identifiers.next(.collection)
      client = creator
      operations.append((client, .createCollection(uuid, .folder, title: title)))
      for child in children { create(child, in: uuid) }
    }
    if let folder { operations.append((client, .editFolder(folder, .add([uuid])))) }
  }

  /// One commit for each run of operations of one application.
  private func commit() throws {
    var rest = operations[...]
    while let client = rest.first?.client {
      let end = rest.firstIndex { $0.client != client } ?? rest.endIndex
      var changes = ChangeSet(client: client, origin: client == "Photos" ? .user : .client)
      changes.operations = rest[..<end].map(\.operation)
      try library.commit(changes)
      rest = rest[end...]
    }
    if !trashed.isEmpty { try library.user.delete(trashed) }
  }
}
