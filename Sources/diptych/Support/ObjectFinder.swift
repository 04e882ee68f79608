import DiptychEngine
import Foundation

/// Finds what the words of a command line name: albums by title or identifier, assets by identifier
/// or file name.
struct ObjectFinder {
  enum Wanted {
    case any, album, folder

    var noun: String {
      switch self {
      case .any: "album or folder"
      case .album: "album"
      case .folder: "folder"
      }
    }

    func includes(_ kind: CollectionKind) -> Bool {
      switch self {
      case .any: true
      case .album: !kind.isFolder
      case .folder: kind.isFolder
      }
    }
  }

  let library: Library
  /// Who looks: of what it does not see nothing is told, as if it were not there. Nil for the user,
  /// who sees everything.
  var client: String?

  /// The album or folder that `text` names.
  ///
  /// Titles are compared by canonical equivalence; of several, the one of exactly these bytes is
  /// meant, if there is only one.
  func collection(_ text: String, _ wanted: Wanted = .any) throws -> CollectionRecord {
    let uuid = Identifiers.albumUUID(text) ?? Identifiers.folderUUID(text)
    if let uuid {
      let found = try collections(.identifiers([uuid], nil)).first
      if let found, wanted.includes(found.kind) { return found }
      throw Self.missing(wanted.noun, text, list: "album list")
    }
    let all = try collections(.kinds(Set(CollectionKind.allCases)))
    return try Self.only(text, all.filter { wanted.includes($0.kind) }, wanted)
  }

  private func collections(_ range: CollectionQuery.Range) throws -> [CollectionRecord] {
    try library.snapshot { try $0.fetchCollections(CollectionQuery(range), as: client) }
      .compactMap { item in
        if case .stored(let record) = item { record } else { nil }
      }
  }

  /// The one of `all` that has this title.
  static func only(
    _ title: String, _ all: [CollectionRecord], _ wanted: Wanted
  ) throws -> CollectionRecord {
    let equal = all.filter { $0.title == title }
    let exact = equal.filter { Array($0.title.utf8) == Array(title.utf8) }
    let found = exact.count == 1 ? exact : equal
    guard let first = found.first else {
      let near = Suggestion.nearest(title, among: all.map(\.title)).map(DumpText.quoted)
      throw missing(wanted.noun, title, list: "album list", near: near)
    }
    guard found.count == 1 else {
      throw CommandFailure(
        .badData,
        "There are \(found.count) of the title \(DumpText.quoted(title)). Name one by its "
          + "identifier: \(found.map(identifier).joined(separator: ", ")).")
    }
    return first
  }

  /// The local identifier of an album or folder.
  static func identifier(_ record: CollectionRecord) -> String {
    record.kind.isFolder ? Identifiers.folder(record.uuid) : Identifiers.album(record.uuid)
  }

  /// The assets that the texts name, also hidden and recently deleted ones.
  /// - Complexity: One look-up an identifier; for file names, O(*n*) in the library's assets.
  func assets(_ texts: [String]) throws -> [NamedAsset] {
    try library.snapshot { transaction in
      var names: [String: [AssetRecord]]?
      return try texts.map { text in
        if let uuid = Identifiers.assetUUID(text) ?? UUID(written: text) {
          guard let asset = try transaction.asset(uuid), try isSeen(asset, in: transaction) else {
            throw Self.missing("asset", text, list: "asset list --all")
          }
          let name = try transaction.resources(of: asset.row).first?.fileName
          return NamedAsset(record: asset, fileName: name ?? "")
        }
        let known = try names ?? fileNames(transaction)
        names = known
        guard let found = known[text], let first = found.first else {
          let near = Suggestion.nearest(text, among: Array(known.keys).sorted())
          throw Self.missing(
            "asset", text, list: "asset list --all", near: near.map(DumpText.quoted))
        }
        guard found.count == 1 else {
          let identifiers = found.map { Identifiers.asset($0.uuid) }.joined(separator: ", ")
          throw CommandFailure(
            .badData,
            "There are \(found.count) assets named \(DumpText.quoted(text)). Name one by its "
              + "identifier: \(identifiers).")
        }
        return NamedAsset(record: first, fileName: text)
      }
    }
  }

  private func isSeen(_ asset: AssetRecord, in transaction: ReadTransaction) throws -> Bool {
    guard let client else { return true }
    return try transaction.shown([asset.row], to: client)?.contains(asset.row) ?? true
  }

  private func fileNames(_ transaction: ReadTransaction) throws -> [String: [AssetRecord]] {
    var names: [String: [AssetRecord]] = [:]
    for row in try transaction.fetchAssets(.everything, as: client) {
      guard let asset = try transaction.asset(row: row) else { continue }
      let files = try transaction.resources(of: row)
        // What an edit adds has the same name in every asset.
        .filter { !ResourceRole.ofEdits.contains($0.role) }
      for name in Set(files.map(\.fileName)) {
        names[name, default: []].append(asset)
      }
    }
    return names
  }

  private static func missing(
    _ noun: String, _ text: String, list: String, near: String? = nil
  ) -> CommandFailure {
    let hint = near.map { " Did you mean \($0)?" } ?? ""
    return CommandFailure(
      .badData,
      "There is no \(noun) \(DumpText.quoted(text)).\(hint) See what is there with "
        + "`diptych \(list)`.")
  }
}

/// An asset and the name of its file.
struct NamedAsset {
  let record: AssetRecord
  let fileName: String

  /// The name as messages show it.
  var quoted: String { DumpText.quoted(fileName) }
}

extension AssetQuery {
  /// Every asset, also hidden, recently deleted, of bursts, and not the user's own.
  static var everything: AssetQuery {
    var query = AssetQuery(.library)
    query.includesHidden = true
    query.includesTrashed = true
    query.includesAllBursts = true
    query.sources = 7
    return query
  }
}
