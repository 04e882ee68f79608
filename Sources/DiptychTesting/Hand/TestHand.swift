import DiptychEngine
import Foundation

/// What comes from outside the code under test: the user in the Photos application, or another
/// application. Nobody is asked, and the changes are recorded as made from outside.
///
/// Photos and videos are named by file name, local identifier or old URL; albums and folders by
/// title, local identifier or old URL. Of equal file names the last to arrive counts, of equal
/// titles the first in the user's order. Every call throws an error that says what to do when it
/// names something that is not there.
public struct TestHand: Sendable {
  let library: TestPhotoLibrary
  let hand: UserHand
  let client: String

  // MARK: Photos and videos

  /// Saves a photo or a video, into an album too if one is named. A synced album or a stream gets
  /// it as a sync or the stream would bring it.
  /// - Returns: The new asset.
  @discardableResult
  public func save(_ media: some MediaContent, to album: String? = nil) throws -> TestAsset? {
    let album = try album.map { try library.collectionUUID($0, folder: false) }
    let kind =
      try album.flatMap { album in try library.library.read { try $0.collection(album)?.kind } }
      ?? .album
    var saved: UUID?
    for media in media.seed.media {
      saved = try Seeder(library.library).save(media, as: client, in: kind)
    }
    guard let saved else { return nil }
    if let album, kind == .album { try hand.add([saved], to: album) }
    if let album, kind != .album { try hand.deliver([saved], to: album) }
    return library.asset(Identifiers.asset(saved))
  }

  /// Hides photos: they leave albums and the library's view, but stay where they are (decision 15).
  public func hide(_ names: String...) throws { try update(names) { $0.isHidden = true } }

  /// Shows hidden photos again.
  public func unhide(_ names: String...) throws { try update(names) { $0.isHidden = false } }

  /// Marks photos as favorites.
  public func favorite(_ names: String...) throws { try update(names) { $0.isFavorite = true } }

  /// Unmarks favorites.
  public func unfavorite(_ names: String...) throws {
    try update(names) { $0.isFavorite = false }
  }

  /// Gives photos another date.
  public func date(_ names: String..., as date: Date) throws {
    try update(names) { $0.creationDate = .some(date) }
  }

  /// Edits a photo or a video: the other one's file becomes its rendering. The original stays, and
  /// ``revert(_:)`` brings it back (P219).
  /// - Parameters:
  ///   - name: The photo or video.
  ///   - rendering: What it looks like then: a photo for a photo, a video for a video.
  ///   - format: Who made the edit, in reverse domain form.
  ///   - version: The version of that format.
  ///   - data: What the editor needs to go on from there.
  public func edit(
    _ name: String, to rendering: some MediaContent, format: String = "com.apple.photo",
    version: String = "1.0", data: Data = Data()
  ) throws {
    let asset = try library.assetUUID(name)
    for media in rendering.seed.media {
      let content: ResourceDraft.Content
      switch media.file {
      case .data(let data, _): content = .data(data)
      case .file(let url, _): content = .file(url.path)
      }
      let draft = ResourceDraft(
        role: media.isVideo ? .fullSizeVideo : .fullSizePhoto, content: content)
      try hand.edit(
        asset,
        ContentEdit(
          formatIdentifier: format, formatVersion: version, data: data, rendering: draft))
    }
  }

  /// Throws the edits of photos and videos away (P220).
  public func revert(_ names: String...) throws {
    for asset in try names.map(library.assetUUID) { try hand.revert(asset) }
  }

  /// Moves photos to Recently Deleted.
  public func delete(_ names: String...) throws {
    try hand.delete(names.map(library.assetUUID))
  }

  /// Takes photos out of Recently Deleted, back to their places in their albums (decision 14).
  public func restore(_ names: String...) throws {
    try hand.restore(names.map(library.assetUUID))
  }

  /// Removes photos for ever.
  public func purge(_ names: String...) throws {
    try hand.purge(names.map(library.assetUUID))
  }

  /// Brings the files of photos to this machine, as when a stream has downloaded them (C86).
  public func download(_ names: String...) throws {
    try hand.setLocal(names.map(library.assetUUID), true)
  }

  /// Takes the files of photos off this machine, as when it needs room.
  public func offload(_ names: String...) throws {
    try hand.setLocal(names.map(library.assetUUID), false)
  }

  private func update(_ names: [String], _ change: (inout AssetUpdate) -> Void) throws {
    var update = AssetUpdate()
    change(&update)
    for uuid in try names.map(library.assetUUID) { try hand.update(uuid, update) }
  }

  // MARK: Albums and folders

  /// Makes an album, at the root or in a folder.
  /// - Returns: The album's local identifier.
  @discardableResult
  public func makeAlbum(
    _ title: String, with names: String..., in folder: String? = nil
  ) throws -> String {
    let members = try names.map(library.assetUUID)
    let folder = try folder.map { try library.collectionUUID($0, folder: true) }
    let album = try hand.make(.album, titled: title, in: folder)
    if !members.isEmpty { try hand.add(members, to: album) }
    return Identifiers.album(album)
  }

  /// Makes a folder, at the root or in another one.
  /// - Returns: The folder's local identifier.
  @discardableResult
  public func makeFolder(_ title: String, in folder: String? = nil) throws -> String {
    let folder = try folder.map { try library.collectionUUID($0, folder: true) }
    return Identifiers.folder(try hand.make(.folder, titled: title, in: folder))
  }

  /// Appends photos to an album; members stay where they are.
  public func add(_ names: String..., to album: String) throws {
    try hand.add(
      names.map(library.assetUUID), to: library.collectionUUID(album, folder: false))
  }

  /// Takes photos out of an album; they stay in the library.
  public func remove(_ names: String..., from album: String) throws {
    try hand.remove(
      names.map(library.assetUUID), from: library.collectionUUID(album, folder: false))
  }

  /// Gives an album another title.
  public func rename(_ album: String, to title: String) throws {
    try hand.rename(library.collectionUUID(album, folder: false), to: title)
  }

  /// Deletes an album; its photos stay in the library.
  public func deleteAlbum(_ album: String) throws {
    try hand.deleteCollection(library.collectionUUID(album, folder: false))
  }

  /// Deletes a folder with the albums and folders in it; photos stay in the library.
  public func deleteFolder(_ folder: String) throws {
    try hand.deleteCollection(library.collectionUUID(folder, folder: true))
  }

  /// Moves an album into a folder, or to the root when `folder` is nil.
  public func move(_ album: String, into folder: String?) throws {
    try hand.move(
      library.collectionUUID(album, folder: false),
      into: folder.map { try library.collectionUUID($0, folder: true) })
  }

  /// Moves an album to a place among the albums and folders beside it, 0 being the first (L184).
  public func move(_ album: String, to index: Int) throws {
    try hand.place(library.collectionUUID(album, folder: false), at: index)
  }

  // MARK: Decisions

  /// Answers the next questions; see ``TestPhotoLibrary/answers(_:)``.
  public func answer(_ answers: TestPhotoLibrary.Answer...) throws {
    try library.script(answers)
  }

  /// Limits the application under test to these photos, as the user does in Settings (P177).
  public func select(_ names: [String]) throws {
    try library.set(.limited(names))
  }
}

extension TestPhotoLibrary {
  /// The user, in the Photos application and in Settings.
  public var user: TestHand {
    TestHand(library: self, hand: library.user, client: "Photos")
  }

  /// Another application, which saves into the same library.
  /// - Parameter name: Its name, which is the creator of what it makes (decision 28).
  public func otherApp(_ name: String) -> TestHand {
    TestHand(library: self, hand: library.otherApp(name), client: name)
  }
}
