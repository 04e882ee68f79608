import DiptychEngine
import Foundation

/// Reading past both APIs: whatever access the application has, and in plain values. Each call
/// sees the library as it is at that moment, and ends the process when the library is closed.
extension TestPhotoLibrary {
  /// Every photo and video that is not in Recently Deleted, hidden ones too, in order of arrival.
  public var assets: [TestAsset] {
    orEnd { try library.read { try assets(in: $0, trashed: false) } }
  }

  /// What lies in Recently Deleted, in order of arrival.
  public var recentlyDeleted: [TestAsset] {
    orEnd { try library.read { try assets(in: $0, trashed: true) } }
  }

  /// The photo or video of a file name, local identifier or old URL, in Recently Deleted too. Of
  /// equal file names the one that arrived last counts.
  public func asset(_ name: String) -> TestAsset? {
    orEnd {
      guard let uuid = try? assetUUID(name) else { return nil }
      return try library.read { transaction in
        try transaction.asset(uuid).flatMap { try TestAsset($0, in: transaction) }
      }
    }
  }

  /// Every album, in the user's order, those in folders too.
  public var albums: [TestAlbum] {
    orEnd { try library.read { try LibraryTree($0).albums } }
  }

  /// The first album of this title, in the user's order.
  public func album(_ title: String) -> TestAlbum? {
    albums.first { $0.title == title }
  }

  /// Every folder, in the user's order, those in folders too.
  public var folders: [TestFolder] {
    orEnd { try library.read { try LibraryTree($0).folders } }
  }

  /// The first folder of this title, in the user's order.
  public func folder(_ title: String) -> TestFolder? {
    folders.first { $0.title == title }
  }

  private func assets(in transaction: ReadTransaction, trashed: Bool) throws -> [TestAsset] {
    try transaction.connection.all(
      "SELECT id FROM assets WHERE (trashed_date IS NOT NULL) = ? ORDER BY id", [trashed]
    ) { $0.integer(0) }
    .compactMap { row in
      try transaction.asset(row: row).flatMap { try TestAsset($0, in: transaction) }
    }
  }
}

/// Albums and folders of one snapshot as values.
private struct LibraryTree {
  private(set) var albums: [TestAlbum] = []
  private(set) var folders: [TestFolder] = []
  private let transaction: ReadTransaction

  init(_ transaction: ReadTransaction) throws {
    self.transaction = transaction
    _ = try children(of: nil, path: [])
  }

  /// Reads what is in a folder, and all below it. Folders are noted before what they hold.
  private mutating func children(
    of folder: Int64?, path: [String]
  ) throws -> (albums: [TestAlbum], folders: [TestFolder]) {
    var result: (albums: [TestAlbum], folders: [TestFolder]) = ([], [])
    for record in try transaction.children(of: folder) {
      guard record.kind.isFolder else {
        let album = try album(record, path)
        albums.append(album)
        result.albums.append(album)
        continue
      }
      let place = folders.endIndex
      let inside = try children(of: record.row, path: path + [record.title])
      let value = TestFolder(
        localIdentifier: Identifiers.folder(record.uuid), title: record.title, path: path,
        albums: inside.albums, folders: inside.folders)
      folders.insert(value, at: place)
      result.folders.append(value)
    }
    return result
  }

  private func album(_ record: CollectionRecord, _ path: [String]) throws -> TestAlbum {
    let rows = try transaction.fetchAssets(AssetQuery(.album(record.uuid)), as: nil)
    let assets = try rows.compactMap { row in
      try transaction.asset(row: row).flatMap { try TestAsset($0, in: transaction) }
    }
    return TestAlbum(
      localIdentifier: Identifiers.album(record.uuid),
      groupURL: Identifiers.groupURL(record.uuid), title: record.title, client: record.creator,
      path: path, assets: assets)
  }
}
